// Copies each good backup to a second place; one of the processes does it.
import { readdir } from 'node:fs/promises'
import type { Deps } from '../../../base/runtime/deps.ts'
import { newestRespaldo } from '../archivo/retencion.ts'
import { insertCopiaFalla, lastCopias, lastRespaldos } from '../store.ts'
import { doAlone, isBetween, reasonOfEnd, startVigia, type Vigia } from '../vigia.ts'

export type CopiaDeps = Pick<Deps, 'db' | 'log' | 'now'> & {
  url: string
  /** BACKUP_DIR */
  carpeta: string
  /** Null: there is none. `desde`: since when the place works, as the owner tried it on the screen. */
  lugar(): Promise<{ desde: Date | null } | null>
  /** Copies the newest backup there and notes it, or throws in the owner's words. */
  copy(carpeta: string, signal: AbortSignal): Promise<void>
}

const HOUR_MS = 3600_000
const LOCK = 7_272_744 // any number of its own, the same in every server

/** Copies a backup that is not there yet; after a failure it tries again every hour. */
export const startCopia = (deps: CopiaDeps): Vigia =>
  startVigia(deps.log, (signal) =>
    doAlone(
      deps.url,
      LOCK,
      () => isDue(deps),
      () => make(deps, signal),
    ),
  )

async function isDue({ db, now, lugar }: CopiaDeps): Promise<boolean> {
  const place = await lugar()
  if (!place) return false
  const [{ bueno }, { bueno: buena, falla }] = [await lastRespaldos(db), await lastCopias(db)]
  const at = now()
  // A copy from before `desde` is in another place. Tried while the clock ran ahead, it would take none as its own
  const desde = place.desde && place.desde <= at ? place.desde : null
  if (!bueno || isBetween(buena, Math.max(+bueno, +(desde ?? bueno)), at)) return false
  if (falla && desde && falla < desde) return true
  return !isBetween(falla, at.getTime() - HOUR_MS + 1, at)
}

async function make({ db, log, now, carpeta, copy }: CopiaDeps, signal: AbortSignal): Promise<void> {
  const began = now()
  // Without an archive here: the last good one may lie on another machine, or was made by hand
  if (!newestRespaldo(await readdir(carpeta).catch(() => []))) return
  try {
    await copy(carpeta, signal)
  } catch (error) {
    const reason = reasonOfEnd(signal, error)
    if (reason === null) return
    log.error({ err: reason }, 'copia del respaldo')
    const why = reason instanceof Error ? reason.message : String(reason)
    await insertCopiaFalla(db, began, why.slice(0, 500))
  }
}
