import * as z from 'zod'
import { CODIGO_TIPOS } from '../rules/codigo.ts'
import { MODOS_ENTREGA } from '../rules/entrega.ts'
import { COUNTER_STEPS, ESTADOS } from '../rules/pedido.ts'
import { Facturacion, Vendedor } from './facturas.ts'
import { ArchivoAnswer, CodigoAplicado, PedidoParams, VolumenAnswer } from './pedidos.ts'

const pesos = z.number()
const instant = z.iso.datetime()

/** An order as a row of the board. Contact in full: staff only. */
export const PedidoFila = z.object({
  pedido_id: z.string(),
  numero: z.int(),
  estado: z.enum(ESTADOS),
  /** '' where the customer left none at the counter. */
  email: z.string(),
  celular: z.string(),
  sucursal: z.string(),
  modo_entrega: z.enum(MODOS_ENTREGA),
  direccion_entrega: z.string().nullable(),
  importe_final: pesos,
  costo_delivery: pesos,
  hojas_byn: z.int(),
  hojas_color: z.int(),
  anillados: z.int(),
  archivos: z.int(),
  codigo_retiro: z.string(),
  pago: z.enum(['pendiente', 'en_proceso', 'aprobado', 'rechazado', 'devuelto']).nullable(),
  /** The account's, where it was ordered with one; else as the counter was told. */
  nombre: z.string().nullable(),
  /** Who of the counter has it in hand. */
  tomado: z.object({ id: z.int(), nombre: z.string(), cuando: instant }).nullable(),
  /** Print works that came out, of how many. */
  impresos: z.object({ hechos: z.int(), de: z.int() }),
  confirmado: instant,
  prometido: instant.nullable(),
  vence: instant.nullable(),
})
export type PedidoFila = z.infer<typeof PedidoFila>

export const TrabajoAnswer = z.object({
  id: z.int(),
  nombre: z.string(),
  copias: z.int(),
  hojas: z.int(),
  paginas: z.int(),
  lados: z.union([z.literal(1), z.literal(2)]),
  borde: z.enum(['largo', 'corto']),
  color: z.boolean(),
  anillado: z.boolean(),
  /** 'i/N' of a split volume. */
  tomo: z.string().nullable(),
  /** Names of its files, in order. */
  archivos: z.array(z.string()),
})

export const PedidoMostrador = PedidoFila.extend({
  total_impresion: pesos,
  total_anillado: pesos,
  descuento_porcentaje: z.number(),
  descuento_codigo: z.number(),
  descuento_hojas: pesos,
  codigos: z.array(CodigoAplicado),
  distancia_km: z.number().nullable(),
  distancia_estimada: z.boolean(),
  archivos: z.array(ArchivoAnswer),
  volumenes: z.array(VolumenAnswer),
  /** False once the files are gone: the order stays, its works can no longer be made. */
  archivos_guardados: z.boolean(),
  trabajos: z.array(TrabajoAnswer),
  pagos: z.array(
    z.object({
      id: z.string(),
      estado: z.string(),
      importe: pesos,
      devuelto: pesos,
      medio: z.string().nullable(),
      /** Taken at the counter: a person gives it back, no provider does. */
      en_caja: z.boolean(),
      cuando: instant,
    }),
  ),
  historial: z.array(
    z.object({ estado: z.enum(ESTADOS), cuando: instant, quien: z.string(), nota: z.string().nullable() }),
  ),
})
export type PedidoMostrador = z.infer<typeof PedidoMostrador>

/**
 * A code as the counter sees it, before (look) and after (use) it is marked. `disponible`: `usar` would take it;
 * otherwise `detail` says why not, in Spanish, and `usar` answers the same words.
 */
export const CodigoMostrador = z.object({
  codigo: z.string(),
  /** `retiro` is the pickup code of an order. `hojas` are spent by an order of the web, never at the counter. */
  tipo: z.enum(CODIGO_TIPOS),
  estado: z.enum(['disponible', 'usado', 'vencido', 'ocupado']),
  detail: z.string().nullable(),
  /** cupon, ruleta: the percent off. */
  descuento: z.number().nullable(),
  hojas: z.int().nullable(),
  /** premio, hojas: the prize's name. */
  producto_nombre: z.string().nullable(),
  /** Masked e-mail of whose it is. */
  cliente: z.string().nullable(),
  vence: instant.nullable(),
  /** Once used: who marked it (the person of the counter, or 'pedido 1042') and when. */
  quien: z.string().nullable(),
  cuando: instant.nullable(),
  /** Of a retiro, and of a code that an order holds. */
  numero: z.int().nullable(),
  pedido_id: z.string().nullable(),
})
export type CodigoMostrador = z.infer<typeof CodigoMostrador>

/** As typed: without case, dashes or care about O and 0. */
const CodigoParams = z.object({ codigo: z.string() })

/** 400 {importe: [..]} */
const importeVenta = z
  .union(
    [z.number(), z.string().regex(/^\d+([.]\d{1,2})?$/, 'Escribí el importe en pesos.')],
    'Escribí el importe.',
  )
  .transform(Number)
  .pipe(
    z
      .number('Escribí el importe.')
      .positive('El importe tiene que ser mayor que cero.')
      .max(100_000_000, 'Ese importe es demasiado grande.'),
  )

const pair = z.object({ una: pesos, dos: pesos })
export const Ajustes = z.object({
  precios: z.object({ byn: pair, color: pair }),
  color_por_hoja: z.boolean(),
  anillado: z.array(z.object({ hasta: z.int(), precio: pesos })),
  descuentoCompra: z.number().min(0).max(100),
  radioPermitido: z.number().min(0),
  precioDelivery: pesos.min(0),
  puntos_por_peso: z.number().min(0),
  cupon: z.object({ primero: z.number().min(0).max(100), siguientes: z.number().min(0).max(100) }),
  /**
   * `pesos`: how often each value from min to max comes up, relative to the others; without, all alike. `presupuesto`:
   * the percents that it gives away in a day, added up; then the least value comes up.
   */
  ruleta: z.object({
    min: z.int().min(0).max(100),
    max: z.int().min(0).max(100),
    pesos: z.array(z.int().min(0).max(1_000_000)).max(101).nullish(),
    presupuesto: z.int().min(1, 'El presupuesto es un número desde 1.').max(1_000_000).nullish(),
  }),
  retencion_dias: z.int().min(1).max(3650),
  /** What the promised time counts beside the printing. */
  promesa: z.object({
    minutos_anillado: z.int().min(0).max(240),
    minutos_margen: z.int().min(0).max(2880),
  }),
  /** A voucher for every paid order when it is handed over, asked for or not. */
  facturar_siempre: z.boolean(),
  facturacion: Facturacion,
  vendedor: Vendedor,
  redes: z
    .array(
      z.object({
        nombre: z.enum(['Instagram', 'Facebook', 'TikTok'], 'Elegí una red.'),
        url: z.url({ protocol: /^https$/, message: 'La dirección empieza con https://' }).max(300),
      }),
    )
    .max(3),
  /** The flag kit is served at /{token}.pdf; null: there is none. */
  kit_banderas: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Usá minúsculas, números y guiones: kit-banderas.')
    .max(60)
    .nullable(),
})
export type Ajustes = z.infer<typeof Ajustes>

/** What is left out stays as it is, also inside what is made of amounts side by side. */
const AjustesChange = Ajustes.partial().extend({
  precios: z.object({ byn: pair.partial(), color: pair.partial() }).partial().optional(),
  cupon: Ajustes.shape.cupon.partial().optional(),
  promesa: Ajustes.shape.promesa.partial().optional(),
})
export type AjustesChange = z.infer<typeof AjustesChange>

export const mostradorApi = {
  'POST /api/mostrador/ingresar': {
    body: z.object({
      email: z.string('Escribí tu e-mail.').trim().min(1, 'Escribí tu e-mail.'),
      password: z.string('Escribí tu contraseña.').min(1, 'Escribí tu contraseña.'),
      totp: z.string().nullish(),
    }),
    answer: z.object({
      access: z.string(),
      id: z.int(),
      nombre: z.string(),
      rol: z.enum(['dueno', 'operador']),
      sucursal: z.string().nullable(),
    }),
  },
  'POST /api/mostrador/salir': { answer: z.object({}) },
  'GET /api/mostrador/pedidos': {
    query: z.object({
      /** One state, several with commas, or none for all that staff sees. */
      estado: z.string().optional(),
      sucursal: z.string().optional(),
      texto: z.string().max(200).optional(),
      orden: z.enum(['recientes', 'promesa']).optional(),
      cursor: z.string().max(200).optional(),
    }),
    answer: z.object({ pedidos: z.array(PedidoFila), siguiente: z.string().nullable() }),
  },
  'GET /api/mostrador/pedidos/:pedido_id': { params: PedidoParams, answer: PedidoMostrador },
  'POST /api/mostrador/pedidos/:pedido_id/estado': {
    params: PedidoParams,
    body: z.object({ estado: z.enum(COUNTER_STEPS, 'Ese estado no existe.') }),
    answer: PedidoMostrador,
  },
  /** One person has it in hand: 409 {detail} with who, for anybody else. A hold ends by itself after 12 h. */
  'POST /api/mostrador/pedidos/:pedido_id/tomar': { params: PedidoParams, answer: PedidoMostrador },
  /** By who has it, or the owner: 409 for others. */
  'POST /api/mostrador/pedidos/:pedido_id/soltar': { params: PedidoParams, answer: PedidoMostrador },
  /** To be made and handed over there. 400 {sucursal: [..]}; 409 {detail} where it is too late, or at a printer. */
  'POST /api/mostrador/pedidos/:pedido_id/sucursal': {
    params: PedidoParams,
    body: z.object({ sucursal: z.string('Elegí una sucursal.').trim().min(1, 'Elegí una sucursal.') }),
    answer: PedidoMostrador,
  },
  'GET /api/mostrador/ajustes': { answer: Ajustes },
  'PUT /api/mostrador/ajustes': { body: AjustesChange, answer: Ajustes },
}

/** Codes and sales at the counter. Any person of the back office. */
export const cajaApi = {
  /** Marks nothing. 404 unknown. */
  'GET /api/mostrador/codigos/:codigo': { params: CodigoParams, answer: CodigoMostrador },
  /**
   * Marks it used, once; a pickup code hands its order over (`listo` to `entregado`). 409 {detail, quien, cuando}
   * where it was used, 409 {detail} where an order holds it or is not ready, 410 expired, 404 unknown.
   */
  'POST /api/mostrador/codigos/:codigo/usar': { params: CodigoParams, answer: CodigoMostrador },
  /**
   * A sale that gives points. With the header Idempotency-Key it counts once: repeated, the same answer; with another
   * e-mail or amount 409. Unknown e-mail: 404.
   */
  'POST /api/mostrador/ventas': {
    body: z.object({
      email: z.string('Escribí el e-mail.').trim().min(1, 'Escribí el e-mail.').max(320),
      importe: importeVenta,
    }),
    answer: z.object({ puntos: z.int(), saldo: z.int() }),
  },
}
