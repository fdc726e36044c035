import { readdirSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { isCuit } from '@imprimitodo/shared/rules/base/cuit'
import { isServiceUrl, isTilesTemplate } from '@imprimitodo/shared/rules/gestion/conexion'
import { isLoopbackHost } from './base/http/origin.ts'
import { type DireccionLugar, isSameBucket, parseLugar } from './base/services/copia/address.ts'
import { LugarInvalido } from './base/services/copia/port.ts'
import { parseS3 } from './base/services/files/address.ts'

export type Config = ReturnType<typeof readConfig>

/** The only reader of process.env. What each name means: docs/operations.md. */
export function readConfig(given: NodeJS.ProcessEnv = process.env, platform = process.platform) {
  const env = plain(given, platform)
  for (const name of ['DATA_DIR', 'BACKUP_DIR']) refuseLeftBehind(name, given[name], env[name])
  const port = whole(env, 'PORT', 3000)
  if (port < 0 || port > 65_535) throw new Error('PORT tiene que ser un número de 0 a 65535.')
  const production = isProduction(env)
  return {
    port,
    host: env.HOST || '127.0.0.1',
    publicUrl: env.PUBLIC_URL ? origin('PUBLIC_URL', env.PUBLIC_URL) : `http://localhost:${port}`,
    dataDir: resolve(env.DATA_DIR || './data'),
    databaseUrl: database(env),
    databasePool: pool(env),
    storage: storage(env),
    /** Undefined in production: the first person with the installation's code becomes the owner. */
    ownerEmail: ownerEmail(env, production),
    ownerPassword: env.OWNER_PASSWORD || undefined,
    production,
    /** Whether payments and invoices may be simulated without a configured provider. */
    simulated: maySimulate(env, production),
    geocoderUrl: mapService(env, 'GEOCODER_URL', production ? NOMINATIM : undefined),
    routerUrl: mapService(env, 'ROUTER_URL'),
    mapTilesUrl: mapTiles(env, production ? OSM_TILES : null),
    mapasDeEntorno: mapsAreSet(env),
    loyaltyUrl: loyalty(env),
    mailFrom: mailFrom(env),
    smtpUrl: smtp(env),
    recaptcha: recaptcha(env),
    /** Also when the owner connects it on the screen. */
    recaptchaVerifyUrl: serviceUrl(
      env,
      'RECAPTCHA_VERIFY_URL',
      'https://www.google.com/recaptcha/api/siteverify',
    ),
    mercadopago: mercadopago(env, production),
    mpApiUrl: mpApiUrl(env),
    arca: arca(env, production),
    arcaUrls: arcaAmbientes(env, production),
    trustProxy: env.TRUST_PROXY ? trustProxy(env.TRUST_PROXY) : false,
    diskReserveBytes: diskReserve(env),
    /** Moves the server's clock, to try expiry and day changes. */
    clockOffsetMs: production ? 0 : whole(env, 'CLOCK_OFFSET_S', 0) * 1000,
    backup: backup(env),
    /** Whether the embedded database keeps a bitacora, to go back to a point in time. */
    bitacora: env.BACKUP_DIR !== 'off' && isOn(env, 'BACKUP_LOG'),
    backupCopy: backupCopy(env),
    backupKey: backupKey(env),
    workerOff: !isOn(env, 'SERVICE_WORKER'),
    logLevel: logLevel(env),
  }
}

/**
 * Without what surrounds a value in a file of settings: spaces, the line end of Windows, and quotes. systemd and a shell
 * take quotes off, a container's --env-file does not: there `NODE_ENV="production"` would be a shop on trial. Windows
 * has names in any case, which a copy of process.env no longer finds.
 */
function plain(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): NodeJS.ProcessEnv {
  const values: NodeJS.ProcessEnv = {}
  for (const [given, text = ''] of Object.entries(env)) {
    const name = platform === 'win32' ? given.toUpperCase() : given
    // The owner types a password with the spaces that it has
    const bare = (value: string) =>
      name === 'OWNER_PASSWORD' ? value.replace(/[\r\n]{1,2}$/, '') : value.trim()
    const value = bare(text)
    values[name] = isQuoted(value) ? bare(value.slice(1, -1)) : value
  }
  return values
}

/** In a pair of quotes, and not two texts in quotes of their own. */
function isQuoted(value: string): boolean {
  const quote = value[0]
  return (quote === '"' || quote === "'") && value.length > 1 && value.indexOf(quote, 1) === value.length - 1
}

/**
 * A shop that ran with quotes in its folder's name has its data there: under the bare name it would start empty,
 * without a word.
 */
function refuseLeftBehind(name: string, given = '', bare = ''): void {
  if (given === bare || !bare || bare === 'off') return
  const [old, next] = [resolve(given), resolve(bare)]
  if (isEmpty(old) || !isEmpty(next)) return
  throw new Error(
    `${name}: hay datos en «${old}», con las comillas o los espacios de ${name} en el nombre, y «${next}» está vacía o no existe. Con la tienda parada pasá los datos a esa carpeta, o cambiá ${name}.`,
  )
}

function isEmpty(folder: string): boolean {
  try {
    return readdirSync(folder).length === 0
  } catch {
    return true
  }
}

/** A misspelt «production» must not leave a shop that sells with simulated payments. */
function isProduction({ NODE_ENV: text }: NodeJS.ProcessEnv): boolean {
  if (!text || text === 'development' || text === 'test') return false
  if (text === 'production') return true
  throw new Error(`NODE_ENV es production, o nada para una tienda de prueba, no «${text}».`)
}

function maySimulate({ ALLOW_SIMULATED: text }: NodeJS.ProcessEnv, production: boolean): boolean {
  if (text && text !== '1' && text !== '0') throw new Error('ALLOW_SIMULATED es 1, o nada.')
  return !production || text === '1'
}

/**
 * The variables that npm needs to reach its registry, also behind a proxy. None of the shop's own settings.
 */
export const npmEnv = (env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => FOR_NPM.test(name)))
const FOR_NPM =
  /^(?:path|home|userprofile|appdata|(?:https?|no)_proxy|npm_config_\w+|node_extra_ca_certs|ssl_cert_\w+)$/i

function ownerEmail({ OWNER_EMAIL: text }: NodeJS.ProcessEnv, production: boolean): string | undefined {
  const fallback = production ? undefined : 'dueno@imprimitodo.local'
  return (text || fallback)?.toLowerCase()
}

function whole(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const text = env[name]
  if (!text) return fallback
  const value = Number(text)
  if (!Number.isInteger(value)) throw new Error(`${name} tiene que ser un número entero, no «${text}».`)
  return value
}

function diskReserve(env: NodeJS.ProcessEnv): number {
  const megabytes = whole(env, 'DISK_RESERVE_MB', 1024)
  if (megabytes < 0) throw new Error('DISK_RESERVE_MB tiene que ser 0 o más.')
  return megabytes * 1024 ** 2
}

function database({ DATABASE_URL: url }: NodeJS.ProcessEnv): string | undefined {
  if (url && !/^postgres(?:ql)?:\/\//.test(url))
    throw new Error('DATABASE_URL tiene que ser postgresql://usuario:clave@host:puerto/base.')
  return url || undefined
}

/** Connections of one process, without the three that listen, lock and begin the jobs. */
function pool(env: NodeJS.ProcessEnv): number {
  const size = whole(env, 'DATABASE_POOL', 20)
  // With fewer than 5 calls would wait for each other; the embedded database takes 100 connections in all
  const most = env.DATABASE_URL ? 500 : 80
  if (size < 5 || size > most) throw new Error(`DATABASE_POOL tiene que ser un número de 5 a ${most}.`)
  return size
}

/** Absent: files are kept on this disk. */
function storage({ STORAGE_URL: text }: NodeJS.ProcessEnv) {
  if (!text) return undefined
  const found = parseS3(text)
  if (!found || found.folder)
    throw new Error(
      'STORAGE_URL tiene que ser s3://clave:secreto@host:puerto/bucket (con ?region= y ?tls=0 si hacen falta).',
    )
  return found.storage
}

/** 32 bytes. Undefined: the installation's own key. */
function backupKey({ BACKUP_KEY: text }: NodeJS.ProcessEnv): Buffer | undefined {
  if (!text) return undefined
  if (!/^[\da-f]{64}$/i.test(text)) throw new Error('BACKUP_KEY son 64 cifras hexadecimales.')
  return Buffer.from(text, 'hex')
}

/** Undefined: this server makes no backups. */
function backup(env: NodeJS.ProcessEnv) {
  if (env.BACKUP_DIR === 'off') return undefined
  const hora = whole(env, 'BACKUP_HOUR', 4)
  if (hora < 0 || hora > 23) throw new Error('BACKUP_HOUR es una hora del día, de 0 a 23.')
  const [, days, weeks] = /^(\d{1,3}),(\d{1,3})$/.exec(env.BACKUP_KEEP || '7,4') ?? []
  if (days === undefined) throw new Error('BACKUP_KEEP son días y semanas: 7,4.')
  return {
    carpeta: resolve(env.BACKUP_DIR || join(env.DATA_DIR || './data', 'respaldos')),
    hora,
    guardar: { diarios: Number(days), semanales: Number(weeks) },
  }
}

function isOn(env: NodeJS.ProcessEnv, name: string): boolean {
  const text = env[name] || 'on'
  if (text !== 'on' && text !== 'off') throw new Error(`${name} es on u off.`)
  return text === 'on'
}

/** Undefined: backups are kept in one place only. */
function backupCopy(env: NodeJS.ProcessEnv): DireccionLugar | undefined {
  if (!env.BACKUP_COPY) return undefined
  if (env.BACKUP_DIR === 'off') throw new Error('BACKUP_COPY no sirve con BACKUP_DIR=off: no hay qué copiar.')
  let copia: DireccionLugar
  try {
    copia = parseLugar(env.BACKUP_COPY)
  } catch (error) {
    throw error instanceof LugarInvalido ? new Error(`BACKUP_COPY: ${error.message}`) : error
  }
  if (isSameBucket(copia, storage(env)))
    throw new Error('BACKUP_COPY tiene que ser otro bucket que el de STORAGE_URL: se perderían juntos.')
  return copia
}

/** Both keys or none: with one key the shop would lack the check that its owner meant to have. */
function recaptcha({ RECAPTCHA_SITE_KEY: siteKey, RECAPTCHA_SECRET: secret }: NodeJS.ProcessEnv) {
  if (!siteKey && !secret) return undefined
  if (!siteKey || !secret) throw new Error('RECAPTCHA_SITE_KEY y RECAPTCHA_SECRET van juntas.')
  return { siteKey, secret }
}

/** Null: this server answers the loyalty calls itself. */
function loyalty({ LOYALTY_URL: url }: NodeJS.ProcessEnv): string | null {
  return url ? origin('LOYALTY_URL', url) : null
}

/** Its host as it travels, in small and plain letters. */
function origin(name: string, text: string): string {
  const url = text.replace(/(?<!\/)\/+$/, '')
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url) || new URL(url).href !== `${new URL(url).origin}/`)
    throw new Error(`${name} tiene que ser una dirección http o https sin ruta, como https://tienda.example.`)
  return new URL(url).origin
}

/** The whole address of a service. */
function serviceUrl(env: NodeJS.ProcessEnv, name: string, fallback: string): string {
  const url = env[name] || fallback
  if (!isServiceUrl(url)) throw new Error(`${name} tiene que ser una dirección http o https.`)
  return url
}

/** Undefined: mails leave by the server that the owner connected, or stay. */
function smtp({ SMTP_URL: text }: NodeJS.ProcessEnv): string | undefined {
  if (!text) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isServer = url?.hostname && /^smtps?:$/.test(url.protocol)
  if (!isServer || !isEncoded(url.username) || !isEncoded(url.password))
    throw new Error(
      'SMTP_URL tiene que ser smtp://usuario:clave@host:587 o smtps://usuario:clave@host:465, con los signos del usuario y de la clave en porcentajes.',
    )
  return text
}

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** An address, or a name with the address in angle brackets. */
function mailFrom({ MAIL_FROM: text }: NodeJS.ProcessEnv): string {
  if (!text) return 'no-responder@imprimitodo.local'
  const address = /<([^<>]*)>\s*$/.exec(text)?.[1] ?? text
  if (!/^[^\s@<>,;]+@[^\s@<>,;]+$/.test(address))
    throw new Error('MAIL_FROM tiene que ser una dirección de correo, o Nombre <dirección>.')
  return text
}

/**
 * Sentences for the operator whose shop starts and will not work for visitors as it is set. Answers never repeat a foreign
 * Host (base/http/origin.ts): with a PUBLIC_URL of this machine they send a browser at any other address to localhost. A
 * proxy that is not trusted makes all visitors one, with its limits, and the server does not see that they came by https.
 */
export function warningsOf({
  host,
  publicUrl,
  trustProxy,
}: Pick<Config, 'host' | 'publicUrl' | 'trustProxy'>): string[] {
  const warnings: string[] = []
  const isLocal = isLoopbackHost(host.includes(':') ? `[${host}]` : host)
  if (!isLocal && isLoopbackHost(new URL(publicUrl).host))
    warnings.push(
      `HOST abre la tienda a la red, pero PUBLIC_URL es ${publicUrl}: en otra dirección no andan la ruleta ni Mi Perfil. Poné en PUBLIC_URL la dirección que escriben los clientes.`,
    )
  if (publicUrl.startsWith('https:') && trustProxy === false)
    warnings.push(
      'PUBLIC_URL es https y falta TRUST_PROXY: detrás del proxy todos los visitantes parecen uno solo, y las cookies van sin Secure. Poné en TRUST_PROXY la dirección del proxy.',
    )
  return warnings
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

function logLevel({ LOG_LEVEL: text }: NodeJS.ProcessEnv): string {
  if (!text) return 'info'
  if (!LOG_LEVELS.includes(text))
    throw new Error('LOG_LEVEL es uno de trace, debug, info, warn, error, fatal o silent.')
  return text
}

/**
 * Public services of the OpenStreetMap Foundation, used as their policies ask (docs/decisions/016-maps.md).
 */
const NOMINATIM = 'https://nominatim.openstreetmap.org'
const OSM_TILES = 'https://tile.openstreetmap.org/{z}/{x}/{y}.png'

/** Whether the environment sets the maps, so that the owner may not connect them on the screen. */
const mapsAreSet = (env: NodeJS.ProcessEnv): boolean =>
  Boolean(env.GEOCODER_URL || env.ROUTER_URL || env.MAP_TILES_URL)

/** Undefined: no outside server is called. */
function mapService(env: NodeJS.ProcessEnv, name: string, fallback?: string): string | undefined {
  const url = env[name] || fallback
  if (!url || url === 'off') return undefined
  if (!isServiceUrl(url)) throw new Error(`${name} tiene que ser una dirección http o https, o off.`)
  return url
}

/**
 * Leaflet's template; null: our own schematic map. Checked here, since a mistake shows only as a grey map.
 */
function mapTiles(env: NodeJS.ProcessEnv, fallback: string | null): string | null {
  const template = env.MAP_TILES_URL || fallback
  if (!template || template === 'off') return null
  if (!isTilesTemplate(template))
    throw new Error('MAP_TILES_URL tiene que ser una dirección http o https con {z}, {x} e {y}, u off.')
  return template
}

/** A token without the notifications' secret is for trials, not for sales: payments would be seen late. */
function mercadopago(env: NodeJS.ProcessEnv, production: boolean) {
  const { MP_ACCESS_TOKEN: accessToken, MP_WEBHOOK_SECRET: webhookSecret } = env
  if (!accessToken && webhookSecret) throw new Error('MP_WEBHOOK_SECRET no sirve sin MP_ACCESS_TOKEN.')
  if (!accessToken) return undefined
  if (!webhookSecret && production) throw new Error('MP_ACCESS_TOKEN y MP_WEBHOOK_SECRET van juntos.')
  return { accessToken, webhookSecret: webhookSecret || undefined, apiUrl: mpApiUrl(env) }
}

/** The address of Mercado Pago, also when the owner connects it on the screen. */
function mpApiUrl(env: NodeJS.ProcessEnv): string {
  return serviceUrl(env, 'MP_API_URL', 'https://api.mercadopago.com').replace(/(?<!\/)\/+$/, '')
}

/**
 * All three or none. Without configured addresses it uses ARCA's homologation, and in production the real
 * ARCA: a shop on trial must not issue real invoices by an oversight.
 */
function arca(env: NodeJS.ProcessEnv, production: boolean) {
  const { ARCA_CUIT: cuit, ARCA_CERT, ARCA_KEY } = env
  const issuer = env.ARCA_ISSUER || 'MT'
  if (issuer !== 'RI' && issuer !== 'MT') throw new Error('ARCA_ISSUER es RI o MT.')
  if (!cuit && !ARCA_CERT && !ARCA_KEY) return undefined
  if (!cuit || !ARCA_CERT || !ARCA_KEY) throw new Error('ARCA_CUIT, ARCA_CERT y ARCA_KEY van juntas.')
  if (!isCuit(cuit)) throw new Error('ARCA_CUIT no es un CUIT: son 11 dígitos, sin guiones.')
  return {
    cuit,
    issuer: issuer as 'RI' | 'MT',
    cert: pem('ARCA_CERT', ARCA_CERT),
    key: pem('ARCA_KEY', ARCA_KEY),
    ...arcaAmbientes(env, production).produccion,
  }
}

/** The addresses of ARCA, also when the owner connects it on the screen. */
function arcaAmbientes(env: NodeJS.ProcessEnv, production: boolean) {
  const urlsOf = (wsaa: string, wsfe: string, padron: string) => ({
    wsaaUrl: serviceUrl(env, 'ARCA_WSAA_URL', `https://${wsaa}.afip.gov.ar/ws/services/LoginCms`),
    wsfeUrl: serviceUrl(env, 'ARCA_WSFE_URL', `https://${wsfe}.afip.gov.ar/wsfev1/service.asmx`),
    padronUrl: serviceUrl(
      env,
      'ARCA_PADRON_URL',
      `https://${padron}.afip.gov.ar/sr-padron/webservices/personaServiceA5`,
    ),
  })
  const homologacion = urlsOf('wsaahomo', 'wswhomo', 'awshomo')
  return { homologacion, produccion: production ? urlsOf('wsaa', 'servicios1', 'aws') : homologacion }
}

/** The PEM text itself, also with line ends written as \\n, or the name of its file. */
function pem(name: string, given: string): string {
  if (given.includes('-----BEGIN')) return given.replaceAll('\\n', '\n')
  let text: string
  try {
    text = readFileSync(given, 'utf8')
  } catch {
    // Without what was given: it may be the key itself, pasted in half
    throw new Error(`${name}: no se puede leer ese archivo. Corregí su nombre, o sus permisos.`)
  }
  if (!text.includes('-----BEGIN')) throw new Error(`${name}: ese archivo no es un PEM.`)
  return text
}

/** A number of hops, or a list of addresses and networks with commas, as Fastify takes it. */
function trustProxy(text: string): string[] | ((address: string, hop: number) => boolean) {
  const hops = /^\d+$/.test(text) ? Number(text) : undefined
  if (hops !== undefined) return (_, hop) => hop < hops
  const parts = text.split(',').map((part) => part.trim())
  if (!parts.every(isNetwork))
    throw new Error(
      'TRUST_PROXY es un número de saltos, o direcciones y redes con comas, como 127.0.0.1, 10.0.0.0/8.',
    )
  return parts
}

/** Ranges that Fastify knows by name. */
const NETWORKS = ['loopback', 'linklocal', 'uniquelocal']

/** An address, or a network with the length of its prefix. */
function isNetwork(text: string): boolean {
  const [, address = text, bits] = /^(.*)\/(\d{1,3})$/.exec(text) ?? []
  const longest = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  if (bits === undefined) return longest > 0 || NETWORKS.includes(text)
  return Number(bits) >= 1 && Number(bits) <= longest
}
