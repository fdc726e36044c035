// A backup every night, made by one of the processes.
import { mkdir, readdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { dayOf, startOfDay } from '@imprimitodo/shared/rules/fecha'
import pg from 'pg'
import type { Deps } from '../core/deps.ts'
import { PARTE, RespaldoInvalido } from './formato.ts'
import { aBorrar, type Guardar, incompletosABorrar, nombreDe } from './retencion.ts'
import { insertFalla, lastRespaldos, neededBytes } from './store.ts'

export type NocheDeps = Pick<Deps, 'db' | 'log' | 'now' | 'diskReserveBytes'> & {
  url: string
  carpeta: string
  /** 0 to 23, of the shop's day. */
  hora: number
  guardar: Guardar
  /** Leaves a whole backup at `path` and writes it down, or throws. */
  respaldar(path: string, signal: AbortSignal): Promise<void>
  /** Removes stored files that no kept backup needs. */
  barrer(carpeta: string, signal: AbortSignal): Promise<void>
}

export type Noche = {
  /** Makes the backup whose hour has come, unless there is one or another process is at it. */
  look(): Promise<void>
  stop(): Promise<void>
}

const HOUR_MS = 3600_000
const DAY_MS = 24 * HOUR_MS
/** A start is for customers; a machine that is off at night catches up a little later. */
const FIRST_LOOK_MS = 10 * 60_000
const LOOK_MS = 60_000
const LOCK = 7_272_743 // any number of its own, the same in every server

/** The last time this hour struck in the shop. */
export function lastTurn(now: Date, hora: number): Date {
  const today = startOfDay(dayOf(now)) + hora * HOUR_MS
  return new Date(today <= now.getTime() ? today : today - DAY_MS)
}

export function startNoche(deps: NocheDeps): Noche {
  const ending = new AbortController()
  let running: Promise<void> | undefined
  const look = () => {
    running ??= makeIfDue(deps, ending.signal).finally(() => {
      running = undefined
    })
    return running
  }
  const lookSafely = () => void look().catch((err) => deps.log.error({ err }, 'respaldo'))
  let every: NodeJS.Timeout | undefined
  const first = setTimeout(() => {
    lookSafely()
    every = setInterval(lookSafely, LOOK_MS)
  }, FIRST_LOOK_MS)
  return {
    look,
    async stop() {
      clearTimeout(first)
      clearInterval(every)
      ending.abort()
      await running?.catch(() => {})
    },
  }
}

async function makeIfDue(deps: NocheDeps, signal: AbortSignal): Promise<void> {
  if (!(await isDue(deps))) return
  // The lock is this connection's: a process that dies lets go of it
  const client = new pg.Client({ connectionString: deps.url })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [LOCK])
    if (rows[0].mine && (await isDue(deps))) await make(deps, signal)
  } finally {
    await client.end()
  }
}

/** None since the hour struck; after a failure it is tried again every hour. */
async function isDue({ db, now, hora }: NocheDeps): Promise<boolean> {
  const { bueno, falla } = await lastRespaldos(db)
  if (bueno && bueno >= lastTurn(now(), hora)) return false
  return !falla || now().getTime() - falla.getTime() >= HOUR_MS
}

async function make(deps: NocheDeps, signal: AbortSignal): Promise<void> {
  const { db, log, now, carpeta, guardar } = deps
  try {
    await mkdir(carpeta, { recursive: true, mode: 0o700 })
    for (const name of await readdir(carpeta)) // nobody else is at work: these were killed
      if (name.startsWith('imprimitodo-') && name.includes(PARTE))
        await rm(join(carpeta, name), { recursive: true, force: true })
    await needRoom(deps)
    await deps.respaldar(join(carpeta, nombreDe(now())), signal)
  } catch (error) {
    if (signal.aborted) return // the server stops: the next start makes it
    log.error({ err: error }, 'respaldo')
    await insertFalla(db, now(), whyOf(error))
    for (const name of incompletosABorrar(await namesIn(carpeta)))
      await rm(join(carpeta, name), { force: true })
    return
  }
  const names = await namesIn(carpeta)
  for (const name of [...aBorrar(names, guardar), ...incompletosABorrar(names)])
    await rm(join(carpeta, name), { force: true })
  await deps.barrer(carpeta, signal).catch((err) => log.warn({ err }, 'respaldo'))
}

const namesIn = (carpeta: string): Promise<string[]> => readdir(carpeta).catch(() => [])

/** A backup that fills the disk would stop the shop that it is for. */
async function needRoom({ db, carpeta, diskReserveBytes }: NocheDeps): Promise<void> {
  const { bavail, bsize } = await statfs(carpeta)
  const room = bavail * bsize - diskReserveBytes
  const needed = await neededBytes(db)
  if (needed > room)
    throw new RespaldoInvalido(
      `No hay lugar en ${carpeta}: hacen falta ${mb(needed)} y quedan ${mb(Math.max(0, room))} sin tocar la reserva. Elegí otro disco con BACKUP_DIR, o guardá menos con BACKUP_KEEP.`,
    )
}

const mb = (bytes: number): string => `${Math.ceil(bytes / 1e6)} MB`

/** A column or a table that this version reads is not there yet. */
const OLD_DATABASE =
  'La base es de una versión anterior: arrancá el servidor una vez, que la actualiza, y probá de nuevo.'

/** In the owner's words where we know them. */
export function whyOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return WHY[code] ?? (error instanceof Error ? error.message : String(error)).slice(0, 500)
}

const WHY: Record<string, string> = {
  '42703': OLD_DATABASE,
  '42P01': OLD_DATABASE,
  ENOSPC: 'No hay lugar en el disco de los respaldos.',
  EACCES: 'No se puede escribir en la carpeta de los respaldos.',
  EPERM: 'No se puede escribir en la carpeta de los respaldos.',
  EROFS: 'El disco de los respaldos es de solo lectura.',
  ENOENT: 'No existe la carpeta de los respaldos.',
  ENOTDIR: 'La carpeta de los respaldos no es una carpeta.',
  EEXIST: 'La carpeta de los respaldos no es una carpeta.',
}
