// A new installation: who becomes its owner, what its shop is opened with, and the opening.
import { timingSafeEqual } from 'node:crypto'
import type { Instalacion } from '@imprimitodo/shared/api/instalacion'
import { normaliseCodigo } from '@imprimitodo/shared/rules/codigo'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse, refuseField } from '../../base/http/errors.ts'
import { countIn, needRoom } from '../../base/http/rate-limit.ts'
import { visitorOf } from '../../base/http/visitor.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { forgetSecret, installationSecret, shareSecret } from '../../base/secrets/secret.ts'
import {
  createPrimerDueno,
  hasOperadores,
  type SesionMostrador,
  yaInstalada,
} from '../../mostrador/acceso/service.ts'
import { markAbierta } from '../ajustes/service.ts'
import { anotar } from '../auditoria/service.ts'
import { pasosOf } from './pasos.ts'

const WINDOW_MS = 15 * 60_000
/** Of 2^60 codes one is right. None in all: strangers with many addresses must not keep the owner out. */
const WRONG_OF_ADDRESS = 5
const WRONG =
  'Ese código no es el de esta instalación. Está en el registro del servidor y en DATA_DIR/secretos/instalacion.'

type Http = { request: FastifyRequest; reply: FastifyReply }
type Form = { codigo: string; nombre: string; email: string; password: string }

/**
 * At the start, while there is no owner.
 * @returns the code with which one becomes it, the same for all processes and starts; null where there is one
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

export function createInstalacion(deps: Deps) {
  const { db, dataDir, now, tienda } = deps
  const ofAddress = deps.limits('instalacion-origen', WRONG_OF_ADDRESS, WINDOW_MS)

  return {
    /** `sesion`: of the owner, who is told the steps. */
    async view(sesion: SesionMostrador | null): Promise<Instalacion> {
      const { abierta } = await tienda.read()
      return {
        instalada: await hasOperadores(db),
        abierta: abierta !== null && !deps.payments.current.isMissing,
        pasos: sesion?.operador.rol === 'dueno' ? await pasosOf(deps, sesion) : [],
      }
    },

    /** @throws 400 {campo: [..]}, 409, 429 */
    async install(http: Http, { codigo, ...form }: Form) {
      if (await hasOperadores(db)) throw yaInstalada()
      const techos = [[ofAddress, visitorOf(http.request).address]] as const
      needRoom(techos)
      if (!isSame(normaliseCodigo(codigo), installationSecret(dataDir, 'instalacion'))) {
        countIn(techos)
        throw refuseField('codigo', WRONG, 'codigo_desconocido')
      }
      return createPrimerDueno(deps, http, form, (tx) => forgetSecret(tx, dataDir, 'instalacion'))
    },

    /** @throws 409 with what is missing */
    async open(sesion: SesionMostrador): Promise<{ abierta: boolean }> {
      const faltan = (await pasosOf(deps, sesion)).filter(({ bloquea, hecho }) => bloquea && !hecho)
      if (faltan.length > 0) {
        const titulos = faltan.map(({ titulo }) => titulo.toLowerCase())
        throw refuse(409, `Para abrir falta: ${titulos.join(', ')}.`)
      }
      await tienda.edit(async (tx) => {
        if (!(await markAbierta(tx, now()))) return
        await anotar(tx, sesion.operador, now(), {
          ...{ que: 'ajustes', clave: 1, nombre: 'La tienda' },
          ...{ antes: { abierta: false }, despues: { abierta: true } },
        })
      })
      return { abierta: true }
    },
  }
}

function isSame(typed: string | null, code: string): boolean {
  const [one, other] = [Buffer.from(typed ?? ''), Buffer.from(code)]
  return one.length === other.length && timingSafeEqual(one, other)
}
