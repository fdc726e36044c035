// Makes a backup every night, in one of the processes.
import { mkdir, readdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Deps } from '../../../base/runtime/deps.ts'
import { bytesSince } from '../../../compra/archivos/service.ts'
import { PARTE, RespaldoInvalido } from '../archivo/formato.ts'
import { incompletosToDelete, type Keep, nombreOfCopia, toDelete } from '../archivo/retencion.ts'
import { mb, whyOf } from '../archivo/why.ts'
import { insertFalla, lastRespaldos, neededBytes } from '../store.ts'
import { doAlone, isBetween, lastTurn, reasonOfEnd, startVigia, type Vigia } from '../vigia.ts'

export type NocheDeps = Pick<Deps, 'db' | 'log' | 'now' | 'diskReserveBytes'> & {
  url: string
  carpeta: string
  /** 0 to 23, hour of the shop's day. */
  hora: number
  guardar: Keep
  /** Leaves a complete backup at `path` and notes it, or throws. */
  make(path: string, signal: AbortSignal): Promise<void>
  /** Deletes stored files that no kept backup needs. */
  sweep(carpeta: string, signal: AbortSignal): Promise<void>
}

const HOUR_MS = 3600_000
const LOCK = 7_272_743 // any number of its own, the same in every server

/** Makes the backup when its hour has come. */
export const startNoche = (deps: NocheDeps): Vigia =>
  startVigia(deps.log, (signal) =>
    doAlone(
      deps.url,
      LOCK,
      () => isDue(deps),
      () => make(deps, signal),
    ),
  )

/** True if there was none since the hour struck; after a failure it is tried again every hour. */
async function isDue({ db, now, hora }: NocheDeps): Promise<boolean> {
  const { bueno, falla } = await lastRespaldos(db)
  const at = now()
  return !isBetween(bueno, lastTurn(at, hora), at) && !isBetween(falla, at.getTime() - HOUR_MS + 1, at)
}

async function make(deps: NocheDeps, signal: AbortSignal): Promise<void> {
  const { db, log, now, carpeta, guardar } = deps
  try {
    await mkdir(carpeta, { recursive: true, mode: 0o700 })
    for (const name of await readdir(carpeta)) // no other process is at work: these are left from a kill
      if (name.startsWith('imprimitodo-') && name.includes(PARTE))
        await rm(join(carpeta, name), { recursive: true, force: true })
    await needRoom(deps)
    await deps.make(join(carpeta, nombreOfCopia(now())), signal)
  } catch (error) {
    const reason = reasonOfEnd(signal, error)
    if (reason === null) return
    log.error({ err: reason }, 'respaldo')
    await insertFalla(db, now(), whyOf(reason))
    for (const name of incompletosToDelete(await namesIn(carpeta)))
      await rm(join(carpeta, name), { force: true })
    return
  }
  const names = await namesIn(carpeta)
  for (const name of [...toDelete(names, guardar), ...incompletosToDelete(names)])
    await rm(join(carpeta, name), { force: true })
  await deps.sweep(carpeta, signal).catch((err) => log.warn({ err }, 'respaldo'))
}

const namesIn = (carpeta: string): Promise<string[]> => readdir(carpeta).catch(() => [])

/** A backup that fills the disk would stop the shop that it is for. */
async function needRoom({ db, carpeta, diskReserveBytes }: NocheDeps): Promise<void> {
  const { bavail, bsize } = await statfs(carpeta)
  const room = bavail * bsize - diskReserveBytes
  const needed = await neededBytes(db, (since) => bytesSince(db, since))
  if (needed > room)
    throw new RespaldoInvalido(
      `No hay lugar en ${carpeta}: hacen falta ${mb(needed)} y quedan ${mb(Math.max(0, room))} sin tocar la reserva. Elegí otro disco con BACKUP_DIR, o guardá menos con BACKUP_KEEP.`,
    )
}
