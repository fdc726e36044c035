import { emailProblem } from './contacto.ts'

/** Providers that the owner connects on the screen. */
export const CONECTABLES = ['mercadopago', 'correo'] as const
export type Conectable = (typeof CONECTABLES)[number]
export const isConectable = (text: string): text is Conectable => CONECTABLES.some((one) => one === text)

/** Texts by the key of their field. */
export type ValoresConexion = Record<string, string>

type CampoConexion = {
  clave: string
  label: string
  hint?: string
  /** Never shown while it is typed. */
  secreto?: boolean
  /** May be left out. */
  opcional?: boolean
  /** Null, or what is wrong with a text that is not empty. */
  problem(text: string): string | null
}

const HOST = /^[a-z\d](?:[a-z\d.-]{0,251}[a-z\d])?$/i
const any = () => null

/** What each is connected with, in the order of its form. */
export const CAMPOS_CONEXION: Record<Conectable, readonly CampoConexion[]> = {
  mercadopago: [
    {
      ...{ clave: 'access_token', label: 'Access Token', secreto: true },
      hint: 'En Mercado Pago: Tu negocio, Configuración, Credenciales de producción.',
      problem: (text) =>
        /^(?:APP_USR|TEST)-[\w-]{10,}$/.test(text)
          ? null
          : 'No es un Access Token: empieza con APP_USR- y se copia entero.',
    },
    {
      ...{ clave: 'webhook_secret', label: 'Clave secreta de los avisos', secreto: true },
      hint: 'La da Mercado Pago en Webhooks, al guardar la dirección de avisos con el evento «Pagos».',
      problem: (text) =>
        /^[\da-f]{64}$/i.test(text)
          ? null
          : `${text.length < 64 ? 'Le faltan letras' : 'No es la clave'}: son 64 letras y números. Copiala entera con el botón de Mercado Pago.`,
    },
  ],
  correo: [
    {
      ...{ clave: 'servidor', label: 'Servidor de salida (SMTP)', hint: 'Por ejemplo smtp.gmail.com.' },
      problem: (text) => (HOST.test(text) ? null : 'Es solo el nombre del servidor, como smtp.gmail.com.'),
    },
    {
      ...{ clave: 'puerto', label: 'Puerto', hint: '587, o 465 si tu correo lo pide.' },
      problem: (text) =>
        /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535
          ? null
          : 'El puerto es un número de 1 a 65535.',
    },
    { ...{ clave: 'usuario', label: 'Usuario', opcional: true }, problem: any },
    {
      ...{ clave: 'password', label: 'Contraseña', secreto: true, opcional: true },
      hint: 'En Gmail, una contraseña de aplicación.',
      problem: any,
    },
    {
      ...{ clave: 'remitente', label: 'Dirección desde la que salen' },
      hint: 'La que ven los clientes.',
      problem: emailProblem,
    },
  ],
}

/** By key; {} where they are fine. What no field is called so is refused, too. */
export function conexionProblems(cual: Conectable, valores: ValoresConexion): Record<string, string> {
  const campos = CAMPOS_CONEXION[cual]
  const unknown = Object.keys(valores).filter((clave) => !campos.some((campo) => campo.clave === clave))
  const found = campos.flatMap(({ clave, label, opcional, problem }): [string, string | null][] => {
    const text = valores[clave]
    if (!text) return [[clave, opcional ? null : `Falta: ${label.toLowerCase()}.`]]
    return [[clave, problem(text)]]
  })
  return Object.fromEntries([
    ...found.flatMap(([clave, message]) => (message ? [[clave, message]] : [])),
    ...unknown.map((clave) => [clave, 'Ese dato no va acá.']),
  ])
}
