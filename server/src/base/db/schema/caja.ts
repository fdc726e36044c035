import { MEDIOS_MOVIMIENTO, TIPOS_MOVIMIENTO } from '@imprimitodo/shared/rules/dinero/caja'
import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { centavos, instant } from './columns.ts'
import { operadores } from './mostrador.ts'
import { pedidos } from './pedidos.ts'
import { sucursales } from './sucursales.ts'
import { ventas } from './ventas.ts'

/** A shift of a drawer: from its opening float to its count. Charging and closing lock the row. */
export const turnos = pgTable(
  'turnos',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    sucursal_id: integer()
      .notNull()
      .references(() => sucursales.id),
    /** The drawer's number in its branch. */
    caja: integer().notNull(),
    /** Cash in the drawer when it was opened. */
    fondo: centavos().notNull(),
    abierto: instant().notNull(),
    abierto_por: integer().references(() => operadores.id, { onDelete: 'set null' }),
    /** Names of the people at that time. */
    abrio: text().notNull(),
    cerrado: instant(),
    cerrado_por: integer().references(() => operadores.id, { onDelete: 'set null' }),
    cerro: text(),
    /** The expected and the counted cash of a closed shift. */
    esperado: centavos(),
    contado: centavos(),
    /** How many of each note were counted; the rest of the cash is coins. */
    billetes: jsonb().$type<{ valor: number; cuantos: number }[]>(),
    /** The closing person's note on the difference. */
    nota: text(),
    /** Cash that stays in the drawer; the rest was taken out at the close. */
    queda: centavos(),
  },
  (t) => [
    uniqueIndex('turnos_abierto').on(t.sucursal_id, t.caja).where(sql`${t.cerrado} is null`),
    index('turnos_cerrados').on(t.sucursal_id, t.cerrado).where(sql`${t.cerrado} is not null`),
    check('turnos_fondo', sql`${t.fondo} >= 0`),
    check(
      'turnos_cierre',
      sql`(${t.cerrado} is null) = (${t.contado} is null) and (${t.cerrado} is null) = (${t.esperado} is null)`,
    ),
  ],
)

/**
 * Money that went through the counter's hands, and charges to a cuenta corriente (`cuenta`), once each;
 * append-only but for `medio`, which is set once.
 */
export const movimientos_caja = pgTable(
  'movimientos_caja',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** The shift that was open then; null: none. */
    turno_id: integer().references(() => turnos.id),
    /** Null: a sale by a person who works for all branches and had no drawer. */
    sucursal_id: integer().references(() => sucursales.id),
    tipo: text({ enum: TIPOS_MOVIMIENTO }).notNull(),
    /** Null: not told yet. */
    medio: text({ enum: MEDIOS_MOVIMIENTO }),
    /** Signed: money that went out is negative. */
    importe: centavos().notNull(),
    motivo: text(),
    pedido_id: text().references(() => pedidos.id),
    venta_id: bigint({ mode: 'number' }).references(() => ventas.id),
    /** Names the fact, so that it is never written twice. */
    clave: text().notNull().unique(),
    operador_id: integer().references(() => operadores.id, { onDelete: 'set null' }),
    quien: text().notNull(),
    cuando: instant().notNull(),
  },
  (t) => [
    index('movimientos_caja_turno').on(t.turno_id, t.id),
    index('movimientos_caja_fuera').on(t.sucursal_id, t.cuando).where(sql`${t.turno_id} is null`),
    index('movimientos_caja_pedido').on(t.pedido_id),
    check('movimientos_caja_importe', sql`${t.importe} <> 0`),
  ],
)
