import { and, eq, gt, gte, isNull, lte, sql } from 'drizzle-orm'
import type { Queryable } from '../../base/db/open.ts'
import { clientes } from '../../base/db/schema/clientes.ts'
import { operadores, sesiones_mostrador } from '../../base/db/schema/mostrador.ts'
import { pedidos } from '../../base/db/schema/pedidos.ts'
import { ventas } from '../../base/db/schema/puntos.ts'
import { sucursales } from '../../base/db/schema/sucursales.ts'

export type Operador = Pick<typeof operadores.$inferSelect, 'id' | 'nombre' | 'rol' | 'sucursal_id'> & {
  sucursal: string | null
}

const fields = {
  id: operadores.id,
  nombre: operadores.nombre,
  rol: operadores.rol,
  sucursal_id: operadores.sucursal_id,
  sucursal: sucursales.nombre,
}

/** `email` in lower case. Not of who works here no more. */
export async function findOperador(db: Queryable, email: string) {
  const [found] = await db
    .select({
      ...fields,
      email: operadores.email,
      password_hash: operadores.password_hash,
      totp_activado: operadores.totp_activado,
    })
    .from(operadores)
    .leftJoin(sucursales, eq(sucursales.id, operadores.sucursal_id))
    .where(and(eq(operadores.email, email), isNull(operadores.retirado)))
  return found
}

/** The names of an order: whose account it is, who of the counter has it. */
export async function findQuienes(db: Queryable, { id }: { id: string }) {
  const [found] = await db
    .select({ cliente: clientes.nombre, operador: operadores.nombre })
    .from(pedidos)
    .leftJoin(clientes, eq(clientes.id, pedidos.cliente_id))
    .leftJoin(operadores, eq(operadores.id, pedidos.tomado_por))
    .where(eq(pedidos.id, id))
  return found
}

export async function insertSesion(
  db: Queryable,
  sesion: typeof sesiones_mostrador.$inferInsert,
  now: Date,
): Promise<void> {
  await db.delete(sesiones_mostrador).where(lte(sesiones_mostrador.vence, now))
  await db.insert(sesiones_mostrador).values(sesion)
}

/** By token, whose session it is, while it lasts. */
export async function findSesion(db: Queryable, token_hash: string, now: Date) {
  const [found] = await db
    .select({
      operador: fields,
      vence: sesiones_mostrador.vence,
      confirmada: sesiones_mostrador.confirmada,
      segundo_factor: sql<boolean>`${operadores.totp_activado} is not null`,
    })
    .from(sesiones_mostrador)
    .innerJoin(operadores, eq(operadores.id, sesiones_mostrador.operador_id))
    .leftJoin(sucursales, eq(sucursales.id, operadores.sucursal_id))
    .where(
      and(
        eq(sesiones_mostrador.token_hash, token_hash),
        gt(sesiones_mostrador.vence, now),
        isNull(operadores.retirado),
      ),
    )
  return found
}

export async function markConfirmada(db: Queryable, token_hash: string, confirmada: Date): Promise<void> {
  await db.update(sesiones_mostrador).set({ confirmada }).where(eq(sesiones_mostrador.token_hash, token_hash))
}

export async function deleteSesion(db: Queryable, token_hash: string): Promise<void> {
  await db.delete(sesiones_mostrador).where(eq(sesiones_mostrador.token_hash, token_hash))
}

/** Null if a sale with that `clave` exists: whoever comes at the same time waits here to know. */
export async function insertVenta(
  db: Queryable,
  venta: Omit<typeof ventas.$inferInsert, 'id'>,
): Promise<number | null> {
  const [made] = await db.insert(ventas).values(venta).onConflictDoNothing().returning({ id: ventas.id })
  return made?.id ?? null
}

/** Points that sales gave to a customer since then. */
export async function puntosOfVentas(db: Queryable, clienteId: number, since: Date): Promise<number> {
  const [found] = await db
    .select({ puntos: sql<number>`coalesce(sum(${ventas.puntos}), 0)`.mapWith(Number) })
    .from(ventas)
    .where(and(eq(ventas.cliente_id, clienteId), gte(ventas.cuando, since)))
  return found?.puntos ?? 0
}

export async function findVenta(db: Queryable, clave: string) {
  const [found] = await db.select().from(ventas).where(eq(ventas.clave, clave))
  return found
}
