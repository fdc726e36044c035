// The owner downloads a backup, and the key without which it cannot be opened.
import { finished } from 'node:stream'
import { respaldoApi } from '@imprimitodo/shared/api/respaldo'
import { dayOf } from '@imprimitodo/shared/rules/base/fecha'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { type SesionesMostrador, serveMostrador } from '../../mostrador/acceso/service.ts'
import { noteCambio } from '../auditoria/service.ts'
import { insertFalla } from './store.ts'

export function respaldoMostradorRoutes(
  counter: FastifyInstance,
  deps: Pick<Deps, 'db' | 'log' | 'now' | 'respaldo'>,
  sesiones: SesionesMostrador,
): void {
  const { db, now, log } = deps
  let isBusy = false

  /** Logs who downloaded a backup or saw its key. */
  const note = (request: FastifyRequest, que: 'bajado' | 'clave_mostrada'): Promise<void> =>
    db.transaction((tx) =>
      noteCambio(tx, sesiones.of(request).operador, now(), {
        que: 'ajustes',
        clave: 'respaldo',
        nombre: 'Respaldo',
        accion: 'cambiar',
        despues: { [que]: true },
      }),
    )
  const need = () => {
    if (!deps.respaldo) throw refuse(409, 'Este servidor no hace respaldos.')
    return deps.respaldo
  }

  serveMostrador(counter, respaldoApi, 'dueno', {
    'POST /api/mostrador/respaldo/clave': async ({ request }) => {
      const { clave } = need()
      await note(request, 'clave_mostrada')
      return { clave: clave.toString('hex') }
    },
  })

  counter.post('/api/mostrador/respaldo', { config: { permiso: 'dueno' } }, async (request, reply) => {
    const { download } = need()
    // Each download reads the whole shop
    if (isBusy) throw refuse(409, 'Ya se está bajando un respaldo: esperá a que termine.')
    isBusy = true
    const gone = new AbortController()
    // Also if the client left before this line, when 'close' has already fired
    finished(reply.raw, () => {
      isBusy = false
      gone.abort()
    })
    await note(request, 'bajado')
    const archive = download(gone.signal, (text) => {
      log.error({ text }, 'respaldo')
      // Noted as for the night's backup: Salud shows it until a complete one is made
      insertFalla(db, now(), text).catch((err) => log.error({ err }, 'respaldo'))
    })
    archive.once('error', (err) => {
      if (!gone.signal.aborted) log.error({ err }, 'respaldo')
    })
    return reply
      .header('content-disposition', `attachment; filename="imprimitodo-${dayOf(now())}.respaldo"`)
      .type('application/octet-stream')
      .send(archive)
  })
}
