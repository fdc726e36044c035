import * as z from 'zod'
import {
  MAX_CAJAS,
  MEDIOS_CAJA,
  MEDIOS_MOVIMIENTO,
  TIPOS_A_MANO,
  TIPOS_MOVIMIENTO,
} from '../rules/dinero/caja.ts'
import { filledField, idField, listField, sucursalField, textField } from './campos.ts'

const pesos = z.number()
const instant = z.iso.datetime()
const MAX_PESOS = 100_000_000

const TurnoParams = z.object({ id: idField })

/** Pesos with at most two decimals. */
const importe = (required: string) =>
  z
    .number(required)
    .max(MAX_PESOS, 'Ese importe es demasiado grande.')
    .multipleOf(0.01, 'El importe lleva dos decimales como mucho.')
const desdeCero = (required: string) => importe(required).min(0, 'El importe no puede ser negativo.')

/**
 * A shift in a list. Its money is shown once it is closed: `diferencia` is the cash counted less the cash
 * expected.
 */
export const TurnoFila = z.object({
  turno_id: z.int(),
  sucursal: z.string(),
  caja: z.int(),
  fondo: pesos,
  abierto: instant,
  abrio: z.string(),
  cerrado: instant.nullable(),
  cerro: z.string().nullable(),
  esperado: pesos.nullable(),
  contado: pesos.nullable(),
  diferencia: pesos.nullable(),
  queda: pesos.nullable(),
})
export type TurnoFila = z.infer<typeof TurnoFila>

export const MovimientoFila = z.object({
  id: z.int(),
  cuando: instant,
  tipo: z.enum(TIPOS_MOVIMIENTO),
  /** Null: not stated yet. */
  medio: z.enum(MEDIOS_MOVIMIENTO).nullable(),
  /** Below 0: it went out. */
  importe: pesos,
  motivo: z.string().nullable(),
  quien: z.string(),
  /** Set for an order; `venta_id` for a sale that was typed in. */
  pedido_id: z.string().nullable(),
  numero: z.int().nullable(),
  venta_id: z.int().nullable(),
})
export type MovimientoFila = z.infer<typeof MovimientoFila>

/** The parts of the expected cash, besides the opening float. */
const Efectivo = z.array(
  z.object({
    que: z.enum(['cobros', 'pagos_cuenta', 'devoluciones', 'gastos', 'retiros', 'ingresos']),
    veces: z.int(),
    importe: pesos,
  }),
)

export const TurnoDetalle = TurnoFila.extend({
  /** The newest first, 500 at most. */
  movimientos: z.array(MovimientoFila),
  /** Charges less what was handed back, by means; what was charged to a cuenta corriente is no money yet. Of cash `importe` is null while the shift is open. */
  medios: z.array(
    z.object({
      medio: z.enum(MEDIOS_MOVIMIENTO),
      cobros: z.int(),
      salidas: z.int(),
      importe: pesos.nullable(),
    }),
  ),
  /** Money that each person took; its sum is null while the shift is open. */
  personas: z.array(z.object({ nombre: z.string(), cobros: z.int(), importe: pesos.nullable() })),
  /** Charges without a stated means of payment: while there are any, the shift cannot be closed. */
  sin_medio: z.object({ cobros: z.int(), importe: pesos }),
  /** Null while it is open. */
  efectivo: Efectivo.nullable(),
  billetes: z.array(z.object({ valor: z.int(), cuantos: z.int() })),
  nota: z.string().nullable(),
})
export type TurnoDetalle = z.infer<typeof TurnoDetalle>

const Conteo = z.object({
  contado: desdeCero('Escribí cuánto contaste.'),
  /** How many of each note; the rest of the amount is coins. */
  billetes: listField(
    z.object({
      valor: z.int().min(1, 'Ese billete no existe.').max(1_000_000, 'Ese billete no existe.'),
      cuantos: z
        .int('La cantidad de billetes es un número entero.')
        .min(0, 'La cantidad de billetes no puede ser negativa.')
        .max(100_000, 'Son demasiados billetes.'),
    }),
    20,
  ).nullish(),
})
const Diferencia = z.object({ esperado: pesos, contado: pesos, diferencia: pesos })

/** Shifts of a till. For every person of the back office, at their own branch. */
export const cajaApi = {
  /**
   * Of the branch named, else the person's own, else the first one. `fuera`: movements of the last week while
   * no shift was open.
   */
  'GET /api/mostrador/turnos': {
    query: z.object({ sucursal: textField(60).optional() }),
    answer: z.object({
      sucursal: z.string(),
      abiertos: z.array(TurnoFila),
      /** The last 30 that were closed, the newest first. */
      anteriores: z.array(TurnoFila),
      fuera: z.array(MovimientoFila),
    }),
  },
  'GET /api/mostrador/turnos/:id': { params: TurnoParams, answer: TurnoDetalle },
  /** 409 where that drawer has an open one. */
  'POST /api/mostrador/turnos': {
    body: z.object({
      sucursal: sucursalField,
      caja: z
        .int('Elegí el cajón.')
        .min(1, 'Elegí el cajón.')
        .max(MAX_CAJAS, `Hay hasta ${MAX_CAJAS} cajones.`)
        .default(1),
      fondo: desdeCero('Escribí con cuánto se abre.'),
    }),
    answer: z.object({ turno_id: z.int() }),
    status: 201 as const,
  },
  /**
   * Cash in or out that is not a charge. Repeating a call with the same Idempotency-Key has no effect.
   * Closed: 409. `si_alcanza`: 409 `caja_no_alcanza` where more would go out than the drawer should hold.
   */
  'POST /api/mostrador/turnos/:id/movimientos': {
    params: TurnoParams,
    body: z.object({
      tipo: z.enum(TIPOS_A_MANO, 'Elegí si es un retiro, un gasto o un ingreso.'),
      importe: importe('Escribí el importe.').positive('El importe tiene que ser mayor que cero.'),
      motivo: filledField(200, 'Escribí el motivo.'),
      si_alcanza: z.boolean().nullish(),
    }),
    answer: z.object({ movimiento_id: z.int() }),
    status: 201 as const,
  },
  /**
   * Answers a count's difference before the close, and stores it, so that a second count cannot hide the
   * first.
   */
  'POST /api/mostrador/turnos/:id/contar': {
    params: TurnoParams,
    body: Conteo,
    answer: Diferencia.extend({ efectivo: Efectivo }),
  },
  /**
   * Once: repeated 409. `queda`: cash that stays, by default the opening float. 409 while a charge has no
   * means.
   */
  'POST /api/mostrador/turnos/:id/cerrar': {
    params: TurnoParams,
    body: Conteo.extend({
      nota: textField(300).trim().nullish(),
      queda: desdeCero('Escribí cuánto queda en el cajón.').nullish(),
    }),
    answer: Diferencia,
  },
  /**
   * Sets it for a charge that was typed without one, once: 409 where it is set already, or where the shift is
   * closed.
   */
  'POST /api/mostrador/movimientos/:id/medio': {
    params: TurnoParams,
    body: z.object({ medio: z.enum(MEDIOS_CAJA, 'Elegí cómo pagó.') }),
    answer: MovimientoFila,
  },
}
