import type { EventoSeguridad } from '@imprimitodo/shared/rules/gestion/seguridad'
import { and, desc, eq, gte, lt, ne, sql } from 'drizzle-orm'
import type { Queryable } from '../../base/db/open.ts'
import {
  eventos_seguridad,
  navegadores_conocidos,
  proveedores_vistos,
} from '../../base/db/schema/seguridad.ts'
import type { CuentaTocada } from '../../base/runtime/seguridad.ts'

export type NewEvento = Omit<typeof eventos_seguridad.$inferInsert, 'id'>

export async function insertEventos(db: Queryable, eventos: NewEvento[]): Promise<void> {
  await db.insert(eventos_seguridad).values(eventos)
}

export type Evento = typeof eventos_seguridad.$inferSelect
/** `desde` included, `hasta` not. */
export type FiltrosEventos = {
  que?: EventoSeguridad | undefined
  cuenta?: CuentaTocada | undefined
  desde?: Date | undefined
  hasta?: Date | undefined
}
/** The row that the previous page ended with. */
export type DesdeEvento = Pick<Evento, 'cuando' | 'id'>

/** Newest first. Each filter has an index in this order, so that a page costs the same however many rows there are. */
export const listEventos = (
  db: Queryable,
  { que, cuenta, desde, hasta }: FiltrosEventos,
  before: DesdeEvento | undefined,
  limit: number,
) => {
  const { cuando, id, cuenta_tipo, cuenta_id } = eventos_seguridad
  return db
    .select()
    .from(eventos_seguridad)
    .where(
      and(
        que && eq(eventos_seguridad.que, que),
        cuenta && and(eq(cuenta_tipo, cuenta.tipo), eq(cuenta_id, cuenta.id)),
        desde && gte(cuando, desde),
        hasta && lt(cuando, hasta),
        before &&
          sql`(${cuando}, ${id}) < (${before.cuando.toISOString()}::timestamptz, ${before.id}::bigint)`,
      ),
    )
    .orderBy(desc(cuando), desc(id))
    .limit(limit)
}

/** Stores the provider of `cual`. @returns whether it was another account before; false if none is known */
export async function keepProveedor(
  db: Queryable,
  proveedor: typeof proveedores_vistos.$inferInsert,
): Promise<boolean> {
  const first = await db.insert(proveedores_vistos).values(proveedor).onConflictDoNothing().returning()
  if (first.length > 0) return false
  const changed = await db
    .update(proveedores_vistos)
    .set(proveedor)
    .where(and(eq(proveedores_vistos.cual, proveedor.cual), ne(proveedores_vistos.huella, proveedor.huella)))
    .returning()
  return changed.length > 0
}

export async function deleteEventosBefore(db: Queryable, instant: Date): Promise<void> {
  await db.delete(eventos_seguridad).where(lt(eventos_seguridad.cuando, instant))
}

/** Whether the account has logged in from it, and from how many others. */
export async function lookAtNavegadores(db: Queryable, cuenta: CuentaTocada, navegador: string | null) {
  const [found] = await db
    .select({
      all: sql<number>`count(*)::int`,
      known: sql<boolean>`coalesce(bool_or(${navegadores_conocidos.navegador} = ${navegador}), false)`,
    })
    .from(navegadores_conocidos)
    .where(ofCuenta(cuenta))
  return found ?? { all: 0, known: false }
}

export async function upsertNavegador(
  db: Queryable,
  cuenta: CuentaTocada,
  navegador: string,
  visto: Date,
): Promise<void> {
  await db
    .insert(navegadores_conocidos)
    .values({ cuenta_tipo: cuenta.tipo, cuenta_id: cuenta.id, navegador, visto })
    .onConflictDoUpdate({
      target: [
        navegadores_conocidos.cuenta_tipo,
        navegadores_conocidos.cuenta_id,
        navegadores_conocidos.navegador,
      ],
      set: { visto },
    })
}

/** For an account that is deleted. */
export async function forgetNavegadores(db: Queryable, cuenta: CuentaTocada): Promise<void> {
  await db.delete(navegadores_conocidos).where(ofCuenta(cuenta))
}

const ofCuenta = ({ tipo, id }: CuentaTocada) =>
  and(eq(navegadores_conocidos.cuenta_tipo, tipo), eq(navegadores_conocidos.cuenta_id, id))

export async function deleteNavegadoresBefore(db: Queryable, instant: Date): Promise<void> {
  await db.delete(navegadores_conocidos).where(lt(navegadores_conocidos.visto, instant))
}
