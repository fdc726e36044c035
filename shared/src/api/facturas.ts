import * as z from 'zod'
import { withoutInvisible } from '../rules/base/caracteres.ts'
import { CUIT_INVALID, cuitProblem } from '../rules/base/cuit.ts'
import { CONDICIONES_IVA } from '../rules/dinero/factura.ts'
import { checked, cursorField, diaField, filledField, mapField, nombreField, textField } from './campos.ts'
import { PedidoId, PedidoParams } from './pedidos.ts'

const pesos = z.number()
const instant = z.iso.datetime()

/** A digit string as people and programs send it; any other value is ignored. */
const digits = z
  .union([textField(60), z.number()])
  .transform((value) => String(value).trim())
  .catch('')
const words = textField(1000)
  .transform((value) => withoutInvisible(value).replace(/\s+/g, ' ').trim())
  .catch('')

/** The order's e-mail, from a browser that is not known as the owner's. */
const email = textField(254).nullish()

/**
 * What the customer types. Its shape is never refused: problems are reported in `{error}`
 * (`datosProblem` of shared/src/rules/dinero/factura.ts).
 */
export const FacturaDatos = z.object({ cuit: digits, nombre: words, direccion: words, condicion_iva: words })
export type FacturaDatos = z.output<typeof FacturaDatos>

export const EstadoFactura = z.object({
  facturado: z.boolean(),
  /** The invoice as a PDF. Its URL alone gives access to it. */
  url_pdf: z.string().nullable(),
  /** Asked for, and ARCA has not answered yet. */
  en_proceso: z.boolean(),
  /** The invoice's recipient, time and letter; null before it is issued. */
  nombre: z.string().nullable(),
  emitida: instant.nullable(),
  letra: z.enum(['A', 'B', 'C']).nullable(),
  /** False for the simulated one: the document says so too. */
  valida: z.boolean(),
})
export type EstadoFactura = z.infer<typeof EstadoFactura>

/**
 * ARCA's register entry of a CUIT; null where there is none, or where it is not asked (the simulated one).
 */
export const Constancia = z.object({
  nombre: z.string().nullable(),
  direccion: z.string().nullable(),
  condicion_iva: z.enum(CONDICIONES_IVA).nullable(),
})
export type Constancia = z.infer<typeof Constancia>

export const facturasApi = {
  'POST /api/pedido_para_facturar/': {
    /** Without `pedido_id` (or body): this browser's last paid order. */
    body: z.object({ pedido_id: PedidoId.nullish(), email }).nullish(),
    answer: z.object({ pedido_id: z.string() }),
  },
  'POST /api/estado_pedido/:pedido_id/': {
    params: PedidoParams,
    body: z.object({ email }).nullish(),
    answer: EstadoFactura,
  },
  'POST /api/facturar/:pedido_id/': {
    params: PedidoParams,
    body: FacturaDatos.extend({ email }),
    answer: z.object({ url_pdf: z.string() }),
  },
  'POST /api/facturas/padron': {
    body: z.object({ pedido_id: PedidoId, cuit: digits }),
    answer: Constancia,
  },
}

/**
 * The seller as the law requires it on the site and on every voucher. Null: not filled yet, and shown
 * nowhere.
 */
export const Vendedor = z.object({
  razon_social: nombreField(200, 'Escribí el nombre o la razón social.').nullable(),
  cuit: textField(20, CUIT_INVALID, CUIT_INVALID).superRefine(checked(cuitProblem)).nullable(),
  condicion_iva: z.enum(['RI', 'MT']).nullable(),
  domicilio: filledField(200, 'Escribí el domicilio.').nullable(),
  email: textField(254).trim().nullable(),
  telefono: textField(40).trim().nullable(),
  /** The address from ARCA's "Data Fiscal" page. */
  data_fiscal_url: textField(500)
    .pipe(z.url({ protocol: /^https?$/, message: 'Esa dirección no es válida.' }))
    .nullable(),
})

export const puntoVenta = z.int().min(1).max(99_998)

/** Facts of the shop on vouchers, beside `vidriera.vendedor`. */
export const Facturacion = z.object({
  /** ARCA's point of sale (of type "web services") of each branch, by its name; 1 where none is given. */
  puntos_venta: mapField(textField(100), puntoVenta, 100),
  /** Number of gross income tax, or 'No contribuyente'. Null: not filled yet, and no voucher is issued. */
  ingresos_brutos: filledField(40, 'Escribí el número, o «No contribuyente».').nullable(),
  inicio_actividades: diaField(
    'Escribí el día como 2015-03-01.',
    'El inicio de actividades no puede ser en el futuro, ni antes de 1900.',
  ).nullable(),
})
export type Facturacion = z.infer<typeof Facturacion>

export const FacturaFila = z.object({
  /** Null for a sale without voucher. */
  id: z.string().nullable(),
  pedido_id: z.string(),
  pedido_numero: z.int(),
  clase: z.enum(['factura', 'nota_credito']).nullable(),
  estado: z.enum(['sin_comprobante', 'pendiente', 'pidiendo', 'emitida', 'rechazada']),
  /** 'Factura C 00001-00000042' */
  comprobante: z.string().nullable(),
  nombre: z.string().nullable(),
  cuit: z.string().nullable(),
  importe: pesos,
  cae: z.string().nullable(),
  url_pdf: z.string().nullable(),
  observaciones: z.array(z.string()),
  /** Issued, else asked for, else paid. */
  cuando: instant,
})
export type FacturaFila = z.infer<typeof FacturaFila>

/** For the back office. */
export const facturasMostradorApi = {
  'GET /api/mostrador/facturas': {
    query: z.object({
      /** `sin_comprobante`: paid and never invoiced. `abiertas`: waiting for ARCA, or refused by it. */
      cuales: z.enum(['emitidas', 'abiertas', 'sin_comprobante']).default('emitidas'),
      cursor: cursorField.optional(),
    }),
    answer: z.object({ facturas: z.array(FacturaFila), siguiente: z.string().nullable() }),
  },
  /** The vouchers of one order that were issued, asked for or refused, oldest first. */
  'GET /api/mostrador/pedidos/:pedido_id/comprobantes': {
    params: PedidoParams,
    answer: z.object({ facturas: z.array(FacturaFila) }),
  },
  /** Asks ARCA again now for a voucher that was refused or waits. */
  'POST /api/mostrador/facturas/:id/reintentar': {
    params: z.object({ id: textField(100) }),
    answer: FacturaFila,
  },
  /** For a paid order without voucher: issues one to an anonymous final consumer. */
  'POST /api/mostrador/pedidos/:pedido_id/facturar': { params: PedidoParams, answer: FacturaFila },
}
