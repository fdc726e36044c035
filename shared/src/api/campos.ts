import * as z from 'zod'
import {
  CELULAR_REQUIRED,
  celularProblem,
  digitsOf,
  EMAIL_REQUIRED,
  emailProblem,
} from '../rules/contacto.ts'

/** For superRefine: a rule that answers null or its message. */
export const checked =
  (problemOf: (value: string) => string | null) =>
  (value: string, context: z.core.$RefinementCtx<string>): void => {
    const problem = problemOf(value)
    if (problem) context.addIssue(problem)
  }

/** Fields that several calls take, with the spec's messages. */
export const emailField = z
  .string(EMAIL_REQUIRED)
  .superRefine(checked(emailProblem))
  .transform((value) => value.trim())

/** Becomes its digits. */
export const celularField = z
  .union([z.string(), z.number()], CELULAR_REQUIRED)
  .transform((value) => digitsOf(String(value)))
  .superRefine(checked(celularProblem))
