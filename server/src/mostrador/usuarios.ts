// The people of the back office, as the owner keeps them.
import { randomBytes } from 'node:crypto'
import type { Usuario } from '@imprimitodo/shared/api/dueno'
import { PASSWORD_COMMON, passwordProblem } from '@imprimitodo/shared/rules/password'
import { anotar } from '../auditoria/service.ts'
import { isCommonPassword } from '../core/common-password.ts'
import type { Deps } from '../core/deps.ts'
import { notFound, refuse, refuseField } from '../core/errors.ts'
import { hashPassword, verifyPassword } from '../core/password.ts'
import type { Queryable, Tx } from '../db/open.ts'
import { findSucursalByNombre } from '../pedidos/service.ts'
import type { Operador } from './store.ts'
import {
  deleteSesionesOf,
  findUsuario,
  insertUsuario,
  isEmailTaken,
  listUsuarios,
  secretsOf,
  type UsuarioRow,
  updateUsuario,
} from './usuarios-store.ts'

type Having = Pick<Deps, 'db' | 'now'>
type Form = { nombre: string; email: string; sucursal: string | null }

export const usuarios = async ({ db }: Having): Promise<Usuario[]> => (await listUsuarios(db)).map(answer)

/** @returns the password where it was made up: shown this once. @throws 400 {campo: [..]} */
export async function crearUsuario(
  { db, now }: Having,
  quien: Operador,
  { password, ...form }: Form & { password: string | null },
): Promise<{ usuario: Usuario; password: string | null }> {
  const fresh = await freshPassword(password, [form.nombre, form.email])
  return db.transaction(async (tx) => {
    const { sucursal, ...row } = form
    const id = await insertUsuario(tx, {
      ...{ ...row, rol: 'operador', password_hash: fresh.hash },
      sucursal_id: await sucursalId(tx, sucursal),
    })
    if (id === undefined) throw emailTaken()
    const made = await need(tx, id)
    await anotar(tx, quien, now(), { que: 'usuario', clave: id, nombre: made.nombre, despues: facts(made) })
    return { usuario: answer(made), password: fresh.made }
  })
}

/** Who is retired is out at once. @throws 400, 404, 409 */
export function cambiarUsuario(
  { db, now }: Having,
  quien: Operador,
  id: number,
  { sucursal, retirado, ...change }: Partial<Form> & { retirado?: boolean | undefined },
): Promise<Usuario> {
  return db.transaction(async (tx) => {
    const before = await need(tx, id)
    if (before.rol === 'dueno' && (retirado || sucursal))
      throw refuse(409, 'La cuenta del dueño no se retira ni se ata a una sucursal.')
    if (change.email !== undefined && (await isEmailTaken(tx, change.email, id))) throw emailTaken()
    await updateUsuario(tx, id, {
      ...change,
      ...(sucursal !== undefined && { sucursal_id: await sucursalId(tx, sucursal) }),
      ...(retirado !== undefined && { retirado: retirado ? (before.retirado ?? now()) : null }),
    })
    if (retirado) await deleteSesionesOf(tx, id)
    const after = await need(tx, id)
    const isMove = Boolean(before.retirado) !== Boolean(after.retirado)
    await anotar(tx, quien, now(), {
      ...{ que: 'usuario', clave: id, nombre: after.nombre, antes: facts(before), despues: facts(after) },
      ...(isMove && { accion: after.retirado ? 'retirar' : 'reponer' }),
    })
    return answer(after)
  })
}

/** Ends every session of that person. @throws 400 {password|actual: [..]}, 404 */
export async function cambiarPassword(
  { db, now }: Having,
  quien: Operador,
  id: number,
  { password, actual }: { password: string | null; actual: string | null },
): Promise<{ password: string | null }> {
  const person = await need(db, id)
  const isOwn = id === quien.id
  const hash = (await secretsOf(db, id))?.password_hash ?? ''
  if (isOwn && !(await verifyPassword(actual ?? '', hash)))
    throw refuseField('actual', 'Esa no es tu contraseña actual.')
  const fresh = await freshPassword(password, [person.nombre, person.email])
  return db.transaction(async (tx) => {
    await updateUsuario(tx, id, { password_hash: fresh.hash })
    await deleteSesionesOf(tx, id)
    await anotar(tx, quien, now(), {
      ...{ que: 'usuario', clave: id, nombre: person.nombre, accion: 'cambiar' },
      despues: { contraseña: 'nueva' },
    })
    return { password: fresh.made }
  })
}

async function freshPassword(typed: string | null, own: string[]) {
  const made = typed ? null : randomBytes(9).toString('base64url')
  if (typed) {
    const problem = passwordProblem(typed)
    if (problem) throw refuseField('password', problem)
    if (isCommonPassword(typed, own)) throw refuseField('password', PASSWORD_COMMON)
  }
  return { made, hash: await hashPassword(made ?? typed ?? '') }
}

const emailTaken = () => refuseField('email', 'Ya hay alguien del mostrador con ese e-mail.')

async function need(db: Queryable, id: number): Promise<UsuarioRow> {
  const found = await findUsuario(db, id)
  if (!found) throw notFound('Esa persona no existe.')
  return found
}

async function sucursalId(tx: Tx, nombre: string | null): Promise<number | null> {
  if (nombre === null) return null
  const found = await findSucursalByNombre(tx, nombre)
  if (!found) throw refuseField('sucursal', 'Esa sucursal no existe.')
  return found.id
}

const answer = ({ retirado, ...row }: UsuarioRow): Usuario => ({
  ...row,
  retirado: retirado?.toISOString() ?? null,
})

const facts = ({ nombre, email, rol, sucursal, retirado }: UsuarioRow) => ({
  ...{ nombre, email, rol, sucursal, retirado: retirado !== null },
})
