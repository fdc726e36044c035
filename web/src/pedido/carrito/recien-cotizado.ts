import type { Cotizacion, PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import { toCentavos, toPesos } from '@imprimitodo/shared/rules/base/dinero'
import { importeFinal } from '@imprimitodo/shared/rules/compra/precio'

/** Afterwards the order may have been deleted. */
const RECIEN_MS = 30 * 60_000

/** The answer of this page's last upload; null after a reload. */
let last: { cotizacion: Cotizacion; at: number; mayHaveCodigos: boolean } | null = null

/** `mayHaveCodigos`: codes of an order that was quoted before have moved over to this one. */
export function noteCotizacion(cotizacion: Cotizacion | null, mayHaveCodigos = false): void {
  last = cotizacion && { cotizacion, at: performance.now(), mayHaveCodigos }
}

/** A code was applied to the order. */
export function noteCodigo(): void {
  if (last) last = { ...last, mayHaveCodigos: true }
}

/** Whether this page uploaded the order just now: then it is not lost where a server does not know it. */
export const isRecienCotizado = (pedidoId: string): boolean =>
  last !== null && last.cotizacion.pedido_id === pedidoId && performance.now() - last.at < RECIEN_MS

/**
 * The draft as the answer of its upload tells it, for a step 3 that cannot load the order. Null where this page did not
 * upload it just now, and where codes may belong to it: to pay without them would release them.
 */
export function pedidoRecienCotizado(pedidoId: string, descuento: number): PedidoAnswer | null {
  if (!last || last.mayHaveCodigos || !isRecienCotizado(pedidoId)) return null
  const { cotizacion } = last
  const { impresion, anillado, importe_final } = importeFinal(
    {
      total_impresion: toCentavos(cotizacion.total_impresion),
      total_anillado: toCentavos(cotizacion.total_anillado),
    },
    descuento,
  )
  return {
    ...cotizacion,
    ...UNCONFIRMED,
    importe_final: toPesos(importe_final),
    final_impresion: toPesos(impresion),
    final_anillado: toPesos(anillado),
    descuento_porcentaje: descuento,
  }
}

/** What a draft without codes has in an order's answer. */
export const UNCONFIRMED = {
  acceso: 'completo',
  numero: null,
  estado: 'borrador',
  descuento_codigo: 0,
  descuento_hojas: 0,
  otros: [],
  total_otros: 0,
  descuento_mano: 0,
  resta: 0,
  codigos: [],
  modo_entrega: null,
  sucursal: null,
  sucursal_direccion: null,
  sucursal_whatsapp: null,
  direccion_entrega: null,
  nombre: null,
  nota: null,
  costo_delivery: 0,
  distancia_km: null,
  codigo_retiro: null,
  prometido: null,
  nueva_hora: null,
  prometido_estimado: null,
  puntos: null,
  facturado: false,
  url_pdf: null,
  email: null,
  celular: null,
  color_progreso: null,
  pago: null,
  acreditado: 0,
  devuelto: 0,
  vuelve: [],
  cupon: null,
  cupon_numero: null,
  reposiciones: [],
  init_point: null,
  vence: null,
  historial: [],
  reemplazado_por: null,
} satisfies Partial<PedidoAnswer>
