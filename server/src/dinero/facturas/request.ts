// Calls of customers: which order can be invoiced, the state of its invoice, and the invoice.

import { setTimeout as sleep } from 'node:timers/promises'
import type { EstadoFactura, FacturaDatos } from '@imprimitodo/shared/api/facturas'
import {
  datosProblem,
  isCondicionIva,
  isFacturable,
  LIMITE_ANONIMO,
  readTipo,
} from '@imprimitodo/shared/rules/dinero/factura'
import type { Queryable } from '../../base/db/open.ts'
import type { FacturaCliente } from '../../base/db/schema/facturas.ts'
import { notFound, Refusal } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { FiscalDown } from '../../base/services/fiscal/port.ts'
import { changeInTurn, findPedido, lockPedido, type Pedido } from '../../compra/pedidos/service.ts'
import { facturaClienteOf } from '../cuentas-corrientes/service.ts'
import { urlOf } from './documento.ts'
import type { Emisor } from './issue.ts'
import { claveDeFactura, type FacturaRow, facturaOf, insertFactura } from './store.ts'
import { SinVendedor } from './vendedor.ts'

export const NO_PEDIDO = 'No se encontró un pedido válido para facturación.'
const QUEUED =
  'ARCA no responde en este momento. Tu factura quedó en cola: la emitimos apenas vuelva y te la mandamos por mail.'
const SIN_VENDEDOR =
  'Todavía no cargamos los datos para facturar. Tu factura quedó en cola: la emitimos apenas estén y te la mandamos por mail.'
/** A customer waits no longer than this; the job goes on. */
const PATIENCE_MS = 25_000
/**
 * The invoice is made at once, in the customer's call. The job finishes it if the process dies in the middle.
 */
const JOB_AFTER_S = 2

type Facturable = { pedido: Pedido; factura: FacturaRow | undefined }

/**
 * Paid and for money, or invoiced already. Anything else is the same 404, so that strangers do not learn
 * which ids exist.
 */
export async function needFacturable({ db }: Pick<Deps, 'db'>, id: string): Promise<Facturable> {
  const pedido = await findPedido(db, id)
  const factura = pedido && (await facturaOf(db, id))
  if (!pedido || !(isFacturable(pedido) || factura?.estado === 'emitida')) throw notFound(NO_PEDIDO)
  return { pedido, factura }
}

/** The last paid order among those that a browser remembers. @throws 404 */
export async function lastPaid(deps: Pick<Deps, 'db'>, ids: string[]): Promise<string> {
  const found = await Promise.all(ids.map((id) => needFacturable(deps, id).catch(() => null)))
  const paid = found.flatMap((one) => (one ? [one.pedido] : []))
  const [last] = paid.toSorted((a, b) => (b.pagado?.getTime() ?? 0) - (a.pagado?.getTime() ?? 0))
  if (!last) throw notFound(NO_PEDIDO)
  return last.id
}

/** @throws 404 */
export async function estadoFactura(
  deps: Pick<Deps, 'db' | 'fiscal'>,
  id: string,
  origin: string,
): Promise<EstadoFactura> {
  const { factura } = await needFacturable(deps, id)
  const isIssued = factura?.estado === 'emitida'
  return {
    facturado: isIssued,
    url_pdf: isIssued ? urlOf(origin, factura) : null,
    en_proceso: factura?.estado === 'pendiente' || factura?.estado === 'pidiendo',
    nombre: isIssued ? factura.cliente.nombre : null,
    emitida: isIssued ? (factura.emitida?.toISOString() ?? null) : null,
    letra: isIssued ? readTipo(factura.tipo ?? 0).letra : null,
    valida: deps.fiscal.kind === 'arca',
  }
}

/**
 * Issues an order's invoice once, however often it is requested: the first request's data count, unless ARCA
 * refused them.
 * @throws 404; 400 {error} for wrong data, or data that ARCA refuses; 502 {error} once it is queued
 */
export async function requestFactura(
  deps: Pick<Deps, 'db' | 'jobs' | 'locks' | 'now'>,
  emisor: Emisor,
  id: string,
  datos: FacturaDatos,
  origin: string,
): Promise<{ url_pdf: string }> {
  const { pedido, factura } = await needFacturable(deps, id)
  const isAsked = factura !== undefined && factura.estado !== 'rechazada'
  const asked = isAsked ? factura : await recordFactura(deps, pedido.id, clienteOf(datos))
  if (!asked) throw notFound(NO_PEDIDO)
  return outcomeOf(await issueSoon(emisor, asked.id), origin)
}

function clienteOf(datos: FacturaDatos): FacturaCliente {
  const problem = datosProblem(datos)
  const { condicion_iva } = datos
  if (problem || !isCondicionIva(condicion_iva)) throw new Refusal(400, { error: problem ?? '' })
  return { ...datos, condicion_iva }
}

/** A consumer without a name. */
const ANONIMO: FacturaCliente = {
  cuit: null,
  nombre: 'A CONSUMIDOR FINAL',
  direccion: '',
  condicion_iva: 'CF',
}

/**
 * The customer of a voucher that was not requested by one: the cuenta corriente that the order was charged to, else an
 * unnamed consumer. Null: for such an amount the law wants a name.
 */
export async function defaultCliente(
  db: Queryable,
  { id, importe_final, costo_delivery }: Pick<Pedido, 'id' | 'importe_final' | 'costo_delivery'>,
): Promise<FacturaCliente | null> {
  const cliente = await facturaClienteOf(db, id)
  return cliente ?? (importe_final + costo_delivery < LIMITE_ANONIMO ? ANONIMO : null)
}

/**
 * Writes down a requested invoice, with its job. An existing one stays; undefined if there is nothing to
 * invoice.
 */
export function recordFactura(
  deps: Pick<Deps, 'db' | 'jobs' | 'locks' | 'now'>,
  pedidoId: string,
  cliente: FacturaCliente,
): Promise<FacturaRow | undefined> {
  return changeInTurn(deps, pedidoId, async (tx) => {
    const pedido = await lockPedido(tx, pedidoId)
    if (!pedido || !isFacturable(pedido)) return undefined
    const made = await insertFactura(tx, {
      clave: claveDeFactura(pedidoId),
      pedido_id: pedidoId,
      clase: 'factura',
      cliente,
      creada: deps.now(),
    })
    if (!made) return facturaOf(tx, pedidoId)
    await deps.jobs.send(tx, 'factura', { id: made.id }, { afterSeconds: JOB_AFTER_S })
    return made
  })
}

/** Null if ARCA is down, or takes longer than a customer waits. */
async function issueSoon(emisor: Emisor, id: string): Promise<FacturaRow | null> {
  const patience = new AbortController()
  const issued = emisor.issue(id).catch((error) => {
    if (error instanceof SinVendedor) throw new Refusal(502, { error: SIN_VENDEDOR })
    if (error instanceof FiscalDown) return null
    throw error
  })
  try {
    return await Promise.race([issued, sleep(PATIENCE_MS, null, { signal: patience.signal })])
  } finally {
    patience.abort()
    issued.catch(() => {}) // the job repeats it after a timeout here
  }
}

function outcomeOf(factura: FacturaRow | null, origin: string): { url_pdf: string } {
  if (factura?.estado === 'emitida') return { url_pdf: urlOf(origin, factura) }
  if (factura?.estado === 'rechazada')
    throw new Refusal(400, { error: `ARCA no la aceptó. ${factura.observaciones.join(' ')}` })
  if (factura?.estado === 'descartada') throw notFound(NO_PEDIDO)
  throw new Refusal(502, { error: QUEUED })
}
