import { EVENTO_SEGURIDAD_KEYS } from '@imprimitodo/shared/rules/gestion/seguridad'
import { bigint, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** The security log. Append-only; rows older than 90 days are deleted. */
export const eventos_seguridad = pgTable(
  'eventos_seguridad',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    cuando: instant().notNull(),
    que: text({ enum: EVENTO_SEGURIDAD_KEYS }).notNull(),
    /** Not a reference: the event outlives the account. */
    cuenta_tipo: text({ enum: ['cliente', 'operador'] }),
    cuenta_id: integer(),
    /** Keyed hash of the network address: the same address can be recognised, but not read. */
    origen: text(),
    /** The request's id in the log of the server. */
    pedido_http: text(),
    detalle: text().notNull().default(''),
    /** Equal events of a moment are one row. */
    veces: integer().notNull().default(1),
  },
  (t) => [
    // An index for each search, newest first
    index('eventos_seguridad_orden').on(t.cuando, t.id),
    index('eventos_seguridad_que_orden').on(t.que, t.cuando, t.id),
    index('eventos_seguridad_cuenta_orden').on(t.cuenta_tipo, t.cuenta_id, t.cuando, t.id),
  ],
)

/** Browsers that an account has signed in from. */
export const navegadores_conocidos = pgTable(
  'navegadores_conocidos',
  {
    cuenta_tipo: text({ enum: ['cliente', 'operador'] }).notNull(),
    cuenta_id: integer().notNull(),
    /** Keyed hash of the browser's id. */
    navegador: text().notNull(),
    /** Last login. */
    visto: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.cuenta_tipo, t.cuenta_id, t.navegador] }),
    index('navegadores_conocidos_visto').on(t.visto),
  ],
)

/** The provider of each service at the last start, so that a change is noticed. */
export const proveedores_vistos = pgTable('proveedores_vistos', {
  /** 'pagos' */
  cual: text().primaryKey(),
  /** 'Mercado Pago' */
  servicio: text().notNull(),
  /** Keyed hash of its settings, credentials among them. */
  huella: text().notNull(),
})
