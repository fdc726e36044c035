import * as z from 'zod'
import { EMAIL_MAX, emailProblem } from '../rules/base/contacto.ts'
import { PRECISIONES } from '../rules/compra/entrega.ts'
import { OTRAS_HOJAS } from '../rules/compra/hoja.ts'
import { ESTADOS } from '../rules/compra/pedido.ts'
import { AUDITADOS, AUDITORIA_ACCIONES } from '../rules/gestion/auditoria.ts'
import { ROLES, ROLES_CON_TOPE } from '../rules/mostrador/rol.ts'
import {
  checked,
  diaField,
  filledField,
  idField,
  listField,
  nombreField,
  passwordField,
  sucursalField,
  textField,
} from './campos.ts'

const instant = z.iso.datetime()
const id = z.object({ id: idField })

/** A person of the back office. `sucursal` null: of all branches. */
export const Usuario = z.object({
  id: z.int(),
  nombre: z.string(),
  email: z.string(),
  rol: z.enum(ROLES),
  sucursal: z.string().nullable(),
  /** Since when the person can no longer sign in. */
  retirado: instant.nullable(),
  segundo_factor: z.boolean(),
})
export type Usuario = z.infer<typeof Usuario>

const UsuarioCambio = z.object({
  nombre: nombreField(80, 'Poné un nombre.'),
  email: filledField(EMAIL_MAX, 'Escribí el e-mail.')
    .superRefine(checked(emailProblem))
    .transform((text) => text.toLowerCase()),
  sucursal: sucursalField.nullable(),
  rol: z.enum(ROLES_CON_TOPE, 'Elegí el rol.'),
})
/** Left out: the server generates one and shows it only in this answer. */
const password = passwordField('Escribí la contraseña.').nullish()
export const UsuarioForm = UsuarioCambio.extend({
  password,
  /** The person sets the password by a mailed link, once, within 72 hours. Not together with `password`. */
  invitar: z.boolean().nullish(),
  rol: UsuarioCambio.shape.rol.default('operador'),
})
export const PasswordForm = z.object({ password, actual: passwordField('Escribí tu contraseña.').nullish() })
const unaVez = z.string().nullable()

export const usuariosApi = {
  'GET /api/mostrador/usuarios': { answer: z.array(Usuario) },
  'POST /api/mostrador/usuarios': {
    body: UsuarioForm,
    /** `hasta`: until when the invitation's link works; null without an invitation. */
    answer: z.object({ usuario: Usuario, password: unaVez, hasta: z.iso.datetime().nullable() }),
    status: 201 as const,
  },
  /** `retirado` ends the sessions at once. 409 for the owner's own account. */
  'PATCH /api/mostrador/usuarios/:id': {
    params: id,
    body: UsuarioCambio.extend({ retirado: z.boolean() }).partial(),
    answer: Usuario,
  },
  /** Ends every session of that person. To change their own password, a person sends the current one too: 400 {actual: [..]}. */
  'POST /api/mostrador/usuarios/:id/password': {
    params: id,
    body: PasswordForm.nullish(),
    answer: z.object({ password: unaVez }),
  },
  /** For a person who lost the phone; ends their sessions. 409 for the caller's own. */
  'DELETE /api/mostrador/usuarios/:id/segundo-factor': { params: id, answer: Usuario },
}

export const Cambio = z.object({
  id: z.int(),
  cuando: instant,
  quien: z.string(),
  que: z.enum(AUDITADOS),
  nombre: z.string(),
  accion: z.enum(AUDITORIA_ACCIONES),
  antes: z.record(z.string(), z.unknown()).nullable(),
  despues: z.record(z.string(), z.unknown()).nullable(),
})
export type Cambio = z.infer<typeof Cambio>

export const auditoriaApi = {
  /** Newest first. Days are Tucumán's, both included. */
  'GET /api/mostrador/auditoria': {
    query: z.object({
      que: z.enum(AUDITADOS).optional(),
      quien: id.shape.id.optional(),
      desde: diaField().optional(),
      hasta: diaField().optional(),
      cursor: z.coerce.number<string>().int().positive().optional(),
    }),
    answer: z.object({ cambios: z.array(Cambio), siguiente: z.string().nullable() }),
  },
}

export const SucursalDueno = z.object({
  id: z.int(),
  nombre: z.string(),
  direccion: z.string().nullable(),
  whatsapp: z.string().nullable(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  horario: z.string().nullable(),
  /** Paper other than A4 that the branch prints on. */
  hojas: z.array(z.enum(OTRAS_HOJAS)),
})
export type SucursalDueno = z.infer<typeof SucursalDueno>

/** Null: not filled yet, or emptied again. */
export const SucursalForm = z.object({
  nombre: nombreField(60, 'Poné un nombre.'),
  direccion: textField(200, 'Escribí la dirección.').trim().min(5, 'Escribí la dirección.').nullable(),
  whatsapp: textField(40, 'Escribí el número.').nullable(),
  lat: z.number('Escribí la latitud.').min(-90, 'Va de -90 a 90.').max(90, 'Va de -90 a 90.').nullable(),
  lng: z
    .number('Escribí la longitud.')
    .min(-180, 'Va de -180 a 180.')
    .max(180, 'Va de -180 a 180.')
    .nullable(),
  horario: textField(1000, 'Escribí el horario.').trim().nullable(),
  /** Absent for a new branch: none. */
  hojas: listField(z.enum(OTRAS_HOJAS, 'Esa hoja no existe.'), OTRAS_HOJAS.length).optional(),
})

/** The place that an address was found at. */
export const Ubicado = z.object({
  /** The address as the map understood it. */
  direccion: z.string(),
  lat: z.number(),
  lng: z.number(),
  precision: z.enum(PRECISIONES),
})
export type Ubicado = z.infer<typeof Ubicado>

export const sucursalesApi = {
  'GET /api/mostrador/sucursales': { answer: z.array(SucursalDueno) },
  'POST /api/mostrador/sucursales': { body: SucursalForm, answer: SucursalDueno, status: 201 as const },
  'PATCH /api/mostrador/sucursales/:id': { params: id, body: SucursalForm.partial(), answer: SucursalDueno },
  /**
   * Saves nothing. `lat`, `lng`: where to search, by default near the other branches. Not found: 400
   * {direccion: [..]}.
   */
  'POST /api/mostrador/sucursales/ubicar': {
    body: z.object({
      direccion: filledField(200, 'Escribí primero la dirección.'),
      lat: z.number().min(-90).max(90).nullish(),
      lng: z.number().min(-180).max(180).nullish(),
    }),
    answer: Ubicado,
  },
}

/** A correction of a customer's points, by the owner. */
export const AjusteForm = z.object({
  puntos: z
    .int('Escribí un número entero de puntos.')
    .min(-100_000_000, 'Son demasiados puntos.')
    .max(100_000_000, 'Son demasiados puntos.')
    .refine((puntos) => puntos !== 0, 'Escribí cuántos puntos.'),
  motivo: textField(200, 'Escribí el motivo.').trim().min(3, 'Escribí el motivo.'),
})

export const ClienteFila = z.object({
  id: z.int(),
  nombre: z.string(),
  email: z.string(),
  celular: z.string(),
  creado: instant,
  /** The activation link was opened: the customer can log in. */
  activa: z.boolean(),
  saldo: z.int(),
  /** Points that a refund took although they were spent already: the next earned points pay the debt. */
  deuda: z.int(),
})
export type ClienteFila = z.infer<typeof ClienteFila>

export const ClienteFicha = ClienteFila.extend({
  /** Newest first, the last 100. */
  movimientos: z.array(
    z.object({ id: z.int(), cuando: instant, puntos: z.int(), motivo: z.string(), saldo: z.int() }),
  ),
  pedidos: z.array(
    z.object({
      pedido_id: z.string(),
      numero: z.int(),
      estado: z.enum(ESTADOS),
      importe_final: z.number(),
      confirmado: instant,
    }),
  ),
})
export type ClienteFicha = z.infer<typeof ClienteFicha>

export const clientesDuenoApi = {
  /** By a part of name, e-mail or mobile; without text the newest. At most 30. */
  'GET /api/mostrador/clientes': {
    query: z.object({ texto: textField(200).optional() }),
    answer: z.array(ClienteFila),
  },
  'GET /api/mostrador/clientes/:id': { params: id, answer: ClienteFicha },
  /** Signed. The balance never falls below 0: 409. A repeated Idempotency-Key counts once. */
  'POST /api/mostrador/clientes/:id/ajuste': {
    params: id,
    body: AjusteForm,
    answer: ClienteFicha,
  },
}
