import { and, desc, eq, ilike, inArray, isNotNull, like, or, sql } from 'drizzle-orm'
import type { Queryable } from '../../base/db/open.ts'
import { clientes } from '../../base/db/schema/clientes.ts'
import { pedidos } from '../../base/db/schema/pedidos.ts'
import { puntos } from '../../base/db/schema/puntos.ts'

const MOST = 30
const MOST_ORDERS = 200

// In words: in a query of one table its columns are written without it, and here they would be the inner table's
const suma = sql<number>`(select coalesce(sum(${puntos.puntos}), 0) from ${puntos} where ${puntos.cliente_id} = ${sql.raw('clientes.id')})`
const fields = {
  ...{ id: clientes.id, nombre: clientes.nombre, email: clientes.email, celular: clientes.celular },
  ...{ creado: clientes.creado, activado: clientes.activado },
  suma: suma.mapWith(Number),
}
export type ClienteRow = Awaited<ReturnType<typeof listClientes>>[number]

export function listClientes(db: Queryable, texto: string) {
  const part = `%${texto.replace(/[\\%_]/g, '\\$&')}%`
  const digits = /^[\d\s+()-]+$/.test(texto) ? texto.replace(/\D/g, '') : ''
  return db
    .select(fields)
    .from(clientes)
    .where(
      texto
        ? or(
            ilike(clientes.nombre, part),
            ilike(clientes.email, part),
            digits.length >= 3 ? like(clientes.celular, `%${digits}%`) : undefined,
          )
        : undefined,
    )
    .orderBy(desc(clientes.id))
    .limit(MOST)
}

export async function findCliente(db: Queryable, id: number): Promise<ClienteRow | undefined> {
  const [found] = await db.select(fields).from(clientes).where(eq(clientes.id, id))
  return found
}

/** By id. */
export async function nombresDe(db: Queryable, ids: number[]): Promise<Map<number, string>> {
  const { id, nombre } = clientes
  const found = await db.select({ id, nombre }).from(clientes).where(inArray(id, ids))
  return new Map(found.map((one) => [one.id, one.nombre]))
}

/** Newest first; drafts are the customer's own business. */
export const listPedidosDe = (db: Queryable, cliente_id: number) =>
  db
    .select({
      ...{ pedido_id: pedidos.id, numero: pedidos.numero, estado: pedidos.estado },
      ...{ importe_final: pedidos.importe_final, confirmado: pedidos.confirmado },
    })
    .from(pedidos)
    .where(and(eq(pedidos.cliente_id, cliente_id), isNotNull(pedidos.numero)))
    .orderBy(desc(pedidos.numero))
    .limit(MOST_ORDERS)
