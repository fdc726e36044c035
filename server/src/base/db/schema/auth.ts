import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { clientes } from './clientes.ts'
import { instant } from './columns.ts'

/** One login of a customer: the row is the session, and deleting it ends the session and all its tokens at once. */
export const sesiones = pgTable(
  'sesiones',
  {
    /** Part of the access token; opens nothing by itself. */
    id: uuid().primaryKey(),
    cliente_id: integer()
      .notNull()
      .references(() => clientes.id, { onDelete: 'cascade' }),
    creada: instant().notNull(),
    /** Last renewal. */
    usada: instant().notNull(),
    /** 'Chrome en Android': the browser of the login, in plain words. */
    dispositivo: text().notNull().default('Otro dispositivo'),
  },
  (t) => [index('sesiones_cliente').on(t.cliente_id), index('sesiones_usada').on(t.usada)],
)

/** Access tokens of 15 minutes. A session has several: one for each tab. */
export const accesos = pgTable(
  'accesos',
  {
    /** sha256, hex. */
    token_hash: text().primaryKey(),
    sesion_id: uuid()
      .notNull()
      .references(() => sesiones.id, { onDelete: 'cascade' }),
    vence: instant().notNull(),
  },
  (t) => [index('accesos_sesion').on(t.sesion_id)],
)

/**
 * Every refresh token that a session ever had, so that an old one that comes back is recognised. The
 * successor of a token is derived from it, never stored.
 */
export const refrescos = pgTable(
  'refrescos',
  {
    /** sha256, hex. */
    token_hash: text().primaryKey(),
    sesion_id: uuid()
      .notNull()
      .references(() => sesiones.id, { onDelete: 'cascade' }),
    /** When it was first used: since then its successor exists. */
    usado: instant(),
  },
  (t) => [index('refrescos_sesion').on(t.sesion_id)],
)

/** Solved checks and `cap` cookies that were used: each counts once, whichever process sees it. */
export const captcha_usados = pgTable(
  'captcha_usados',
  { id: text().primaryKey(), vence: instant().notNull() },
  (t) => [index('captcha_usados_vence').on(t.vence)],
)
