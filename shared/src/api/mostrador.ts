import * as z from 'zod'
import { MODOS_ENTREGA } from '../rules/entrega.ts'
import { COUNTER_STEPS, ESTADOS } from '../rules/pedido.ts'
import { ArchivoAnswer, PedidoParams, VolumenAnswer } from './pedidos.ts'

const pesos = z.number()
const instant = z.iso.datetime()

/** An order as a row of the board. Contact in full: staff only. */
export const PedidoFila = z.object({
  pedido_id: z.string(),
  numero: z.int(),
  estado: z.enum(ESTADOS),
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
      cuando: instant,
    }),
  ),
  historial: z.array(
    z.object({ estado: z.enum(ESTADOS), cuando: instant, quien: z.string(), nota: z.string().nullable() }),
  ),
})
export type PedidoMostrador = z.infer<typeof PedidoMostrador>

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
  ruleta: z.object({ min: z.int().min(0).max(100), max: z.int().min(0).max(100) }),
  retencion_dias: z.int().min(1).max(3650),
})
export type Ajustes = z.infer<typeof Ajustes>

export const mostradorApi = {
  'POST /api/mostrador/ingresar': {
    body: z.object({
      email: z.string('Escribí tu e-mail.').trim().min(1, 'Escribí tu e-mail.'),
      password: z.string('Escribí tu contraseña.').min(1, 'Escribí tu contraseña.'),
      totp: z.string().nullish(),
    }),
    answer: z.object({ access: z.string(), nombre: z.string(), sucursal: z.string().nullable() }),
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
  'GET /api/mostrador/ajustes': { answer: Ajustes },
  'PUT /api/mostrador/ajustes': { body: Ajustes.partial(), answer: Ajustes },
}
