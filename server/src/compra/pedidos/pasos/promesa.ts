// When an order will be ready, reckoned from the work that waits at its branch.

import { aperturasOf } from '@imprimitodo/shared/rules/base/horario'
import { carillasOf } from '@imprimitodo/shared/rules/compra/hojas'
import { isOpen } from '@imprimitodo/shared/rules/compra/pedido'
import { quote } from '@imprimitodo/shared/rules/compra/precio'
import { type Carga, minutosOf, promesaOf } from '@imprimitodo/shared/rules/compra/promesa'
import { sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../../../base/db/open.ts'
import type { Deps, Sucursal, Tienda } from '../../../base/runtime/deps.ts'
import { readAjustes } from '../../../gestion/ajustes/service.ts'
import { sucursalLlamada } from '../../../gestion/sucursales/service.ts'
import { type Linea, lineasOf } from '../../archivos/service.ts'
import type { Pedido } from '../filas/store.ts'
import { contadoOf } from '../precio/importes.ts'
import { colaHasta, colaOf } from './cola.ts'

/** The promise of an order that is being paid, at its branch. Null where the branch's hours say nothing. */
export async function promise(
  tx: Tx,
  { events }: Pick<Deps, 'events'>,
  pedido: Pedido,
  sucursal: Sucursal | undefined,
  now: Date,
): Promise<Date | null> {
  if (!sucursal) return null
  const [ajustes, lineas] = [await readAjustes(tx), await lineasOf(tx, pedido.id)]
  return promesaDe(tx, events, pedido, { ajustes, sucursal, lineas, now })
}

/** The promise if the order was paid now. Null once it is paid, and for an unknown branch. */
export async function estimate(
  { db, events, tienda, now }: Pick<Deps, 'db' | 'events' | 'tienda' | 'now'>,
  pedido: Pedido,
  lineas: Linea[],
  nombre: string | undefined,
): Promise<Date | null> {
  if (!isOpen(pedido.estado) || !nombre) return null
  const shop = await tienda.read()
  const sucursal = sucursalLlamada(shop, nombre)
  if (!sucursal) return null
  return promesaDe(db, events, pedido, { ajustes: shop.ajustes, sucursal, lineas, now: now() })
}

/** The same at each of the shop's branches. Empty once the order is paid. */
export async function estimateAll(
  { db, events, tienda, now }: Pick<Deps, 'db' | 'events' | 'tienda' | 'now'>,
  pedido: Pedido,
): Promise<{ sucursal: string; prometido: Date | null }[]> {
  if (!isOpen(pedido.estado)) return []
  const [{ ajustes, sucursales }, lineas] = [await tienda.read(), await lineasOf(db, pedido.id)]
  const promesas = []
  for (const sucursal of sucursales) {
    const prometido = await promesaDe(db, events, pedido, { ajustes, sucursal, lineas, now: now() })
    promesas.push({ sucursal: sucursal.nombre, prometido })
  }
  return promesas
}

/**
 * When a paid order will be ready. `hora`: after the orders paid before it, reckoned as a promise is.
 * `antes`: the earliest moment, if its own work was begun now, without margin. Null where the branch has no
 * hours.
 */
export async function promiseAgain(
  db: Queryable,
  pedido: Pedido,
  sucursal: Sucursal,
  now: Date,
): Promise<{ hora: Date; antes: Date } | null> {
  const aperturas = sucursal.horario && aperturasOf(sucursal.horario)
  if (!aperturas || !pedido.pagado) return null
  const { promesa } = await readAjustes(db)
  const ppm = await velocidades(db, sucursal.id)
  const cola = await colaHasta(db, sucursal.id, pedido.pagado)
  const none = { paginas: 0, anillados: 0 }
  const propia = cargaOf(pedido, await lineasOf(db, pedido.id))
  const own = minutosOf({ cola: none, propia }, ppm, { ...promesa, minutos_margen: 0 })
  const hora = promesaOf(now, minutosOf({ cola, propia: none }, ppm, promesa), aperturas)
  const antes = promesaOf(now, own, aperturas)
  return hora === null || antes === null ? null : { hora: new Date(hora), antes: new Date(antes) }
}

/** Which works measure a printer's speed: their least sides, and how many are needed and used. */
const MEASURED = { sides: 10, least: 5, most: 30 }

type Around = { ajustes: Tienda['ajustes']; sucursal: Sucursal; lineas: Linea[]; now: Date }

async function promesaDe(
  db: Queryable,
  events: Deps['events'],
  pedido: Pedido,
  around: Around,
): Promise<Date | null> {
  const { ajustes, sucursal, lineas, now } = around
  const aperturas = sucursal.horario && aperturasOf(sucursal.horario)
  if (!aperturas) return null
  const [ppm, cola] = [await velocidades(db, sucursal.id), await colaOf(db, events, sucursal.id, now)]
  const propia = cargaOf(pedido, lineas)
  const promised = promesaOf(now, minutosOf({ cola, propia }, ppm, ajustes.promesa), aperturas)
  return promised === null ? null : new Date(promised)
}

/** An order's printed sides, and its volumes to bind. */
function cargaOf({ tarifas }: Pedido, lineas: Linea[]): Carga {
  const { volumenes } = quote(lineas.map(contadoOf), tarifas)
  return {
    paginas: lineas.reduce((sum, { archivo }) => sum + carillasOf(archivo) * archivo.duplicado, 0),
    anillados: volumenes.reduce((sum, { copias, tomos }) => sum + copias * tomos.length, 0),
  }
}

/**
 * Sides a minute of each printer: measured at its latest works, as the agents saw them begin and end, else as
 * the printer reports it. Small works are left out, as they measure how long it takes to wake up. The median,
 * so that a paper jam counts as one work of many.
 */
async function velocidades(db: Queryable, sucursal_id: number): Promise<(number | null)[]> {
  const { rows } = await db.execute<{ ppm: number | null }>(sql`
    select coalesce(medida.ppm, (impresora.perfil->>'ppm')::float8) as ppm
    from impresoras impresora
    left join lateral (
      select percentile_cont(0.5) within group (order by ultima.ppm) as ppm
      from (
        select (p.paginas - p.desde_pagina + 1) * p.copias * 60
          / extract(epoch from i.actualizado - i.autorizado)::float8 as ppm
        from impresiones p
        join intentos i on i.impresion_id = p.id and i.fase = 'completo' and i.actualizado > i.autorizado
        where p.impresora_id = impresora.id and p.terminada is not null
          and (p.paginas - p.desde_pagina + 1) * p.copias >= ${MEASURED.sides}
        order by p.terminada desc
        limit ${MEASURED.most}
      ) ultima
      having count(*) >= ${MEASURED.least}
    ) medida on true
    where impresora.sucursal_id = ${sucursal_id} and impresora.retirada is null`)
  return rows.map(({ ppm }) => ppm)
}
