import type { CualColores } from '@imprimitodo/shared/rules/colores'
import type { Plantilla } from '@imprimitodo/shared/rules/plantilla'
import type { ListaPrecios } from '@imprimitodo/shared/rules/precio'
import type { TiempoTrabajo } from '@imprimitodo/shared/rules/promesa'
import type { TopesVenta } from '@imprimitodo/shared/rules/puntos'
import type { Topes } from '@imprimitodo/shared/rules/rol'
import type { Sensibilidad } from '@imprimitodo/shared/rules/tinta'
import { sql } from 'drizzle-orm'
import { check, integer, jsonb, pgTable } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** The owner's settings, one row. Prices in centavos; texts and odds of later features join here. */
export type AjustesValores = ListaPrecios & {
  descuentoCompra: number
  radioPermitido: number
  precioDelivery: number
  puntos_por_peso: number
  cupon: { primero: number; siguientes: number }
  /** `pesos`: relative odds of min..max, one by one; null or absent: all alike. `presupuesto`: percents a day. */
  ruleta: { min: number; max: number; pesos?: number[] | null; presupuesto?: number | null }
  retencion_dias: number
  /** How faint a tint of a scan is still colour. */
  sensibilidad_color: Sensibilidad
  limites: Limites
  puntos_venta: TopesVenta
  promesa: TiempoTrabajo
  vidriera: Vidriera
  /** A voucher for every paid order at hand-over, even if the customer does not ask for it. */
  facturar_siempre: boolean
  facturacion: Facturacion
  seguridad: SeguridadAjustes
  /** Whether the counter gives the web's own discount too. */
  descuento_mostrador: boolean
  /** Centavos. */
  topes: Topes
  /** Mails that leave by the clock: to a customer whose order is late, and to the owner after each day. */
  correos: { demora: boolean; resumen: boolean }
  /** What staff writes to customers by WhatsApp. */
  whatsapp: Record<Plantilla, string>
}

export type SeguridadAjustes = {
  /** Who of the back office has no second factor reaches the page that sets one up, and nothing else. */
  exigir_segundo_factor: boolean
  /** Centavos. Where more than this goes back of an order, the person is asked who they are, and the owner is told. */
  devolucion_confirmar: number
}

export type Limites = {
  /** Pages of one file, and of all files of an order. */
  paginas_archivo: number
  paginas_pedido: number
  /** Unpaid orders at once of one mailbox and of one browser; twenty times as many of one address. */
  pedidos_abiertos: number
}

/** What vouchers say of the shop beside `vidriera.vendedor`. */
export type Facturacion = {
  /** ARCA's point of sale (of type "web services") of each branch, by its name; 1 where none is given. */
  puntos_venta: Record<string, number>
  /** Number of gross income tax, or 'No contribuyente'. Null: not filled yet. */
  ingresos_brutos: string | null
  /** 'YYYY-MM-DD'; null: not filled yet. */
  inicio_actividades: string | null
}

/** What the shop says of itself in public. */
export type Vidriera = {
  /** What the shop is called; '' or absent: as it always was (rules/nombre-tienda.ts). */
  nombre?: string
  /** Of the customers' pages and mails; absent: kept before it could be chosen. */
  colores?: CualColores
  /** A picture of ours in the place of the drawn one; null or absent: none. */
  logo_id?: string | null
  redes: { nombre: 'Instagram' | 'Facebook' | 'TikTok'; url: string }[]
  /** The flag kit is served at /{token}.pdf; null: there is none. */
  kit_banderas: string | null
  /** Null: not filled yet, and shown nowhere. */
  vendedor: {
    razon_social: string | null
    cuit: string | null
    condicion_iva: 'RI' | 'MT' | null
    domicilio: string | null
    email: string | null
    telefono: string | null
    /** Of ARCA's "Data Fiscal" page; null until the owner has one. */
    data_fiscal_url: string | null
  }
}

export const ajustes = pgTable(
  'ajustes',
  {
    id: integer().primaryKey().default(1),
    valores: jsonb().$type<AjustesValores>().notNull(),
    actualizado: instant().notNull().defaultNow(),
    /** Since when customers can pay in the web; null: the owner did not open the shop yet. */
    abierta: instant(),
  },
  (t) => [check('ajustes_una_fila', sql`${t.id} = 1`)],
)
