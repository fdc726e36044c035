import * as z from 'zod'
import { EMAIL_MAX } from '../rules/base/contacto.ts'
import { MODOS_ENTREGA } from '../rules/compra/entrega.ts'
import { ESTADOS } from '../rules/compra/pedido.ts'
import { ESTADOS_REPOSICION } from '../rules/compra/reposicion.ts'
import { NOTA_EQUIPO_LONG, NOTA_EQUIPO_MAX, notaEquipoProblem } from '../rules/compra/retiro.ts'
import { CODIGO_TIPOS } from '../rules/fidelidad/codigo.ts'
import { PLANTILLAS } from '../rules/mostrador/plantilla.ts'
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

/** An order as a row of the board. The contact is not masked: staff only. */
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
  /** Still owed, to be paid at the pickup. */
  resta: pesos,
  costo_delivery: pesos,
  hojas_byn: z.int(),
  hojas_color: z.int(),
  anillados: z.int(),
  archivos: z.int(),
  codigo_retiro: z.string(),
  pago: z.enum(['pendiente', 'en_proceso', 'aprobado', 'rechazado', 'devuelto']).nullable(),
  /**
   * The name that staff use: that of the person who picks it up, else the account's, else the mobile's last
   * digits.
   */
  nombre: z.string().nullable(),
  /** The customer's note to the shop. */
  nota: z.string().nullable(),
  /** Whether it is to be made before the others. */
  urgente: z.boolean(),
  /** The shelf where it lies: 'B3'. */
  estante: z.string().nullable(),
  /** How many works lie on the shelf while the others are made, and of how many. */
  partes: z.object({ listas: z.int(), de: z.int() }),
  /** The clerk who has it in hand. */
  tomado: z.object({ id: z.int(), nombre: z.string(), cuando: instant }).nullable(),
  /** Works printed, and of how many. */
  impresos: z.object({ hechos: z.int(), de: z.int() }),
  /** The state of its missing or changed files that needs a clerk first. Null where there is none. */
  reposicion: z.enum(ESTADOS_REPOSICION).nullable(),
  confirmado: instant,
  prometido: instant.nullable(),
  /** The later hour that its customer was told. */
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
  /**
   * Which pages are printed, one line for each file that is not printed whole with one page on each side.
   */
  seleccion: z.array(z.string()),
})

/** A file that is missing or changed, and the state of its replacement. */
export const ReposicionMostrador = z.object({
  n: z.int(),
  nombre: z.string(),
  /** Null: another order with the same file has brought it back meanwhile. */
  danado: z.enum(['no está', 'cambió']).nullable(),
  estado: z.enum(ESTADOS_REPOSICION),
  pedida: instant.nullable(),
  quien: z.string().nullable(),
  /** The link where the customer sends it, to be passed on by WhatsApp. It opens the order. */
  enlace: z.string().nullable(),
  /** Names this received file when it is accepted or refused. */
  vez: z.int(),
  paginas: z.int(),
  /**
   * The received file with other bytes. `diferencia`: how much more (or less) it would cost; the price stays.
   */
  recibido: z
    .object({
      cuando: instant,
      paginas: z.int(),
      diferencia: pesos,
      /** False while its pages are still being examined. */
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
  /** Taken off by a clerk, and why. */
  descuento_mano: pesos,
  motivo_descuento: z.string().nullable(),
  /** The sale that charged it; null without one. */
  venta_id: z.int().nullable(),
  codigos: z.array(CodigoAplicado),
  distancia_km: z.number().nullable(),
  distancia_estimada: z.boolean(),
  archivos: z.array(ArchivoAnswer),
  volumenes: z.array(VolumenAnswer),
  /** The name that was given with the order, or at the counter. */
  nombre_retiro: z.string().nullable(),
  /** Ids of the works that are ready while the others are made. */
  partes_listas: z.array(z.int()),
  /** Notes of the staff, oldest first. Customers never read them. */
  notas_equipo: z.array(z.object({ cuando: instant, quien: z.string(), texto: z.string() })),
  /** False once the files are deleted: the order stays, but its works can no longer be made. */
  archivos_guardados: z.boolean(),
  reposiciones: z.array(ReposicionMostrador),
  /** Signature for the larger thumbnails that only staff see: `firma` in a thumbnail's address. */
  miniaturas: z.string(),
  trabajos: z.array(TrabajoAnswer),
  pagos: z.array(
    z.object({
      id: z.string(),
      estado: z.string(),
      importe: pesos,
      devuelto: pesos,
      medio: z.string().nullable(),
      /** Taken at the counter: a clerk refunds it, no provider does. */
      en_caja: z.boolean(),
      /** When the money came; before that, its latest news. */
      cuando: instant,
    }),
  ),
  /** The new hour that would be told to the customer now; null where none can be given. */
  hora_sugerida: instant.nullable(),
  /** The texts for its state, the likeliest first, as sent by WhatsApp. */
  mensajes: z.array(z.object({ cual: z.enum(PLANTILLAS), texto: z.string() })),
  historial: z.array(
    z.object({ estado: z.enum(ESTADOS), cuando: instant, quien: z.string(), nota: z.string().nullable() }),
  ),
})
export type PedidoMostrador = z.infer<typeof PedidoMostrador>

/**
 * A code as the counter sees it, before (look) and after (use) it is marked. `disponible`: `usar` would
 * accept it; otherwise `detail` says why not, in Spanish, as `usar` would.
 */
export const CodigoMostrador = z.object({
  codigo: z.string(),
  /** `retiro` is the pickup code of an order. `hojas` comes off an order or a sale; `usar` refuses it. */
  tipo: z.enum(CODIGO_TIPOS),
  estado: z.enum(['disponible', 'usado', 'vencido', 'ocupado']),
  detail: z.string().nullable(),
  /** cupon, ruleta: the percent off. */
  descuento: z.number().nullable(),
  hojas: z.int().nullable(),
  /** premio, hojas: the prize's name. */
  producto_nombre: z.string().nullable(),
  /** The owner's e-mail, masked. */
  cliente: z.string().nullable(),
  vence: instant.nullable(),
  /** Once used: by which clerk or order ('pedido 1042'), and when. */
  quien: z.string().nullable(),
  cuando: instant.nullable(),
  /** For a retiro, and for a code that an order holds. */
  numero: z.int().nullable(),
  pedido_id: z.string().nullable(),
})
export type CodigoMostrador = z.infer<typeof CodigoMostrador>

/** The code as typed: case, dashes and O for 0 do not matter. */
const CodigoParams = z.object({ codigo: textField(100) })

/** The actions of a clerk on several orders at once. */
const ACCIONES = ['imprimir', 'en_produccion', 'listo', 'entregado'] as const
export type Accion = (typeof ACCIONES)[number]

/** The most orders in one call. */
const VARIOS_MAX = 100

/** The result of an action on several orders. `ya`: orders that were in that state before. */
export const VariosAnswer = z.object({
  hechos: z.array(z.object({ pedido_id: z.string(), numero: z.int(), ya: z.boolean() })),
  /** `numero`: null for an unknown order. `detail`: why, in Spanish. */
  rechazados: z.array(z.object({ pedido_id: z.string(), numero: z.int().nullable(), detail: z.string() })),
})
export type VariosAnswer = z.infer<typeof VariosAnswer>

/** The board, and an order on it. */
export const tableroApi = {
  /**
   * All open orders, as the columns show them: by the promised time, unpaid ones newest first; an order whose
   * number is the text comes first. At most 300 of each state: `totales` counts all. `en_otra`: the order of another
   * branch than the asked one, or than the person's, that the text names by its number or its pickup code.
   */
  'GET /api/mostrador/tablero': {
    query: z.object({ sucursal: textField(60).optional(), texto: textField(200).optional() }),
    answer: z.object({
      pedidos: z.array(PedidoFila),
      totales: z.object({ confirmado: z.int(), pagado: z.int(), en_produccion: z.int(), listo: z.int() }),
      en_otra: z.object({ numero: z.int(), sucursal: z.string() }).nullable(),
    }),
  },
  /**
   * Does the same to each order in turn: a refused one does not stop the others. A repeated call does only
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
      estado: z.enum(ESTADOS, 'Ese estado no existe.'),
      /**
       * For a cancellation: required where money is refunded, else 400 {motivo: [..]}. The customer reads it.
       */
      motivo: textField(300).trim().nullish(),
      /** With `listo`: the shelf. */
      estante: estanteField.nullish(),
      aunque_tomado: aunqueTomado,
      /** Needed to refund more than the caller's role may alone: else 403 {detail, autorizar: true}. */
      autoriza: Autoriza.nullish(),
    }),
    answer: PedidoMostrador,
  },
  /**
   * What the staff write on it; a key left out stays. 409 {detail} where the order is closed, and for its
   * works where it is not in production; 404 for a work that it does not have.
   */
  'PATCH /api/mostrador/pedidos/:pedido_id': {
    params: PedidoParams,
    body: z.object({
      /** '' or null: the account's name counts again. */
      nombre: nombreRetiroField.nullish(),
      urgente: z.boolean().nullish(),
      /** '' or null: on no shelf. */
      estante: estanteField.nullish(),
      /** Ids of all works that are ready. */
      partes_listas: listField(z.int32(), 1000).nullish(),
      /** One of its works; the others stay as a colleague may just have marked them. */
      parte: z.object({ trabajo: z.int32(), lista: z.boolean() }).nullish(),
    }),
    answer: PedidoMostrador,
  },
  /** A note for the staff alone. 409 {detail} where it has too many. */
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
   * Undoes the last step (listo, entregado, cancelado): within 8 s by the person who made it; later, or by
   * others, with a `motivo` and by a person who works for all branches. `estado`: as the caller saw it. Else
   * 409 {detail}.
   */
  'POST /api/mostrador/pedidos/:pedido_id/deshacer': {
    params: PedidoParams,
    body: z.object({ motivo: textField(300).trim().nullish(), estado: z.enum(ESTADOS).nullish() }).nullish(),
    answer: z.object({ estado: z.enum(ESTADOS) }),
  },
  /** Takes it in hand for one person; any other gets 409 {detail} with that name. A hold ends after 12 h. */
  'POST /api/mostrador/pedidos/:pedido_id/tomar': { params: PedidoParams, answer: PedidoMostrador },
  /** By the person who holds it, or the owner: 409 for others. */
  'POST /api/mostrador/pedidos/:pedido_id/soltar': { params: PedidoParams, answer: PedidoMostrador },
  /** Moves it to another branch. 400 {sucursal: [..]}; 409 {detail} where it is too late, or at a printer. */
  'POST /api/mostrador/pedidos/:pedido_id/sucursal': {
    params: PedidoParams,
    body: z.object({ sucursal: sucursalField, aunque_tomado: aunqueTomado }),
    answer: PedidoMostrador,
  },
  /**
   * Mails the customer that the order will be late, with the new hour: by default `hora_sugerida`. Once for
   * each promise, else 409 {detail}. 400 {hora: [..]} for a past hour, or one not later than promised.
   */
  'POST /api/mostrador/pedidos/:pedido_id/demora': {
    params: PedidoParams,
    body: z
      .object({ hora: z.iso.datetime({ offset: true, error: 'Escribí la nueva hora.' }).nullish() })
      .nullish(),
    answer: PedidoMostrador,
  },
}

/** A code at the counter. For every person of the back office. */
export const codigosMostradorApi = {
  /** Only looks the code up. 404 unknown. */
  'GET /api/mostrador/codigos/:codigo': { params: CodigoParams, answer: CodigoMostrador },
  /**
   * Marks it used, once; a pickup code hands its order over (`listo` to `entregado`). 409 {detail, quien,
   * cuando} for a used code, 409 {detail} where an order holds it or is not ready, 410 expired, 404 unknown.
   * A code of the wheel needs the e-mail it was won with, which the customer tells: 400 {email: [..]}.
   */
  'POST /api/mostrador/codigos/:codigo/usar': {
    params: CodigoParams,
    body: z.object({ email: textField(EMAIL_MAX).nullish() }).nullish(),
    answer: CodigoMostrador,
  },
}
