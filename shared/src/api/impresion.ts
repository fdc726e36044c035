import * as z from 'zod'
import { NOMBRES_HOJA } from '../rules/compra/hoja.ts'
import { ESTADOS_IMPRESION } from '../rules/taller/impresion.ts'
import { PLATAFORMAS } from '../rules/taller/programa.ts'
import { Autoriza } from './acceso.ts'
import { Computadora, Encontrada, PerfilImpresora } from './agente.ts'
import { aunqueTomado, listField, nombreField, sucursalField, textField } from './campos.ts'
import { PedidoId, PedidoParams } from './pedidos.ts'

const instant = z.iso.datetime()
const id = z.object({
  id: z.coerce
    .number<number | string>('No es un número.')
    .int()
    .positive()
    .max(2 ** 31 - 1),
})

/** A printer as the counter sees it. */
export const Impresora = z.object({
  id: z.int(),
  nombre: z.string(),
  sucursal: z.string(),
  uri: z.string(),
  usuario: z.string().nullable(),
  /** The account by which it counts who prints: a code of user or department. */
  cuenta: z.string().nullable(),
  tiene_clave: z.boolean(),
  /** The only certificate it is printed with; over ipps:// the first one it showed, or one that was typed. */
  huella: z.string().nullable(),
  /**
   * The certificate it shows now, if it is a different one: nothing is printed until the owner accepts it.
   */
  huella_vista: z.string().nullable(),
  perfil: PerfilImpresora.nullable(),
  repetir_copias: z.boolean(),
  automatica: z.boolean(),
  /** The first work of each order comes out with a cover sheet before it. */
  caratula: z.boolean(),
  /** Whether it would print now, by its agent's latest report; `texto` says it in Spanish. */
  anda: z.boolean(),
  texto: z.string(),
  aviso: z.string().nullable(),
  vista: instant.nullable(),
  /** Since when its agent has reported nothing of it; null while it reports, or where it never did. */
  sin_noticias: instant.nullable(),
  /** The work that waits for it. */
  en_cola: z.object({ pedidos: z.int(), hojas: z.int() }),
})
export type Impresora = z.infer<typeof Impresora>

const HUELLA_INVALID = 'La huella son 64 cifras hexadecimales.'

export const ImpresoraForm = z.object({
  nombre: nombreField(60, 'Poné un nombre.'),
  sucursal: sucursalField,
  uri: textField(300, 'Escribí la dirección.')
    .trim()
    .regex(/^(ipps?|socket):\/\/[^\s/]+(\/\S*)?$/i, 'La dirección empieza con ipp://, ipps:// o socket://.'),
  usuario: textField(100).nullish(),
  clave: textField(200).nullish(),
  cuenta: textField(100).nullish(),
  huella: textField(64, undefined, HUELLA_INVALID)
    .toLowerCase()
    .regex(/^[0-9a-f]{64}$/, HUELLA_INVALID)
    .nullish(),
  repetir_copias: z.boolean().optional(),
  automatica: z.boolean().optional(),
  caratula: z.boolean().optional(),
})

export const Impresion = z.object({
  id: z.int(),
  pedido_id: z.string().nullable(),
  numero: z.int().nullable(),
  trabajo: z.int(),
  nombre: z.string(),
  copias: z.int(),
  hojas: z.int(),
  paginas: z.int(),
  /** For a reprint of missing pages: pages before this one are left out. */
  desde_pagina: z.int(),
  lados: z.union([z.literal(1), z.literal(2)]),
  borde: z.enum(['largo', 'corto']),
  color: z.boolean(),
  /** Absent: A4. */
  hoja: z.enum(NOMBRES_HOJA).optional(),
  impresora: z.object({ id: z.int(), nombre: z.string() }),
  estado: z.enum(ESTADOS_IMPRESION),
  motivo: z.string().nullable(),
  mensaje: z.string().nullable(),
  /** Sides that came out, by the printer's count; null where it has none. */
  contadas: z.int().nullable(),
  consultar: z.boolean(),
  /**
   * With `consultar`: its printer does not say any more that it has this paper, in Spanish. Only another printer can
   * take it. Absent: it has it.
   */
  papel_perdido: z.string().optional(),
  /** Since when the agent that prints it has been silent: then a clerk may say what came out. */
  sin_noticias: instant.nullable(),
  pedida: instant,
  pedida_por: z.string(),
  terminada: instant.nullable(),
  resuelta_por: z.string().nullable(),
})
export type Impresion = z.infer<typeof Impresion>

export const Agente = z.object({
  id: z.int(),
  nombre: z.string(),
  sucursal: z.string(),
  visto: instant.nullable(),
  /** When another computer last used its token while this one was connected; null: never. */
  duplicado: instant.nullable(),
  /** Null: the agent has not reported it yet. */
  computadora: Computadora.nullable(),
  /** Printers in its network that the shop has not added. */
  encontradas: z.array(Encontrada),
  /** Whether a code can still be asked for: none has been used. */
  sin_vincular: z.boolean(),
})
export type Agente = z.infer<typeof Agente>

const papel = z.enum(['ticket', 'etiqueta'], 'Ese papel no existe.')

export const TicketTermico = z.object({
  id: z.int(),
  papel,
  impresora: z.string(),
  estado: z.enum(ESTADOS_IMPRESION),
  /** Why it was not printed, or may not have been; in Spanish. */
  mensaje: z.string().nullable(),
  pedida: instant,
})
export type TicketTermico = z.infer<typeof TicketTermico>

const motivo = textField(200, 'Escribí el motivo.').trim().min(3, 'Escribí el motivo.')

/** The agents of the branches, as the owner sets them up. */
export const agentesApi = {
  /**
   * The token is shown only in this answer, and so is the code: `vincular` exchanges it for another token,
   * once, until `vence`.
   */
  'POST /api/mostrador/agentes': {
    body: z.object({
      nombre: nombreField(60, 'Poné un nombre.'),
      sucursal: sucursalField,
    }),
    answer: Agente.extend({ token: z.string(), codigo: z.string(), vence: instant }),
    status: 201 as const,
  },
  'DELETE /api/mostrador/agentes/:id': { params: id, answer: z.object({}) },
  /** A new code, which replaces the one before. 409 once a computer is paired. */
  'POST /api/mostrador/agentes/:id/codigo': {
    params: id,
    answer: z.object({ codigo: z.string(), vence: instant }),
  },
  /**
   * The download address of its program, for an hour and without a session, so that it works on the target
   * computer. Null: it is being built, ask again. 503 `sin_programa` where this server cannot build it, with
   * what to do.
   */
  'POST /api/mostrador/agentes/:id/paquete': {
    params: id,
    body: z.object({ plataforma: z.enum(PLATAFORMAS, 'Elegí Windows o Linux.') }),
    answer: z.object({ paquete: z.object({ url: z.string(), bytes: z.int() }).nullable() }),
  },
}

export const impresionApi = {
  'GET /api/mostrador/impresoras': {
    answer: z.object({ impresoras: z.array(Impresora), agentes: z.array(Agente) }),
  },
  'POST /api/mostrador/impresoras': { body: ImpresoraForm, answer: Impresora, status: 201 as const },
  'PATCH /api/mostrador/impresoras/:id': { params: id, body: ImpresoraForm.partial(), answer: Impresora },
  /** 409 while works wait for it. */
  'DELETE /api/mostrador/impresoras/:id': { params: id, answer: z.object({}) },
  /** A page that shows sides, colour and two copies. */
  'POST /api/mostrador/impresoras/:id/prueba': { params: id, answer: Impresion },
  /** Accepts its changed certificate. 409 where it shows yet another one by now. */
  'POST /api/mostrador/impresoras/:id/huella': {
    params: id,
    body: z.object({ huella: textField(64, 'Falta la huella.', HUELLA_INVALID) }),
    answer: Impresora,
  },
  /** The live ones of a branch, oldest first; `pedido_id`: all of one order. */
  'GET /api/mostrador/impresiones': {
    query: z.object({ sucursal: textField(60).optional(), pedido_id: PedidoId.optional() }),
    answer: z.array(Impresion),
  },
  /** All works of the order, or those named. A work that was printed already needs a `motivo`: else 409. */
  'POST /api/mostrador/pedidos/:pedido_id/imprimir': {
    params: PedidoParams,
    body: z
      .object({
        trabajos: listField(z.int32(), 1000).min(1).nullish(),
        impresora: z.int32().nullish(),
        motivo: motivo.nullish(),
        aunque_tomado: aunqueTomado,
        /** To reprint more sheets than the caller's role may: else 403 {detail, autorizar: true}. */
        autoriza: Autoriza.nullish(),
      })
      .nullish(),
    answer: z.array(Impresion),
  },
  /**
   * The latest print of its ticket and its shelf label on a thermal printer of its branch, and which printers
   * there are.
   */
  'GET /api/mostrador/pedidos/:pedido_id/ticket-termico': {
    params: PedidoParams,
    answer: z.object({
      impresoras: z.array(z.object({ id: z.int(), nombre: z.string(), anda: z.boolean() })),
      ultimo: TicketTermico.nullable(),
    }),
  },
  /**
   * Prints one, by default the ticket, on the printer named or on the first that works. One in progress is
   * not sent again.
   */
  'POST /api/mostrador/pedidos/:pedido_id/ticket-termico': {
    params: PedidoParams,
    body: z.object({ papel: papel.nullish(), impresora: z.int32().nullish() }).nullish(),
    answer: TicketTermico,
  },
  /**
   * A clerk decides a doubtful or stopped one after a look at the tray: it came out; print all of it again,
   * or the missing copies; print it again from a page on; leave it.
   */
  'POST /api/mostrador/impresiones/:id/resolver': {
    params: id,
    body: z.object({
      respuesta: z.enum(['salio_bien', 'reimprimir', 'reimprimir_desde', 'cancelar'], 'Elegí una respuesta.'),
      desde: z.int32().min(1).nullish(),
      /** With `reimprimir`: how many copies of all pages are still wanted; without it, all of them. */
      copias: z.int32().min(1).nullish(),
      motivo: motivo.nullish(),
    }),
    answer: z.array(Impresion),
  },
  /** A clerk confirms that it is still wanted after a long wait. 409 where its printer has no such paper. */
  'POST /api/mostrador/impresiones/:id/confirmar': { params: id, answer: Impresion },
  /** Only while nothing was printed, also of one that stopped before its printer had the document: else 409. */
  'POST /api/mostrador/impresiones/:id/mover': {
    params: id,
    body: z.object({ impresora: z.int32('Elegí una impresora.') }),
    answer: Impresion,
  },
  'POST /api/mostrador/impresiones/:id/cancelar': { params: id, answer: Impresion },
}
