import { and, count, desc, eq, min } from 'drizzle-orm'
import type { Queryable, Tx } from '../../base/db/open.ts'
import { beneficios_unicos } from '../../base/db/schema/beneficios.ts'
import { clientes } from '../../base/db/schema/clientes.ts'
import { codigos } from '../../base/db/schema/codigos.ts'

const isCuponOf = (clienteId: number) => and(eq(codigos.cliente_id, clienteId), eq(codigos.tipo, 'cupon'))

export async function lastCupon(db: Queryable, clienteId: number) {
  const [found] = await db
    .select()
    .from(codigos)
    .where(isCuponOf(clienteId))
    .orderBy(desc(codigos.id))
    .limit(1)
  return found ?? null
}

/** How many an account had, and since when. */
export async function countCupones(
  db: Queryable,
  clienteId: number,
): Promise<{ total: number; desde: Date | null }> {
  const [counted] = await db
    .select({ total: count(), desde: min(codigos.creado) })
    .from(codigos)
    .where(isCuponOf(clienteId))
  return counted ?? { total: 0, desde: null }
}

const addresses = { email: clientes.email, email_confirmado: clientes.email_confirmado }
export type Direcciones = { email: string; email_confirmado: string | null }

export async function findDirecciones(db: Queryable, clienteId: number): Promise<Direcciones | undefined> {
  const [found] = await db.select(addresses).from(clientes).where(eq(clientes.id, clienteId))
  return found
}

/** One coupon of a customer is made at a time: two that are asked for at once cannot both be the first. */
export async function lockCliente(tx: Tx, clienteId: number): Promise<Direcciones | undefined> {
  const [found] = await tx.select(addresses).from(clientes).where(eq(clientes.id, clienteId)).for('update')
  return found
}

/** When the mailbox had its first coupon, under whatever account. */
export async function findPrimero(db: Queryable, casilla: string): Promise<Date | null> {
  const [found] = await db
    .select({ cuando: beneficios_unicos.cuando })
    .from(beneficios_unicos)
    .where(and(eq(beneficios_unicos.casilla, casilla), eq(beneficios_unicos.beneficio, 'primer_cupon')))
  return found?.cuando ?? null
}

/** False if the mailbox had it before: of two accounts at once one waits for the other. */
export async function takePrimero(tx: Tx, casilla: string, cuando: Date): Promise<boolean> {
  const made = await tx
    .insert(beneficios_unicos)
    .values({ casilla, beneficio: 'primer_cupon', cuando })
    .onConflictDoNothing()
    .returning({ casilla: beneficios_unicos.casilla })
  return made.length > 0
}

export async function isAnyRemembered(db: Queryable): Promise<boolean> {
  const found = await db.select({ casilla: beneficios_unicos.casilla }).from(beneficios_unicos).limit(1)
  return found.length > 0
}

/** Every account that ever had a coupon, and when its first one was made. */
export const listConCupon = (db: Queryable): Promise<{ email: string; desde: Date | null }[]> =>
  db
    .select({ email: clientes.email, desde: min(codigos.creado) })
    .from(codigos)
    .innerJoin(clientes, eq(clientes.id, codigos.cliente_id))
    .where(eq(codigos.tipo, 'cupon'))
    .groupBy(clientes.id)
