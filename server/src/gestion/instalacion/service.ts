// A new installation: its owner's account, the steps before the opening, and the opening.
import type { Instalacion } from '@imprimitodo/shared/api/instalacion'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { forgetSecret, installationSecret, shareSecret } from '../../base/secrets/secret.ts'
import { createFirstOwner, hasOperadores, type SesionMostrador } from '../../mostrador/acceso/service.ts'
import { markAbierta } from '../ajustes/service.ts'
import { noteCambio } from '../auditoria/service.ts'
import type { NeedCodigo } from './codigo.ts'
import { aperturaPasosOf } from './pasos.ts'
import type { RestauracionService } from './restauracion.ts'

export { finishRestauracion } from './restauracion.ts'

type Http = { request: FastifyRequest; reply: FastifyReply }
type Form = { codigo: string; nombre: string; email: string; password: string }

/**
 * At the start, while there is no owner.
 * @returns the code that makes its bearer the owner, the same in all processes and starts; null if there is
 * an owner
 */
export async function codigoDeInstalacion({
  db,
  dataDir,
  shared,
}: Pick<Deps, 'db' | 'dataDir' | 'shared'>): Promise<string | null> {
  if (await hasOperadores(db)) return null
  if (shared) await shareSecret(db, dataDir, 'instalacion')
  return installationSecret(dataDir, 'instalacion')
}

export type InstalacionService = ReturnType<typeof createInstalacion>

export function createInstalacion(
  deps: Pick<
    Deps,
    'copia' | 'dataDir' | 'db' | 'fiscal' | 'mailer' | 'now' | 'payments' | 'seguridad' | 'tienda'
  >,
  needCodigo: NeedCodigo,
  restauracion: Pick<RestauracionService, 'needFree' | 'isBusy' | 'forget'>,
) {
  const { db, dataDir, now, tienda } = deps

  return {
    /** `sesion`: the owner's, who sees the steps. */
    async view(sesion: SesionMostrador | null): Promise<Instalacion> {
      const { abierta } = await tienda.read()
      return {
        instalada: await hasOperadores(db),
        restaurando: restauracion.isBusy(),
        abierta: abierta !== null && !deps.payments.current.isMissing,
        pasos: sesion?.operador.rol === 'dueno' ? await aperturaPasosOf(deps, sesion) : [],
      }
    },

    /** @throws 400 {campo: [..]}, 409, 429 */
    async install(http: Http, { codigo, ...form }: Form) {
      restauracion.needFree()
      await needCodigo(http.request, codigo)
      const made = await createFirstOwner(deps, http, form, (tx) => forgetSecret(tx, dataDir, 'instalacion'))
      restauracion.forget()
      return made
    },

    /** @throws 409 with the missing steps */
    async open(sesion: SesionMostrador): Promise<{ abierta: boolean }> {
      const faltan = (await aperturaPasosOf(deps, sesion)).filter(({ bloquea, hecho }) => bloquea && !hecho)
      if (faltan.length > 0) {
        const titulos = faltan.map(({ titulo }) => titulo.toLowerCase())
        throw refuse(409, `Para abrir falta: ${titulos.join(', ')}.`)
      }
      await tienda.edit(async (tx) => {
        if (!(await markAbierta(tx, now()))) return
        await noteCambio(tx, sesion.operador, now(), {
          que: 'ajustes',
          clave: 1,
          nombre: 'La tienda',
          antes: { abierta: false },
          despues: { abierta: true },
        })
      })
      return { abierta: true }
    },
  }
}
