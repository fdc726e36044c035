import * as z from 'zod'
import { CANALES, DESCUENTO_TIPOS, rangoFechasProblem } from '../rules/gestion/reporte.ts'
import { diaField } from './campos.ts'

const pesos = z.number()
const count = z.int()
const dia = diaField()

const range = { desde: dia, hasta: dia }
/** `punto_y_coma`: what spreadsheets in Argentine Spanish expect. Only for the CSV. */
const separador = z.enum(['coma', 'punto_y_coma']).default('coma')

const ofRange = <Shape extends z.ZodRawShape>(more: Shape) =>
  z.object({ ...range, separador, ...more }).superRefine((query, context) => {
    const rango = z.object(range).safeParse(query)
    const problem = rango.success ? rangoFechasProblem(rango.data) : null
    if (problem) context.addIssue({ code: 'custom', path: ['hasta'], message: problem })
  })

const RangoQuery = ofRange({})
const VentasQuery = ofRange({
  agrupar: z.enum(['dia', 'sucursal', 'producto'], 'Agrupá por dia, sucursal o producto.').default('dia'),
})

/**
 * `bruto` includes what was refunded later; `devuelto` is what was refunded in the range, for sales of any
 * day.
 */
export const VentasFila = z.object({
  /** The day, the branch's name, or what was sold. */
  clave: z.string(),
  pedidos: count,
  /** Orders among them that cost nothing. */
  gratis: count,
  /** Orders among them that were made at the counter. */
  mostrador: count,
  bruto: pesos,
  devuelto: pesos,
  neto: pesos,
})
export type VentasFila = z.infer<typeof VentasFila>

export const DescuentoFila = z.object({
  /** `mano`: taken off by a person of the counter. */
  tipo: z.enum(DESCUENTO_TIPOS),
  /** Orders that it reduced the price of. */
  pedidos: count,
  /** Codes marked at the counter: how much they took off there is unknown. */
  mostrador: count,
  pesos,
})
export type DescuentoFila = z.infer<typeof DescuentoFila>

export const PuntosReporte = z.object({
  puntos: count,
  cuentas: count,
  /** At the best rate of free sheets that points buy now; null where they buy none. */
  pesos: pesos.nullable(),
})
export type PuntosReporte = z.infer<typeof PuntosReporte>

export const ImpresoraReporte = z.object({
  impresora: z.string(),
  sucursal: z.string(),
  trabajos: count,
  /** Printed sheets, first prints and reprints. */
  hojas: count,
  /** Sides, as the printer counts them. */
  contadas: count,
  reimpresiones: count,
  hojas_reimpresas: count,
  motivos: z.array(z.object({ motivo: z.string(), veces: count, hojas: count })),
})
export type ImpresoraReporte = z.infer<typeof ImpresoraReporte>

export const CajaFila = z.object({
  dia: z.iso.date(),
  sucursal: z.string(),
  canal: z.enum(CANALES),
  /** How it was paid: 'Visa débito', 'Efectivo'. */
  medio: z.string(),
  /** The same as a stored key, for programs: 'debvisa', 'efectivo'; null: unknown. */
  medio_clave: z.string().nullable(),
  operaciones: count,
  cobrado: pesos,
  devuelto: pesos,
  neto: pesos,
})
export type CajaFila = z.infer<typeof CajaFila>

export const PromesaFila = z.object({
  sucursal: z.string(),
  cumplidas: count,
  /** Ready after the promised time, or not ready and the time has passed. */
  tarde: count,
  /** Orders that are not ready and whose promised time is still ahead. */
  pendientes: count,
})
export type PromesaFila = z.infer<typeof PromesaFila>

/**
 * Days of Tucumán, both included, a year at most. Each report has a CSV of the same rows at its path with
 * `.csv`. For the owner alone; only the cash report is also for others, for their own branch.
 */
export const reportesApi = {
  'GET /api/mostrador/reportes/ventas': {
    query: VentasQuery,
    answer: z.object({ filas: z.array(VentasFila) }),
  },
  'GET /api/mostrador/reportes/descuentos': {
    query: RangoQuery,
    answer: z.object({ filas: z.array(DescuentoFila) }),
  },
  /** The present state. */
  'GET /api/mostrador/reportes/puntos': { query: z.object({ separador }), answer: PuntosReporte },
  'GET /api/mostrador/reportes/impresoras': {
    query: RangoQuery,
    answer: z.object({
      impresoras: z.array(ImpresoraReporte),
      /** The sheets of orders paid in the range, printed or not yet. */
      hojas_vendidas: count,
    }),
  },
  /**
   * `tapado`: the cash and typed sales of an open shift are left out, so that a count stays blind. The owner
   * sees everything.
   */
  'GET /api/mostrador/reportes/caja': {
    query: RangoQuery,
    answer: z.object({ filas: z.array(CajaFila), tapado: z.boolean() }),
  },
  'GET /api/mostrador/reportes/promesas': {
    query: RangoQuery,
    answer: z.object({ filas: z.array(PromesaFila) }),
  },
}
