import { CERRADOS } from '@imprimitodo/shared/rules/compra/pedido'
import { and, eq, exists, gt, isNull, notInArray, sql } from 'drizzle-orm'
import type { Queryable } from '../../base/db/open.ts'
import { archivos, contenidos } from '../../base/db/schema/archivos.ts'
import { pedidos } from '../../base/db/schema/pedidos.ts'
import type { Sender } from '../../base/http/visitor.ts'
import { isFromSender } from './cuota-store.ts'

const DAY_MS = 86_400_000

/**
 * How many files of the last day wait for their proof beside `ids`, in orders that may still be printed: from
 * this sender, and from its whole address.
 */
export async function countWaiting(
  db: Queryable,
  { sender, ids, now }: { sender: Sender; ids: string[]; now: Date },
): Promise<{ own: number; address: number }> {
  const wanted = db
    .select({ id: archivos.id })
    .from(archivos)
    .innerJoin(pedidos, eq(pedidos.id, archivos.pedido_id))
    .where(and(eq(archivos.contenido_id, contenidos.id), notInArray(pedidos.estado, [...CERRADOS])))
  const [found] = await db
    .select({
      own: sql<number>`count(*) filter (where ${isFromSender(contenidos, sender)})::int`,
      address: sql<number>`count(*)::int`,
    })
    .from(contenidos)
    .where(
      and(
        eq(contenidos.origen, sender.origen),
        gt(contenidos.creado, new Date(now.getTime() - DAY_MS)),
        isNull(contenidos.prueba),
        isNull(contenidos.borrado),
        notInArray(contenidos.id, ids),
        exists(wanted),
      ),
    )
  return found ?? { own: 0, address: 0 }
}
