// The second factor of an account: turned on with the phone's first code, passed with its codes or a recovery
// code.
import { createHash, randomBytes } from 'node:crypto'
import { codigoFrom, normaliseCodigo } from '@imprimitodo/shared/rules/fidelidad/codigo'
import { rotuloTienda } from '@imprimitodo/shared/rules/vidriera/nombre-tienda'
import type { Tx } from '../../base/db/open.ts'
import { notFound, refuse, refuseField } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { isSealed, seal, unseal } from '../../base/secrets/seal.ts'
import { installationSecret } from '../../base/secrets/secret.ts'
import { readAjustes } from '../../gestion/ajustes/service.ts'
import { noteCambio, type Quien } from '../../gestion/auditoria/service.ts'
import { type HechoSegundoFactor, mailOperador, mailSegundoFactorCambiado } from './mails.ts'
import {
  deleteSesionesMostradorOf,
  findUsuario,
  listSecretos,
  replaceSecreto,
  secretsOf,
  setNewSecreto,
  takePaso,
  takeRecuperacion,
  updateUsuarioRow,
} from './store.ts'
import { base32Of, totpStep, totpUri } from './totp.ts'

type Having = Pick<Deps, 'db' | 'now' | 'dataDir'>
type Telling = Having & Pick<Deps, 'jobs' | 'publicUrl' | 'seguridad'>
/** `request` is null where no browser asks. */
type Around = { request: Parameters<Deps['seguridad']['note']>[0]; quien: Quien }

const RECOVERY_CODES = 10
const NONE = { totp_secreto: null, totp_activado: null, totp_paso: null, totp_recuperacion: [] }
export const WRONG_CODE =
  'Ese código no va. Fijate que sea el de ahora y que el reloj del teléfono esté en hora.'

const keyOf = ({ dataDir }: Pick<Deps, 'dataDir'>) => installationSecret(dataDir, 'segundo-factor')
/** The place that the secret is sealed for. */
const placeOf = (id: number) => `operadores:${id}:totp_secreto`

export async function segundoFactorOf({ db }: Pick<Deps, 'db'>, id: number) {
  const own = await secretsOf(db, id)
  return {
    activo: own?.totp_activado?.toISOString() ?? null,
    recuperacion: own?.totp_activado ? own.totp_recuperacion.length : 0,
  }
}

/** @throws 409 where one is active */
export async function prepareSegundoFactor(deps: Having, id: number) {
  const own = await secretsOf(deps.db, id)
  const secreto = base32Of(randomBytes(20))
  const isSet = await setNewSecreto(deps.db, id, seal(keyOf(deps), placeOf(id), secreto))
  if (!own || !isSet) throw refuse(409, 'El segundo factor ya está activo.')
  const { vidriera } = await readAjustes(deps.db)
  return { secreto, uri: totpUri(secreto, own.email, rotuloTienda(vidriera.nombre)) }
}

/** @returns the recovery codes, shown this once: only their hashes are kept. @throws 400 {codigo: [..]}, 409 */
export function activateSegundoFactor(deps: Telling, around: Around, typed: string) {
  const { quien } = around
  const { codigos, hashes } = freshCodes()
  return deps.db.transaction(async (tx) => {
    const own = await secretsOf(tx, quien.id)
    if (!own?.totp_secreto || own.totp_activado)
      throw refuse(409, 'Empezá de nuevo: no hay nada que activar.')
    const secreto = unseal(keyOf(deps), placeOf(quien.id), own.totp_secreto)
    const paso = secreto ? totpStep(secreto, typed, deps.now()) : null
    if (paso === null || !(await takePaso(tx, quien.id, paso))) throw refuseField('codigo', WRONG_CODE)
    await updateUsuarioRow(tx, quien.id, { totp_activado: deps.now(), totp_recuperacion: hashes })
    await told(tx, deps, around, quien, 'activado')
    return { codigos }
  })
}

/** The caller has checked a code right before. */
export async function deactivateSegundoFactor(deps: Telling, around: Around): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await updateUsuarioRow(tx, around.quien.id, NONE)
    await told(tx, deps, around, around.quien, 'apagado')
  })
}

/** Replaces the recovery codes. @throws 409 where no second factor is active */
export function renewRecuperacion(deps: Telling, around: Around) {
  const { codigos, hashes } = freshCodes()
  return deps.db.transaction(async (tx) => {
    const own = await secretsOf(tx, around.quien.id)
    if (!own?.totp_activado) throw refuse(409, 'Primero activá el segundo factor.')
    await updateUsuarioRow(tx, around.quien.id, { totp_recuperacion: hashes })
    await told(tx, deps, around, around.quien, 'códigos de recuperación nuevos')
    return { codigos }
  })
}

/** For another person, who lost the phone; their sessions end. @throws 404, 409 */
export async function removeSegundoFactor(deps: Telling, around: Around, id: number): Promise<void> {
  if (id === around.quien.id) throw refuse(409, 'El tuyo lo apagás vos, con un código.')
  await deps.db.transaction(async (tx) => {
    const person = await findUsuario(tx, id)
    if (!person) throw notFound('Esa persona no existe.')
    if (!person.segundo_factor) throw refuse(409, `${person.nombre} no tiene segundo factor.`)
    await updateUsuarioRow(tx, id, NONE)
    await deleteSesionesMostradorOf(tx, id)
    await told(tx, deps, around, person, 'quitado por el dueño')
  })
}

/**
 * Whether the typed code is valid: a code of the phone, once each, or a recovery code, which is then spent.
 */
export async function passSegundoFactor(deps: Having, id: number, typed: string): Promise<boolean> {
  const own = await secretsOf(deps.db, id)
  if (!own?.totp_secreto || !own.totp_activado) return false
  // Without the installation's key the secrets of phones cannot be opened; recovery codes go on working
  const secreto = unseal(keyOf(deps), placeOf(id), own.totp_secreto)
  const paso = secreto ? totpStep(secreto, typed, deps.now()) : null
  if (paso !== null) return takePaso(deps.db, id, paso)
  const codigo = normaliseCodigo(typed)
  return codigo !== null && takeRecuperacion(deps.db, id, hashOf(codigo))
}

/**
 * At the start, before any login: seals secrets that an older version kept unsealed. May run twice at once.
 */
export async function sealSecretos(deps: Having): Promise<void> {
  for (const { id, totp_secreto } of await listSecretos(deps.db))
    if (totp_secreto && !isSealed(totp_secreto))
      await replaceSecreto(deps.db, id, totp_secreto, seal(keyOf(deps), placeOf(id), totp_secreto))
}

function freshCodes() {
  const codigos = Array.from({ length: RECOVERY_CODES }, () => codigoFrom(randomBytes(12)))
  return { codigos, hashes: codigos.map(hashOf) }
}

const hashOf = (codigo: string): string => createHash('sha256').update(codigo).digest('hex')

/** Whether it is on before and after; null: no change of that. */
const HECHOS: Record<HechoSegundoFactor, [boolean, boolean] | null> = {
  activado: [false, true],
  apagado: [true, false],
  'códigos de recuperación nuevos': null,
  'quitado por el dueño': [true, false],
}

/** Notes it in the audit and in the security log, and tells the person by mail. */
async function told(
  tx: Tx,
  deps: Telling,
  { request, quien }: Around,
  whose: Quien,
  hecho: HechoSegundoFactor,
) {
  const [antes, despues] = HECHOS[hecho] ?? []
  await noteCambio(tx, quien, deps.now(), {
    que: 'usuario',
    clave: whose.id,
    nombre: whose.nombre,
    accion: 'cambiar',
    antes: antes === undefined ? {} : { segundo_factor: antes },
    despues: despues === undefined ? { codigos_de_recuperacion: 'nuevos' } : { segundo_factor: despues },
  })
  const cuenta = { tipo: 'operador', id: whose.id } as const
  await deps.seguridad.noteIn(tx, request, 'segundo_factor', { cuenta, detalle: hecho })
  await mailOperador(tx, deps, whose.id, mailSegundoFactorCambiado(deps, hecho))
}
