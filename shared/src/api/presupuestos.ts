import * as z from 'zod'
import { DEFAULT_LIMITES_PAGINAS, MAX_COPIAS, MIN_COPIAS } from '../rules/compra/archivo.ts'
import { nombreRetiroField, sucursalField, textField } from './campos.ts'
import { ArchivoAnswer, Cotizacion, PedidoId } from './pedidos.ts'

const pesos = z.number()
const instant = z.iso.datetime()
const { paginas_archivo } = DEFAULT_LIMITES_PAGINAS

/** A number of pages and copies, before there is a file. */
export const CalculoForm = z.object({
  paginas: z
    .int('Escribí cuántas páginas son.')
    .min(1, 'Escribí cuántas páginas son.')
    .max(paginas_archivo, `Son hasta ${paginas_archivo} páginas.`),
  duplicado: z
    .int('Escribí cuántas copias son.')
    .min(MIN_COPIAS, 'Escribí cuántas copias son.')
    .max(MAX_COPIAS, `Son hasta ${MAX_COPIAS} copias.`),
  doble_faz: z.boolean(),
  color: z.enum(['blanco y negro', 'color']),
  anillado: z.boolean(),
})

export const PresupuestoAnswer = z.object({
  creado: instant,
  vence: instant,
  sucursal: z.string(),
  nombre: z.string().nullable(),
  /** With the web's discount, as quoted to the customer. */
  importe: pesos,
  descuento_porcentaje: z.number(),
  /** Empty where only a number of pages was quoted. */
  archivos: z.array(ArchivoAnswer),
  calculo: CalculoForm.extend({ hojas: z.int(), tomos: z.int() }).nullable(),
  /** The price of `calculo` today; null where the shop has no prices. For files the quoted price holds. */
  importe_hoy: pesos.nullable(),
})
export type PresupuestoAnswer = z.infer<typeof PresupuestoAnswer>

const token = z.object({ token: textField(64) })

/** A picture of its file `n`, from 1. */
export const MiniaturaDePresupuesto = token.extend({ n: z.coerce.number().int().min(1).max(100_000) })

/** A quote that the counter gave. 404 {detail} unknown, 410 {detail} once it is over. */
export const presupuestosApi = {
  'GET /api/presupuestos/:token': { params: token, answer: PresupuestoAnswer },
  /**
   * Makes a draft with its files and options, at the quoted prices. `carrito` as in upload_archivo. May be
   * repeated. 400 {archivos: [..]} where its paper is no longer sold; 409 {detail} where it has no files.
   */
  'POST /api/presupuestos/:token/pedir': {
    params: token,
    body: z.object({ carrito: textField(100).nullish() }),
    answer: Cotizacion,
  },
}

/** A field that counts as not sent if it is empty. */
const optional = <T extends z.ZodType>(field: T) =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), field.optional())

export const presupuestosMostradorApi = {
  /**
   * One of the two: the draft with the files, which is copied and kept, or a number of pages. `texto` is the
   * owner's text for WhatsApp, with the link in it. 409 {detail} while the colour of the draft's pages is
   * still counted.
   */
  'POST /api/mostrador/presupuestos': {
    body: z
      .object({
        sucursal: sucursalField,
        pedido_id: PedidoId.nullish(),
        calculo: CalculoForm.nullish(),
        nombre: optional(nombreRetiroField),
      })
      .refine(({ pedido_id, calculo }) => !pedido_id !== !calculo, {
        error: 'Agregá los archivos o escribí cuántas páginas son.',
        path: ['calculo'],
      }),
    answer: z.object({ url: z.string(), vence: instant, importe: pesos, texto: z.string() }),
    status: 201 as const,
  },
}
