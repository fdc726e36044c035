import { and, eq } from 'drizzle-orm'
import type { Queryable, Tx } from '../../base/db/open.ts'
import { beneficios_unicos } from '../../base/db/schema/beneficios.ts'

/** When the mailbox had its first coupon, under any account. */
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
