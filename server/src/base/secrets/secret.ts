import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { codigoFrom } from '@imprimitodo/shared/rules/fidelidad/codigo'
import { eq } from 'drizzle-orm'
import type { Queryable, Tx } from '../db/open.ts'
import { afterCommit } from '../db/repeat.ts'
import { secretos } from '../db/schema/secretos.ts'

export const SECRETS = [
  'refresh',
  'cap',
  'captcha',
  'casillas',
  'pago-simulado',
  'ruleta',
  'seguridad',
  'respaldo',
  'pedidos',
  'segundo-factor',
  'conexiones',
  'push',
  'programa',
] as const
/** `instalacion` exists only until there is an owner. */
type Secret = (typeof SECRETS)[number] | 'instalacion'

/**
 * A secret of this installation, made at its first use and kept in DATA_DIR/secretos, readable by our user
 * alone: 256 bits in base64url; `respaldo`, which people copy by hand, in hex; `instalacion`, which they
 * type, a code of 60 bits; `push`, a key of P-256. Written completely under another name and then linked: two
 * processes that start at once end up with the same one, and a crash never leaves half of it.
 */
export function installationSecret(dataDir: string, name: Secret): string {
  const folder = join(dataDir, 'secretos')
  const path = join(folder, name)
  const known = read(path)
  if (known) return known
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const fresh = writeFresh(path, makeSecret(name))
  try {
    linkSync(fresh, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(fresh)
  }
  return readFileSync(path, 'utf8')
}

/**
 * Call it before any secret is used: machines that share a database use the same secrets. The first machine
 * writes its own to the database; the others take them over.
 * @returns those that this machine was the first to write
 */
export async function shareSecrets(db: Queryable, dataDir: string): Promise<Set<Secret>> {
  const first = new Set<Secret>()
  for (const nombre of SECRETS) if (await shareSecret(db, dataDir, nombre)) first.add(nombre)
  return first
}

/** The same for one secret. @returns whether this machine was the first to write it */
export async function shareSecret(db: Queryable, dataDir: string, nombre: Secret): Promise<boolean> {
  const own = installationSecret(dataDir, nombre)
  const made = await db.insert(secretos).values({ nombre, valor: own }).onConflictDoNothing().returning()
  const [known] = await db.select().from(secretos).where(eq(secretos.nombre, nombre))
  if (known && known.valor !== own) {
    const path = join(dataDir, 'secretos', nombre)
    renameSync(writeFresh(path, known.valor), path)
  }
  return made.length > 0
}

/** Offers it to the machines that share the database; if they have one of that name, it is ignored. */
export async function offerSecret(db: Queryable, nombre: string, valor: string): Promise<void> {
  await db.insert(secretos).values({ nombre, valor }).onConflictDoNothing()
}

/** Deletes a secret that is no longer used; its file is deleted after the commit. */
export async function forgetSecret(tx: Tx, dataDir: string, nombre: Secret): Promise<void> {
  await tx.delete(secretos).where(eq(secretos.nombre, nombre))
  afterCommit(tx, () => rmSync(join(dataDir, 'secretos', nombre), { force: true }))
}

function makeSecret(name: Secret): string {
  if (name === 'instalacion') return codigoFrom(randomBytes(12))
  return randomBytes(32).toString(name === 'respaldo' ? 'hex' : 'base64url')
}

/** Durable under a temporary name. @returns that name */
function writeFresh(path: string, value: string): string {
  const fresh = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`
  const file = openSync(fresh, 'wx', 0o600)
  writeSync(file, value)
  fsyncSync(file)
  closeSync(file)
  return fresh
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
