// The print agents' door: they only ever call in, with the token of their branch.
import { createReadStream } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { agenteApi } from '@imprimitodo/shared/api/agente'
import { textField } from '@imprimitodo/shared/api/campos'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { notFound, refuse } from '../../base/http/errors.ts'
import { serve } from '../../base/http/serve.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { isOfSucursal } from '../../base/runtime/events.ts'
import { hashToken } from '../../base/secrets/sign.ts'
import type { Trabajos } from '../trabajos/service.ts'
import { abiertosOf } from './arriendos-store.ts'
import { fingerprintFile, printableOf } from './documento.ts'
import { pairRoutes } from './pair.ts'
import { signText } from './programa/firma.ts'
import { createProgramas } from './programa/programa.ts'
import { paqueteRoutes, programaAgenteRoutes } from './programa/routes.ts'
import { announceAgain } from './resolve.ts'
import { type AgenteRow, findAgente, findImpresora, markVisto, updateAgenteRow } from './store.ts'
import { authoriseEntrega, impresorasAgente, noteLatido, recordInforme, takeTarea } from './tareas.ts'

/** After this silence another folder may take over the token. */
const ALIVE_MS = 60_000

const Documento = z.object({ sha256: textField(64).regex(/^[0-9a-f]{64}$/) })

export function impresionRoutes(app: FastifyInstance, deps: Deps, trabajos: Trabajos): void {
  pairRoutes(app, deps)
  const programas = createProgramas(deps)
  paqueteRoutes(app, deps, programas)
  app.register((agent, _, ready) => {
    const of = guardAgentes(agent, deps)
    serve(agent, agenteApi, {
      'GET /api/agente/tareas': async ({ query, request }) => {
        const agente = of(request)
        const tareas = await firstTareas(deps, agente, (query.espera ?? 0) * 1000, request)
        return { tareas, impresoras: await impresorasAgente(deps, agente) }
      },
      'POST /api/agente/autorizar': async ({ body, request }) => {
        await authoriseEntrega(deps, of(request), body)
        return {}
      },
      'POST /api/agente/informe': async ({ body, request }) => {
        const agente = of(request)
        for (const informe of body.informes) await recordInforme(deps, agente, informe)
        const cancelar = await noteLatido(deps, agente, body.vivos, body.impresoras)
        return { cancelar, hora: deps.now().toISOString() }
      },
      'POST /api/agente/computadora': async ({ body, request }) => {
        const { id, sucursal_id, computadora, encontradas } = of(request)
        // Compared deeply, since the database keeps keys in an order of its own
        if (!isDeepStrictEqual(body, { computadora, encontradas })) {
          await updateAgenteRow(deps.db, id, body)
          await deps.events.tell(deps.db, 'impresion', { sucursal_id })
        }
        return { programa: await programas.version() }
      },
      'GET /api/agente/programa': async ({ query }) => {
        const { manifiesto } = await programas.make(query.plataforma)
        const text = JSON.stringify(manifiesto)
        return { manifiesto: text, firma: signText(deps.dataDir, text) }
      },
    })
    programaAgenteRoutes(agent, programas)
    documentoRoute(agent, deps, { trabajos, of })
    ready()
  })
}

/** Lets in only agents that bring a valid token. @returns whose token a call brought */
function guardAgentes(
  agent: FastifyInstance,
  { db, now, seguridad }: Pick<Deps, 'db' | 'now' | 'seguridad'>,
): (request: FastifyRequest) => AgenteRow {
  const callers = new WeakMap<FastifyRequest, AgenteRow>()
  agent.addHook('onRequest', async (request) => {
    const [, token] = /^Bearer ([\w-]{43})$/i.exec(request.headers.authorization ?? '') ?? []
    const found = token && (await findAgente(db, hashToken(token)))
    if (!found) throw refuse(401, 'El token de este agente no vale.')
    const { 'x-agente-instancia': told } = request.headers
    const instancia = typeof told === 'string' && /^[\w-]{8,64}$/.test(told) ? told : null
    if (!instancia) throw refuse(400, 'El agente no dice desde qué computadora llama: actualizalo.')
    const cuando = now()
    const aliveSince = new Date(cuando.getTime() - ALIVE_MS)
    const sign = await markVisto(db, { id: found.id, instancia, now: cuando, aliveSince })
    if (sign === 'taken')
      throw refuse(409, 'Otra computadora usa el token de este agente.', 'otra_computadora')
    if (sign === 'joined')
      seguridad.note(request, 'agente_vinculado', { detalle: `«${found.nombre}», en una computadora` })
    callers.set(request, found)
  })
  return (request) => {
    const agente = callers.get(request)
    if (!agente) throw new Error('A call of an agent without its guard.')
    return agente
  }
}

/** The file of a work that the agent has, whole or from a byte on. */
function documentoRoute(
  agent: FastifyInstance,
  deps: Pick<Deps, 'db' | 'files' | 'jobs' | 'now' | 'pdf' | 'publicUrl'>,
  { trabajos, of }: { trabajos: Trabajos; of: (request: FastifyRequest) => AgenteRow },
): void {
  agent.get('/api/agente/documento/:sha256', { schema: { params: Documento } }, async (request, reply) => {
    const { sha256 } = request.params as z.output<typeof Documento>
    const leased = (await abiertosOf(deps.db, of(request).id)).find((one) => one.sha256 === sha256)
    const impresora = leased && (await findImpresora(deps.db, leased.impresion.impresora_id))
    if (!leased || !impresora) throw notFound('Ese documento no es de ningún trabajo de este agente.')
    const { path } = await printableOf(deps, trabajos, leased.impresion, impresora)
    const { sha256: made, bytes: size } = await fingerprintFile(path)
    if (made !== sha256) {
      await announceAgain(deps, leased.impresion.id)
      throw refuse(409, 'Ese documento se preparó de nuevo: pedí otra vez qué hay para imprimir.')
    }
    const [, from = '0'] = /^bytes=(\d+)-$/.exec(request.headers.range ?? '') ?? []
    const start = Math.min(Number(from), size)
    reply.header('content-length', size - start).header('accept-ranges', 'bytes')
    if (start > 0) reply.code(206).header('content-range', `bytes ${start}-${size - 1}/${size}`)
    return reply.type('application/pdf').send(createReadStream(path, { start }))
  })
}

/** The works there are, or the first that come within `waitMs`. */
async function firstTareas(
  deps: Pick<Deps, 'db' | 'events' | 'now'>,
  agente: AgenteRow,
  waitMs: number,
  request: FastifyRequest,
) {
  const until = performance.now() + waitMs
  for (;;) {
    const woken = Promise.withResolvers<void>()
    const stops = [
      deps.events.listen('impresion', (event) => {
        if (isOfSucursal(event, agente.sucursal_id)) woken.resolve()
      }),
      deps.events.onMissed(woken.resolve),
    ]
    try {
      const tareas = await takeTarea(deps, agente)
      const left = until - performance.now()
      if (tareas.length > 0 || left <= 0 || request.socket.destroyed) return tareas
      // Asked again after a while: a lease that runs out, or an event that was lost, wakes no agent
      const timer = new AbortController()
      await Promise.race([
        woken.promise,
        sleep(Math.min(left, 5_000), undefined, { signal: timer.signal }).catch(() => {}),
      ])
      timer.abort()
    } finally {
      for (const stop of stops) stop()
    }
  }
}
