// Restores a backup once a week to test it, in one of the processes, after a night's backup.
import { readdir } from 'node:fs/promises'
import type { Deps } from '../../../base/runtime/deps.ts'
import { newestRespaldo } from '../archivo/retencion.ts'
import { type Ensayo, insertEnsayo, lastEnsayo, lastRespaldos } from '../store.ts'
import { doAlone, isBetween, reasonOfEnd, startVigia, type Vigia } from '../vigia.ts'

export type EnsayoDeps = Pick<Deps, 'db' | 'log' | 'now'> & {
  url: string
  /** BACKUP_DIR */
  carpeta: string
  /** Restores the newest one and notes the outcome. */
  tryOut(carpeta: string, signal: AbortSignal): Promise<void>
}

const HOUR_MS = 3600_000
const DAY_MS = 24 * HOUR_MS
/** A test begins at most this long after a backup, which is made when the shop sleeps. */
const AFTER_BACKUP_MS = 3 * HOUR_MS
const LOCK = 7_272_745 // any number of its own, the same in every server

export function startEnsayo(deps: EnsayoDeps): Vigia {
  let tried = Number.NEGATIVE_INFINITY
  return startVigia(deps.log, async (signal) => {
    const now = deps.now().getTime()
    if (now >= tried && now - tried < HOUR_MS) return // the last try found no backup
    await doAlone(
      deps.url,
      LOCK,
      () => isDue(deps),
      async () => {
        tried = now
        await make(deps, signal)
      },
    )
  })
}

/** A week after a success, a day after a failure. */
async function isDue({ db, now }: EnsayoDeps): Promise<boolean> {
  const [{ bueno }, last] = [await lastRespaldos(db), await lastEnsayo(db)]
  if (!bueno || now().getTime() - bueno.getTime() > AFTER_BACKUP_MS) return false
  // Somewhat less than a week: the next backup is made at the same hour
  const pause = (last?.falla ? 1 : 7) * DAY_MS - AFTER_BACKUP_MS
  const at = now()
  return !isBetween(last?.cuando ?? null, at.getTime() - pause + 1, at)
}

async function make({ db, log, now, carpeta, tryOut }: EnsayoDeps, signal: AbortSignal): Promise<void> {
  const began = now()
  // Without an archive here: the last good one may lie on another machine, or was made by hand
  if (!newestRespaldo(await readdir(carpeta).catch(() => []))) return
  try {
    await tryOut(carpeta, signal)
  } catch (error) {
    const reason = reasonOfEnd(signal, error)
    if (reason === null) return
    log.error({ err: reason }, 'ensayo de restauración')
    const falla = (reason instanceof Error ? reason.message : String(reason)).slice(0, 500)
    const nothing: Ensayo = { respaldo: began, archivos: 0, segundos: 1, falla }
    await insertEnsayo(db, began, nothing)
  }
}
