// Makes links in mails, each with its mail in one transaction.
import { randomUUID } from 'node:crypto'
import type { Tx } from '../../base/db/open.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import type { JobData } from '../../base/runtime/jobs.ts'
import { hashToken, newToken } from '../../base/secrets/sign.ts'
import { bienvenidaOf } from '../../fidelidad/cupones/service.ts'
import { type NewCorreo, queueCorreo, takeCupo } from '../../gestion/correos/service.ts'
import { type ClienteRow, findClienteByEmail, lockByEmail, lockCliente } from '../auth/service.ts'
import {
  type Addressee,
  mailActivacion,
  mailConfirmarCorreo,
  mailCorreoOcupado,
  mailRecuperacion,
} from './mails.ts'
import { type EnlaceRow, insertEnlace } from './store.ts'

const HOUR_MS = 3600_000
const HOURS: Record<EnlaceRow['tipo'], number> = {
  activacion: 48,
  recuperacion: 48,
  confirmar_email: 48,
  deshacer_email: 72,
}

export type EnlaceDeps = Pick<Deps, 'db' | 'dataDir' | 'jobs' | 'now' | 'publicUrl' | 'seguridad' | 'tienda'>

/** The key of a mail about an account; `about` distinguishes its mails. */
export const claveDeEnlace = (clienteId: number, about: string): string => `cliente:${clienteId}:${about}`

const venceOf = (now: Date, tipo: EnlaceRow['tipo']): Date => new Date(now.getTime() + HOURS[tipo] * HOUR_MS)

/** Queues a mail with a link; the mail is not sent once the link has ended. */
const queueEnlace = (tx: Tx, deps: EnlaceDeps, tipo: EnlaceRow['tipo'], correo: NewCorreo): Promise<void> =>
  queueCorreo(tx, deps, { ...correo, esperado: true, hasta: venceOf(deps.now(), tipo) })

async function makeEnlace(
  tx: Tx,
  { now }: EnlaceDeps,
  cliente: ClienteRow,
  tipo: EnlaceRow['tipo'],
  email_anterior: string | null = null,
): Promise<string> {
  const token = newToken()
  const row = {
    token_hash: hashToken(token),
    cliente_id: cliente.id,
    tipo,
    email_anterior,
    creado: now(),
    vence: venceOf(now(), tipo),
  }
  await insertEnlace(tx, row)
  return token
}

/** `once`: a second call with the same value sends nothing. */
export async function sendActivacion(
  tx: Tx,
  deps: EnlaceDeps,
  cliente: ClienteRow,
  once: string = randomUUID(),
): Promise<void> {
  const token = await makeEnlace(tx, deps, cliente, 'activacion')
  const address = { clave: claveDeEnlace(cliente.id, `activacion:${once}`), para: cliente.email }
  const bienvenida = await bienvenidaOf(tx, deps, cliente.email)
  await queueEnlace(tx, deps, 'activacion', mailActivacion(address, deps.publicUrl, token, bienvenida))
}

/** To the account's current or former address: the link stops the change, or takes it back. */
export async function sendDeshacer(
  tx: Tx,
  deps: EnlaceDeps,
  cliente: ClienteRow,
  mail: (address: Addressee, publicUrl: string, token: string) => NewCorreo,
): Promise<void> {
  const token = await makeEnlace(tx, deps, cliente, 'deshacer_email', cliente.email)
  const address = { clave: claveDeEnlace(cliente.id, `anterior:${randomUUID()}`), para: cliente.email }
  await queueEnlace(tx, deps, 'deshacer_email', mail(address, deps.publicUrl, token))
}

/** A mail without a link. */
export async function sendAviso(
  tx: Tx,
  deps: EnlaceDeps,
  cliente: ClienteRow,
  mail: (address: Addressee, publicUrl: string) => NewCorreo,
): Promise<void> {
  const address = { clave: claveDeEnlace(cliente.id, `aviso:${randomUUID()}`), para: cliente.email }
  await queueCorreo(tx, deps, mail(address, deps.publicUrl))
}

/**
 * The job `enlace` finds out whether the address has an account, after the call was answered, so that the
 * answer does not tell. With a forgotten password of an account never activated, the activation is sent
 * instead.
 */
export async function sendAsked(deps: EnlaceDeps, asked: JobData['enlace']): Promise<void> {
  if (asked.tipo === 'confirmar_email') return sendConfirmar(deps, asked)
  const { tipo, email, once } = asked
  await deps.db.transaction(async (tx) => {
    // A change that voids the account's links must not miss this one
    const cliente = await lockByEmail(tx, email)
    if (!cliente || (cliente.activado && tipo === 'activacion')) return
    if (!(await takeCupo(tx, deps, 'ajeno', email))) return
    if (!cliente.activado) return sendActivacion(tx, deps, cliente, once)
    const token = await makeEnlace(tx, deps, cliente, 'recuperacion')
    const address = { clave: claveDeEnlace(cliente.id, `recuperacion:${once}`), para: cliente.email }
    await queueEnlace(tx, deps, tipo, mailRecuperacion(address, deps.publicUrl, token))
  })
}

/**
 * Sends the pending address of an account the link that confirms it, or a notice if it is another active
 * account's address. Only that mailbox learns which.
 */
async function sendConfirmar(
  deps: EnlaceDeps,
  { cliente_id, once }: { cliente_id: number; once: string },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const own = await lockCliente(tx, cliente_id)
    if (!own?.email_pendiente || !(await takeCupo(tx, deps, 'ajeno', own.email_pendiente))) return
    const holder = await findClienteByEmail(tx, own.email_pendiente)
    const other = holder?.id === own.id ? undefined : holder
    const address = { clave: claveDeEnlace(own.id, `confirmar:${once}`), para: own.email_pendiente }
    if (other?.activado)
      return queueCorreo(tx, deps, { ...mailCorreoOcupado(address, deps.publicUrl), esperado: true })
    const token = await makeEnlace(tx, deps, own, 'confirmar_email')
    const isReplacing = other !== undefined
    const mail = mailConfirmarCorreo(address, deps.publicUrl, token, isReplacing)
    await queueEnlace(tx, deps, 'confirmar_email', mail)
  })
}

/** Queues the sending of a link to an address. Costs the same with and without an account. */
export const askEnlace = (
  deps: EnlaceDeps,
  tipo: 'activacion' | 'recuperacion',
  email: string,
): Promise<void> => deps.jobs.send(deps.db, 'enlace', { tipo, email, once: randomUUID() })
