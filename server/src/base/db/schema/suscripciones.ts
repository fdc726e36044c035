import { bigint, index, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { correos } from './correos.ts'
import { pedidos } from './pedidos.ts'

/** Devices that get news of an order by Web Push (RFC 8030), with the address at their push service. */
export const suscripciones = pgTable(
  'suscripciones',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    pedido_id: text()
      .notNull()
      .references(() => pedidos.id, { onDelete: 'cascade' }),
    /**
     * A secret: it authorises sending to the device. Checked before it is stored (shared/src/rules/compra/push.ts).
     */
    endpoint: text().notNull(),
    /** The device's keys, base64url (RFC 8291). */
    p256dh: text().notNull(),
    auth: text().notNull(),
    creada: instant().notNull().defaultNow(),
    /** Since when a notice to it is being sent: one at a time. */
    ocupada: instant(),
  },
  (t) => [unique('suscripciones_una').on(t.pedido_id, t.endpoint)],
)

/** One notice to one device: the same news as a mail to the order's owner. */
export const avisos_push = pgTable(
  'avisos_push',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    suscripcion_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => suscripciones.id, { onDelete: 'cascade' }),
    correo_id: bigint({ mode: 'number' })
      .notNull()
      .references(() => correos.id, { onDelete: 'cascade' }),
    /** When its push service accepted it. */
    enviado: instant(),
  },
  (t) => [
    uniqueIndex('avisos_push_uno').on(t.suscripcion_id, t.correo_id),
    index('avisos_push_correo').on(t.correo_id),
  ],
)
