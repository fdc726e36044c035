// From a requested invoice to one that ARCA authorised: numbers without holes, and no voucher twice, whatever
// gets lost on the way. A number is written down before it is requested; an unknown outcome is read from
// ARCA's books.
import { dayOf } from '@imprimitodo/shared/rules/base/fecha'
import {
  CLASE_TITLES,
  CONDICION_IDS,
  devueltoOf,
  documentoOf,
  isFacturable,
  letraOf,
  readTipo,
  tipoOf,
} from '@imprimitodo/shared/rules/dinero/factura'
import { splitIva } from '@imprimitodo/shared/rules/dinero/iva'
import { sql } from 'drizzle-orm'
import { isLost } from '../../base/db/lost.ts'
import { createLine } from '../../base/http/line.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import {
  type Autorizacion,
  type Comprobante,
  FiscalDown,
  FiscalRejected,
  type Registrado,
  type Serie,
} from '../../base/services/fiscal/port.ts'
import { lineasOf } from '../../compra/archivos/service.ts'
import {
  findPedido,
  insertHistorial,
  lockPedido,
  type Pedido,
  pagosOf,
} from '../../compra/pedidos/service.ts'
import { readAjustes } from '../../gestion/ajustes/service.ts'
import { findSucursal } from '../../gestion/sucursales/service.ts'
import { lineasDe, lineasDeNota, sumLineas } from './contenido.ts'
import { keepDocumento } from './keep.ts'
import { changeFactura, type FacturaRow, findFactura, findInFlight, lockFactura } from './store.ts'
import { needVendedor } from './vendedor.ts'

/** How often one attempt requests another number before it gives up until the next attempt. */
const MAX_RENUMBERS = 5
/** How long to wait for another process that is issuing. */
const LOCK_WAIT = '45s'

export type Emisor = {
  /**
   * Does what is left to do for an invoice and answers it: issued, refused or dropped. Many calls at once for
   * the same invoice do it once. @throws FiscalDown where ARCA is down: the invoice stays unchanged, to be
   * tried again
   */
  issue(id: string): Promise<FacturaRow>
}

type EmisorDeps = Pick<Deps, 'dataDir' | 'db' | 'fiscal' | 'jobs' | 'log' | 'now' | 'publicUrl'>

/**
 * One for each process. Vouchers are issued one by one, across processes too: ARCA wants each series in
 * order.
 */
export function createEmisor(deps: EmisorDeps): Emisor {
  const running = new Map<string, Promise<FacturaRow>>()
  const inTurn = createLine(1) // waiting in the database would hold a connection for each waiting call
  return {
    issue(id) {
      const known = running.get(id)
      if (known !== undefined) return known
      const mine = inTurn(() => underLock(deps, () => advance(deps, id)))
        .catch(async (error) => {
          if (error instanceof FiscalDown) await remember(deps, id, error.message)
          throw error
        })
        .finally(() => running.delete(id))
      running.set(id, mine)
      return mine
    },
  }
}

/**
 * Runs the task under a lock that a connection of its own holds, so that the task commits step by step. If
 * that connection is lost, the task is not begun a second time.
 */
function underLock<T>({ db, fiscal }: Pick<Deps, 'db' | 'fiscal'>, task: () => Promise<T>): Promise<T> {
  let begun: Promise<T> | undefined
  return db.transaction(async (tx) => {
    if (begun !== undefined) return begun
    await tx.execute(sql.raw(`set local lock_timeout = '${LOCK_WAIT}'`))
    await tx
      .execute(sql`select pg_advisory_xact_lock(hashtextextended(${`facturas|${fiscal.kind}`}, 0))`)
      .catch((cause) => {
        if (isLost(cause)) throw cause
        throw new FiscalDown('Hay otras facturas en curso.', { cause })
      })
    begun = task()
    return begun
  })
}

async function advance(deps: EmisorDeps, id: string): Promise<FacturaRow> {
  const found = await findFactura(deps.db, id)
  if (!found) throw new Error('There is no such invoice.')
  const factura = await ofThisProvider(deps, found)
  if (factura.estado === 'pidiendo') return settle(deps, factura, 'asked before')
  if (factura.estado !== 'pendiente') return factura
  const serie = await serieOf(deps, factura)
  const before = await findInFlight(deps.db, deps.fiscal.kind, serie)
  if (before) await settle(deps, before, 'asked before')
  const reserved = await reserve(deps, factura, serie)
  return reserved.estado === 'pidiendo' ? settle(deps, reserved, 'fresh') : reserved
}

/**
 * Handles a shop that got its certificate after a simulated trial, or lost it: an open simulated voucher
 * begins anew at ARCA, and one that ARCA may have is not simulated.
 */
async function ofThisProvider(
  { db, fiscal }: Pick<Deps, 'db' | 'fiscal'>,
  factura: FacturaRow,
): Promise<FacturaRow> {
  const { id, estado } = factura
  if (estado !== 'pidiendo' && estado !== 'pendiente') return factura
  const asociada = factura.asociada_id ? await findFactura(db, factura.asociada_id) : undefined
  const proveedor = asociada?.proveedor ?? factura.proveedor
  if (proveedor === null || proveedor === fiscal.kind) return factura
  if (proveedor === 'arca') throw new FiscalDown('Es de ARCA, que ya no está configurada.')
  const change = asociada
    ? { estado: 'descartada' as const, numero: null }
    : { estado: 'pendiente' as const, numero: null, proveedor: null }
  return (await changeFactura(db, id, ['pendiente', 'pidiendo'], change)) ?? factura
}

/**
 * A credit note has its invoice's series; an invoice's depends on the branch and the customer's condition.
 */
async function serieOf({ db, fiscal }: Pick<Deps, 'db' | 'fiscal'>, factura: FacturaRow): Promise<Serie> {
  if (factura.asociada_id) {
    const asociada = await findFactura(db, factura.asociada_id)
    if (!asociada) throw new Error('A credit note of no invoice.')
    const { letra } = readTipo(asociada.tipo ?? 0)
    return { ...numbered(asociada), tipo: tipoOf('nota_credito', letra) }
  }
  const { facturacion, vidriera } = await readAjustes(db)
  const { cuit, condicion } = needVendedor({ vendedor: vidriera.vendedor, facturacion }, fiscal.emisor)
  const pedido = await findPedido(db, factura.pedido_id)
  const sucursal = await findSucursal(db, pedido?.sucursal_id ?? 0)
  const letra = letraOf(condicion, factura.cliente.condicion_iva)
  return {
    cuit,
    puntoVenta: facturacion.puntos_venta[sucursal?.nombre ?? ''] ?? 1,
    tipo: tipoOf('factura', letra),
  }
}

/** Writes down the next number and the amount to invoice now, under the order's lock. */
async function reserve(
  deps: Pick<Deps, 'db' | 'fiscal' | 'now'>,
  { id, pedido_id }: FacturaRow,
  serie: Serie,
): Promise<FacturaRow> {
  const numero = (await deps.fiscal.last(serie)) + 1
  return deps.db.transaction(async (tx) => {
    const pedido = await lockPedido(tx, pedido_id)
    const factura = await lockFactura(tx, id)
    if (!pedido || !factura) throw new Error('An invoice of no order.')
    if (factura.estado !== 'pendiente') return factura
    const counted = factura.asociada_id ? notaOf(pedido, factura) : await countOrder(deps, pedido)
    const { cuit, puntoVenta: punto_venta, tipo } = serie
    const hoy = dayOf(deps.now())
    const change =
      counted.importe > 0
        ? {
            ...counted,
            estado: 'pidiendo' as const,
            proveedor: deps.fiscal.kind,
            cuit,
            punto_venta,
            tipo,
            numero,
            fecha: hoy,
            servicio_desde: dayOf(pedido.pagado ?? deps.now()),
          }
        : { estado: 'descartada' as const }
    return (await changeFactura(tx, id, ['pendiente'], change)) ?? factura
  })
}

/** Notes that the version before asked for have no lines. */
const notaOf = ({ numero }: Pedido, { importe, lineas }: FacturaRow) => ({
  importe: importe ?? 0,
  lineas: lineas ?? lineasDeNota(numero, importe ?? 0, 0),
})

async function countOrder({ db }: Pick<Deps, 'db'>, pedido: Pedido) {
  const devuelto = devueltoOf(pedido, await pagosOf(db, pedido.id))
  const lineas = lineasDe(pedido, await lineasOf(db, pedido.id), devuelto)
  // An order cancelled or fully refunded meanwhile has nothing to invoice, delivered or not
  const importe = isFacturable(pedido) && devuelto < pedido.importe_final ? sumLineas(lineas) : 0
  return { importe, lineas, devuelto }
}

/**
 * Gets a voucher's number authorised. `asked before`: an earlier request may have arrived, so ARCA's books
 * are read first, and only a number that they do not have is requested (again).
 */
async function settle(
  deps: EmisorDeps,
  started: FacturaRow,
  how: 'fresh' | 'asked before',
): Promise<FacturaRow> {
  let factura = started
  let isFresh = how === 'fresh'
  for (let round = 0; round <= MAX_RENUMBERS; round++) {
    const serie = numbered(factura)
    if (!isFresh) {
      const found = await deps.fiscal.find(serie, serie.numero)
      if (found && isOurs(found, factura)) return keepDocumento(deps, factura, adopted(found))
      // Another program of the shop used the number
      if (found) factura = await renumber(deps, factura, serie.numero)
    }
    try {
      const made = await deps.fiscal.issue(await comprobanteOf(deps, factura))
      return await keepDocumento(deps, factura, made)
    } catch (error) {
      if (!(error instanceof FiscalRejected)) throw error
      if (error.isIssuer) throw await waitForIssuer(deps, factura, error)
      if (!error.isSequence) return refuseFactura(deps, factura, error.message)
      const next = (await deps.fiscal.last(serie)) + 1
      // The number is free and still refused: its day is before that of the last voucher
      if (next <= serie.numero) factura = await redate(deps, factura, next)
      isFresh = next <= serie.numero
    }
  }
  throw new FiscalDown('ARCA no acepta la numeración.')
}

/** Whether a voucher in ARCA's books is ours: same amount and customer, and not from before the request. */
function isOurs(found: Registrado, factura: FacturaRow): boolean {
  const { tipo, nro } = documentoOf(factura.cliente.cuit)
  const isSame = found.total === factura.importe && found.docTipo === tipo && found.docNro === nro
  return isSame && found.fecha >= dayOf(factura.creada)
}

const adopted = ({ cae, vence }: Registrado): Autorizacion => ({
  cae,
  vence,
  observaciones: [],
  intercambio: null,
})

async function renumber(
  deps: Pick<Deps, 'db' | 'fiscal' | 'now'>,
  factura: FacturaRow,
  taken: number,
): Promise<FacturaRow> {
  const numero = Math.max(await deps.fiscal.last(numbered(factura)), taken) + 1
  const changed = await changeFactura(deps.db, factura.id, ['pidiendo'], { numero, fecha: dayOf(deps.now()) })
  if (!changed) throw new Error('Another process settled it.')
  return changed
}

/** Gives the voucher the next number and today's date, or the last voucher's date if that is later. */
async function redate(
  deps: Pick<Deps, 'db' | 'fiscal' | 'now'>,
  factura: FacturaRow,
  numero: number,
): Promise<FacturaRow> {
  const before = numero > 1 ? await deps.fiscal.find(numbered(factura), numero - 1) : null
  const hoy = dayOf(deps.now())
  const fecha = before && before.fecha > hoy ? before.fecha : hoy
  const changed = await changeFactura(deps.db, factura.id, ['pidiendo'], { numero, fecha })
  if (!changed) throw new Error('Another process settled it.')
  return changed
}

/** Noted in the order's history too: a refused voucher that no customer waits for would go unnoticed. */
function refuseFactura(
  { db, log, now }: Pick<Deps, 'db' | 'log' | 'now'>,
  factura: FacturaRow,
  why: string,
): Promise<FacturaRow> {
  log.warn({ motivo: why }, 'ARCA refused an invoice')
  const change = { estado: 'rechazada' as const, numero: null, observaciones: [why] }
  return db.transaction(async (tx) => {
    const pedido = await lockPedido(tx, factura.pedido_id)
    const changed = await changeFactura(tx, factura.id, ['pidiendo'], change)
    if (!changed || !pedido) return factura
    const nota = `ARCA no aceptó la ${CLASE_TITLES[factura.clase].toLowerCase()}: ${why}`
    const entry = { pedido_id: pedido.id, estado: pedido.estado, cuando: now(), quien: 'sistema', nota }
    await insertHistorial(tx, entry)
    return changed
  })
}

/** ARCA did not take its number; it gets another one, of the point of sale that is then in the settings. */
async function waitForIssuer(
  { db }: Pick<Deps, 'db'>,
  { id }: FacturaRow,
  cause: FiscalRejected,
): Promise<FiscalDown> {
  await changeFactura(db, id, ['pidiendo'], { estado: 'pendiente', numero: null, proveedor: null })
  return new FiscalDown(`ARCA no deja emitir: ${cause.message}`, { cause })
}

/** Writes down why the voucher waits, for the owner. */
async function remember({ db }: Pick<Deps, 'db'>, id: string, why: string): Promise<void> {
  await changeFactura(db, id, ['pendiente', 'pidiendo'], { observaciones: [why] })
}

function numbered({ cuit, punto_venta, tipo, numero }: FacturaRow): Serie & { numero: number } {
  if (cuit === null || punto_venta === null || tipo === null || numero === null)
    throw new Error('An invoice on its way has a number.')
  return { cuit, puntoVenta: punto_venta, tipo, numero }
}

async function comprobanteOf({ db }: Pick<Deps, 'db'>, factura: FacturaRow): Promise<Comprobante> {
  const { importe, fecha, servicio_desde, cliente, asociada_id } = factura
  const serie = numbered(factura)
  if (!importe || !fecha) throw new Error('An invoice on its way has an amount and a day.')
  const asociada = asociada_id ? await findFactura(db, asociada_id) : undefined
  const { tipo: docTipo, nro: docNro } = documentoOf(cliente.cuit)
  const desde = servicio_desde && servicio_desde < fecha ? servicio_desde : fecha
  return {
    ...serie,
    fecha,
    docTipo,
    docNro,
    total: importe,
    servicio: { desde, hasta: fecha },
    condicion: CONDICION_IDS[cliente.condicion_iva],
    iva: readTipo(serie.tipo).letra === 'C' ? null : splitIva(importe),
    asociado: asociada ? { ...numbered(asociada), fecha: asociada.fecha ?? fecha } : null,
  }
}
