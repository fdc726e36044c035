import { ESTADOS } from '@imprimitodo/shared/rules/compra/pedido'
import type { Tarifas } from '@imprimitodo/shared/rules/compra/precio'
import type { LineaOtra } from '@imprimitodo/shared/rules/dinero/venta'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgSequence,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { clientes } from './clientes.ts'
import { centavos, instant } from './columns.ts'
import { operadores } from './mostrador.ts'
import { sucursales } from './sucursales.ts'

/** The short number that staff says aloud. */
export const pedido_numero = pgSequence('pedido_numero', { startWith: 1001 })

export const pedidos = pgTable(
  'pedidos',
  {
    /** 128 random bits: it authorises seeing the order. */
    id: text().primaryKey(),
    /** Set from `confirmado` on. */
    numero: integer().unique(),
    estado: text({ enum: ESTADOS }).notNull().default('borrador'),
    /** The browser's half-made order; at most one live pedido each. */
    carrito: text(),
    /** Our reference at the provider: never the pedido_id. */
    referencia: text().notNull().unique(),

    /** Prices as quoted: a confirmed order keeps them whatever the owner changes later. */
    tarifas: jsonb().$type<Tarifas>().notNull(),
    descuento_porcentaje: numeric({ precision: 5, scale: 2, mode: 'number' }).notNull(),
    total_impresion: centavos().notNull(),
    total_anillado: centavos().notNull(),
    final_impresion: centavos().notNull(),
    final_anillado: centavos().notNull(),
    /** Products and services that the counter sold with it, and their total. */
    otros: jsonb().$type<LineaOtra[]>().notNull().default([]),
    total_otros: centavos().notNull().default(0),
    final_otros: centavos().notNull().default(0),
    /** The discount that a person of the counter gave by hand, after all others, and its reason. */
    descuento_mano: centavos().notNull().default(0),
    motivo_descuento: text(),
    importe_final: centavos().notNull(),
    /** The rest to pay at pickup, of an order that went into work for a part of its price. */
    resta: centavos().notNull().default(0),
    /** Amounts of free sheets (off total_impresion) and percent of a code: importe_final includes both. */
    descuento_hojas: centavos().notNull().default(0),
    descuento_codigo: numeric({ precision: 5, scale: 2, mode: 'number' }).notNull().default(0),

    /** The account in whose session it was confirmed (a draft: uploaded). */
    cliente_id: integer().references(() => clientes.id, { onDelete: 'set null' }),
    email: text(),
    celular: text(),
    /**
     * The person who picks it up, as said in step 3 or at the counter; without it the account's name counts.
     */
    nombre: text(),
    /** The customer's note to the shop. */
    nota: text(),
    sucursal_id: integer().references(() => sucursales.id),
    modo_entrega: text({ enum: ['retiro', 'delivery'] }),
    direccion_entrega: text(),
    distancia_m: integer(),
    distancia_estimada: boolean().notNull().default(false),
    costo_delivery: centavos().notNull().default(0),

    codigo_retiro: text().unique(),
    preferencia_id: text(),
    /** The kind of the provider that made the payment link. */
    preferencia_proveedor: text(),
    init_point: text(),
    /** The amount of the stored preference; another amount needs another preference. Null: it was ended. */
    preferencia_importe: centavos(),
    /** When the payment link ends, or was ended. */
    preferencia_vence: instant(),
    prometido: instant(),
    /** The hour that its customer was told instead, because the promised one will be missed. */
    nueva_hora: instant(),
    /** To be made before the others, whatever was promised. */
    urgente: boolean().notNull().default(false),
    /** Its shelf once it is ready: 'B3'. */
    estante: text(),
    /** Ids of its works that lie there already, while the others are still made. */
    partes_listas: integer().array().notNull().default([]),
    /** The clerk who has it in hand, and since when: one at a time. */
    tomado_por: integer().references(() => operadores.id, { onDelete: 'set null' }),
    tomado: instant(),
    /** When its customer last called for help with paying; and whether a clerk took it in hand since. */
    pidio_ayuda: instant(),
    ayuda_atendida: boolean().notNull().default(false),

    /** The mailbox of `email` in a single spelling: for limits, and for the account that confirms it later. */
    buzon: text(),
    /**
     * The sender of its files, and from `confirmado` on the person who ordered it, for limits: the browser (a
     * hash of its id), the address and the wider network. Forgotten when the customer's data are.
     */
    navegador: text(),
    origen: text(),
    red: text(),
    creado: instant().notNull().defaultNow(),
    tocado: instant().notNull().defaultNow(),
    /** When the draft was last looked at, to some minutes. */
    visto: instant(),
    confirmado: instant(),
    pagado: instant(),
    /** When it was first ready. */
    listo: instant(),
    /** The row of its last step in the history, which holds notes, too. */
    paso: bigint({ mode: 'number' }),
    /**
     * Since when it is cancelled by the counter, while that may still be taken back: its refund, its codes
     * and its mail wait. Null once they are done, and for any other order.
     */
    por_cerrar: instant(),
    /** For a draft behind a quote of the counter: it is kept until then, looked at or not. */
    guardado_hasta: instant(),
    /** When an unpaid one expires. */
    vence: instant(),
    /** When it expired, the counter had taken a part of its price. */
    vencio_con_sena: boolean().notNull().default(false),
    /** When it reached its final state, for retention. */
    cerrado: instant(),
    /** When all providers were last asked for its payments, a day after its latest link had ended. */
    pagos_buscados: instant(),
    /** Its files are gone. */
    archivos_borrados: instant(),
    /** Its account was deleted: the customer's data are forgotten as soon as the order is closed. */
    anonimizar: boolean().notNull().default(false),
  },
  (t) => [
    uniqueIndex('pedidos_carrito_vivo').on(t.carrito).where(sql`${t.estado} in ('borrador', 'confirmado')`),
    index('pedidos_carrito_pagado')
      .on(t.carrito)
      .where(sql`${t.carrito} is not null and ${t.estado} in ('pagado', 'en_produccion', 'listo')`),
    index('pedidos_tablero').on(t.estado, t.sucursal_id, t.numero.desc()),
    index('pedidos_promesa')
      .on(sql`(not ${t.urgente})`, sql`coalesce(${t.prometido}, 'infinity'::timestamptz)`, t.numero)
      .where(sql`${t.numero} is not null`),
    index('pedidos_numero').on(t.numero.desc()).where(sql`${t.numero} is not null`),
    index('pedidos_borradores').on(t.tocado).where(sql`${t.estado} = 'borrador'`),
    index('pedidos_cliente').on(t.cliente_id, t.numero.desc()).where(sql`${t.cliente_id} is not null`),
    index('pedidos_anonimizar').on(t.id).where(sql`${t.anonimizar}`),
    index('pedidos_enlaces')
      .on(sql`greatest(${t.vence}, ${t.preferencia_vence})`)
      .where(sql`${t.preferencia_id} is not null`),
    // Few orders owe a rest
    index('pedidos_restos').on(t.preferencia_vence).where(sql`${t.resta} > 0`),
    // A partial index: few orders were paid on delivery
    index('pedidos_envios')
      .on(t.cerrado)
      .where(sql`${t.estado} = 'entregado' and ${t.modo_entrega} = 'delivery' and ${t.costo_delivery} > 0`),
    index('pedidos_entregados').on(t.cerrado).where(sql`${t.estado} = 'entregado'`),
    index('pedidos_abiertos_buzon').on(t.buzon).where(sql`${t.estado} = 'confirmado'`),
    index('pedidos_abiertos_navegador').on(t.navegador).where(sql`${t.estado} = 'confirmado'`),
    index('pedidos_abiertos_red').on(t.red).where(sql`${t.estado} = 'confirmado'`),
    index('pedidos_vencen').on(t.vence).where(sql`${t.estado} = 'confirmado'`),
    index('pedidos_con_sena').on(t.cerrado).where(sql`${t.vencio_con_sena}`),
    index('pedidos_ayudas').on(t.pidio_ayuda).where(sql`${t.pidio_ayuda} is not null`),
    index('pedidos_pagados').on(t.pagado).where(sql`${t.pagado} is not null`),
    index('pedidos_prometidos').on(t.prometido).where(sql`${t.prometido} is not null`),
    // Contains the columns that the reports of a year add up; of an order that moved its row is read too
    index('pedidos_ventas')
      .on(t.pagado, t.sucursal_id, t.importe_final, t.final_impresion, t.final_anillado, t.total_anillado)
      .where(sql`${t.pagado} is not null`),
    index('pedidos_promesas')
      .on(t.prometido, t.sucursal_id, t.estado, t.listo, t.id)
      .where(sql`${t.prometido} is not null and ${t.pagado} is not null`),
    check(
      'pedidos_importes',
      sql`${t.total_impresion} >= 0 and ${t.total_anillado} >= 0 and ${t.importe_final} = ${t.final_impresion} + ${t.final_anillado} + ${t.final_otros} - ${t.descuento_mano}`,
    ),
    check(
      'pedidos_confirmado_completo',
      sql`${t.estado} = 'borrador' or (${t.numero} is not null and ${t.email} is not null and ${t.celular} is not null and ${t.sucursal_id} is not null and ${t.modo_entrega} is not null and ${t.codigo_retiro} is not null)`,
    ),
  ],
)

/** Notes of the counter's people about an order. Customers never read them. Append-only. */
export const notas_equipo = pgTable(
  'notas_equipo',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    pedido_id: text()
      .notNull()
      .references(() => pedidos.id, { onDelete: 'cascade' }),
    cuando: instant().notNull().defaultNow(),
    quien: text().notNull(),
    operador_id: integer().references(() => operadores.id, { onDelete: 'set null' }),
    texto: text().notNull(),
  },
  (t) => [index('notas_equipo_pedido').on(t.pedido_id, t.id)],
)

/** An order's steps, each with its person, time and reason. Append-only, but for the mark of an undone step. */
export const historial = pgTable(
  'historial',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    pedido_id: text()
      .notNull()
      .references(() => pedidos.id, { onDelete: 'cascade' }),
    estado: text({ enum: ESTADOS }).notNull(),
    cuando: instant().notNull().defaultNow(),
    quien: text().notNull(),
    nota: text(),
    /** For a step: the order's state before, and the row of its last step then. */
    desde: text({ enum: ESTADOS }),
    desde_paso: bigint({ mode: 'number' }),
    /** The person of the counter who took it. */
    operador_id: integer().references(() => operadores.id, { onDelete: 'set null' }),
    /** When it was taken back. */
    deshecho: instant(),
    /** Where the order went to another branch: the one that it left. */
    desde_sucursal: integer().references(() => sucursales.id),
  },
  (t) => [
    index('historial_pedido').on(t.pedido_id, t.id),
    index('historial_mudanzas').on(t.pedido_id, t.cuando).where(sql`${t.desde_sucursal} is not null`),
    index('historial_entregas').on(t.cuando).where(sql`${t.estado} = 'entregado'`),
  ],
)
