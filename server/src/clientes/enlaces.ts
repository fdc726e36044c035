// Links in mails: made here, each with its mail in the same transaction.
import { randomUUID } from 'node:crypto'
import { findClienteByEmail } from '../auth/service.ts'
import type { Deps } from '../core/deps.ts'
import { hashToken, newToken } from '../core/sign.ts'
import { type NewCorreo, queueCorreo } from '../correos/service.ts'
import type { Tx } from '../db/open.ts'
import { mailActivacion, mailEmailAnterior, mailRecuperacion } from './mails.ts'
import { type Cliente, type Enlace, insertEnlace } from './store.ts'

const HOUR_MS = 3600_000
const HOURS: Record<Enlace['tipo'], number> = { activacion: 48, recuperacion: 48, deshacer_email: 72 }

export type EnlaceDeps = Pick<Deps, 'db' | 'jobs' | 'now' | 'publicUrl'>

/** Names a mail about an account; `about` makes it another one. */
export const claveOf = (clienteId: number, about: string): string => `cliente:${clienteId}:${about}`

async function makeEnlace(
  tx: Tx,
  { now }: EnlaceDeps,
  cliente: Cliente,
  tipo: Enlace['tipo'],
  email_anterior: string | null = null,
): Promise<string> {
  const token = newToken()
  const vence = new Date(now().getTime() + HOURS[tipo] * HOUR_MS)
  const row = {
    token_hash: hashToken(token),
    cliente_id: cliente.id,
    tipo,
    email_anterior,
    creado: now(),
    vence,
  }
  await insertEnlace(tx, row)
  return token
}

/** `once`: the same word again sends nothing. */
export async function sendActivacion(
  tx: Tx,
  deps: EnlaceDeps,
  cliente: Cliente,
  once: string = randomUUID(),
): Promise<void> {
  const token = await makeEnlace(tx, deps, cliente, 'activacion')
  const address = { clave: claveOf(cliente.id, `activacion:${once}`), para: cliente.email }
  await queueCorreo(tx, deps, mailActivacion(address, deps.publicUrl, token))
}

export async function sendDeshacer(
  tx: Tx,
  deps: EnlaceDeps,
  cliente: Cliente,
  anterior: string,
): Promise<void> {
  const token = await makeEnlace(tx, deps, cliente, 'deshacer_email', anterior)
  const address = { clave: claveOf(cliente.id, `anterior:${randomUUID()}`), para: anterior }
  await queueCorreo(tx, deps, mailEmailAnterior(address, deps.publicUrl, token))
}

/** A mail without a link. */
export async function sendAviso(
  tx: Tx,
  deps: EnlaceDeps,
  cliente: Cliente,
  mail: (address: { clave: string; para: string }, publicUrl: string) => NewCorreo,
): Promise<void> {
  const address = { clave: claveOf(cliente.id, `aviso:${randomUUID()}`), para: cliente.email }
  await queueCorreo(tx, deps, mail(address, deps.publicUrl))
}

/**
 * The `enlace` job: whether the address is anybody's is found out here, where nobody waits for the answer. Who
 * forgot the password of an account that was never activated needs the activation first.
 */
export async function sendAsked(
  deps: EnlaceDeps,
  { tipo, email, once }: { tipo: 'activacion' | 'recuperacion'; email: string; once: string },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const cliente = await findClienteByEmail(tx, email)
    if (!cliente) return
    if (!cliente.activado) return sendActivacion(tx, deps, cliente, once)
    if (tipo === 'activacion') return
    const token = await makeEnlace(tx, deps, cliente, 'recuperacion')
    const address = { clave: claveOf(cliente.id, `recuperacion:${once}`), para: cliente.email }
    await queueCorreo(tx, deps, mailRecuperacion(address, deps.publicUrl, token))
  })
}

/** Asks for a link at an address. Costs the same whoever's it is. */
export const askEnlace = (
  deps: EnlaceDeps,
  tipo: 'activacion' | 'recuperacion',
  email: string,
): Promise<void> => deps.jobs.send(deps.db, 'enlace', { tipo, email, once: randomUUID() })
