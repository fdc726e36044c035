import type { Cotizacion, PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import { toCentavos, toPesos } from '@imprimitodo/shared/rules/base/dinero'
import { importeFinal } from '@imprimitodo/shared/rules/compra/precio'

/** The answer of this page's last upload; null after a reload. */
let last: Cotizacion | null = null

export const noteCotizacion = (cotizacion: Cotizacion | null): void => {
  last = cotizacion
}

/**
 * The draft as the answer of its upload tells it, for a step 3 that cannot load the order. Null where this page did not
 * upload it. Codes that moved over from an earlier quote are not in its price: completar_compra tells the other amount,
 * and nothing but the amount on the screen is charged.
 */
export function pedidoRecienCotizado(pedidoId: string, descuento: number): PedidoAnswer | null {
  if (last?.pedido_id !== pedidoId) return null
  const { impresion, anillado, importe_final } = importeFinal(
    { total_impresion: toCentavos(last.total_impresion), total_anillado: toCentavos(last.total_anillado) },
    descuento,
  )
  return {
    ...last,
    ...UNCONFIRMED,
    importe_final: toPesos(importe_final),
    final_impresion: toPesos(impresion),
    final_anillado: toPesos(anillado),
    descuento_porcentaje: descuento,
  }
}

/** What a draft without codes has in an order's answer. */
const UNCONFIRMED = {
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
