import type { Computadora, Encontrada, PerfilImpresora } from '@imprimitodo/shared/api/agente'
import { A4, type NombreHoja } from '@imprimitodo/shared/rules/compra/hoja'
import type { Run } from '@imprimitodo/shared/rules/compra/paginas'
import { ESTADOS_IMPRESION, FASES } from '@imprimitodo/shared/rules/taller/impresion'
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
  /** The id of the folder it works in: one token belongs to one folder. */
  instancia: text(),
  /** When another folder last used this token while this folder was alive. */
  duplicado: instant(),
  revocado: instant(),
  /** sha256 of the code that pairs it once, hex; null: it has none. */
  codigo_hash: text().unique(),
  codigo_vence: instant(),
  codigo_usado: instant(),
  /** Its computer, as last reported. */
  computadora: jsonb().$type<Computadora>(),
  /** Printers that it found in its network. */
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
    /** The account by which it counts who prints: a code of user or department. */
    cuenta: text(),
    /** sha256 of its trusted certificate, hex. */
    huella: text(),
    /** The fingerprint of the certificate that its agent last met, if it is another one. */
    huella_vista: text(),
    /** Its reported abilities; null until an agent has read them. */
    perfil: jsonb().$type<PerfilImpresora>(),
    /** Set by staff, since some printers declare copies that they do not make. */
    repetir_copias: boolean().notNull().default(false),
    /** Paid orders of its branch are sent to it without a clerk. */
    automatica: boolean().notNull().default(false),
    /** The first work of each order comes out with a cover sheet before it. */
    caratula: boolean().notNull().default(false),
    anda: boolean().notNull().default(false),
    /** Its state in plain Spanish, as last reported by its agent. */
    texto: text().notNull().default('Sin noticias'),
    aviso: text(),
    vista: instant(),
    retirada: instant(),
  },
  (t) => [index('impresoras_sucursal').on(t.sucursal_id)],
)

/**
 * A work to be printed, once. A second print is a row of its own with its reason: never an automatic retry.
 */
export const impresiones = pgTable(
  'impresiones',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Null: a test page. */
    pedido_id: text().references(() => pedidos.id),
    /** The work's number of trabajosOf. */
    trabajo: integer().notNull(),
    nombre: text().notNull(),
    copias: integer().notNull(),
    lados: integer().notNull(),
    borde: text({ enum: ['largo', 'corto'] }).notNull(),
    color: boolean().notNull(),
    hojas: integer().notNull(),
    /** The paper. */
    hoja: text().$type<NombreHoja>().notNull().default(A4.nombre),
    paginas: integer().notNull(),
    /** For a partial reprint: earlier pages are left out. */
    desde_pagina: integer().notNull().default(1),
    impresora_id: integer()
      .notNull()
      .references(() => impresoras.id),
    estado: text({ enum: ESTADOS_IMPRESION }).notNull().default('en_cola'),
    /** Why it is printed again; null the first time. */
    motivo: text(),
    /** The impresion that it repeats. */
    de_id: integer(),
    /** The document's hash; null until it is made. */
    sha256: text(),
    bytes: bigint({ mode: 'number' }),
    /** Pages without colour of a colour document; null: none, or not made yet. */
    sin_color: jsonb().$type<Run[]>(),
    /** The document begins with the order's cover sheet, and repeats the copies itself. */
    caratula: boolean().notNull().default(false),
    /** It waited so long that a person has to confirm it. */
    consultar: boolean().notNull().default(false),
    /** The reason why it waits or ended, for the clerk. */
    mensaje: text(),
    /** Sides that came out, as the printer counted. */
    contadas: integer(),
    cancelar: boolean().notNull().default(false),
    pedida: instant().notNull(),
    pedida_por: text().notNull(),
    terminada: instant(),
    /** The person who answered a doubt about it. */
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

/** Fences of leases: a later lease has a higher number. */
export const intento_cerca = pgSequence('intento_cerca')

/** An attempt of an agent at an impresion, as reported from its journal. */
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
    /** When the first byte was allowed: from then on no other agent may try. */
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
