import { isEnded, isLost, isRolledBack, sqlState } from '../db/lost.ts'
import { CommitUnknown } from '../db/repeat.ts'
import { EngineDown } from '../pdf/port.ts'
import { NoRoom, StoreDown } from '../services/files/port.ts'

const DETAIL = 'En este momento no podemos guardar ni leer datos. Probá de nuevo en un minuto.'
const FILES_DETAIL = 'En este momento no podemos recibir ni mostrar archivos. Probá de nuevo en un minuto.'
const UNKNOWN_DETAIL =
  'Se cortó justo cuando lo guardábamos y no sabemos si quedó hecho. Fijate antes de repetirlo.'

/**
 * PostgreSQL lacks something (class 53: connections, memory, disk), its database was dropped, it cancelled a statement
 * that took too long or waited too long for a lock, or its disk fails. `isLost` knows the other states
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html).
 */
const AWAY_STATES = /^(53...|57P04|57014|55P03|58030)$/
/** Messages of the driver when the database does not answer in time; they have no code. */
const LATE_WORDS =
  /^(Connection terminated due to connection timeout|timeout exceeded when trying to connect|timeout expired)/

/** PostgreSQL's disk_full. */
const FULL_STATE = '53100'
/** What is used up: the system's codes for it, and the words of PostgreSQL's log and tools. */
type Lack = { codes: string[]; words: RegExp }
const ROOM: Lack = { codes: ['ENOSPC', 'EDQUOT'], words: /No space left on device|Disk quota exceeded/ }
const FILES: Lack = {
  codes: ['EMFILE', 'ENFILE'],
  words: /insufficient file descriptors|Too many open files/,
}
/** The disk became read-only, or fails, or no more files may be open at once. */
const BROKEN_CODES = ['EROFS', 'EIO', ...FILES.codes]

const hasCode = (error: Error, codes: string[]): boolean =>
  'code' in error && codes.includes(String(error.code))

function isLackOf({ codes, words }: Lack, error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (words.test(cause.message) || hasCode(cause, codes)) return true
  return false
}

/** No room on the disk of the server, or of its database. */
export const isDiskFull = (error: unknown): boolean => sqlState(error) === FULL_STATE || isLackOf(ROOM, error)

/** The server, or its database, may open no more files at once. */
export const isOutOfFiles = (error: unknown): boolean => isLackOf(FILES, error)

/** The answer while the database or the files' store is away; null for any other error. */
export function downDetail(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof StoreDown || cause instanceof NoRoom || cause instanceof EngineDown)
      return FILES_DETAIL
    if (hasCode(cause, BROKEN_CODES)) return FILES_DETAIL
    if (cause instanceof CommitUnknown) return UNKNOWN_DETAIL
    if (LATE_WORDS.test(cause.message)) return DETAIL
  }
  const isAway = AWAY_STATES.test(sqlState(error) ?? '')
  return isAway || isEnded(error) || isLost(error) || isRolledBack(error) ? DETAIL : null
}
