// The owner's second factor: turned on with the phone's first code, passed with one of its codes or of the paper's.
import { createHash, randomBytes } from 'node:crypto'
import { codigoFrom, normaliseCodigo } from '@imprimitodo/shared/rules/codigo'
import { anotar } from '../auditoria/service.ts'
import type { Deps } from '../core/deps.ts'
import { refuse, refuseField } from '../core/errors.ts'
import type { Operador } from './store.ts'
import { base32Of, totpStep, totpUri } from './totp.ts'
import { secretsOf, takePaso, takeRecuperacion, updateUsuario } from './usuarios-store.ts'

type Having = Pick<Deps, 'db' | 'now'>
const RECOVERY_CODES = 10
const WRONG = 'Ese código no va. Fijate que sea el de ahora y que el reloj del teléfono esté en hora.'

export async function estadoSegundoFactor({ db }: Having, { id }: Operador) {
  const own = await secretsOf(db, id)
  return {
    activo: own?.totp_activado?.toISOString() ?? null,
    recuperacion: own?.totp_activado ? own.totp_recuperacion.length : 0,
  }
}

/** @throws 409 where one is active */
export async function prepararSegundoFactor({ db }: Having, { id }: Operador) {
  const own = await secretsOf(db, id)
  if (!own || own.totp_activado) throw refuse(409, 'El segundo factor ya está activo.')
  const secreto = base32Of(randomBytes(20))
  await updateUsuario(db, id, { totp_secreto: secreto, totp_paso: null })
  return { secreto, uri: totpUri(secreto, own.email) }
}

/** @returns the recovery codes, shown this once: only their hashes are kept. @throws 400 {codigo: [..]}, 409 */
export function activarSegundoFactor({ db, now }: Having, quien: Operador, typed: string) {
  const codigos = Array.from({ length: RECOVERY_CODES }, () => codigoFrom(randomBytes(12)))
  return db.transaction(async (tx) => {
    const own = await secretsOf(tx, quien.id)
    if (!own?.totp_secreto || own.totp_activado)
      throw refuse(409, 'Empezá de nuevo: no hay nada que activar.')
    const paso = totpStep(own.totp_secreto, typed, now())
    if (paso === null || !(await takePaso(tx, quien.id, paso))) throw refuseField('codigo', WRONG)
    await updateUsuario(tx, quien.id, { totp_activado: now(), totp_recuperacion: codigos.map(hashOf) })
    await note(tx, { now }, quien, true)
    return { codigos }
  })
}

/** @throws 400 {codigo: [..]} */
export async function desactivarSegundoFactor({ db, now }: Having, quien: Operador, typed: string) {
  await db.transaction(async (tx) => {
    if (!(await passSegundoFactor({ db: tx, now }, quien.id, typed))) throw refuseField('codigo', WRONG)
    const none = { totp_secreto: null, totp_activado: null, totp_paso: null, totp_recuperacion: [] }
    await updateUsuario(tx, quien.id, none)
    await note(tx, { now }, quien, false)
  })
}

/** Whether the typed code is good: the phone's once each, or one of the recovery codes, which is then spent. */
export async function passSegundoFactor(
  { db, now }: { db: Parameters<typeof secretsOf>[0]; now: () => Date },
  id: number,
  typed: string,
): Promise<boolean> {
  const own = await secretsOf(db, id)
  if (!own?.totp_secreto || !own.totp_activado) return false
  const paso = totpStep(own.totp_secreto, typed, now())
  if (paso !== null) return takePaso(db, id, paso)
  const codigo = normaliseCodigo(typed)
  return codigo !== null && takeRecuperacion(db, id, hashOf(codigo))
}

const hashOf = (codigo: string): string => createHash('sha256').update(codigo).digest('hex')

const note = (tx: Parameters<typeof anotar>[0], { now }: Pick<Deps, 'now'>, quien: Operador, isOn: boolean) =>
  anotar(tx, quien, now(), {
    ...{ que: 'usuario', clave: quien.id, nombre: quien.nombre },
    antes: { segundo_factor: !isOn },
    despues: { segundo_factor: isOn },
  })
