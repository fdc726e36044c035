// Checks the installation's code, before there is an owner.
import { normaliseCodigo } from '@imprimitodo/shared/rules/fidelidad/codigo'
import type { FastifyRequest } from 'fastify'
import { refuseField } from '../../base/http/errors.ts'
import { countIn, needRoom } from '../../base/http/rate-limit.ts'
import { visitorOf } from '../../base/http/visitor.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { installationSecret } from '../../base/secrets/secret.ts'
import { isSameSecret } from '../../base/secrets/sign.ts'
import { hasOperadores, refuseInstalled } from '../../mostrador/acceso/service.ts'

const WINDOW_MS = 15 * 60_000
/**
 * 60 random bits, one valid code. No limit over all addresses: strangers with many could keep the owner out.
 */
const WRONG_OF_ADDRESS = 5
const WRONG =
  'Ese código no es el de esta instalación. Está en el registro del servidor y en DATA_DIR/secretos/instalacion.'

export type NeedCodigo = (request: FastifyRequest, typed: string) => Promise<void>

/** @returns a check that throws 400 {codigo: [..]}, 409 if there is an owner, 429 */
export function createNeedCodigo({
  db,
  dataDir,
  limits,
}: Pick<Deps, 'db' | 'dataDir' | 'limits'>): NeedCodigo {
  const ofAddress = limits('instalacion-origen', WRONG_OF_ADDRESS, WINDOW_MS)
  return async (request, typed) => {
    if (await hasOperadores(db)) throw refuseInstalled()
    const techos = [[ofAddress, visitorOf(request).address]] as const
    needRoom(techos)
    if (isSameSecret(normaliseCodigo(typed) ?? '', installationSecret(dataDir, 'instalacion'))) return
    countIn(techos)
    throw refuseField('codigo', WRONG, 'codigo_desconocido')
  }
}
