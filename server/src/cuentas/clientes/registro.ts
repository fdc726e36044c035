// A new account: registration, and the link that makes it usable.
import type { Registro } from '@imprimitodo/shared/api/clientes'
import { storedCelular } from '@imprimitodo/shared/rules/base/celular'
import { dayOf } from '@imprimitodo/shared/rules/base/fecha'
import { nacimientoProblem } from '@imprimitodo/shared/rules/cuentas/nacimiento'
import { PASSWORD_COMMON } from '@imprimitodo/shared/rules/cuentas/password'
import { Refusal, refuse, refuseField } from '../../base/http/errors.ts'
import { isCommonPassword } from '../../base/secrets/common-password.ts'
import { hashPassword } from '../../base/secrets/password.ts'
import { hashToken } from '../../base/secrets/sign.ts'
import { takeCupo } from '../../gestion/correos/service.ts'
import { insertCliente, lockByEmail, lockCliente, updateCliente } from '../auth/service.ts'
import { type EnlaceDeps, sendActivacion } from './enlaces.ts'
import { deleteEnlaces, findEnlace, lockEmail, markEnlaceUsed } from './store.ts'

export const EMAIL_TAKEN = 'Ya existe una cuenta con este email'

/**
 * Registering again at an address that was never activated replaces the data and voids its links: only a
 * reader of the mailbox can stop that. Once the mailbox has had its mails of the day nothing changes.
 * @throws 400 {campo: [..]}, also for the address of an active account
 */
export async function register(deps: EnlaceDeps, typed: Registro): Promise<void> {
  const email = typed.email.toLowerCase()
  const fields: Record<string, string[]> = {}
  const birthday = nacimientoProblem(typed.fecha_nacimiento, dayOf(deps.now()))
  if (birthday) fields.fecha_nacimiento = [birthday]
  if (isCommonPassword(typed.password, [email, typed.nombre, typed.celular]))
    fields.password = [PASSWORD_COMMON]
  if (Object.keys(fields).length > 0) throw new Refusal(400, fields)

  const row = {
    email,
    nombre: typed.nombre,
    celular: storedCelular(typed.celular),
    fecha_nacimiento: typed.fecha_nacimiento,
    password_hash: await hashPassword(typed.password),
    creado: deps.now(),
  }
  await deps.db.transaction(async (tx) => {
    await lockEmail(tx, email)
    const known = await lockByEmail(tx, email)
    if (known?.activado) throw refuseField('email', EMAIL_TAKEN)
    if (!(await takeCupo(tx, deps, 'ajeno', email))) return
    if (known) await deleteEnlaces(tx, known.id, 'activacion')
    const cliente = known ? await updateCliente(tx, known.id, row) : await insertCliente(tx, row)
    await sendActivacion(tx, deps, cliente)
  })
}

/** The same link may be opened again and again, by people and mail scanners alike. @throws 400 */
export async function activate({ db, now, jobs }: EnlaceDeps, token: string): Promise<void> {
  const hash = hashToken(token)
  await db.transaction(async (tx) => {
    const enlace = await findEnlace(tx, hash, 'activacion')
    if (enlace?.usado) return
    if (!enlace || enlace.vence <= now()) throw deadLink()
    // The row is locked before the link, as a registration that replaces this one does
    const cliente = await lockCliente(tx, enlace.cliente_id)
    const isFirst = await markEnlaceUsed(tx, hash, now())
    if (isFirst && cliente && !cliente.activado) {
      await updateCliente(tx, cliente.id, { activado: now(), email_confirmado: cliente.email })
      await jobs.send(tx, 'puntos_pasados', { cliente_id: cliente.id })
    }
    if (!isFirst && !(await findEnlace(tx, hash, 'activacion'))) throw deadLink()
  })
}

const deadLink = () =>
  refuse(
    400,
    'El enlace ya no es válido o expiró. Pedí uno nuevo desde la página de registro.',
    'enlace_vencido',
  )
