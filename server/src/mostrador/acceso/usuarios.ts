// The people of the back office, as the owner edits them.

import { randomBytes } from 'node:crypto'
import type { Usuario } from '@imprimitodo/shared/api/dueno'
import { maskEmail } from '@imprimitodo/shared/rules/base/contacto'
import { PASSWORD_COMMON, passwordProblem } from '@imprimitodo/shared/rules/cuentas/password'
import { EN_BLANCO } from '@imprimitodo/shared/rules/vidriera/nombre-tienda'
import type { FastifyRequest } from 'fastify'
import type { Queryable, Tx } from '../../base/db/open.ts'
import { notFound, refuse, refuseField } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { isCommonPassword } from '../../base/secrets/common-password.ts'
import { hashPassword } from '../../base/secrets/password.ts'
import { hashToken, newToken } from '../../base/secrets/sign.ts'
import { noteCambio, type Quien } from '../../gestion/auditoria/service.ts'
import { needSucursal } from '../../gestion/sucursales/service.ts'
import {
  mailAccesoCambiado,
  mailAccesoNuevo,
  mailContrasenaCambiada,
  mailCorreoCambiado,
  mailInvitacion,
  mailOperador,
} from './mails.ts'
import {
  deleteEnlacesOf,
  deleteSesionesMostradorOf,
  findUsuario,
  insertEnlaceMostrador,
  insertUsuario,
  isEmailTaken,
  listUsuarioRows,
  type UsuarioRow,
  updateUsuarioRow,
} from './store.ts'

type Having = Pick<Deps, 'db' | 'now' | 'jobs' | 'publicUrl' | 'seguridad'>
const INVITACION_MS = 72 * 3600_000
type Form = { nombre: string; email: string; sucursal: string | null; rol: 'encargado' | 'operador' }
/** The person who acts, and the request. */
type Around = { request: FastifyRequest; quien: Quien }

export const listUsuarios = async ({ db }: Pick<Deps, 'db'>): Promise<Usuario[]> =>
  (await listUsuarioRows(db)).map(answer)

/** @throws 404 */
export const viewUsuario = async ({ db }: Pick<Deps, 'db'>, id: number): Promise<Usuario> =>
  answer(await needUsuario(db, id))

/**
 * @param invitar the person chooses the password, by a link
 * @returns a generated password for the owner to pass on, shown this once; or the end of the link
 * @throws 400 {campo: [..]}, 409 where no mail can be sent
 */
export async function createUsuario(
  deps: Having & Pick<Deps, 'mailer' | 'production'>,
  around: Around,
  { password, invitar, ...form }: Form & { password: string | null; invitar: boolean },
): Promise<{ usuario: Usuario; password: string | null; hasta: string | null }> {
  const { db, now } = deps
  if (invitar && password)
    throw refuseField('password', 'Con la invitación la contraseña la elige la persona: dejala vacía.')
  if (invitar && deps.production && deps.mailer.kind === 'bandeja')
    throw refuse(
      409,
      'Sin servidor de correo la invitación no sale: conectalo en Proveedores, o sacá la invitación.',
    )
  const fresh = await freshPassword(password, [form.nombre, form.email])
  return db.transaction(async (tx) => {
    const { sucursal, ...row } = form
    const id = await insertUsuario(tx, {
      ...row,
      password_hash: fresh.hash,
      sucursal_id: await sucursalId(tx, sucursal),
    })
    if (id === undefined) throw emailTaken()
    const made = await needUsuario(tx, id)
    await noteCambio(tx, around.quien, now(), {
      que: 'usuario',
      clave: id,
      nombre: made.nombre,
      despues: facts(made),
    })
    await note(tx, deps, around, 'rol_cambiado', made, `Alta, ${placeOf(made)}`)
    const hasta = invitar ? new Date(now().getTime() + INVITACION_MS) : null
    const letter = hasta ? await invite(tx, deps, made, hasta) : mailAccesoNuevo(deps, placeOf(made))
    await mailOperador(tx, deps, id, letter)
    return {
      usuario: answer(made),
      password: invitar ? null : fresh.made,
      hasta: hasta?.toISOString() ?? null,
    }
  })
}

/** Sends the letter with the link, which is valid until `vence`. */
async function invite(tx: Tx, deps: Having, person: UsuarioRow, vence: Date) {
  const token = newToken()
  await insertEnlaceMostrador(tx, { token_hash: hashToken(token), operador_id: person.id, vence }, deps.now())
  return mailInvitacion(deps, placeOf(person), token)
}

/** A retired person's sessions end at once. @throws 400, 404, 409 */
export function updateUsuario(
  deps: Having,
  around: Around,
  id: number,
  { sucursal, retirado, ...change }: Partial<Form> & { retirado?: boolean | undefined },
): Promise<Usuario> {
  const { db, now } = deps
  return db.transaction(async (tx) => {
    const before = await needUsuario(tx, id)
    if (before.rol === 'dueno' && (retirado || sucursal || change.rol))
      throw refuse(409, 'La cuenta del dueño no se retira, no cambia de rol ni se ata a una sucursal.')
    if (change.email !== undefined && (await isEmailTaken(tx, change.email, id))) throw emailTaken()
    await updateUsuarioRow(tx, id, {
      ...change,
      ...(sucursal !== undefined && { sucursal_id: await sucursalId(tx, sucursal) }),
      ...(retirado !== undefined && { retirado: retirado ? (before.retirado ?? now()) : null }),
    })
    if (retirado) {
      await deleteSesionesMostradorOf(tx, id)
      await deleteEnlacesOf(tx, id) // or an old link would work again once the person is taken back
    }
    const after = await needUsuario(tx, id)
    await noteCambio(tx, around.quien, now(), {
      que: 'usuario',
      clave: id,
      nombre: after.nombre,
      antes: facts(before),
      despues: facts(after),
    })
    if (before.email !== after.email) await tellMoved(tx, deps, around, before, after)
    const isMove = Boolean(before.retirado) !== Boolean(after.retirado)
    if (isMove || before.sucursal !== after.sucursal || before.rol !== after.rol)
      await tellRole(tx, deps, around, after)
    return answer(after)
  })
}

/** Makes links that went to the old address void, and tells both addresses. */
async function tellMoved(tx: Tx, deps: Having, around: Around, before: UsuarioRow, after: UsuarioRow) {
  await deleteEnlacesOf(tx, after.id)
  await note(tx, deps, around, 'correo_cambiado', after, 'Mostrador')
  await mailOperador(tx, deps, after.id, mailCorreoCambiado(maskEmail(after.email)), { para: before.email })
}

async function tellRole(tx: Tx, deps: Having, around: Around, person: UsuarioRow) {
  const [hecho, cambio] = person.retirado
    ? ['Baja', `Ya no tenés acceso al mostrador de ${EN_BLANCO.nombre}.`]
    : [placeOf(person), `Ahora trabajás en el mostrador de ${EN_BLANCO.nombre} para ${placeOf(person)}.`]
  await note(tx, deps, around, 'rol_cambiado', person, hecho)
  await mailOperador(tx, deps, person.id, mailAccesoCambiado(cambio), { para: person.email })
}

const placeOf = ({ sucursal }: UsuarioRow): string =>
  sucursal ? `la sucursal ${sucursal}` : 'todas las sucursales'

const note = (
  tx: Tx,
  { seguridad }: Having,
  { request, quien }: Around,
  que: 'rol_cambiado' | 'correo_cambiado' | 'contrasena_cambiada',
  { id }: UsuarioRow,
  hecho: string,
): Promise<void> =>
  seguridad.noteIn(tx, request, que, {
    cuenta: { tipo: 'operador', id },
    detalle: quien.id === id ? hecho : `${hecho}, por ${quien.nombre}`,
  })

/** Ends every session of that person. The caller has checked `actual`. @throws 400 {password: [..]}, 404 */
export async function changePassword(
  deps: Having,
  around: Around,
  id: number,
  password: string | null,
): Promise<{ password: string | null }> {
  const person = await needUsuario(deps.db, id)
  const fresh = await freshPassword(password, [person.nombre, person.email])
  return deps.db.transaction(async (tx) => {
    await setPasswordOfUsuario(tx, deps, around, person, fresh.hash)
    return { password: fresh.made }
  })
}

/** Ends the person's sessions and links, and tells the person. */
export async function setPasswordOfUsuario(
  tx: Tx,
  deps: Having,
  around: Around,
  person: UsuarioRow,
  password_hash: string,
): Promise<void> {
  await updateUsuarioRow(tx, person.id, { password_hash })
  await deleteSesionesMostradorOf(tx, person.id)
  await deleteEnlacesOf(tx, person.id)
  await noteCambio(tx, around.quien, deps.now(), {
    que: 'usuario',
    clave: person.id,
    nombre: person.nombre,
    accion: 'cambiar',
    despues: { contraseña: 'nueva' },
  })
  await note(tx, deps, around, 'contrasena_cambiada', person, 'Mostrador')
  await mailOperador(tx, deps, person.id, mailContrasenaCambiada(deps))
}

/** @throws 400 {password: [..]} */
export async function freshPassword(typed: string | null, own: string[]) {
  const made = typed ? null : randomBytes(9).toString('base64url')
  if (typed) {
    const problem = passwordProblem(typed)
    if (problem) throw refuseField('password', problem)
    if (isCommonPassword(typed, own)) throw refuseField('password', PASSWORD_COMMON)
  }
  return { made, hash: await hashPassword(made ?? typed ?? '') }
}

const emailTaken = () => refuseField('email', 'Ya hay alguien del mostrador con ese e-mail.')

export async function needUsuario(db: Queryable, id: number): Promise<UsuarioRow> {
  const found = await findUsuario(db, id)
  if (!found) throw notFound('Esa persona no existe.')
  return found
}

const sucursalId = async (tx: Tx, nombre: string | null): Promise<number | null> =>
  nombre === null ? null : (await needSucursal(tx, nombre)).id

const answer = ({ retirado, ...row }: UsuarioRow): Usuario => ({
  ...row,
  retirado: retirado?.toISOString() ?? null,
})

const facts = ({ nombre, email, rol, sucursal, retirado }: UsuarioRow) => ({
  nombre,
  email,
  rol,
  sucursal,
  retirado: retirado !== null,
})
