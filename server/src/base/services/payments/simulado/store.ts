import { asc, between, eq, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../../../db/open.ts'
import { simulado_pagos, simulado_preferencias } from '../../../db/schema/services.ts'

export type Preferencia = typeof simulado_preferencias.$inferSelect
export type PagoSimuladoRow = typeof simulado_pagos.$inferSelect

/**
 * One for each reference: it gets the changes and keeps its id, unless that is `ended`: the job that ends that
 * one may still be on its way, and must not end this one. A second call finds the new id, and keeps it.
 */
export async function upsertPreferencia(
  db: Queryable,
  fresh: Preferencia,
  ended: string | null,
): Promise<Preferencia> {
  const { titulo, importe, vuelta, vence } = fresh
  const id = sql`case when ${simulado_preferencias.id} = ${ended} then excluded.id else ${simulado_preferencias.id} end`
  const [kept] = await db
    .insert(simulado_preferencias)
    .values(fresh)
    .onConflictDoUpdate({
      target: simulado_preferencias.referencia,
      set: { id, titulo, importe, vuelta, vence },
    })
    .returning()
  return kept as Preferencia
}

export async function findPreferencia(db: Queryable, referencia: string): Promise<Preferencia | undefined> {
  const [found] = await db
    .select()
    .from(simulado_preferencias)
    .where(eq(simulado_preferencias.referencia, referencia))
  return found
}

/** Locked, so that the buyer's tabs take turns. */
export async function lockPreferencia(tx: Tx, referencia: string): Promise<Preferencia | undefined> {
  const [found] = await tx
    .select()
    .from(simulado_preferencias)
    .where(eq(simulado_preferencias.referencia, referencia))
    .for('update')
  return found
}

export async function lockPreferenciaById(tx: Tx, id: string): Promise<Preferencia | undefined> {
  const [found] = await tx
    .select()
    .from(simulado_preferencias)
    .where(eq(simulado_preferencias.id, id))
    .for('update')
  return found
}

export async function setVence(tx: Tx, id: string, vence: Date): Promise<void> {
  await tx.update(simulado_preferencias).set({ vence }).where(eq(simulado_preferencias.id, id))
}

export async function insertPago(tx: Tx, pago: typeof simulado_pagos.$inferInsert): Promise<void> {
  await tx.insert(simulado_pagos).values(pago)
}

export async function changePago(
  tx: Tx,
  id: string,
  change: Pick<PagoSimuladoRow, 'estado' | 'devuelto' | 'claves' | 'actualizado'>,
): Promise<void> {
  await tx.update(simulado_pagos).set(change).where(eq(simulado_pagos.id, id))
}

export async function findSimulado(db: Queryable, id: string): Promise<PagoSimuladoRow | undefined> {
  const [found] = await db.select().from(simulado_pagos).where(eq(simulado_pagos.id, id))
  return found
}

export async function lockPago(tx: Tx, id: string): Promise<PagoSimuladoRow | undefined> {
  const [found] = await tx.select().from(simulado_pagos).where(eq(simulado_pagos.id, id)).for('update')
  return found
}

/** Oldest first. */
export const pagosOfReferencia = (db: Queryable, referencia: string): Promise<PagoSimuladoRow[]> =>
  db
    .select()
    .from(simulado_pagos)
    .where(eq(simulado_pagos.referencia, referencia))
    .orderBy(asc(simulado_pagos.creado), asc(simulado_pagos.id))

/** Oldest first. */
export const pagosBetween = (db: Queryable, from: Date, to: Date): Promise<PagoSimuladoRow[]> =>
  db
    .select()
    .from(simulado_pagos)
    .where(between(simulado_pagos.creado, from, to))
    .orderBy(asc(simulado_pagos.creado), asc(simulado_pagos.id))
