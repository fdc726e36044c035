// The back office: vouchers that were issued, wait or were refused, and sales without voucher.
import type { FacturaFila } from '@imprimitodo/shared/api/facturas'
import { toPesos } from '@imprimitodo/shared/rules/base/dinero'
import { comprobanteTitle, devueltoOf } from '@imprimitodo/shared/rules/dinero/factura'
import type { Queryable } from '../../base/db/open.ts'
import { notFound, refuse } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import {
  findPedido,
  findPedidos,
  needEnMostrador,
  type Pedido,
  pagosOfAll,
} from '../../compra/pedidos/service.ts'
import { importeDeFactura } from './contenido.ts'
import { urlOf } from './documento.ts'
import { defaultCliente, recordFactura } from './request.ts'
import {
  changeFactura,
  type FacturaRow,
  facturasOf,
  findFactura,
  listFacturas,
  withoutFactura,
} from './store.ts'

const PAGE = 50

type Query = { cuales: 'emitidas' | 'abiertas' | 'sin_comprobante'; cursor?: string }

export async function listFacturasForStaff(
  { db }: Pick<Deps, 'db'>,
  { cuales, cursor }: Query,
  origin: string,
) {
  if (cuales === 'sin_comprobante') {
    const number = cursor && /^\d{1,9}$/.test(cursor) ? Number(cursor) : undefined
    const rows = await withoutFactura(db, { cursor: number, limit: PAGE + 1 })
    const shown = rows.slice(0, PAGE)
    const more = rows.length > PAGE ? shown.at(-1)?.numero : null
    const importes = await importesOfPedidos(
      db,
      shown.map(({ id }) => id),
    )
    const facturas = shown.map((pedido) => filaOfPedido(pedido, importes))
    return { facturas, siguiente: more ? String(more) : null }
  }
  const rows = await listFacturas(db, cuales, readCursor(cursor), PAGE + 1)
  const shown = rows.slice(0, PAGE)
  const last = rows.length > PAGE && cuales === 'emitidas' ? shown.at(-1)?.factura : undefined
  const importes = await importesOfFacturas(
    db,
    shown.map(({ factura }) => factura),
  )
  return {
    facturas: shown.map(({ factura, pedido_numero }) => filaOf(factura, pedido_numero, { importes, origin })),
    siguiente: last ? `${last.emitida?.toISOString()}~${last.id}` : null,
  }
}

/** The vouchers of one order. @throws 404 */
export async function listDePedido({ db }: Pick<Deps, 'db'>, pedidoId: string, origin: string) {
  const pedido = await needEnMostrador(db, pedidoId)
  const found = await facturasOf(db, pedidoId)
  const importes = await importesOfFacturas(db, found)
  return { facturas: found.map((factura) => filaOf(factura, pedido.numero, { importes, origin })) }
}

function readCursor(cursor: string | undefined): { emitida: Date; id: string } | null {
  const [instant = '', id = ''] = (cursor ?? '').split('~')
  const emitida = new Date(instant)
  return /^[12]\d{3}-/.test(instant) && !Number.isNaN(emitida.getTime()) ? { emitida, id } : null
}

/** Begins a refused or waiting voucher anew, now, with the same data. @throws 404, 409 once it is issued */
export async function retryFactura(
  deps: Pick<Deps, 'db' | 'jobs' | 'locks' | 'now'>,
  id: string,
  origin: string,
): Promise<FacturaFila> {
  const factura = await findFactura(deps.db, id)
  if (!factura) throw notFound('Esa factura no existe.')
  const changed = await deps.db.transaction(async (tx) => {
    const estado = factura.estado === 'rechazada' ? ('pendiente' as const) : factura.estado
    const from: FacturaRow['estado'][] = ['pendiente', 'pidiendo', 'rechazada']
    const again = await changeFactura(tx, id, from, { estado, reintentada: deps.now() })
    if (again) await deps.jobs.send(tx, 'factura', { id })
    return again
  })
  if (!changed) throw refuse(409, 'Esa factura ya está resuelta.')
  return rowOf(deps, changed, origin)
}

/**
 * Invoices the cuenta corriente that the order was charged to, if its data are complete; else an unnamed
 * consumer.
 * @throws 404; 409 where the law wants a name, or there is nothing to invoice
 */
export async function invoiceAtCounter(
  deps: Pick<Deps, 'db' | 'jobs' | 'locks' | 'now'>,
  pedidoId: string,
  origin: string,
): Promise<FacturaFila> {
  const pedido = await needEnMostrador(deps.db, pedidoId)
  const cliente = await defaultCliente(deps.db, pedido)
  if (!cliente) throw refuse(409, 'Por ese importe la factura tiene que llevar los datos del cliente.')
  const factura = await recordFactura(deps, pedidoId, cliente)
  if (!factura) throw refuse(409, 'Solo se facturan pedidos pagados que no son gratis.')
  return rowOf(deps, factura, origin)
}

async function rowOf({ db }: Pick<Deps, 'db'>, factura: FacturaRow, origin: string): Promise<FacturaFila> {
  const pedido = await findPedido(db, factura.pedido_id)
  const importes = await importesOfFacturas(db, [factura])
  return filaOf(factura, pedido?.numero ?? null, { importes, origin })
}

/** Centavos, by order. */
type Importes = ReadonlyMap<string, number>

/** The amounts of invoices of these orders, if they were made now. */
async function importesOfPedidos(db: Queryable, ids: string[]): Promise<Importes> {
  if (ids.length === 0) return new Map()
  const pedidos = await findPedidos(db, ids)
  const pagos = await pagosOfAll(db, ids)
  return new Map(
    pedidos.map((pedido) => {
      const own = pagos.filter(({ pedido_id }) => pedido_id === pedido.id)
      return [pedido.id, importeDeFactura(pedido, devueltoOf(pedido, own))]
    }),
  )
}

/** The same for invoices whose own amount is not written down, because they have no number yet. */
const importesOfFacturas = (db: Queryable, found: FacturaRow[]): Promise<Importes> =>
  importesOfPedidos(
    db,
    found.flatMap(({ pedido_id, importe }) => (importe === null ? [pedido_id] : [])),
  )

function filaOf(
  factura: FacturaRow,
  pedido_numero: number | null,
  { importes, origin }: { importes: Importes; origin: string },
): FacturaFila {
  const { id, pedido_id, clase, estado, tipo, punto_venta, numero, cliente, importe, cae } = factura
  const isIssued = estado === 'emitida'
  return {
    id,
    pedido_id,
    pedido_numero: pedido_numero ?? 0,
    clase,
    estado: estado === 'descartada' ? 'rechazada' : estado,
    comprobante: tipo && punto_venta && numero ? comprobanteTitle(tipo, punto_venta, numero) : null,
    nombre: cliente.nombre,
    cuit: cliente.cuit,
    importe: toPesos(importe ?? importes.get(pedido_id) ?? 0),
    cae,
    url_pdf: isIssued ? urlOf(origin, factura) : null,
    observaciones: factura.observaciones,
    cuando: (factura.emitida ?? factura.creada).toISOString(),
  }
}

type Vendido = Pick<Pedido, 'id' | 'numero' | 'pagado' | 'creado'>

function filaOfPedido({ id, numero, pagado, creado }: Vendido, importes: Importes): FacturaFila {
  return {
    id: null,
    pedido_id: id,
    pedido_numero: numero ?? 0,
    clase: null,
    estado: 'sin_comprobante',
    comprobante: null,
    nombre: null,
    cuit: null,
    cae: null,
    url_pdf: null,
    observaciones: [],
    importe: toPesos(importes.get(id) ?? 0),
    cuando: (pagado ?? creado).toISOString(),
  }
}
