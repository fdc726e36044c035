// The driver's errors when PostgreSQL ends a connection, or ends itself.
import { DrizzleQueryError } from 'drizzle-orm/errors'
import pg from 'pg'

/** PostgreSQL cannot be reached, or its connection was cut. The cause is the original error. */
export class DatabaseAway extends Error {}

/**
 * SQLSTATEs of a PostgreSQL that ends or starts, or that ended a session whose transaction was idle or took too long,
 * class 08, and 25006: the session is read-only. After a failover the machine before answers like that, and its
 * sessions would stay in the pool for as long as they are used
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html).
 */
const LOST_STATES = /^(57P0[1235]|25P0[34]|25006|08...)$/
/**
 * Serialization failure and deadlock: the transaction was rolled back, and may succeed when it is repeated.
 */
const ROLLED_BACK_STATES = ['40001', '40P01']
/** The driver's message when no answer came: PostgreSQL would have cancelled the statement before (open.ts). */
const SILENT_WORDS = /^Query read timeout/
/** Messages of the driver that have no code. */
const DRIVER_WORDS =
  /^(Connection terminated(?! due to connection timeout)|Client has encountered a connection error|Client was closed and is not queryable)/

/** The SQLSTATE of an error or of its cause; null where PostgreSQL did not cause it. */
export const sqlState = (error: unknown): string | null => databaseError(error)?.code ?? null

/** Class 28, and a database that is not there. */
const REFUSED_STATES = /^(28...|3D000)$/

/**
 * PostgreSQL ended the session, or let none begin: a password that was changed, a database that is closed for
 * maintenance. Other reasons have codes that statements get too; their severity tells, which the driver has in
 * the server's language (`lc_messages`) alone. The word is FATAL in most of them.
 */
export const isEnded = (error: unknown): boolean =>
  REFUSED_STATES.test(sqlState(error) ?? '') ||
  ['FATAL', 'PANIC'].includes(databaseError(error)?.severity ?? '')

function databaseError(error: unknown): pg.DatabaseError | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof pg.DatabaseError && cause.code) return cause
  return null
}

/** PostgreSQL itself reported that it rolled the transaction back: nothing of it holds. */
export const isRolledBack = (error: unknown): boolean => ROLLED_BACK_STATES.includes(sqlState(error) ?? '')

/** The connection to PostgreSQL was refused or lost. Other connections do not count. */
export function isLost(error: unknown): boolean {
  if (LOST_STATES.test(sqlState(error) ?? '')) return true
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof DatabaseAway || isSilent(cause) || DRIVER_WORDS.test(cause.message)) return true
    if (cause instanceof DrizzleQueryError && isOfSocket(cause.cause)) return true
  }
  return false
}

/** A statement was not answered: the connection is open, and nothing comes any more. */
export const isSilent = (error: unknown): boolean =>
  error instanceof Error && SILENT_WORDS.test(error.message)

/** Marks an error of the driver for `isLost`: a socket error alone does not tell whose connection it was. */
export const ofDriver = (error: unknown): unknown =>
  isOfSocket(error) ? new DatabaseAway('PostgreSQL cannot be reached.', { cause: error }) : error

const isOfSocket = (error: unknown): boolean => error instanceof Error && 'syscall' in error
