import * as z from 'zod'
import { NOMBRE_LONG, NOMBRE_REQUIRED, nombreProblem } from '../rules/base/nombre.ts'
import { OTRAS_HOJAS } from '../rules/compra/hoja.ts'
import { ESTADOS } from '../rules/compra/pedido.ts'
import { NACIMIENTO_INVALID, NACIMIENTO_REQUIRED, nacimientoProblem } from '../rules/cuentas/nacimiento.ts'
import {
  newPasswordProblem,
  PASSWORD_FIELDS,
  PASSWORD_SHORT,
  passwordProblem,
} from '../rules/cuentas/password.ts'
import { celularField, checked, dniField, emailField, passwordField, textField } from './campos.ts'
import { Cotizacion, PedidoParams } from './pedidos.ts'

const pesos = z.number()
const instant = z.iso.datetime()
const NOT_NUMBER = 'No es un número.'
const isPgInteger = (value: number) => Number.isInteger(value) && Math.abs(value) < 2 ** 31
const Mensaje = z.object({ mensaje: z.string() })
const token = z.object({ token: textField(100) })

export const Registro = z.object({
  email: emailField,
  nombre: textField(1000, NOMBRE_REQUIRED, NOMBRE_LONG).trim().superRefine(checked(nombreProblem)),
  celular: celularField,
  /** 'YYYY-MM-DD' */
  fecha_nacimiento: textField(40, NACIMIENTO_REQUIRED, NACIMIENTO_INVALID).superRefine(
    checked((text) => nacimientoProblem(text)),
  ),
  password: passwordField(PASSWORD_SHORT).superRefine(checked(passwordProblem)),
})
export type Registro = z.infer<typeof Registro>

/** `password` needs `password_actual`, which is checked last: its absence is reported under its own name. */
export const Actualizacion = z.object({
  email: emailField.optional(),
  celular: celularField.optional(),
  /** Stored as its digits; '' removes it. The counter finds the account by it. */
  dni: dniField.optional(),
  password_actual: passwordField(PASSWORD_FIELDS).optional(),
  password: passwordField(PASSWORD_SHORT).superRefine(checked(newPasswordProblem)).optional(),
})
export type Actualizacion = z.infer<typeof Actualizacion>

/** One of "my orders". */
export const PedidoPropio = z.object({
  pedido_id: z.string(),
  numero: z.int(),
  estado: z.enum(ESTADOS),
  confirmado: instant,
  importe_final: pesos,
  costo_delivery: pesos,
  sucursal: z.string(),
  modo_entrega: z.enum(['retiro', 'delivery']),
  /** Their names, in the customer's order. */
  archivos: z.array(z.string()),
  hojas: z.int(),
  /** Whether it can be repeated: its files are still stored. */
  archivos_guardados: z.boolean(),
  prometido: instant.nullable(),
})
export type PedidoPropio = z.infer<typeof PedidoPropio>

/** A login that is still open, told apart by its device in plain words. */
export const SesionAbierta = z.object({
  id: z.string(),
  dispositivo: z.string(),
  desde: instant,
  /** Last renewal: within a quarter of an hour of the last use. */
  usada: instant,
  /** The session that calls. */
  actual: z.boolean(),
})
export type SesionAbierta = z.infer<typeof SesionAbierta>

/** Typed again before a change that a stolen session must not make. */
const passwordAgain = passwordField('Escribí tu contraseña.').min(1, 'Escribí tu contraseña.')

/** Open to anyone. */
const Repetido = Cotizacion.extend({
  /**
   * Files whose paper is no longer sold, with that paper; only where there are some. They are quoted on A4.
   */
  hojas_cambiadas: z.array(z.object({ nombre: z.string(), hoja: z.enum(OTRAS_HOJAS) })).optional(),
})
export type Repetido = z.infer<typeof Repetido>

export const clientesApi = {
  'POST /api/clientes/': { body: Registro, answer: Mensaje, status: 201 as const },
  /** `mensaje` contains 'activada'; a link that is not valid any more: 400 {detail}. */
  'GET /api/clientes/activar/:token/': { params: token, answer: Mensaje },
  /** The same answer whatever the address is. */
  'POST /api/clientes/reenviar-activacion': { body: z.object({ email: emailField }), answer: Mensaje },
  /** The same answer whatever the address is. */
  'POST /api/clientes/recuperar': { body: z.object({ email: emailField }), answer: Mensaje },
  /**
   * Whether the link still works, so that the screen can say so before the customer types: else 400 {detail}.
   */
  'GET /api/clientes/recuperar/:token': { params: token, answer: z.object({ email: z.string() }) },
  'POST /api/clientes/recuperar/:token': {
    params: token,
    body: z.object({ password: passwordField(PASSWORD_SHORT).superRefine(checked(newPasswordProblem)) }),
    answer: Mensaje,
  },
  /** Which address the link would confirm, masked: else 400 {detail}. Changes nothing. */
  'GET /api/clientes/confirmar-correo/:token': { params: token, answer: z.object({ email: z.string() }) },
  /** The pending address becomes the account's; old, used or taken: 400 {detail}. */
  'POST /api/clientes/confirmar-correo/:token': { params: token, answer: Mensaje },
}

/** For the account whose session calls: 401 without one. */
export const cuentaApi = {
  'GET /api/clientes/me': {
    answer: z.object({
      email: z.string(),
      celular: z.string(),
      nombre: z.string(),
      dni: z.string().nullable(),
    }),
  },
  /**
   * A new e-mail is pending until its mailbox confirms it; sending the account's own address drops the
   * pending one. A change of password ends every session, this one too.
   */
  'PATCH /api/clientes/actualizar/': {
    body: Actualizacion,
    answer: z.object({ mensaje: z.string(), email: z.string(), email_pendiente: z.string().nullable() }),
  },
  /** Orders confirmed in a session of the account, newest first. */
  'GET /api/clientes/pedidos': {
    query: z.object({
      cursor: z.coerce.number(NOT_NUMBER).refine(isPgInteger, NOT_NUMBER).optional(),
    }),
    answer: z.object({ pedidos: z.array(PedidoPropio), siguiente: z.int().nullable() }),
  },
  /**
   * A new draft from the stored files, at today's prices; 409 {detail} once they are deleted. `carrito` as in
   * upload_archivo. Files on paper that is no longer sold are quoted on A4, and named in `hojas_cambiadas`.
   */
  'POST /api/clientes/pedidos/:pedido_id/repetir': {
    params: PedidoParams,
    body: z.object({ carrito: textField(100).nullish() }).nullish(),
    answer: Repetido,
  },
  /** Cannot be undone; wrong password: 400 {password: [..]}. Orders stay in the books, without the person. */
  'POST /api/clientes/eliminar': {
    body: z.object({ password: passwordAgain }),
    answer: Mensaje,
  },
  /** The account's open sessions, the one used last first. */
  'GET /api/clientes/sesiones': { answer: z.array(SesionAbierta) },
  /** Ends one session, or without `id` all but the caller's; wrong password: 400 {password: [..]}. */
  'POST /api/clientes/sesiones/cerrar': {
    body: z.object({
      password: passwordAgain,
      id: z.uuid('Esa sesión ya estaba cerrada.').optional(),
    }),
    answer: Mensaje,
  },
}
