// An order as its owner sees it, and as a holder of its pedido_id does.
import type { PedidoAnswer, PromesasYPago } from '@imprimitodo/shared/api/pedidos'
import {
  maskCelular,
  maskDireccion,
  maskEmail,
  SIN_CELULAR,
  SIN_EMAIL,
} from '@imprimitodo/shared/rules/base/contacto'
import { toPesos } from '@imprimitodo/shared/rules/base/dinero'
import { lastPageOf } from '@imprimitodo/shared/rules/compra/paginas'
import { isOpen } from '@imprimitodo/shared/rules/compra/pedido'
import { vueltaOf } from '@imprimitodo/shared/rules/dinero/medio'
import { acreditadoOf, CAJA, inPesos, keptOf, pagoSummary } from '@imprimitodo/shared/rules/dinero/pago'
import { puntosLost } from '@imprimitodo/shared/rules/fidelidad/puntos'
import type { Queryable } from '../../../base/db/open.ts'
import type { Deps } from '../../../base/runtime/deps.ts'
import { type Linea, lineasOf } from '../../archivos/service.ts'
import { findSuccessor, historialOf, noteLook, OTRAS_OPCIONES, type Pedido, pagosOf } from '../filas/store.ts'
import { puntosOf } from '../pasos/beneficios.ts'
import { hasOpenLink } from '../pasos/enlace.ts'
import { estimate, estimateAll } from '../pasos/promesa.ts'
import { aplicadosA, explicadosOf } from '../precio/codigos.ts'
import { cotizacionOf, otrosAnswer } from '../precio/importes.ts'
import { priceOf } from '../precio/price.ts'

const iso = (instant: Date | null) => instant?.toISOString() ?? null

type Asked = {
  /** Other features' part of the page. */
  others: Pick<PedidoAnswer, 'facturado' | 'reposiciones' | 'url_pdf'>
  /** The branch whose promise is asked for. */
  sucursal?: string | undefined
}

/** The whole order for its owner, the result of `forStranger` for others; never the files themselves. */
export async function viewPedido(
  deps: Pick<Deps, 'db' | 'events' | 'now' | 'payments' | 'tienda'>,
  pedido: Pedido,
  { isOwn, ...asked }: Asked & { isOwn: boolean },
): Promise<PedidoAnswer> {
  await noteLook(deps.db, pedido, deps.now())
  const whole = await viewWhole(deps, pedido, asked)
  return isOwn ? whole : forStranger(whole)
}

/** Promises and ways to pay, by which a customer chooses; they do not tell whose order it is. */
export async function viewPromesasYPago(
  deps: Pick<Deps, 'db' | 'events' | 'now' | 'payments' | 'tienda'>,
  pedido: Pedido,
): Promise<PromesasYPago> {
  await noteLook(deps.db, pedido, deps.now())
  const { title, medios, checkout, isMissing } = deps.payments.current
  const { abierta } = await deps.tienda.read()
  const canPay = isOpen(pedido.estado) && abierta !== null && !isMissing
  return {
    promesas: (await estimateAll(deps, pedido)).map((one) => ({ ...one, prometido: iso(one.prometido) })),
    pago: canPay ? { proveedor: checkout ? null : title, medios: [...medios] } : null,
  }
}

/**
 * State, amounts, branch, promise and a masked contact: nothing that says what is printed, for whom, or where
 * to.
 */
function forStranger(whole: PedidoAnswer): PedidoAnswer {
  // A draft has no contact yet, and only its uploader was told its id
  if (whole.estado === 'borrador') return { ...whole, acceso: 'enlace' }
  const names = new Map(whole.archivos.map(({ nombre }, index) => [nombre, `archivo ${index + 1}.pdf`]))
  const nameOf = (nombre: string) => names.get(nombre) ?? nombre
  return {
    ...whole,
    acceso: 'enlace',
    archivos: whole.archivos.map((archivo) => ({ ...archivo, nombre: nameOf(archivo.nombre) })),
    volumenes: whole.volumenes.map((one) => (one.nombre ? { ...one, nombre: nameOf(one.nombre) } : one)),
    direccion_entrega: whole.direccion_entrega && maskDireccion(whole.direccion_entrega),
    nombre: null,
    nota: null,
    otros: [],
    codigo_retiro: null,
    codigos: [],
    distancia_km: null,
    url_pdf: null,
    cupon: null,
    cupon_numero: null,
    vuelve: [],
    puntos: null,
    reposiciones: [],
    reemplazado_por: null,
  }
}

async function viewWhole(
  deps: Pick<Deps, 'db' | 'events' | 'now' | 'payments' | 'tienda'>,
  pedido: Pedido,
  { others, sucursal: asked }: Asked,
): Promise<PedidoAnswer> {
  const { id } = pedido
  const [lineas, { sucursales }, pagos, historial, applied] = await Promise.all([
    lineasOf(deps.db, id),
    deps.tienda.read(),
    pagosOf(deps.db, id),
    historialOf(deps.db, id),
    aplicadosA(deps.db, pedido, deps.now()),
  ])
  const { tarifas, descuento_porcentaje, estado } = pedido
  const sucursal = sucursales.find((one) => one.id === pedido.sucursal_id)
  const ticket = estado === 'confirmado' ? pagos.findLast((pago) => pago.estado === 'pending') : undefined
  // A draft's price follows the colour count and the reserved codes; from `confirmado` on it is the price
  // that was charged, with the codes that the order held then
  const isDraft = estado === 'borrador'
  const now = priceOf(lineas, pedido, applied)
  const importes = isDraft ? now : pedido
  return {
    ...cotizacionOf(id, lineas, tarifas),
    acceso: 'completo',
    numero: pedido.numero,
    estado,
    importe_final: toPesos(importes.importe_final),
    final_impresion: toPesos(importes.final_impresion),
    final_anillado: toPesos(importes.final_anillado),
    descuento_porcentaje,
    descuento_codigo: importes.descuento_codigo,
    descuento_hojas: toPesos(importes.descuento_hojas),
    otros: otrosAnswer(pedido.otros),
    total_otros: toPesos(pedido.total_otros),
    descuento_mano: toPesos(pedido.descuento_mano),
    resta: toPesos(pedido.resta),
    codigos: explicadosOf(lineas, pedido, applied, now.usos),
    modo_entrega: pedido.modo_entrega,
    sucursal: sucursal?.nombre ?? null,
    sucursal_direccion: sucursal?.direccion ?? null,
    sucursal_whatsapp: sucursal?.whatsapp ?? null,
    direccion_entrega: pedido.direccion_entrega,
    nombre: pedido.nombre,
    nota: pedido.nota,
    costo_delivery: toPesos(pedido.costo_delivery),
    distancia_km: pedido.distancia_m === null ? null : pedido.distancia_m / 1000,
    codigo_retiro: pedido.pagado ? pedido.codigo_retiro : null,
    prometido: iso(pedido.prometido),
    nueva_hora: iso(pedido.nueva_hora),
    prometido_estimado: iso(await estimate(deps, pedido, lineas, asked ?? sucursal?.nombre)),
    puntos: await puntosLeft(deps, pedido, pagos),
    ...others,
    email: pedido.email && pedido.email !== SIN_EMAIL ? maskEmail(pedido.email) : null,
    celular: pedido.celular && pedido.celular !== SIN_CELULAR ? maskCelular(pedido.celular) : null,
    color_progreso: colorProgress(lineas),
    pago: pagoSummary(pagos),
    acreditado: toPesos(acreditadoOf(pagos)),
    devuelto: toPesos(
      pagos.reduce((sum, { estado, devuelto }) => sum + (estado === 'approved' ? devuelto : 0), 0),
    ),
    vuelve: vueltasOf(pedido, pagos),
    // The simulated checkout shows its own tickets
    cupon: ticket ? (ticket.cupon ?? (deps.payments.current.checkout && pedido.init_point)) : null,
    cupon_numero: ticket?.cupon_numero ?? null,
    init_point: estado === 'confirmado' && chargesAll(pedido, deps.now()) ? pedido.init_point : null,
    vence: iso(pedido.vence),
    // The customer sees steps that were not taken back. Notes for the owner repeat the state and are left out
    historial: historial
      .filter(({ deshecho }) => !deshecho)
      .filter(({ estado }, index, steps) => estado !== steps[index - 1]?.estado)
      .map(({ estado, cuando }) => ({ estado, cuando: cuando.toISOString() })),
    reemplazado_por: await successorOf(deps.db, pedido, historial),
  }
}

/** The order that the customer's other options made of this one: null where it ended otherwise, or not. */
async function successorOf(
  db: Queryable,
  { estado, carrito }: Pedido,
  historial: Awaited<ReturnType<typeof historialOf>>,
): Promise<string | null> {
  const end = historial.findLast((paso) => paso.estado === 'cancelado' && !paso.deshecho)
  const isReplaced = estado === 'cancelado' && end?.nota === OTRAS_OPCIONES
  return isReplaced && carrito !== null ? findSuccessor(db, carrito) : null
}

/** Whether the order's link is open and charges its price: after a change of the price the page asks for another one. */
const chargesAll = (pedido: Pedido, now: Date): boolean =>
  hasOpenLink(pedido, now) && pedido.preferencia_importe === pedido.importe_final

async function puntosLeft(
  { db, tienda }: Pick<Deps, 'db' | 'tienda'>,
  pedido: Pedido,
  pagos: Awaited<ReturnType<typeof pagosOf>>,
): Promise<PedidoAnswer['puntos']> {
  const { estado, importe_final } = pedido
  if (!pedido.pagado || estado === 'cancelado' || estado === 'reembolsado') return null
  const all = await puntosOf(db, pedido, (await tienda.read()).ajustes)
  const cuantos = all ? all.cuantos - puntosLost(all.cuantos, importe_final, pagos) : 0
  return all && cuantos > 0 ? { ...all, cuantos } : null
}

/** The refund of each payment: all of it once the order is over, else the part that did not go back yet. */
function vueltasOf(
  { estado: of }: Pedido,
  pagos: Awaited<ReturnType<typeof pagosOf>>,
): PedidoAnswer['vuelve'] {
  const isOver = of === 'cancelado' || of === 'reembolsado'
  return pagos.flatMap((pago) => {
    const isMade = pago.estado === 'approved' || (isOver && pago.estado === 'refunded')
    const back = isOver ? pago.importe : keptOf(pago)
    if (!isMade || !inPesos(pago) || back <= 0) return []
    return {
      importe: toPesos(back),
      ...vueltaOf({ medio: pago.medio, en_caja: pago.proveedor === CAJA }),
    }
  })
}

function colorProgress(lineas: Linea[]): PedidoAnswer['color_progreso'] {
  const inColor = lineas.filter(({ archivo }) => archivo.color === 'color')
  const total = inColor.reduce((sum, { archivo }) => sum + lastPageOf(archivo), 0)
  const hechas = inColor.reduce(
    (sum, { archivo, contenido }) => sum + Math.min(contenido.color_hasta, lastPageOf(archivo)),
    0,
  )
  return hechas < total ? { hechas, total } : null
}
