import * as z from 'zod'
import { isOddName, ODD_CHARACTER } from '../rules/base/caracteres.ts'
import {
  CELULAR_LONG,
  CELULAR_REQUIRED,
  celularProblem,
  digitsOf,
  dniProblem,
  EMAIL_LONG,
  EMAIL_MAX,
  EMAIL_REQUIRED,
  emailProblem,
} from '../rules/base/contacto.ts'
import type { OtraHoja } from '../rules/compra/hoja.ts'
import {
  ESTANTE_LONG,
  ESTANTE_MAX,
  estanteProblem,
  NOMBRE_RETIRO_LONG,
  NOMBRE_RETIRO_MAX,
  nombreRetiroProblem,
  normaliseEstante,
} from '../rules/compra/retiro.ts'
import { PASSWORD_LONG } from '../rules/cuentas/password.ts'

const tooLong = (max: number): string => `Es demasiado largo: hasta ${max} caracteres.`

/** For superRefine: a rule that answers null or its message. */
export const checked =
  (problemOf: (value: string) => string | null) =>
  (value: string, context: z.core.$RefinementCtx<string>): void => {
    const problem = problemOf(value)
    if (problem) context.addIssue(problem)
  }

/** For superRefine: no control characters, and no invisible ones. */
export const notOdd = checked((text) => (isOddName(text) ? ODD_CHARACTER : null))

/**
 * A text of at most `max` characters. Every text of a call has such a limit, and it is checked before any
 * other rule reads the text: a longer one ends the check of that field.
 */
export const textField = (max: number, required?: string, long = tooLong(max)) =>
  z.string(required).max(max, { error: long, abort: true })

/** The same without the spaces around it, and not empty. */
export const filledField = (max: number, required: string, long = tooLong(max)) =>
  z.string(required).trim().max(max, { error: long, abort: true }).min(1, required)

/** The same for what people read as a name: in a mail or on a ticket it must not change the text around it. */
export const nombreField = (max: number, required: string) => filledField(max, required).superRefine(notOdd)

/** At most `max` of them. */
export const listField = <Item extends z.ZodType>(item: Item, max: number) =>
  z.array(item).max(max, { error: `Son demasiados: hasta ${max}.`, abort: true })

/** At most `max` values by their names. The limit also stands in the schema. */
export const mapField = <Value extends z.ZodType>(name: z.ZodString, value: Value, max: number) =>
  z
    .record(name, value)
    .refine((values) => Object.keys(values).length <= max, `Son demasiados: hasta ${max}.`)
    .meta({ maxProperties: max })

/**
 * The person was told which colleague has the order in hand, and goes on: without it 409 {detail, tomado}.
 */
export const aunqueTomado = z.boolean().nullish()

/** The id of a row, in an address. */
export const idField = z.coerce
  .number<string>()
  .int()
  .positive()
  .max(2 ** 31 - 1)

/** A day as YYYY-MM-DD, far enough from the edges of what dates can be to reckon with it. */
export const diaField = (
  required = 'Escribí el día como 2026-11-21.',
  outside = 'El año va de 1900 a 2199.',
) =>
  z.iso
    .date({ error: required, abort: true })
    .refine((dia) => dia >= '1900-01-01' && dia < '2200-01-01', outside)

/** A branch by its name. The service that looks it up refuses an unknown one. */
export const sucursalField = filledField(60, 'Elegí una sucursal.')

/** Marks the end of the page before; only the server, which made it, can read it. */
export const cursorField = textField(200)

/** Compared with a stored one, not newly chosen, so only its length is checked: it bounds what is hashed. */
export const passwordField = (required: string) => textField(1000, required, PASSWORD_LONG)

/** The person who picks an order up. */
export const nombreRetiroField = z
  .string()
  .trim()
  // An emoji is two units of the language and one character for people, which the rule counts
  .max(2 * NOMBRE_RETIRO_MAX, { error: NOMBRE_RETIRO_LONG, abort: true })
  .superRefine(checked(nombreRetiroProblem))

/** The label of the shelf where an order lies; '' if it lies on none. */
export const estanteField = z
  .string()
  .max(ESTANTE_MAX, { error: ESTANTE_LONG, abort: true })
  .superRefine(checked(estanteProblem))
  .transform(normaliseEstante)

/** Fields that several calls take, with the messages that customers read. */
export const emailField = z
  .string(EMAIL_REQUIRED)
  .trim()
  .max(EMAIL_MAX, { error: EMAIL_LONG, abort: true })
  .superRefine(checked(emailProblem))

/** Becomes its digits. */
export const celularField = z
  .union([z.string().max(60, CELULAR_LONG), z.number()], CELULAR_REQUIRED)
  .transform((value) => digitsOf(String(value)))
  .superRefine(checked(celularProblem))

/** Becomes its digits; '' is none. */
export const dniField = textField(20).transform(digitsOf).superRefine(checked(dniProblem))

/** Pesos a sheet, printed on one side and on both. */
export const pair = z.object({ una: z.number(), dos: z.number() })
export const preciosHoja = z.object({ byn: pair, color: pair })

/** Pesos a sheet, for paper other than A4; a size without a price is not sold. */
export const preciosHojas = z.object({
  A3: preciosHoja.optional(),
  Oficio: preciosHoja.optional(),
} satisfies Record<OtraHoja, z.ZodType>)
