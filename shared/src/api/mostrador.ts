import * as z from 'zod'
import { CODIGO_TIPOS } from '../rules/codigo.ts'
import { EMAIL_MAX } from '../rules/contacto.ts'
import { MODOS_ENTREGA } from '../rules/entrega.ts'
import { COUNTER_STEPS, ESTADOS } from '../rules/pedido.ts'
import { PLANTILLAS } from '../rules/plantilla.ts'
import { ESTADOS_REPOSICION } from '../rules/reposicion.ts'
import { NOTA_EQUIPO_LONG, NOTA_EQUIPO_MAX, notaEquipoProblem } from '../rules/retiro.ts'
import { Autoriza } from './acceso.ts'
import {
  aunqueTomado,
  checked,
  cursorField,
  estanteField,
  listField,
  nombreRetiroField,
  sucursalField,
  textField,
} from './campos.ts'
import {
  ArchivoAnswer,
  CodigoAplicado,
  LineaOtraAnswer,
  PedidoId,
  PedidoParams,
  VolumenAnswer,
} from './pedidos.ts'

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
  /** Owed when it is fetched. */
  resta: pesos,
  costo_delivery: pesos,
  hojas_byn: z.int(),
  hojas_color: z.int(),
  anillados: z.int(),
  archivos: z.int(),
  codigo_retiro: z.string(),
  pago: z.enum(['pendiente', 'en_proceso', 'aprobado', 'rechazado', 'devuelto']).nullable(),
  /** What staff call it by: who picks it up, else the account's name, else the last digits of the mobile. */
  nombre: z.string().nullable(),
  /** What the customer wants the shop to know of it. */
  nota: z.string().nullable(),
  /** To be made before the others. */
  urgente: z.boolean(),
  /** Where it lies: 'B3'. */
  estante: z.string().nullable(),
  /** Works that lie there already, of how many, while the others are made. */
  partes: z.object({ listas: z.int(), de: z.int() }),
  /** Who of the counter has it in hand. */
  tomado: z.object({ id: z.int(), nombre: z.string(), cuando: instant }).nullable(),
  /** Print works that came out, of how many. */
  impresos: z.object({ hechos: z.int(), de: z.int() }),
  /** Of files of it that are gone or changed: what has to be done first. Null where there is none. */
  reposicion: z.enum(ESTADOS_REPOSICION).nullable(),
  confirmado: instant,
  prometido: instant.nullable(),
  /** The hour that its customer was told instead. */
  nueva_hora: instant.nullable(),
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
  /** What is printed of its files, a line each, where that is not all of them, a page on each side. */
  seleccion: z.array(z.string()),
})

/** A file that is gone or changed, and how far its replacement is. */
export const ReposicionMostrador = z.object({
  n: z.int(),
  nombre: z.string(),
  /** Null: another order that was printed from it has brought it back meanwhile. */
  danado: z.enum(['no está', 'cambió']).nullable(),
  estado: z.enum(ESTADOS_REPOSICION),
  pedida: instant.nullable(),
  quien: z.string().nullable(),
  /** Where the customer sends it, to be passed on by WhatsApp. The link opens the order. */
  enlace: z.string().nullable(),
  /** Identifies it when it is accepted or refused. */
  vez: z.int(),
  paginas: z.int(),
  /** The one that came with other bytes. `diferencia`: what the order would cost more (or less) with it; it does not. */
  recibido: z
    .object({
      cuando: instant,
      paginas: z.int(),
      diferencia: pesos,
      /** False while its pages are still looked at. */
      revisado: z.boolean(),
      imposibles: z.array(z.int()),
    })
    .nullable(),
})
export type ReposicionMostrador = z.infer<typeof ReposicionMostrador>

export const PedidoMostrador = PedidoFila.extend({
  total_impresion: pesos,
  total_anillado: pesos,
  descuento_porcentaje: z.number(),
  descuento_codigo: z.number(),
  descuento_hojas: pesos,
  otros: z.array(LineaOtraAnswer),
  total_otros: pesos,
  /** Taken off by hand, and why. */
  descuento_mano: pesos,
  motivo_descuento: z.string().nullable(),
  /** The sale that charged it; null where none did. */
  venta_id: z.int().nullable(),
  codigos: z.array(CodigoAplicado),
  distancia_km: z.number().nullable(),
  distancia_estimada: z.boolean(),
  archivos: z.array(ArchivoAnswer),
  volumenes: z.array(VolumenAnswer),
  /** As it was said with the order, or at the counter. */
  nombre_retiro: z.string().nullable(),
  /** Ids of the works that are ready while the others are made. */
  partes_listas: z.array(z.int()),
  /** Of the people of the counter, oldest first. Customers never read them. */
  notas_equipo: z.array(z.object({ cuando: instant, quien: z.string(), texto: z.string() })),
  /** False once the files are gone: the order stays, its works can no longer be made. */
  archivos_guardados: z.boolean(),
  reposiciones: z.array(ReposicionMostrador),
  /** Shows its pages larger than to strangers: `firma` of a thumbnail's address. */
  miniaturas: z.string(),
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
  /** The new hour that its customer would be told now; null where there is none to tell. */
  hora_sugerida: instant.nullable(),
  /** Texts that fit it, the likeliest first, as they are sent by WhatsApp. */
  mensajes: z.array(z.object({ cual: z.enum(PLANTILLAS), texto: z.string() })),
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
const CodigoParams = z.object({ codigo: textField(100) })

/** What a clerk does with several orders at once. */
const ACCIONES = ['imprimir', 'en_produccion', 'listo', 'entregado'] as const
export type Accion = (typeof ACCIONES)[number]

/** So many orders at most in one go. */
const VARIOS_MAX = 100

/** Of an action on several orders. `ya`: it was so before, and nothing was done to it now. */
export const VariosAnswer = z.object({
  hechos: z.array(z.object({ pedido_id: z.string(), numero: z.int(), ya: z.boolean() })),
  /** `numero`: null where the order is not there. `detail`: why, in Spanish. */
  rechazados: z.array(z.object({ pedido_id: z.string(), numero: z.int().nullable(), detail: z.string() })),
})
export type VariosAnswer = z.infer<typeof VariosAnswer>

/** The board, and an order on it. */
export const tableroApi = {
  /**
   * All open orders, as the columns show them: by the promised time, unpaid ones newest first; one whose number is the
   * text before the others. At most 300 of each state: `totales` counts all.
   */
  'GET /api/mostrador/tablero': {
    query: z.object({ sucursal: textField(60).optional(), texto: textField(200).optional() }),
    answer: z.object({
      pedidos: z.array(PedidoFila),
      totales: z.object({ confirmado: z.int(), pagado: z.int(), en_produccion: z.int(), listo: z.int() }),
    }),
  },
  /**
   * The same to each, one after the other: what one refuses does not keep it from the others. Sent again, it does only
   * what is not done yet. 400 {accion|pedidos: [..]}
   */
  'POST /api/mostrador/varios': {
    body: z.object({
      accion: z.enum(ACCIONES, 'Esa acción no existe.'),
      pedidos: listField(PedidoId, VARIOS_MAX).min(1, 'Elegí al menos un pedido.'),
      aunque_tomado: aunqueTomado,
    }),
    answer: VariosAnswer,
  },
  'GET /api/mostrador/pedidos': {
    query: z.object({
      /** One state, several with commas, or none for all that staff sees. */
      estado: textField(200).optional(),
      sucursal: textField(60).optional(),
      texto: textField(200).optional(),
      orden: z.enum(['recientes', 'promesa']).optional(),
      cursor: cursorField.optional(),
    }),
    answer: z.object({ pedidos: z.array(PedidoFila), siguiente: z.string().nullable() }),
  },
  'GET /api/mostrador/pedidos/:pedido_id': { params: PedidoParams, answer: PedidoMostrador },
  'POST /api/mostrador/pedidos/:pedido_id/estado': {
    params: PedidoParams,
    body: z.object({
      estado: z.enum(COUNTER_STEPS, 'Ese estado no existe.'),
      /** Of a cancellation: wanted where money goes back, else 400 {motivo: [..]}. The customer reads it. */
      motivo: textField(300).trim().nullish(),
      /** With `listo`: where it was put. */
      estante: estanteField.nullish(),
      aunque_tomado: aunqueTomado,
      /** Where more goes back than one's role may alone: else 403 {detail, autorizar: true}. */
      autoriza: Autoriza.nullish(),
    }),
    answer: PedidoMostrador,
  },
  /**
   * What people of the counter write on it; what is absent stays. 409 {detail} where it is closed, and of its works where
   * it is not being made; 404 a work that it does not have.
   */
  'PATCH /api/mostrador/pedidos/:pedido_id': {
    params: PedidoParams,
    body: z.object({
      /** '' or null: the account's name counts again. */
      nombre: nombreRetiroField.nullish(),
      urgente: z.boolean().nullish(),
      /** '' or null: it lies nowhere. */
      estante: estanteField.nullish(),
      /** Ids of works: all that are ready. */
      partes_listas: listField(z.int(), 1000).nullish(),
      /** One of its works; the others stay as whoever else just marked them. */
      parte: z.object({ trabajo: z.int(), lista: z.boolean() }).nullish(),
    }),
    answer: PedidoMostrador,
  },
  /** For the people of the counter alone. 409 {detail} where it has too many. */
  'POST /api/mostrador/pedidos/:pedido_id/notas': {
    params: PedidoParams,
    body: z.object({
      texto: z
        .string('Escribí la nota.')
        .trim()
        .max(NOTA_EQUIPO_MAX, { error: NOTA_EQUIPO_LONG, abort: true })
        .superRefine(checked(notaEquipoProblem)),
    }),
    answer: PedidoMostrador,
  },
  /**
   * The last step (listo, entregado, cancelado) goes back: within 8 s by who took it; later, or by others, with a
   * `motivo` and by who works for all branches. `estado`: where the caller saw it. Else 409 {detail}.
   */
  'POST /api/mostrador/pedidos/:pedido_id/deshacer': {
    params: PedidoParams,
    body: z.object({ motivo: textField(300).trim().nullish(), estado: z.enum(ESTADOS).nullish() }).nullish(),
    answer: z.object({ estado: z.enum(ESTADOS) }),
  },
  /** One person has it in hand; anyone else gets 409 {detail} with the name. A hold ends by itself after 12 h. */
  'POST /api/mostrador/pedidos/:pedido_id/tomar': { params: PedidoParams, answer: PedidoMostrador },
  /** By who has it, or the owner: 409 for others. */
  'POST /api/mostrador/pedidos/:pedido_id/soltar': { params: PedidoParams, answer: PedidoMostrador },
  /** To be made and handed over there. 400 {sucursal: [..]}; 409 {detail} where it is too late, or at a printer. */
  'POST /api/mostrador/pedidos/:pedido_id/sucursal': {
    params: PedidoParams,
    body: z.object({ sucursal: sucursalField, aunque_tomado: aunqueTomado }),
    answer: PedidoMostrador,
  },
  /**
   * Its customer is told by mail that it will be late, with the new hour: `hora_sugerida` where none is given. Once for
   * each promise, else 409 {detail}. 400 {hora: [..]} past, or not later than promised.
   */
  'POST /api/mostrador/pedidos/:pedido_id/demora': {
    params: PedidoParams,
    body: z
      .object({ hora: z.iso.datetime({ offset: true, error: 'Escribí la nueva hora.' }).nullish() })
      .nullish(),
    answer: PedidoMostrador,
  },
}

/** A code at the counter. Any person of the back office. */
export const codigosMostradorApi = {
  /** Marks nothing. 404 unknown. */
  'GET /api/mostrador/codigos/:codigo': { params: CodigoParams, answer: CodigoMostrador },
  /**
   * Marks it used, once; a pickup code hands its order over (`listo` to `entregado`). 409 {detail, quien, cuando}
   * where it was used, 409 {detail} where an order holds it or is not ready, 410 expired, 404 unknown. A code of the
   * wheel is taken with the e-mail it was won with, as the customer says it: 400 {email: [..]}.
   */
  'POST /api/mostrador/codigos/:codigo/usar': {
    params: CodigoParams,
    body: z.object({ email: textField(EMAIL_MAX).nullish() }).nullish(),
    answer: CodigoMostrador,
  },
}
