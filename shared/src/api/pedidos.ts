import * as z from 'zod'
import { GRUPOS } from '../rules/archivo.ts'
import { MODOS_ENTREGA } from '../rules/entrega.ts'
import { ESTADOS } from '../rules/pedido.ts'
import { celularField, emailField } from './campos.ts'

/** Unguessable, 128 bits in base64url. Anything else answers 404 like an unknown one. */
export const PedidoId = z.string().max(100)
export const PedidoParams = z.object({ pedido_id: PedidoId })

const pesos = z.number()
const instant = z.iso.datetime()

export const ArchivoAnswer = z.object({
  nombre: z.string(),
  paginas: z.int(),
  /** Of one copy. */
  hojas: z.int(),
  /** Pages with colour; 0 in a b/w file, null while they are being looked for. */
  paginas_color: z.int().nullable(),
  /** All copies, before discounts. */
  importe: pesos,
  grupo: z.enum([...GRUPOS, 'default']),
  doble_faz: z.boolean(),
  orientacion: z.enum(['vertical', 'horizontal']),
  color: z.enum(['color', 'blanco y negro']),
  duplicado: z.int(),
  anillado: z.boolean(),
  /** Names the bytes on the server, so that they need not be sent again. Null for anybody but the uploader. */
  subida: z.string().nullable(),
  /** Pages more than 3 mm off A4: they will be scaled to fit. */
  paginas_ajustadas: z.int(),
})
export type ArchivoAnswer = z.infer<typeof ArchivoAnswer>

export const VolumenAnswer = z.object({
  /** A group, or else the one bound file's name. */
  grupo: z.enum(GRUPOS).optional(),
  nombre: z.string().optional(),
  hojas: z.int(),
  copias: z.int(),
  tomos: z.int(),
  importe: pesos,
})

export const Cotizacion = z.object({
  pedido_id: z.string(),
  total_impresion: pesos,
  total_anillado: pesos,
  total: pesos,
  color_pendiente: z.boolean(),
  archivos: z.array(ArchivoAnswer),
  volumenes: z.array(VolumenAnswer),
})
export type Cotizacion = z.infer<typeof Cotizacion>

/** A code that an order has: reserved or held for it while it is unpaid, spent by it afterwards. */
export const CodigoAplicado = z.object({
  codigo: z.string(),
  tipo: z.enum(['hojas', 'cupon', 'ruleta']),
  /** hojas: how many the code is for, and how many of them it covers in this order. */
  hojas: z.int().nullable(),
  cubiertas: z.int().nullable(),
  /** cupon, ruleta. */
  porcentaje: z.number().nullable(),
  /** What it takes off importe_final; those of an order add up to all that its codes take off. */
  descuento: pesos,
})
export type CodigoAplicado = z.infer<typeof CodigoAplicado>

/** The order as whoever holds its `pedido_id` may see it: contact masked, never the files. */
export const PedidoAnswer = Cotizacion.extend({
  numero: z.int().nullable(),
  estado: z.enum(ESTADOS),
  importe_final: pesos,
  /** The two parts of importe_final, each after discounts and rounding. */
  final_impresion: pesos,
  final_anillado: pesos,
  /** Percent off by the web, and by a code: both together are inside the final amounts. */
  descuento_porcentaje: z.number(),
  descuento_codigo: z.number(),
  /** What free sheets took off total_impresion. */
  descuento_hojas: pesos,
  /** Of a draft: as reserved now, and importe_final with them. Empty once they were given back. */
  codigos: z.array(CodigoAplicado),
  modo_entrega: z.enum(MODOS_ENTREGA).nullable(),
  sucursal: z.string().nullable(),
  sucursal_direccion: z.string().nullable(),
  sucursal_whatsapp: z.string().nullable(),
  direccion_entrega: z.string().nullable(),
  costo_delivery: pesos,
  distancia_km: z.number().nullable(),
  codigo_retiro: z.string().nullable(),
  /** When it is ready, promised as it was paid; null before that, and where the branch's hours say nothing. */
  prometido: instant.nullable(),
  /** While it is unpaid: what would be promised now, by the branch asked for or its own. */
  prometido_estimado: instant.nullable(),
  facturado: z.boolean(),
  url_pdf: z.string().nullable(),
  email: z.string().nullable(),
  celular: z.string().nullable(),
  /** Pages looked at for colour so far, and in all, while color_pendiente. */
  color_progreso: z.object({ hechas: z.int(), total: z.int() }).nullable(),
  /** Of its payments: the one that says most. Null before any. */
  pago: z.enum(['pendiente', 'en_proceso', 'aprobado', 'rechazado', 'devuelto']).nullable(),
  /** What its payments brought and did not go back: less than `importe_final` does not pay it. */
  acreditado: pesos,
  /** Given back in parts of what paid it. */
  devuelto: pesos,
  /** Where the cash ticket that waits for its money is seen. */
  cupon: z.string().nullable(),
  /** The payment link, while it can be used. */
  init_point: z.string().nullable(),
  vence: instant.nullable(),
  historial: z.array(z.object({ estado: z.enum(ESTADOS), cuando: instant })),
})
export type PedidoAnswer = z.infer<typeof PedidoAnswer>

/** Totals, distance and delivery cost are accepted for compatibility and never trusted. */
export const Compra = z.object({
  pedido_id: z.string('Falta el pedido.').min(1, 'Falta el pedido.'),
  email: emailField,
  celular: celularField,
  sucursal: z.string('Elegí una sucursal.').trim().min(1, 'Elegí una sucursal.'),
  modo_entrega: z.enum(MODOS_ENTREGA, 'Elegí retiro o delivery.'),
  importe_total: z.unknown().optional(),
  /** The whole truth: what the order had and is left out is released. Unknown, ended: 400; another order's: 409. */
  codigosAplicados: z.array(z.string().max(100)).max(100).nullish(),
  direccion_entrega: z.string().max(300, 'Esa dirección es demasiado larga.').nullish(),
  distancia_km: z.unknown().optional(),
  costo_delivery: z.unknown().optional(),
  /** The pin the customer put on the map, if any. */
  lat: z.number().min(-90).max(90).nullish(),
  lng: z.number().min(-180).max(180).nullish(),
})
export type Compra = z.infer<typeof Compra>

export const CompraAnswer = z.object({
  pedido_id: z.string(),
  importe_final: pesos,
  total_impresion: pesos,
  total_anillado: pesos,
  costo_delivery: pesos,
  estado: z.enum(ESTADOS),
})

export const PreciosAnswer = z.object({
  byn: z.object({ una: pesos, dos: pesos }),
  color: z.object({ una: pesos, dos: pesos }),
  color_por_hoja: z.boolean(),
  anillado: z.array(z.object({ hasta: z.int(), precio: pesos })),
  retencion_dias: z.int(),
})

export const SucursalAnswer = z.object({
  nombre: z.string(),
  direccion: z.string(),
  whatsapp: z.string(),
  lat: z.number(),
  lng: z.number(),
  horario: z.string(),
})

export const pedidosApi = {
  'GET /api/get_config_delivery/': {
    answer: z.object({ radioPermitido: z.number(), precioDelivery: pesos, descuentoCompra: z.number() }),
  },
  'GET /api/precios': { answer: PreciosAnswer },
  'GET /api/sucursales': { answer: z.array(SucursalAnswer) },
  'GET /api/pedidos/:pedido_id': {
    params: PedidoParams,
    /** The branch that prometido_estimado is asked of, while the order has none or another. */
    query: z.object({ sucursal: z.string().max(200).optional() }),
    answer: PedidoAnswer,
  },
  'POST /api/completar_compra': { body: Compra, answer: CompraAnswer },
  'POST /api/registrar_compra_sin_pago': {
    body: Compra,
    answer: z.object({ pedido_id: z.string(), importe_final: z.literal(0), estado: z.literal('pagado') }),
  },
}
