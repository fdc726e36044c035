import { emailProblem } from '../base/contacto.ts'
import { CUIT_INVALID, isCuit } from '../base/cuit.ts'

/** Providers that the owner connects on the screen. */
export const CONECTABLES = ['mercadopago', 'correo', 'captcha', 'mapas', 'arca', 'respaldo'] as const
export type Conectable = (typeof CONECTABLES)[number]
export const isConectable = (text: string): text is Conectable => CONECTABLES.some((one) => one === text)

/** Texts by the key of their field. */
export type ValoresConexion = Record<string, string>

export type CampoConexion = {
  clave: string
  label: string
  hint?: string
  /** Hidden while it is typed. */
  secreto?: boolean
  /**
   * The field of the server that this secret is sent to: if the server changes, the secret must be typed
   * again.
   */
  para?: string
  /** May be left out. */
  opcional?: boolean
  /** May be filled later: without it the connection is stored, but does not work yet. */
  luego?: boolean
  /** The allowed values, each with the text that the owner reads. */
  opciones?: readonly (readonly [valor: string, texto: string])[]
  /** Asked for only where that other field has this value. */
  si?: readonly [clave: string, valor: string]
  /** Read from a file; names what the file picker offers. */
  archivo?: string
  /** The problem of a text that is not empty; null if it is fine. */
  problem(text: string): string | null
}

const HOST = /^[a-z\d](?:[a-z\d.-]{0,251}[a-z\d])?$/i
const any = () => null
const TEXT_MAX = 500
/** A certificate has some 2,000 letters. */
const FILE_MAX = 16_000
export const CONDICIONES_ARCA = [
  ['MT', 'Monotributo'],
  ['RI', 'Responsable inscripto'],
] as const
const AMBIENTES = [
  ['produccion', 'ARCA de verdad'],
  ['homologacion', 'ARCA de prueba (homologación)'],
] as const

/**
 * Its host in plain letters: it stands in the CSP header of every page, and a header with other characters
 * cannot be sent.
 */
const SERVICE_URL = /^https?:\/\/[a-z\d.{}:[\]-]+(?:[/?#]|$)/i
/** The address of a service. */
export const isServiceUrl = (text: string): boolean => SERVICE_URL.test(text) && URL.canParse(text)
/** Leaflet's template of map tiles. */
export const isTilesTemplate = (text: string): boolean =>
  isServiceUrl(text) && ['{z}', '{x}', '{y}'].every((part) => text.includes(part))

const serviceProblem = (text: string): string | null =>
  isServiceUrl(text) ? null : 'Es una dirección entera, que empieza con https://.'
const recaptchaProblem = (text: string): string | null =>
  /^6L[\w-]{38}$/.test(text)
    ? null
    : 'No es una clave de reCAPTCHA: empieza con 6L y son 40 letras y números.'

/** Where the second place of the backups is. */
export const LUGARES_COPIA = [
  ['carpeta', 'Otro disco de este servidor'],
  ['s3', 'Un bucket S3'],
  ['sftp', 'Otra computadora, por SFTP'],
] as const
const EN_DISCO = ['lugar', 'carpeta'] as const
const EN_S3 = ['lugar', 's3'] as const
const EN_SFTP = ['lugar', 'sftp'] as const

const hostProblem = (text: string): string | null =>
  /^(?:https?:\/\/)?[a-z\d](?:[a-z\d.-]{0,251}[a-z\d])?(?::\d{1,5})?$/i.test(text)
    ? null
    : 'Es solo el nombre del servidor, con su puerto si hace falta: copias.example:2222.'

/** SSH has no https://, and no port above 65535. */
const sftpProblem = (text: string): string | null =>
  text.includes('://') || Number(text.split(':')[1] ?? 22) > 65_535
    ? 'Es solo el nombre de la computadora, con su puerto si hace falta: copias.example:2222.'
    : hostProblem(text)

/** The fields of each connection, in the order of its form. */
export const CAMPOS_CONEXION: Record<Conectable, readonly CampoConexion[]> = {
  mercadopago: [
    {
      clave: 'access_token',
      label: 'Access Token',
      secreto: true,
      hint: 'En Mercado Pago: Tu negocio, Configuración, Credenciales de producción.',
      problem: (text) =>
        /^(?:APP_USR|TEST)-[\w-]{10,}$/.test(text)
          ? null
          : 'No es un Access Token: empieza con APP_USR- y se copia entero.',
    },
    {
      clave: 'webhook_secret',
      label: 'Clave secreta de los avisos',
      secreto: true,
      hint: 'La da Mercado Pago en Webhooks, al guardar la dirección de avisos con el evento «Pagos».',
      problem: (text) =>
        /^[\da-f]{64}$/i.test(text)
          ? null
          : `${text.length < 64 ? 'Le faltan letras' : 'No es la clave'}: son 64 letras y números. Copiala entera con el botón de Mercado Pago.`,
    },
  ],
  correo: [
    {
      clave: 'servidor',
      label: 'Servidor de salida (SMTP)',
      hint: 'Por ejemplo smtp.gmail.com.',
      problem: (text) => (HOST.test(text) ? null : 'Es solo el nombre del servidor, como smtp.gmail.com.'),
    },
    {
      clave: 'puerto',
      label: 'Puerto',
      hint: '587, o 465 si tu correo lo pide.',
      problem: (text) =>
        /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535
          ? null
          : 'El puerto es un número de 1 a 65535.',
    },
    { clave: 'usuario', label: 'Usuario', opcional: true, problem: any },
    {
      clave: 'password',
      label: 'Contraseña',
      secreto: true,
      opcional: true,
      para: 'servidor',
      hint: 'En Gmail, una contraseña de aplicación.',
      problem: any,
    },
    {
      clave: 'remitente',
      label: 'Dirección desde la que salen',
      hint: 'La que ven los clientes.',
      problem: emailProblem,
    },
  ],
  arca: [
    {
      clave: 'cuit',
      label: 'CUIT de quien factura',
      problem: (text) => (isCuit(text) ? null : CUIT_INVALID),
    },
    {
      clave: 'razon_social',
      label: 'Nombre o razón social',
      hint: 'Como figura en ARCA.',
      problem: (text) => (text.length <= 64 ? null : 'Es demasiado largo: hasta 64 letras.'),
    },
    { clave: 'condicion', label: 'Condición frente al IVA', opciones: CONDICIONES_ARCA, problem: any },
    {
      clave: 'ambiente',
      label: 'De qué ARCA es el certificado',
      opciones: AMBIENTES,
      hint: 'Con la de prueba se ve si la conexión anda, y no sale ninguna factura.',
      problem: any,
    },
    {
      clave: 'certificado',
      label: 'Certificado',
      luego: true,
      archivo: '.crt,.pem,.cer',
      problem: any,
      hint: 'El archivo .crt que da ARCA cuando le subís la solicitud.',
    },
  ],
  captcha: [
    {
      clave: 'clave_sitio',
      label: 'Clave del sitio',
      problem: recaptchaProblem,
      hint: 'En google.com/recaptcha/admin, de un sitio de tipo reCAPTCHA v3 con el dominio de tu tienda.',
    },
    { clave: 'clave_secreta', label: 'Clave secreta', secreto: true, problem: recaptchaProblem },
  ],
  respaldo: [
    { clave: 'lugar', label: 'Dónde va la copia', opciones: LUGARES_COPIA, problem: any },
    {
      clave: 'carpeta',
      label: 'Carpeta',
      si: EN_DISCO,
      hint: 'Entera, en un disco que no sea el de la tienda: /mnt/respaldos.',
      problem: (text) =>
        text.startsWith('/') || /^[a-z]:[\\/]/i.test(text) ? null : 'Es la carpeta entera: empieza con /.',
    },
    {
      clave: 's3_servidor',
      label: 'Servidor S3',
      si: EN_S3,
      problem: hostProblem,
      hint: 'Lo da quien te vende el espacio: s3.us-east-1.amazonaws.com.',
    },
    {
      clave: 's3_bucket',
      label: 'Bucket',
      si: EN_S3,
      problem: (text) =>
        /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(text)
          ? null
          : 'Es el nombre del bucket solo: minúsculas, números y guiones.',
    },
    {
      clave: 's3_clave',
      label: 'Clave de acceso',
      si: EN_S3,
      secreto: true,
      para: 's3_servidor',
      problem: any,
    },
    {
      clave: 's3_secreto',
      label: 'Clave secreta',
      si: EN_S3,
      secreto: true,
      para: 's3_servidor',
      problem: any,
    },
    {
      clave: 's3_region',
      label: 'Región',
      si: EN_S3,
      opcional: true,
      problem: (text) => (/^[a-z\d-]{1,40}$/.test(text) ? null : 'Es como us-east-1.'),
    },
    { clave: 'sftp_servidor', label: 'Computadora', si: EN_SFTP, problem: sftpProblem },
    { clave: 'sftp_usuario', label: 'Usuario', si: EN_SFTP, problem: any },
    {
      clave: 'sftp_password',
      label: 'Contraseña',
      si: EN_SFTP,
      secreto: true,
      para: 'sftp_servidor',
      problem: any,
    },
    {
      clave: 'sftp_carpeta',
      label: 'Carpeta',
      si: EN_SFTP,
      hint: 'Que ya exista: /respaldos.',
      problem: any,
    },
    {
      clave: 'sftp_huella',
      label: 'Huella de la computadora',
      si: EN_SFTP,
      luego: true,
      hint: 'Dice que es la tuya. Probá sin ella y te mostramos la que tiene.',
      problem: (text) =>
        /^SHA256:[\w+/]{43}=?$/.test(text) ? null : 'Empieza con SHA256: y se copia entera.',
    },
  ],
  mapas: [
    {
      clave: 'direcciones',
      label: 'Buscador de direcciones',
      opcional: true,
      problem: serviceProblem,
      hint: 'Compatible con Nominatim. Con la clave adentro, si lleva: https://mapas.example?key=TU-CLAVE',
    },
    {
      clave: 'rutas',
      label: 'Trazador de rutas',
      opcional: true,
      problem: serviceProblem,
      hint: 'Compatible con OSRM. Sin él, el delivery se mide en línea recta por 1,3.',
    },
    {
      clave: 'teselas',
      label: 'Imágenes del mapa',
      opcional: true,
      hint: 'Como https://mapas.example/{z}/{x}/{y}.png. Con http:// el navegador de los clientes no las muestra en una tienda con https.',
      problem: (text) =>
        isTilesTemplate(text) ? null : 'Es una dirección que empieza con https:// y lleva {z}, {x} e {y}.',
    },
  ],
}

/** The fields that are asked for with these values. */
export const camposDe = (cual: Conectable, valores: ValoresConexion): CampoConexion[] =>
  CAMPOS_CONEXION[cual].filter(({ si }) => !si || valores[si[0]] === si[1])

/** Problems by key; {} where there are none. A value of an unknown field is refused, too. */
export function conexionProblems(cual: Conectable, valores: ValoresConexion): Record<string, string> {
  const campos = camposDe(cual, valores)
  const unknown = Object.keys(valores).filter((clave) => !campos.some((campo) => campo.clave === clave))
  const found = campos.flatMap((campo): [string, string | null][] => {
    const { clave, label, opcional, luego } = campo
    const text = valores[clave]
    if (!text) return [[clave, opcional || luego ? null : `Falta: ${lowerFirst(label)}.`]]
    return [[clave, valueProblem(campo, text)]]
  })
  const isEmpty = campos.every(({ clave }) => !valores[clave])
  const [first] = campos
  return Object.fromEntries([
    ...(isEmpty && first ? [[first.clave, 'Completá por lo menos un dato.']] : []),
    ...found.flatMap(([clave, message]) => (message ? [[clave, message]] : [])),
    ...unknown.map((clave) => [clave, 'Ese dato no va acá.']),
  ])
}

/**
 * Problems of stored secrets that are not typed again although their server changes: with a stolen session
 * one could otherwise send the stored password to another server. By key; {} where there are none.
 */
export function keptSecretProblems(
  cual: Conectable,
  before: ValoresConexion,
  typed: ValoresConexion,
): Record<string, string> {
  const moved = camposDe(cual, { ...before, ...typed }).filter(
    ({ clave, para }) =>
      para && before[clave] && !typed[clave] && typed[para] && typed[para] !== before[para],
  )
  return Object.fromEntries(moved.map(({ clave }) => [clave, 'El servidor es otro: escribila de nuevo.']))
}

function valueProblem({ archivo, opciones, problem }: CampoConexion, text: string): string | null {
  const max = archivo ? FILE_MAX : TEXT_MAX
  if (text.length > max) return `Es demasiado largo: hasta ${max} letras. ¿Es lo que va acá?`
  if (opciones && !opciones.some(([valor]) => valor === text)) return 'Elegí una de las opciones.'
  return problem(text)
}

/** «CUIT» stays as it is. */
const lowerFirst = (text: string): string =>
  /^\p{Lu}{2}/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1)
