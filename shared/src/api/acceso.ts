// How people of the back office prove their identity.
import * as z from 'zod'
import { EMAIL_LONG, EMAIL_MAX, emailProblem } from '../rules/base/contacto.ts'
import { ROLES } from '../rules/mostrador/rol.ts'
import { checked, filledField, passwordField, textField } from './campos.ts'

const instant = z.iso.datetime()
const codigo = filledField(40, 'Escribí el código.', 'Ese código no va.')
const codigos = z.array(z.string())
const token = z.object({ token: textField(100) })
const mensaje = z.object({ mensaje: z.string() })

/** A code of the second factor, or a recovery code. */
export const CodigoForm = z.object({ codigo })

/** The second factor of the person who calls. All calls but the GET need the step-up. */
export const segundoFactorApi = {
  /** `exigido`: nothing else answers until it is on. */
  'GET /api/mostrador/segundo-factor': {
    answer: z.object({ activo: instant.nullable(), recuperacion: z.int(), exigido: z.boolean() }),
  },
  /** A new secret, not asked for until it is activated. 409 where one is active. */
  'POST /api/mostrador/segundo-factor/preparar': {
    answer: z.object({ secreto: z.string(), uri: z.string() }),
  },
  /** With the phone's first code. The recovery codes are shown only in this answer. */
  'POST /api/mostrador/segundo-factor/activar': {
    body: CodigoForm,
    answer: z.object({ codigos }),
  },
  /** 409 where the owner requires a second factor. */
  'POST /api/mostrador/segundo-factor/desactivar': { body: CodigoForm, answer: z.object({}) },
  /** New recovery codes, shown only in this answer; the old ones are void. 409 where none is active. */
  'POST /api/mostrador/segundo-factor/recuperacion': { answer: z.object({ codigos }) },
}

/** Proof of identity: the password or a code of the second factor. A sensitive call may carry it itself. */
export const PruebaDeIdentidad = z.object({
  actual: textField(1000, undefined, 'Esa no es tu contraseña.').nullish(),
  totp: textField(40, undefined, 'Ese código no va.').nullish(),
})
export type PruebaDeIdentidad = z.infer<typeof PruebaDeIdentidad>

/** A second person who approves what is above the caller's limit, and proves their identity. */
export const Autoriza = PruebaDeIdentidad.extend({
  email: filledField(EMAIL_MAX, 'Escribí el e-mail de quien autoriza.'),
})
export type Autoriza = z.infer<typeof Autoriza>

export const confirmApi = {
  /**
   * For five minutes, this session may do what is sensitive. 400 {actual|totp: [..]}; 403 {detail, captcha: true} where
   * the anti-bot check must be passed first; 429.
   */
  'POST /api/mostrador/confirmar': { body: PruebaDeIdentidad, answer: z.object({ hasta: instant }) },
}

/** A forgotten password of the back office, without a session. */
export const recoverMostradorApi = {
  /** The answer is the same for every address. */
  'POST /api/mostrador/recuperar': {
    body: z.object({
      email: filledField(EMAIL_MAX, 'Escribí tu e-mail.', EMAIL_LONG).superRefine(checked(emailProblem)),
    }),
    answer: mensaje,
  },
  /** The account's address, masked. 400 {detail} for a link that no longer works. */
  'GET /api/mostrador/recuperar/:token': { params: token, answer: z.object({ email: z.string() }) },
  /** The link works once; ends every session. The second factor stays. 400 {detail}, 400 {password: [..]} */
  'POST /api/mostrador/recuperar/:token': {
    params: token,
    body: z.object({ password: passwordField('Escribí tu contraseña nueva.') }),
    answer: mensaje,
  },
}

const operador = z.object({
  id: z.int(),
  nombre: z.string(),
  rol: z.enum(ROLES),
  /** Null: all branches. */
  sucursal: z.string().nullable(),
})

/** The only call of the counter without a session. */
export const logInMostradorApi = {
  'POST /api/mostrador/ingresar': {
    body: z.object({
      email: filledField(254, 'Escribí tu e-mail.'),
      password: passwordField('Escribí tu contraseña.').min(1, 'Escribí tu contraseña.'),
      totp: textField(40).nullish(),
    }),
    answer: operador.extend({ access: z.string() }),
  },
}

export const sesionMostradorApi = {
  /** The session's person as of now: their name, role and branch may have changed since the login. */
  'GET /api/mostrador/yo': { answer: operador },
  'POST /api/mostrador/salir': { answer: z.object({}) },
}
