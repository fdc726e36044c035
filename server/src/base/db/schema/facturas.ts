import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { centavos, instant } from './columns.ts'
import { documentos } from './documentos.ts'
import { pedidos } from './pedidos.ts'

/** The customer on a voucher. `cuit` null: an anonymous final consumer. */
export type FacturaCliente = {
  cuit: string | null
  nombre: string
  direccion: string
  condicion_iva: 'RI' | 'MT' | 'CF'
}

/**
 * Vouchers of ARCA, and of the simulated one: requested (`pendiente`), with a number and on their way
 * (`pidiendo`: only ARCA knows whether they exist), issued, refused, or dropped because nothing was left to
 * invoice. Facts of the order are written when the number is taken.
 */
export const facturas = pgTable(
  'facturas',
  {
    id: text().primaryKey(),
    /** 'pedido:ID' or 'nota:ID:refunded centavos': the same thing is never invoiced twice. */
    clave: text().notNull().unique(),
    pedido_id: text()
      .notNull()
      .references(() => pedidos.id),
    clase: text({ enum: ['factura', 'nota_credito'] }).notNull(),
    /** nota_credito: the invoice that it reduces. */
    asociada_id: text().references((): AnyPgColumn => facturas.id),
    estado: text({ enum: ['pendiente', 'pidiendo', 'emitida', 'rechazada', 'descartada'] }).notNull(),
    cliente: jsonb().$type<FacturaCliente>().notNull(),
    /** nota_credito: known from the beginning; factura: when the number is taken. */
    importe: centavos(),
    /** Refunds of the order that had been made when the amount was computed. */
    devuelto: centavos().notNull().default(0),
    lineas: jsonb().$type<{ concepto: string; centavos: number }[]>(),

    /** The numbering series: the provider and the issuer's CUIT, with `punto_venta` and `tipo`. */
    proveedor: text({ enum: ['simulado', 'arca'] }),
    cuit: text(),
    punto_venta: integer(),
    /** CbteTipo. */
    tipo: integer(),
    numero: integer(),
    /** CbteFch, in Tucumán. */
    fecha: date({ mode: 'string' }),
    servicio_desde: date({ mode: 'string' }),

    cae: text(),
    cae_vence: date({ mode: 'string' }),
    /** ARCA's remarks on a granted or refused voucher; for a waiting one, the reason. */
    observaciones: text().array().notNull().default([]),
    /** Request and answer as they were sent, without our credentials. */
    intercambio: jsonb().$type<{ pedido: string; respuesta: string }>(),
    documento_id: text().references(() => documentos.id),
    creada: instant().notNull(),
    /** When its job began a new round. */
    reintentada: instant(),
    emitida: instant(),
  },
  (t) => [
    uniqueIndex('facturas_numero').on(t.proveedor, t.cuit, t.punto_venta, t.tipo, t.numero),
    uniqueIndex('facturas_en_curso')
      .on(t.proveedor, t.cuit, t.punto_venta, t.tipo)
      .where(sql`${t.estado} = 'pidiendo'`),
    index('facturas_pedido').on(t.pedido_id),
    index('facturas_emitidas').on(t.emitida.desc()),
    index('facturas_abiertas').on(t.creada).where(sql`${t.estado} in ('pendiente', 'pidiendo', 'rechazada')`),
    check(
      'facturas_numerada',
      sql`${t.estado} not in ('pidiendo', 'emitida') or (${t.numero} is not null and ${t.importe} > 0 and ${t.fecha} is not null and ${t.lineas} is not null)`,
    ),
    check(
      'facturas_con_cae',
      sql`${t.estado} <> 'emitida' or (${t.cae} is not null and ${t.documento_id} is not null)`,
    ),
  ],
)
