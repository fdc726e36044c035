import type { Computadora, Encontrada, PerfilImpresora } from '@imprimitodo/shared/api/agente'
import type { NombreHoja } from '@imprimitodo/shared/rules/hoja'
import { ESTADOS_IMPRESION, FASES } from '@imprimitodo/shared/rules/impresion'
import type { Run } from '@imprimitodo/shared/rules/paginas'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { pedidos } from './pedidos.ts'
import { sucursales } from './sucursales.ts'

/** Print agents: each sees only the printers of its branch. */
export const agentes = pgTable('agentes', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  nombre: text().notNull(),
  sucursal_id: integer()
    .notNull()
    .references(() => sucursales.id),
  /** sha256 of its bearer, hex. */
  token_hash: text().notNull().unique(),
  creado: instant().notNull(),
  /** Last sign of life. */
  visto: instant(),
  /** The folder it works in, by the name that it gave it: one token is one folder's. */
  instancia: text(),
  /** When another folder last came with this token while this one was alive. */
  duplicado: instant(),
  revocado: instant(),
  /** sha256 of the code that pairs it once, hex; null: it has none. */
  codigo_hash: text().unique(),
  codigo_vence: instant(),
  codigo_usado: instant(),
  /** Its computer, as it last told. */
  computadora: jsonb().$type<Computadora>(),
  /** Printers that it finds around it. */
  encontradas: jsonb().$type<Encontrada[]>(),
})

export const impresoras = pgTable(
  'impresoras',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    nombre: text().notNull(),
    sucursal_id: integer()
      .notNull()
      .references(() => sucursales.id),
    /** ipp:// or ipps:// */
    uri: text().notNull(),
    usuario: text(),
    clave: text(),
    /** sha256 of its certificate, hex. */
    huella: text(),
    /** Of the certificate that its agent met last, where it is another one. */
    huella_vista: text(),
    /** What it says it can do; null until an agent has read it. */
    perfil: jsonb().$type<PerfilImpresora>(),
    /** Kept by staff, since printers declare copies that they do not make. */
    repetir_copias: boolean().notNull().default(false),
    /** Paid orders of its branch go to it by themselves. */
    automatica: boolean().notNull().default(false),
    /** The first work of each order comes out with a cover sheet before it. */
    caratula: boolean().notNull().default(false),
    anda: boolean().notNull().default(false),
    /** Its state in plain Spanish, as its agent last told. */
    texto: text().notNull().default('Sin noticias'),
    aviso: text(),
    vista: instant(),
    retirada: instant(),
  },
  (t) => [index('impresoras_sucursal').on(t.sucursal_id)],
)

/**
 * A work to be put on paper, once. A second time is a row of its own with its reason: never a retry of the machine.
 */
export const impresiones = pgTable(
  'impresiones',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Null: a test page. */
    pedido_id: text().references(() => pedidos.id),
    /** Of trabajosOf. */
    trabajo: integer().notNull(),
    nombre: text().notNull(),
    copias: integer().notNull(),
    lados: integer().notNull(),
    borde: text({ enum: ['largo', 'corto'] }).notNull(),
    color: boolean().notNull(),
    hojas: integer().notNull(),
    /** The paper. */
    hoja: text().$type<NombreHoja>().notNull().default('A4'),
    paginas: integer().notNull(),
    /** A reprint of what did not come out: pages before this one are left out. */
    desde_pagina: integer().notNull().default(1),
    impresora_id: integer()
      .notNull()
      .references(() => impresoras.id),
    estado: text({ enum: ESTADOS_IMPRESION }).notNull().default('en_cola'),
    /** Why it is printed again; null the first time. */
    motivo: text(),
    /** What it repeats. */
    de_id: integer(),
    /** The document as it will be sent; null until it is made. */
    sha256: text(),
    bytes: bigint({ mode: 'number' }),
    /** Of a work in colour the document's pages without any; null: none, or not made yet. */
    sin_color: jsonb().$type<Run[]>(),
    /** Its order's cover sheet is the document's first; copies follow in the document. */
    caratula: boolean().notNull().default(false),
    /** It waited so long that a person has to say it is still wanted. */
    consultar: boolean().notNull().default(false),
    /** What holds it up or ended it, for the clerk. */
    mensaje: text(),
    /** Sides that came out, as the printer counts. */
    contadas: integer(),
    cancelar: boolean().notNull().default(false),
    pedida: instant().notNull(),
    pedida_por: text().notNull(),
    terminada: instant(),
    /** Who answered the question of a doubtful one. */
    resuelta_por: text(),
  },
  (t) => [
    index('impresiones_pedido').on(t.pedido_id),
    index('impresiones_terminadas').on(t.terminada).where(sql`${t.terminada} is not null`),
    index('impresiones_cola')
      .on(t.impresora_id, t.id)
      .where(sql`${t.estado} in ('en_cola', 'imprimiendo', 'verificar', 'detenida')`),
    uniqueIndex('impresiones_viva')
      .on(t.pedido_id, t.trabajo)
      .where(sql`${t.estado} in ('en_cola', 'imprimiendo', 'verificar', 'detenida')`),
  ],
)

/** Fences of leases: a later one has a higher number. */
export const intento_cerca = pgSequence('intento_cerca')

/** One try of an agent at one impression; what its journal told. */
export const intentos = pgTable(
  'intentos',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    impresion_id: integer()
      .notNull()
      .references(() => impresiones.id, { onDelete: 'cascade' }),
    agente_id: integer()
      .notNull()
      .references(() => agentes.id),
    cerca: integer().notNull(),
    arriendo_hasta: instant().notNull(),
    /** The first byte was allowed: from here on no other agent may try. */
    autorizado: instant(),
    fase: text({ enum: FASES }).notNull().default('tomado'),
    seq: integer().notNull().default(0),
    job_id: integer(),
    uuid: text(),
    impresiones: integer(),
    mensaje: text(),
    creado: instant().notNull(),
    actualizado: instant().notNull(),
  },
  (t) => [
    uniqueIndex('intentos_abierto')
      .on(t.impresion_id)
      .where(sql`${t.fase} not in ('completo', 'abortado', 'cancelado', 'verificar')`),
    index('intentos_impresion').on(t.impresion_id, t.id),
  ],
)
