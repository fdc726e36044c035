import * as z from 'zod'
import { withoutInvisible } from '../rules/base/caracteres.ts'
import { EMAIL_MAX, emailProblem } from '../rules/base/contacto.ts'
import { isCuit } from '../rules/base/cuit.ts'
import { isMes, MEDIOS_PAGO_CUENTA, TIPOS_CUENTA_CORRIENTE } from '../rules/dinero/cuenta-corriente.ts'
import { CONDICIONES_IVA } from '../rules/dinero/factura.ts'
import { checked, idField, nombreField, sucursalField, textField } from './campos.ts'

const pesos = z.number()
const instant = z.iso.datetime()
const MAX_PESOS = 100_000_000

/** Pesos with at most two decimals, from 0. */
const importe = (required: string) =>
  z
    .number(required)
    .min(0, 'El importe no puede ser negativo.')
    .max(MAX_PESOS, 'Ese importe es demasiado grande.')
    .multipleOf(0.01, 'El importe lleva dos decimales como mucho.')

/** 'YYYY-MM' */
const mes = textField(7).refine(isMes, 'Elegí un mes.')

const Autorizado = z.object({ id: z.int(), nombre: z.string(), dni: z.string().nullable() })
export type Autorizado = z.infer<typeof Autorizado>

/** In a list. `saldo`: what it owes, below 0 it has credit; `disponible`: what can still be charged to it. */
const Fila = z.object({
  id: z.int(),
  nombre: z.string(),
  documento: z.string().nullable(),
  /** Null: usable in every branch. */
  sucursal: z.string().nullable(),
  limite: pesos,
  saldo: pesos,
  disponible: pesos,
  suspendida: z.boolean(),
  autorizados: z.array(Autorizado),
})
export type CuentaCorrienteFila = z.infer<typeof Fila>

const Movimiento = z.object({
  id: z.int(),
  cuando: instant,
  tipo: z.enum(TIPOS_CUENTA_CORRIENTE),
  /** Below 0: it owes less. */
  importe: pesos,
  /** The account's debt after this movement. */
  saldo: pesos,
  pedido_id: z.string().nullable(),
  numero: z.int().nullable(),
  retira: z.string().nullable(),
  medio: z.enum(MEDIOS_PAGO_CUENTA).nullable(),
  referencia: z.string().nullable(),
  motivo: z.string().nullable(),
  quien: z.string(),
})
export type MovimientoCuentaCorriente = z.infer<typeof Movimiento>

/** With one month of its movements, the oldest first. */
const CuentaCorriente = Fila.extend({
  condicion_iva: z.enum(CONDICIONES_IVA).nullable(),
  direccion: z.string().nullable(),
  email: z.string().nullable(),
  abierta: instant,
  mes: z.string(),
  saldo_anterior: pesos,
  movimientos: z.array(Movimiento),
  saldo_final: pesos,
  /** Whether the person may change it. */
  editable: z.boolean(),
})
export type CuentaCorriente = z.infer<typeof CuentaCorriente>

const DOCUMENTO = 'Escribí un CUIT de 11 números o un DNI de 7 u 8, o dejalo vacío.'
const onlyDigits = (text: string): string => text.replace(/\D/g, '')
const isDocumento = (digits: string): boolean => digits === '' || /^\d{7,8}$/.test(digits) || isCuit(digits)
const orNull = (text: string): string | null => text || null

const Datos = z.object({
  nombre: nombreField(120, 'Escribí el nombre de la institución.'),
  /** A CUIT or a DNI, with or without signs; '' is none. */
  documento: textField(20).transform(onlyDigits).refine(isDocumento, DOCUMENTO).transform(orNull).nullable(),
  condicion_iva: z.enum(CONDICIONES_IVA, 'Elegí la condición frente al IVA.').nullable(),
  direccion: textField(200).overwrite(withoutInvisible).trim().transform(orNull).nullable(),
  email: textField(EMAIL_MAX)
    .trim()
    .superRefine(checked((text) => (text ? emailProblem(text) : null)))
    .transform(orNull)
    .nullable(),
  limite: importe('Escribí el límite en pesos.'),
  /** Null: usable in every branch. */
  sucursal: sucursalField.nullable(),
})

const dni = textField(20)
  .transform(onlyDigits)
  .refine((digits) => digits === '' || /^\d{7,8}$/.test(digits), 'El DNI lleva 7 u 8 números.')
  .transform(orNull)
  .nullable()
  .default(null)
const autorizado = nombreField(80, 'Escribí el nombre de quien puede retirar.')

export const AutorizadoForm = z.object({ nombre: autorizado, dni })

export const CuentaCorrienteForm = Datos.extend({
  /** The debt that it has already, by the records on paper. */
  saldo_inicial: importe('Escribí lo que debe al abrirla.').default(0),
  /** The first autorizado, with the DNI: only autorizados may charge to the account. */
  autorizado,
  dni,
})
export const CuentaCorrienteCambio = Datos.extend({ suspendida: z.boolean() }).partial()

export const PagoCuentaForm = z.object({
  importe: importe('Escribí cuánto paga.').positive('El importe tiene que ser mayor que cero.'),
  medio: z.enum(MEDIOS_PAGO_CUENTA, 'Elegí cómo paga.'),
  /** The reference on the transfer or on the slip of the card terminal. */
  referencia: textField(60).trim().transform(orNull).nullable().default(null),
  /** For a person who works for all branches; else the person's own counts. */
  sucursal: sucursalField.nullish(),
})

const Params = z.object({ id: idField })
const DelMes = z.object({ mes: mes.optional() })

/**
 * Cuentas corrientes: of the person's branch and of all branches. Opened and changed by the owner and by managers, a manager
 * of one branch those of that branch.
 */
export const cuentasCorrientesApi = {
  /** By name, 500 at most. `texto`: a part of the name, or of the CUIT. */
  'GET /api/mostrador/cuentas-corrientes': {
    query: z.object({ texto: textField(100).trim().optional() }),
    answer: z.object({ cuentas: z.array(Fila), deben: pesos, puede_abrir: z.boolean() }),
  },
  /** 400 by field; 403 for another branch; 409 where another account has that name. */
  'POST /api/mostrador/cuentas-corrientes': {
    body: CuentaCorrienteForm,
    answer: CuentaCorriente,
    status: 201 as const,
  },
  /** Without `mes`: the current month. */
  'GET /api/mostrador/cuentas-corrientes/:id': { params: Params, query: DelMes, answer: CuentaCorriente },
  'PATCH /api/mostrador/cuentas-corrientes/:id': {
    params: Params,
    body: CuentaCorrienteCambio,
    answer: CuentaCorriente,
  },
  'POST /api/mostrador/cuentas-corrientes/:id/autorizados': {
    params: Params,
    body: AutorizadoForm,
    answer: CuentaCorriente,
    status: 201 as const,
  },
  /** 409 for the last one: an account without autorizados is suspended instead. */
  'DELETE /api/mostrador/cuentas-corrientes/:id/autorizados/:autorizado_id': {
    params: Params.extend({ autorizado_id: idField }),
    answer: CuentaCorriente,
  },
  /**
   * Money handed over for the debt, at most all of it. A repeated call with the same Idempotency-Key is the
   * same payment, with other data 409.
   */
  'POST /api/mostrador/cuentas-corrientes/:id/pagos': {
    params: Params,
    body: PagoCuentaForm,
    answer: z.object({ movimiento_id: z.int(), importe: pesos, saldo: pesos }),
    status: 201 as const,
  },
}

/** For files, outside the contract of JSON calls. */
export const ExtractoQuery = DelMes
export const ReciboParams = Params.extend({
  movimiento_id: z.coerce
    .number<string>()
    .int()
    .positive()
    .max(2 ** 53 - 1),
})
export const ReciboQuery = z.object({ papel: z.enum(['a4', '80mm'], 'Elegí el papel.').default('a4') })
