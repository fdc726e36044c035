import type { Facturacion } from '@imprimitodo/shared/api/facturas'
import type { CualColores } from '@imprimitodo/shared/rules/base/colores'
import type { ListaPrecios } from '@imprimitodo/shared/rules/compra/precio'
import type { TiempoTrabajo } from '@imprimitodo/shared/rules/compra/promesa'
import type { TopesVenta } from '@imprimitodo/shared/rules/fidelidad/puntos'
import type { Plantilla } from '@imprimitodo/shared/rules/mostrador/plantilla'
import type { Topes } from '@imprimitodo/shared/rules/mostrador/rol'
import type { Sensibilidad } from '@imprimitodo/shared/rules/taller/tinta'
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
  /**
   * `pesos`: relative odds of min..max, in order; null or absent: equal odds. `presupuesto`: percents a day.
   */
  ruleta: { min: number; max: number; pesos?: number[] | null; presupuesto?: number | null }
  /** How long files are kept after their order is closed, and after it is ready where it is not collected. */
  retencion_dias: number
  retencion_listo_dias: number
  /** From which tint on a scanned page counts as colour. */
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
  /** Scheduled mails: to a customer whose order is late, and to the owner after each day. */
  correos: { demora: boolean; resumen: boolean }
  /** Texts that staff sends to customers by WhatsApp. */
  whatsapp: Record<Plantilla, string>
}

export type SeguridadAjustes = {
  /** People of the back office without a second factor reach only the page that sets one up. */
  exigir_segundo_factor: boolean
  /**
   * Centavos. A larger refund of an order needs the person to confirm their identity, and the owner is
   * notified.
   */
  devolucion_confirmar: number
}

export type Limites = {
  /** Limit of pages of one file, and of all files of an order. */
  paginas_archivo: number
  paginas_pedido: number
  /** Unpaid orders at once of one mailbox and of one browser; twenty times as many of one network address. */
  pedidos_abiertos: number
}

/** The shop's public description of itself. */
export type Vidriera = {
  /** The shop's name; '' or absent: ours (rules/vidriera/nombre-tienda.ts). */
  nombre?: string
  /** For the customers' pages and mails; absent in settings from before there was a choice. */
  colores?: CualColores
  /** A picture that replaces the drawn logo; null or absent: none. */
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
    /** Address of ARCA's "Data Fiscal" page; null until the owner has one. */
    data_fiscal_url: string | null
  }
}

export const ajustes = pgTable(
  'ajustes',
  {
    id: integer().primaryKey().default(1),
    valores: jsonb().$type<AjustesValores>().notNull(),
    actualizado: instant().notNull().defaultNow(),
    /** Since when customers can pay in the web; null: the owner has not opened the shop yet. */
    abierta: instant(),
  },
  (t) => [check('ajustes_una_fila', sql`${t.id} = 1`)],
)
