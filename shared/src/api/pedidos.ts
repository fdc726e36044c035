import * as z from 'zod'
import { withoutInvisible } from '../rules/base/caracteres.ts'
import { CONTACTO_REQUIRED, EMAIL_REQUIRED, NUMERO_REQUIRED } from '../rules/base/contacto.ts'
import { GRUPOS } from '../rules/compra/archivo.ts'
import { AVISO_CODIGOS } from '../rules/compra/aviso.ts'
import { MODOS_ENTREGA } from '../rules/compra/entrega.ts'
import { NOMBRES_HOJA, OTRAS_HOJAS } from '../rules/compra/hoja.ts'
import { POR_CARILLA } from '../rules/compra/paginas.ts'
import { ESTADOS } from '../rules/compra/pedido.ts'
import { NOTA_LONG, NOTA_MAX, notaProblem } from '../rules/compra/retiro.ts'
import { MEDIOS_PAGO } from '../rules/dinero/pago.ts'
import { CODIGOS_DE_COMPRA } from '../rules/fidelidad/codigo.ts'
import { SENSIBILIDADES } from '../rules/taller/tinta.ts'
import {
  celularField,
  checked,
  emailField,
  listField,
  nombreRetiroField,
  preciosHojas,
  sucursalField,
  textField,
} from './campos.ts'

/** Unguessable, 128 bits in base64url. Anything else answers 404 like an unknown one. */
export const PedidoId = textField(100)
export const PedidoParams = z.object({ pedido_id: PedidoId })

const pesos = z.number()
const instant = z.iso.datetime()

/** A fact that the customer should know of a file. `paginas` from 1; none where it concerns the whole file. */
const AvisoAnswer = z.object({
  codigo: z.enum(AVISO_CODIGOS),
  paginas: z.array(z.int()),
  texto: z.string(),
})

/** '1042', 'N.º 1042', '#1042': its digits. */
const numeroField = z
  .union([z.string().max(40, NUMERO_REQUIRED), z.number()], NUMERO_REQUIRED)
  .transform((value) => Number(String(value).replace(/\D/g, '') || Number.NaN))
  .pipe(z.int(NUMERO_REQUIRED).min(1, NUMERO_REQUIRED).max(2_147_483_647, NUMERO_REQUIRED))

/** An order as its browser lists it. */
export const PedidoDelNavegador = z.object({
  pedido_id: z.string(),
  numero: z.int(),
  estado: z.enum(ESTADOS),
  confirmado: instant,
  importe_final: pesos,
  modo_entrega: z.enum(MODOS_ENTREGA),
  sucursal: z.string(),
  /** The new hour where its customer was told one. */
  prometido: instant.nullable(),
})
export type PedidoDelNavegador = z.infer<typeof PedidoDelNavegador>

export const ArchivoAnswer = z.object({
  nombre: z.string(),
  /** Pages of the whole file. */
  paginas: z.int(),
  /** How many of those pages are printed. */
  paginas_impresas: z.int(),
  /** Which: '1-10,15,20-'; null is all of them. */
  rango: z.string().nullable(),
  /** Pages on each side. */
  por_carilla: z.literal(POR_CARILLA),
  /** The paper; A4 where it is absent. */
  hoja: z.enum(NOMBRES_HOJA).optional(),
  /** For one copy. */
  hojas: z.int(),
  /** Printed pages with colour; 0 in a b/w file, null until all are examined. */
  paginas_color: z.int().nullable(),
  /** All copies, before discounts. */
  importe: pesos,
  grupo: z.enum([...GRUPOS, 'default']),
  doble_faz: z.boolean(),
  orientacion: z.enum(['vertical', 'horizontal']),
  color: z.enum(['color', 'blanco y negro']),
  duplicado: z.int(),
  anillado: z.boolean(),
  /**
   * Identifies the uploaded bytes, so that they need not be sent again. Only the uploader sees it, others get
   * null.
   */
  subida: z.string().nullable(),
  /**
   * Printed pages of another size than their sheet: they will be scaled to fit. 0 where pages share a side.
   */
  paginas_ajustadas: z.int(),
  /** Runs of pages of one size, as displayed, in mm: all pages of the file, in order. */
  tamanos: z.array(z.object({ paginas: z.int(), ancho: z.number(), alto: z.number() })),
  avisos: z.array(AvisoAnswer),
})
export type ArchivoAnswer = z.infer<typeof ArchivoAnswer>

export const VolumenAnswer = z.object({
  /** The group, or the name of a file bound by itself. */
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
  /** Its pages on paper are still being compared with its files: more avisos may come. */
  prueba_pendiente: z.boolean(),
  archivos: z.array(ArchivoAnswer),
  volumenes: z.array(VolumenAnswer),
})
export type Cotizacion = z.infer<typeof Cotizacion>

/** `importe` is the price of one. */
export const LineaOtraAnswer = z.object({ texto: z.string(), cantidad: z.int(), importe: pesos })
export type LineaOtraAnswer = z.infer<typeof LineaOtraAnswer>

/** A code of an order: reserved for it while it is unpaid, spent by it afterwards. */
export const CodigoAplicado = z.object({
  codigo: z.string(),
  tipo: z.enum(CODIGOS_DE_COMPRA),
  /** hojas: how many the code is for, and how many of them it covers in this order. */
  hojas: z.int().nullable(),
  cubiertas: z.int().nullable(),
  /** For cupon and ruleta. */
  porcentaje: z.number().nullable(),
  /**
   * How much it takes off importe_final; the amounts of all codes of an order add up to the order's code
   * discount.
   */
  descuento: pesos,
})
export type CodigoAplicado = z.infer<typeof CodigoAplicado>

/** A code with its explanation. `reglas`: Spanish sentences; what it covered in this order, and how to cover more. */
export const CodigoExplicado = CodigoAplicado.extend({ reglas: z.array(z.string()) })
export type CodigoExplicado = z.infer<typeof CodigoExplicado>

/**
 * The order as its owner may see it (`completo`), or as its `pedido_id` alone shows it (`enlace`): without name, note,
 * pickup code, codes, invoice, ticket, names of files, address and the order that took its place. Contact masked for both, and never the files.
 */
export const PedidoAnswer = Cotizacion.extend({
  acceso: z.enum(['enlace', 'completo']),
  numero: z.int().nullable(),
  estado: z.enum(ESTADOS),
  importe_final: pesos,
  /** The two parts of importe_final, each after discounts and rounding. */
  final_impresion: pesos,
  final_anillado: pesos,
  /** Percent off for buying on the web, and by a code: both are already included in the final amounts. */
  descuento_porcentaje: z.number(),
  descuento_codigo: z.number(),
  /** How much free sheets took off total_impresion. */
  descuento_hojas: pesos,
  /** Products and services that the counter sold with it, and the discount that a clerk gave at the end. */
  otros: z.array(LineaOtraAnswer),
  total_otros: pesos,
  descuento_mano: pesos,
  /** Still owed at the pickup, for an order that went into work for a part of its price. */
  resta: pesos,
  /** For a draft: the codes reserved now, which importe_final includes. Empty once they were released. */
  codigos: z.array(CodigoExplicado),
  modo_entrega: z.enum(MODOS_ENTREGA).nullable(),
  sucursal: z.string().nullable(),
  sucursal_direccion: z.string().nullable(),
  sucursal_whatsapp: z.string().nullable(),
  direccion_entrega: z.string().nullable(),
  /** The person who picks it up, and the customer's note to the shop. */
  nombre: z.string().nullable(),
  nota: z.string().nullable(),
  costo_delivery: pesos,
  distancia_km: z.number().nullable(),
  codigo_retiro: z.string().nullable(),
  /**
   * When it is ready, as promised at the payment; null before that, and where the branch has no readable
   * opening hours.
   */
  prometido: instant.nullable(),
  /** The later hour that its customer was told, where the promised one would be missed. */
  nueva_hora: instant.nullable(),
  /**
   * While it is unpaid: the time that would be promised now, for the branch in the query or the order's own.
   */
  prometido_estimado: instant.nullable(),
  /**
   * Points of a paid order: those that the account earned, or those that a visitor would earn by confirming
   * an account's mailbox. Null where it gives none.
   */
  puntos: z.object({ cuantos: z.int(), sumados: z.boolean() }).nullable(),
  facturado: z.boolean(),
  url_pdf: z.string().nullable(),
  email: z.string().nullable(),
  celular: z.string().nullable(),
  /** Pages examined for colour so far, and in all, while color_pendiente. */
  color_progreso: z.object({ hechas: z.int(), total: z.int() }).nullable(),
  /** The most telling state among its payments. Null before any. */
  pago: z.enum(['pendiente', 'en_proceso', 'aprobado', 'rechazado', 'devuelto']).nullable(),
  /** The money of its payments that the shop still has: less than `importe_final` does not pay the order. */
  acreditado: pesos,
  /** Partial refunds of what paid it. */
  devuelto: pesos,
  /**
   * Refunds: those that a cancellation now would make, or those made or on their way: how much, to where,
   * when.
   */
  vuelve: z.array(z.object({ importe: pesos, adonde: z.string(), cuando: z.string().nullable() })),
  /** The address of the cash ticket that is still to be paid. */
  cupon: z.string().nullable(),
  /**
   * The digits below its bars, which the cashier scans or types; null where the provider does not give them.
   */
  cupon_numero: z.string().nullable(),
  /**
   * Files that the customer is asked to send again, by their place from 1; `recibida`: it came, and the
   * counter checks it.
   */
  reposiciones: z.array(z.object({ n: z.int(), recibida: z.boolean() })),
  /** The payment link, while it can be used. */
  init_point: z.string().nullable(),
  vence: instant.nullable(),
  historial: z.array(z.object({ estado: z.enum(ESTADOS), cuando: instant })),
  /** The order that took its place when its customer changed the options. */
  reemplazado_por: z.string().nullable(),
})
export type PedidoAnswer = z.infer<typeof PedidoAnswer>

/**
 * What a customer compares before paying: a small answer, since it is asked for repeatedly. Empty once the
 * order is paid.
 */
export const PromesasYPago = z.object({
  /**
   * When it would be ready if it was paid now, at each branch; null where the branch has no readable opening
   * hours.
   */
  promesas: z.array(z.object({ sucursal: z.string(), prometido: instant.nullable() })),
  /** The provider whose checkout takes the payment, null for our simulated one, and the means it takes. */
  pago: z.object({ proveedor: z.string().nullable(), medios: z.array(z.enum(MEDIOS_PAGO)) }).nullable(),
})
export type PromesasYPago = z.infer<typeof PromesasYPago>

/** Totals, distance, delivery cost and any other key may be sent too: they are ignored. */
export const Compra = z.object({
  pedido_id: textField(100, 'Falta el pedido.').min(1, 'Falta el pedido.'),
  email: emailField,
  celular: celularField,
  sucursal: sucursalField,
  modo_entrega: z.enum(MODOS_ENTREGA, 'Elegí retiro o delivery.'),
  /**
   * The complete list: a code of the order that is left out is released. Unknown, ended: 400; another
   * order's: 409.
   */
  codigosAplicados: listField(textField(100), 100).nullish(),
  direccion_entrega: textField(300).overwrite(withoutInvisible).nullish(),
  /** The pin the customer put on the map, if any. */
  lat: z.number().min(-90).max(90).nullish(),
  lng: z.number().min(-180).max(180).nullish(),
  /** The customer was asked about the pin (`duda` of the quote) and keeps it. */
  pin_confirmado: z.boolean().nullish(),
  /** The person who picks it up. */
  nombre: nombreRetiroField.nullish(),
  /** The customer's note to the shop. Lines end in \n or \r\n. */
  nota: z
    .string()
    .trim()
    .max(NOTA_MAX, { error: NOTA_LONG, abort: true })
    .superRefine(checked(notaProblem))
    .nullish(),
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

/**
 * Without prices, and with an empty `anillado`: the owner did not fill the list yet, and no order is taken.
 */
export const PreciosAnswer = z.object({
  byn: z.object({ una: pesos, dos: pesos }).nullable(),
  color: z.object({ una: pesos, dos: pesos }).nullable(),
  color_por_hoja: z.boolean(),
  anillado: z.array(z.object({ hasta: z.int(), precio: pesos })),
  /** Pesos a sheet for the paper other than A4 that some branch prints on; absent: none. */
  hojas: preciosHojas.optional(),
  /** How long files are kept after the order is closed, and after it is ready where it is not collected. */
  retencion_dias: z.int(),
  retencion_listo_dias: z.int(),
  /** The server's sensitivity for colour in scans, so that a browser can use the same. */
  sensibilidad_color: z.enum(SENSIBILIDADES),
})

/** Null: not filled yet, to be shown nowhere. `lat` and `lng` go together. */
export const SucursalAnswer = z.object({
  nombre: z.string(),
  direccion: z.string().nullable(),
  whatsapp: z.string().nullable(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  horario: z.string().nullable(),
  /** Paper other than A4 that it prints on; absent: none. */
  hojas: z.array(z.enum(OTRAS_HOJAS)).optional(),
})

export const pedidosApi = {
  'GET /api/get_config_delivery/': {
    answer: z.object({ radioPermitido: z.number(), precioDelivery: pesos, descuentoCompra: z.number() }),
  },
  'GET /api/precios': { answer: PreciosAnswer },
  'GET /api/sucursales': { answer: z.array(SucursalAnswer) },
  'GET /api/pedidos/:pedido_id': {
    params: PedidoParams,
    /** The branch that prometido_estimado is computed for, while the order has no branch or another one. */
    query: z.object({ sucursal: textField(60).optional() }),
    answer: PedidoAnswer,
  },
  'GET /api/pedidos/:pedido_id/para-pagar': {
    params: PedidoParams,
    answer: PromesasYPago,
  },
  /** Confirmed orders that this browser bought or proved to be its own, newest first. */
  'GET /api/pedidos': { answer: z.array(PedidoDelNavegador) },
  /**
   * Mails the order's link to its own mailbox, if the number matches the e-mail or the mobile. The answer is
   * always the same.
   */
  'POST /api/pedidos/buscar': {
    body: z
      .object({ numero: numeroField, email: emailField.nullish(), celular: celularField.nullish() })
      .refine(({ email, celular }) => email || celular, { path: ['email'], message: CONTACTO_REQUIRED }),
    answer: z.object({ detail: z.string() }),
  },
  /** Proves ownership by the key in a mail's link or by the order's e-mail; this browser remembers it. */
  'POST /api/pedidos/:pedido_id/acceso': {
    params: PedidoParams,
    body: z
      .object({ llave: textField(100).nullish(), email: emailField.nullish() })
      .refine(({ llave, email }) => llave || email, { path: ['email'], message: EMAIL_REQUIRED }),
    answer: PedidoAnswer,
  },
  'POST /api/completar_compra': { body: Compra, answer: CompraAnswer },
  'POST /api/registrar_compra_sin_pago': {
    body: Compra,
    answer: z.object({ pedido_id: z.string(), importe_final: z.literal(0), estado: z.literal('pagado') }),
  },
}
