import * as z from 'zod'
import { toPesos } from '../rules/base/dinero.ts'
import { MEDIOS_CAJA, MEDIOS_MOVIMIENTO } from '../rules/dinero/caja.ts'
import { MAX_CANTIDAD, MAX_LINEAS, MAX_VENTA } from '../rules/dinero/venta.ts'
import { Autoriza } from './acceso.ts'
import {
  celularField,
  emailField,
  filledField,
  idField,
  listField,
  nombreField,
  notOdd,
  sucursalField,
  textField,
} from './campos.ts'
import { PedidoId } from './pedidos.ts'

const pesos = z.number()
const MAX_PESOS = toPesos(MAX_VENTA)

/** 400 {importe: [..]} */
const importeVenta = z
  .union(
    [
      z.number(),
      z
        .string()
        .max(20, 'Ese importe es demasiado grande.')
        .regex(/^\d+([.]\d{1,2})?$/, 'Escribí el importe en pesos.'),
    ],
    'Escribí el importe.',
  )
  .transform(Number)
  .pipe(
    z
      .number('Escribí el importe.')
      .positive({ error: 'El importe tiene que ser mayor que cero.', abort: true })
      .min(0.01, { error: 'Es menos de un centavo.', abort: true })
      .max(MAX_PESOS, { error: 'Ese importe es demasiado grande.', abort: true })
      .multipleOf(0.01, 'El importe lleva dos decimales como mucho.'),
  )

/** Pesos with at most two decimals, from 0. */
const importe = (required: string) =>
  z
    .number(required)
    .min(0, 'El importe no puede ser negativo.')
    .max(MAX_PESOS, 'Ese importe es demasiado grande.')
    .multipleOf(0.01, 'El importe lleva dos decimales como mucho.')

const id = (message: string) =>
  z
    .int(message)
    .min(1, message)
    .max(2 ** 31 - 1, message)

const cantidad = z
  .int('La cantidad es un número entero.')
  .min(1, 'La cantidad es 1 o más.')
  .max(MAX_CANTIDAD, `La cantidad es ${MAX_CANTIDAD} o menos.`)

/**
 * An order (a draft of its files, or one that waits for its payment), a product, or a service with its unit
 * price: its keys tell which.
 */
const Linea = z
  .object({
    pedido_id: PedidoId.nullish(),
    producto_id: id('Ese producto no existe.').nullish(),
    texto: nombreField(120, 'Escribí qué es.').nullish(),
    importe: importe('Escribí el importe.').positive('El importe tiene que ser mayor que cero.').nullish(),
    cantidad: cantidad.default(1),
  })
  .transform(({ pedido_id, producto_id, texto, importe: pesos, cantidad: cuantos }, context) => {
    if (pedido_id) return { clase: 'pedido_id' as const, pedido_id }
    if (producto_id) return { clase: 'producto_id' as const, producto_id, cantidad: cuantos }
    if (texto && pesos) return { clase: 'texto' as const, texto, importe: pesos, cantidad: cuantos }
    context.addIssue(texto ? 'Escribí el importe.' : 'Escribí qué es.')
    return z.NEVER
  })

const Pago = z.object({
  medio: z.enum(MEDIOS_MOVIMIENTO, 'Elegí cómo paga.'),
  importe: importe('Escribí cuánto paga.'),
  /** For cash: the amount handed over. The rest is change. */
  recibido: importe('Escribí con cuánto paga.').nullish(),
  /** For a card terminal: the text on its slip. */
  referencia: textField(60).trim().nullish(),
  /** For `cuenta`: which account, and which autorizado takes it. */
  cuenta_corriente: z
    .object({
      id: id('Esa cuenta corriente no existe.'),
      autorizado_id: id('Elegí quién retira.'),
    })
    .nullish(),
})
const pagos = listField(Pago, 10)

const Descuento = z.object({
  importe: importe('Escribí cuánto se descuenta.')
    .positive('El descuento tiene que ser mayor que cero.')
    .nullish(),
  porcentaje: z
    .number('Escribí el porcentaje.')
    .positive('El porcentaje tiene que ser mayor que cero.')
    .max(100, 'El porcentaje es 100 o menos.')
    .multipleOf(0.01, 'El porcentaje lleva dos decimales como mucho.')
    .nullish(),
  motivo: filledField(200, 'Escribí por qué se descuenta.'),
})

/**
 * One of the four is enough. `id` is that of an account found by its name. An e-mail or a mobile without an
 * account is the order's contact.
 */
const Cliente = z.object({
  id: id('Esa cuenta no existe.').nullish(),
  email: emailField.nullish(),
  celular: celularField.nullish(),
  dni: textField(20).nullish(),
})

/** A sale of lines: one ticket, one payment. */
export const VentaDeLineas = z.object({
  lineas: listField(Linea, MAX_LINEAS).min(1, 'Agregá al menos una línea.'),
  cliente: Cliente.nullish(),
  nombre: textField(120).trim().superRefine(notOdd).nullish(),
  codigos: listField(textField(100), 20).default([]),
  descuento: Descuento.nullish(),
  pagos: pagos.default([]),
  /**
   * The total that the clerk saw. If the cost has changed since: 409 {detail, total}, and nothing is sold.
   */
  total: importe('Escribí el total.').nullish(),
  /** For a person who works for all branches; else the person's own counts. */
  sucursal: sucursalField.nullish(),
  /** Needed above the role's limit of a sale or a discount: else 403 {detail, autorizar: true}. */
  autoriza: Autoriza.nullish(),
})
export type VentaDeLineas = z.output<typeof VentaDeLineas>
export type VentaPedida = z.input<typeof VentaDeLineas>
export type LineaPedida =
  | { pedido_id: string }
  | { producto_id: number; cantidad: number }
  | { texto: string; importe: number; cantidad: number }

/** A sale of lines, or one typed as an amount. */
const Venta = z
  .object({
    ...VentaDeLineas.shape,
    lineas: VentaDeLineas.shape.lineas.optional(),
    email: filledField(254, 'Escribí el e-mail.').optional(),
    importe: importeVenta.optional(),
    /** How a typed sale was paid. Left out: the till asks for it. */
    medio: z.enum(MEDIOS_CAJA, 'Elegí cómo pagó.').nullish(),
  })
  .transform(({ lineas, email, importe: pesos, medio, ...venta }, context) => {
    if (lineas) return { clase: 'lineas' as const, ...venta, lineas }
    if (email && pesos)
      return { clase: 'email' as const, email, importe: pesos, medio, autoriza: venta.autoriza }
    if (!email) context.addIssue({ code: 'custom', path: ['email'], message: 'Escribí el e-mail.' })
    if (!pesos) context.addIssue({ code: 'custom', path: ['importe'], message: 'Escribí el importe.' })
    return z.NEVER
  })

/** A sale of lines as priced or as made. Pesos. */
export const VentaAnswer = z.object({
  /** Null: it was only priced. */
  venta_id: z.int().nullable(),
  /** Before discounts: print and binding, and products and services. */
  impresion: pesos,
  otros: pesos,
  /** Each discount with its code, or with the reason of one given by hand. */
  descuentos: z.array(
    z.object({ codigo: z.string().nullable(), motivo: z.string().nullable(), importe: pesos }),
  ),
  total: pesos,
  /** Paid so far, and still owed; a pending link counts as owed. */
  pagado: pesos,
  resto: pesos,
  vuelto: pesos,
  /** The points that it gave; for one that is only priced, that it would give. */
  puntos: z.int(),
  /** The customer's account, with the points that it can spend. */
  cliente: z.object({ nombre: z.string(), puntos: z.int() }).nullable(),
  color_pendiente: z.boolean(),
  pedidos: z.array(z.object({ pedido_id: z.string(), numero: z.int().nullable() })),
  /** Where the customer pays the part of Mercado Pago. */
  init_point: z.string().nullable(),
})
export type VentaAnswer = z.infer<typeof VentaAnswer>

/** The part of a sale that can be refunded, in pesos: money of the counter, of the provider, and charges on account. */
export const VentaDevolvible = z.object({
  venta_id: z.int(),
  mostrador: pesos,
  mercadopago: pesos,
  cuenta: pesos,
  pedidos: VentaAnswer.shape.pedidos,
})
export type VentaDevolvible = z.infer<typeof VentaDevolvible>

const VentaParams = z.object({ id: idField })

/**
 * Sales at the counter. For every person of the back office, at their own branch. With the header
 * Idempotency-Key each counts once: repeated, the same answer; with other data 409.
 */
export const ventasApi = {
  /**
   * A sale of lines: as `VentaDeLineas`. 400 by field; 403 above a limit of the caller's role; 404 an order of
   * another branch; 409 an order that is paid, a code that is used, or a changed `total`. A typed sale,
   * `{email, importe}`: it gives points up to the owner's limits (`recortados` are those above them), 404 an
   * unknown e-mail.
   */
  'POST /api/mostrador/ventas': {
    body: Venta,
    answer: z.union([VentaAnswer, z.object({ puntos: z.int(), recortados: z.int(), saldo: z.int() })]),
  },
  /** Prices the same sale of lines without making it: nothing is reserved, and no payment is needed. */
  'POST /api/mostrador/ventas/cotizar': { body: VentaDeLineas, answer: VentaAnswer },
  /**
   * The person's own sale that was sent with this Idempotency-Key, with its answer; null: none was made. For
   * a screen that lost the answer.
   */
  'GET /api/mostrador/ventas/hecha': { answer: z.object({ venta: VentaAnswer.nullable() }) },
  /** Pays the debt of a sale, or a part of it. */
  'POST /api/mostrador/ventas/:id/pagos': {
    params: VentaParams,
    body: z.object({ pagos: pagos.min(1, 'Elegí cómo paga.') }),
    answer: VentaAnswer,
  },
  'GET /api/mostrador/ventas/:id/devolver': { params: VentaParams, answer: VentaDevolvible },
  /**
   * Refunds money of a sale: the counter's payments by the `medio` handed over, the provider's by
   * `mercadopago`, what was charged to a cuenta corriente by `cuenta`. As for an order: 403 above the owner's
   * amount, and above the limit of the caller's role.
   */
  'POST /api/mostrador/ventas/:id/devolver': {
    params: VentaParams,
    body: z.object({
      importe: importe('Escribí cuánto se devuelve.').positive('El importe tiene que ser mayor que cero.'),
      medio: z.enum(MEDIOS_MOVIMIENTO, 'Elegí cómo se devuelve.'),
      motivo: filledField(300, 'Escribí por qué se devuelve.'),
      autoriza: Autoriza.nullish(),
    }),
    answer: z.object({ venta_id: z.int(), devuelto: pesos, queda: pesos }),
  },
}
