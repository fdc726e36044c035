// Why a start failed, in one plain sentence that says what to do. The driver's English error is its cause.
import type { Config } from '../../config.ts'
import { sqlState } from '../db/lost.ts'
import { isDiskFull, isOutOfFiles } from '../http/down.ts'

type Settings = Pick<Config, 'port' | 'host' | 'dataDir'>

/**
 * For the person who started the server. Our own sentences pass; an unknown error is named by its code alone.
 */
export function whyNotStarted(error: unknown, { port, host, dataDir }: Settings): string {
  if (isDiskFull(error))
    return `el disco de ${dataDir} está lleno. Liberá espacio, o elegí otra carpeta con DATA_DIR, y arrancá de nuevo.`
  if (isOutOfFiles(error))
    return 'este proceso puede abrir muy pocos archivos a la vez. Subí ese límite a 1024 o más (ulimit -n, o LimitNOFILE en systemd), y arrancá de nuevo.'
  if (sqlState(error) === READ_ONLY)
    return 'la base de datos es de solo lectura. Puede ser una réplica, o la máquina que dejó de ser la principal: en DATABASE_URL va la principal.'
  const { code, syscall, hostname } = systemError(error)
  if (syscall === 'getaddrinfo' && hostname === host)
    return `no se encuentra ${host}. Corregí HOST: es una dirección de esta máquina, como 127.0.0.1.`
  if (syscall === 'listen' || code === 'ERR_SOCKET_BAD_PORT') {
    if (code === 'EADDRINUSE')
      return `el puerto ${port} ya está en uso. Cerrá el programa que lo usa, o elegí otro con PORT.`
    if (code === 'EACCES')
      return `no hay permiso para usar el puerto ${port}. Elegí uno de 1024 o más con PORT, y poné un proxy adelante.`
    return `no se puede escuchar en ${host}:${port} (${code}). Corregí HOST y PORT.`
  }
  // Our own sentences are plain errors; errors of the driver and the system have a code or a class
  if (error instanceof Error && error.constructor === Error && !('code' in error)) return error.message
  return `pasó algo inesperado (${code ?? (error instanceof Error ? error.name : typeof error)}). Con LOG_LEVEL=debug se ve más; el registro de la base está en ${dataDir}/postgres.log.`
}

/** PostgreSQL's read_only_sql_transaction. */
const READ_ONLY = '25006'

/** For a PostgreSQL that DATABASE_URL names. Never with its password. */
export function whyNoDatabase(error: unknown, databaseUrl: string): string {
  const url = URL.canParse(databaseUrl) ? new URL(databaseUrl) : undefined
  const place = url ? `${url.hostname || 'esta máquina'}:${url.port || 5432}` : 'esa dirección'
  const name = url ? decodeURIComponent(url.pathname.slice(1)) : ''
  const state = sqlState(error)
  const { code, message = '' } = systemError(error)
  const why = (state && STATES[state]) ?? (code && CODES[code])
  if (why) return `DATABASE_URL: ${why.replace('{place}', place).replace('{name}', name)}`
  if (/SSL|certificate/i.test(message))
    return 'DATABASE_URL: no se pudo cifrar la conexión. Corregí sslmode, o el certificado de PostgreSQL.'
  if (state)
    return `DATABASE_URL: PostgreSQL no deja trabajar en la base «${name}» (código ${state}). Mirá su registro.`
  return `DATABASE_URL: en ${place} no contesta un PostgreSQL. Fijate que la máquina y el puerto sean esos.`
}

const STATES: Record<string, string> = {
  '28P01': 'PostgreSQL no acepta ese usuario con esa contraseña. Corregilos.',
  '28000': 'PostgreSQL no deja entrar a ese usuario desde acá. Corregí el usuario, o su pg_hba.conf.',
  '3D000': 'la base «{name}» no existe. Creala, o corregí el nombre.',
  '42501': 'ese usuario no puede crear tablas en la base «{name}». Hacelo su dueño.',
  '53300':
    'PostgreSQL tiene todas sus conexiones tomadas. Subí su max_connections, o bajá DATABASE_POOL en cada proceso.',
  '57P03': 'PostgreSQL todavía está arrancando. Probá de nuevo en un momento.',
}

const REFUSED = 'en {place} no hay ningún PostgreSQL. Fijate que esté andando y que el puerto sea ese.'
const UNKNOWN = 'no se encuentra la máquina de {place}. Corregí el nombre.'
const UNREACHED = 'no se llega a {place}. Fijate que la red y el firewall dejen pasar.'
const CODES: Record<string, string> = {
  ECONNREFUSED: REFUSED,
  ENOENT: REFUSED,
  ENOTFOUND: UNKNOWN,
  EAI_AGAIN: UNKNOWN,
  EHOSTUNREACH: UNREACHED,
  ENETUNREACH: UNREACHED,
  ETIMEDOUT: UNREACHED,
}

type SystemError = { code?: string; syscall?: string; hostname?: string; message?: string }

/** The first among an error and its causes that has a system code, otherwise the error itself. */
function systemError(error: unknown): SystemError {
  for (let cause = error; cause instanceof Error; cause = cause.cause ?? firstOf(cause))
    if ('code' in cause && typeof cause.code === 'string') return cause as SystemError
  return error instanceof Error ? { message: error.message } : {}
}

/** The first error if several addresses of a name were tried. */
const firstOf = (error: Error): unknown => (error instanceof AggregateError ? error.errors[0] : undefined)
