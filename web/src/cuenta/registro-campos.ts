import { celularProblem, digitsOf, emailProblem } from '@imprimitodo/shared/rules/base/contacto'
import { nombreProblem } from '@imprimitodo/shared/rules/base/nombre'
import { nacimientoProblem } from '@imprimitodo/shared/rules/cuentas/nacimiento'
import { passwordProblem, repeatProblem } from '@imprimitodo/shared/rules/cuentas/password'
import { messagesIn } from '../api/reason.ts'

/** The fields of the form, in the order of the screen. `celular` is spaced; `fecha_nacimiento` is 'YYYY-MM-DD'. */
export const VACIO = { email: '', nombre: '', celular: '', fecha_nacimiento: '', password: '', repetir: '' }
export type CamposDeRegistro = typeof VACIO
export type CampoDeRegistro = keyof CamposDeRegistro
export type ProblemasDeRegistro = Partial<Record<CampoDeRegistro, string>>
export const CAMPOS = Object.keys(VACIO) as CampoDeRegistro[]

/** All problems of the form. `today` is the shop's day. */
export function registroProblemas(campos: CamposDeRegistro, today: string): ProblemasDeRegistro {
  return withoutNulls({
    email: emailProblem(campos.email),
    nombre: nombreProblem(campos.nombre),
    celular: celularProblem(campos.celular),
    fecha_nacimiento: nacimientoProblem(campos.fecha_nacimiento, today),
    password: passwordProblem(campos.password),
    repetir: repeatProblem(campos.password, campos.repetir),
  })
}

/** The body that is sent: all fields but the repetition. */
export const registroOf = ({ repetir: _, ...campos }: CamposDeRegistro) => ({
  ...campos,
  email: campos.email.trim(),
  nombre: campos.nombre.trim(),
  celular: digitsOf(campos.celular),
})

/** The server's messages by field, and those that belong to no field of ours. */
export function registroRefusal(body: unknown): { campos: ProblemasDeRegistro; rest: string[] } {
  const campos: ProblemasDeRegistro = {}
  const rest: string[] = []
  for (const [name, text] of Object.entries(messagesIn(body))) {
    const campo = CAMPOS.find((one) => one === name)
    if (campo) campos[campo] = text
    else rest.push(text)
  }
  return { campos, rest }
}

const withoutNulls = (all: Record<CampoDeRegistro, string | null>): ProblemasDeRegistro =>
  Object.fromEntries(Object.entries(all).filter(([, problem]) => problem !== null))
