// The work that a branch still has to do.
import type { Carga } from '@imprimitodo/shared/rules/compra/promesa'
import { IMPRESION_VIVA } from '@imprimitodo/shared/rules/taller/impresion'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Queryable } from '../../../base/db/open.ts'
import { archivos } from '../../../base/db/schema/archivos.ts'
import { impresiones, impresoras } from '../../../base/db/schema/impresion.ts'
import { pedidos } from '../../../base/db/schema/pedidos.ts'
import type { Deps } from '../../../base/runtime/deps.ts'

/** `pedidos`: how many are paid and not finished. */
type Cola = Carga & { pedidos: number }

/** If this many orders wait, one more or less changes no promise. */
const MANY = 200
const LONGEST_MS = 5_000
const lastsMs = ({ pedidos }: Cola): number => (pedidos < MANY ? 0 : Math.min(pedidos, LONGEST_MS))

/** The last sum of each process (identified by its `events`) and branch. */
const kept = new WeakMap<Deps['events'], Map<number, { cola: Cola; at: number }>>()

/**
 * The work to be printed and bound before an order that is paid now. The sum takes longer the more orders
 * wait, and every order asks twice: so with many orders a sum is reused for 1 ms for each of them. `now`: the
 * shop's.
 */
export async function colaOf(
  db: Queryable,
  events: Deps['events'],
  sucursal_id: number,
  now: Date,
): Promise<Carga> {
  const ours = kept.get(events) ?? new Map<number, { cola: Cola; at: number }>()
  kept.set(events, ours)
  const last = ours.get(sucursal_id)
  const at = now.getTime()
  if (last && at >= last.at && at < last.at + lastsMs(last.cola)) return last.cola
  const cola = await readCola(db, sucursal_id)
  ours.set(sucursal_id, { cola, at })
  return cola
}

/** As `colaOf`, for orders paid until `hasta`, always read anew. */
export const colaHasta = (db: Queryable, sucursal_id: number, hasta: Date): Promise<Carga> =>
  readCola(db, sucursal_id, hasta)

/**
 * Works that wait for the branch's printers, paid orders not sent to a printer yet, and all volumes to bind.
 * `hasta`: only of orders that were paid until then.
 */
async function readCola(db: Queryable, sucursal_id: number, hasta?: Date): Promise<Cola> {
  const until = hasta && sql`p.pagado <= ${hasta.toISOString()}::timestamptz`
  const [sent] = await db
    .select({
      paginas: sql<number>`coalesce(sum((${impresiones.paginas} - ${impresiones.desde_pagina} + 1) * ${impresiones.copias}), 0)::float8`,
    })
    .from(impresiones)
    .innerJoin(impresoras, eq(impresoras.id, impresiones.impresora_id))
    .where(
      and(
        eq(impresoras.sucursal_id, sucursal_id),
        inArray(impresiones.estado, [...IMPRESION_VIVA]),
        until && sql`exists (select from ${pedidos} p where p.id = ${impresiones.pedido_id} and ${until})`,
      ),
    )
  const { rows } = await db.execute<Cola>(sql`
    with esperan as (
      select p.id, exists (
        select from ${impresiones} i where i.pedido_id = p.id and i.estado <> 'cancelada'
      ) as enviado
      from ${pedidos} p where p.estado in ('pagado', 'en_produccion') and p.sucursal_id = ${sucursal_id}
        ${until ? sql`and ${until}` : sql``}
    ), partes as (
      select e.enviado, sum(coalesce(a.carillas, a.paginas) * a.duplicado) as paginas, max(a.duplicado) as copias, bool_or(a.anillado) as anillado
      from esperan e join ${archivos} a on a.pedido_id = e.id
      group by e.id, e.enviado, case when a.grupo = 'default' then a.id::text else a.grupo end
    )
    select coalesce(sum(paginas) filter (where not enviado), 0)::float8 as paginas,
      coalesce(sum(copias) filter (where anillado), 0)::float8 as anillados,
      (select count(*) from esperan)::int as pedidos
    from partes`)
  const [paid] = rows
  return {
    paginas: (sent?.paginas ?? 0) + (paid?.paginas ?? 0),
    anillados: paid?.anillados ?? 0,
    pedidos: paid?.pedidos ?? 0,
  }
}
