// The first start of an installation, and its opening.
import * as z from 'zod'
import { EMAIL_LONG, EMAIL_MAX, emailProblem } from '../rules/base/contacto.ts'
import { PASOS_APERTURA } from '../rules/gestion/apertura.ts'
import { logInMostradorApi } from './acceso.ts'
import { checked, filledField, nombreField, passwordField } from './campos.ts'

const Instalacion = z.object({
  /** There is an owner. */
  instalada: z.boolean(),
  /** A backup is being restored, or the server is about to begin again with it. */
  restaurando: z.boolean(),
  /** Customers can pay. */
  abierta: z.boolean(),
  /** The steps to open the shop, in the best order to fill them; [] for all but the owner. */
  pasos: z.array(
    z.object({
      paso: z.enum(PASOS_APERTURA),
      hecho: z.boolean(),
      /** Without it the shop cannot be opened. */
      bloquea: z.boolean(),
      titulo: z.string(),
      /** What is missing, and what the shop does meanwhile; for a finished step, what it is for. */
      texto: z.string(),
      /** The page where it is filled. */
      enlace: z.enum([
        '/mostrador/ajustes',
        '/mostrador/dueno/sucursales',
        '/mostrador/dueno/negocio',
        '/mostrador/cuenta',
        '/mostrador/proveedores',
        '/mostrador/impresoras',
        '/mostrador/salud',
      ]),
    }),
  ),
})
export type Instalacion = z.infer<typeof Instalacion>
export type PasoInstalacion = Instalacion['pasos'][number]

/** The owner's account, made with the code of the installation. */
export const PrimerDueno = z.object({
  codigo: filledField(40, 'Escribí el código.', 'Ese código no va.'),
  nombre: nombreField(80, 'Escribí tu nombre.'),
  email: filledField(EMAIL_MAX, 'Escribí tu e-mail.', EMAIL_LONG)
    .toLowerCase()
    .superRefine(checked(emailProblem)),
  password: passwordField('Elegí una contraseña.').min(1, 'Elegí una contraseña.'),
})

export const instalacionApi = {
  /** For anyone; `pasos` only with the owner's bearer. */
  'GET /api/mostrador/instalacion': { answer: Instalacion },
  /** 400 {campo: [..]}; 409 once there is an owner; 429. */
  'POST /api/mostrador/instalacion': {
    body: PrimerDueno,
    answer: logInMostradorApi['POST /api/mostrador/ingresar'].answer,
    status: 201 as const,
  },
}

export const openApi = {
  /** May be repeated. 409 while something is missing without which the shop cannot be opened. */
  'POST /api/mostrador/instalacion/abrir': { answer: z.object({ abierta: z.boolean() }) },
}
