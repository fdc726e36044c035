import * as z from 'zod'
import { filledField, passwordField, textField } from './campos.ts'

export const Access = z.object({ access: z.string() })

export const ClienteActual = z.object({
  id: z.int(),
  nombre: z.string(),
  email: z.string(),
  /** The new address that is not confirmed yet; the same as `email` where that one was never confirmed. */
  email_pendiente: z.string().nullable(),
  /** 'YYYY-MM-DD', the shop's day. */
  fecha_registro: z.string(),
  puntos: z.int(),
})
export type ClienteActual = z.infer<typeof ClienteActual>

/** The actions that the anti-bot check may protect. */
export const ACCIONES = ['login', 'mostrador'] as const
const accion = z.enum(ACCIONES, 'Esa acción no existe.').default('login')

/** A challenge of the ALTCHA protocol, version 2, as its clients take it. */
export const CaptchaDesafio = z.object({
  parameters: z.object({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.int(),
    keyLength: z.int(),
    keyPrefix: z.string(),
    keySignature: z.string().optional(),
    expiresAt: z.int().optional(),
    data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
  }),
  signature: z.string().optional(),
})
export type CaptchaDesafio = z.infer<typeof CaptchaDesafio>

export const authApi = {
  /** No body; rotates the cookie `refresh`. 401 if it cannot renew the session: then it is cleared too. */
  'POST /api/auth/refresh/': { answer: Access },
  /** One customer, the session's own. 401 without one; 204 if that is preferred (`Prefer: visitante=204`) and there never was. */
  'GET /api/auth/cliente-actual/': { answer: z.array(ClienteActual) },
  'GET /api/auth/captcha-desafio': { query: z.object({ action: accion }), answer: CaptchaDesafio },
  /** `altcha.` + base64 of {challenge, solution}, or reCAPTCHA's token. 200 sets the cookie `cap`; refused 400 {detail}. */
  'POST /api/auth/controlar_captcha/': {
    body: z.object({
      /** Its shape is never refused: a wrong one is a proof that does not hold. */
      recaptcha_token: textField(10_000).catch(''),
      action: accion,
    }),
    answer: z.object({ ok: z.literal(true) }),
  },
  /** 400 {detail} whatever is wrong with the pair; 403 {detail, captcha: true} when the check must come first; 429. */
  'POST /api/auth/login/': {
    body: z.object({
      email: filledField(300, 'Escribí tu email.'),
      password: passwordField('Escribí tu contraseña.').min(1, 'Escribí tu contraseña.'),
    }),
    answer: Access,
  },
  /** By bearer, or by the cookie and the CSRF token; 200 without a session too. */
  'POST /api/auth/logout/': { answer: z.object({}) },
  'POST /api/logout/': { answer: z.object({}) },
}
