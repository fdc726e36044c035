import { NoRoom, StoreDown } from '../services/files/port.ts'

const DETAIL = 'En este momento no podemos guardar ni leer datos. Probá de nuevo en un minuto.'
const FILES_DETAIL = 'En este momento no podemos recibir ni mostrar archivos. Probá de nuevo en un minuto.'

/** PostgreSQL ending, starting or full (https://www.postgresql.org/docs/current/errcodes-appendix.html, 57P, 08, 53300). */
const DATABASE_CODES = /^(57P0[1-5]|08...|53300)$/
/** The driver's own words; it gives no codes for them. */
const DRIVER_WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout)/

/** What to tell whoever asks while the database or the files' store is away; null where it is something else. */
export function downDetail(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof StoreDown || cause instanceof NoRoom) return FILES_DETAIL
    if (DRIVER_WORDS.test(cause.message)) return DETAIL
    const { code, syscall } = cause as NodeJS.ErrnoException
    if (DATABASE_CODES.test(code ?? '') || syscall === 'connect') return DETAIL
  }
  return null
}
