// Which parts of the stored log may be deleted.
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { BITACORA, type Cadena, cadenasOf, folderOf, inicioDeSegmento, type Partida } from './nombres.ts'

/** Single files, and chains to delete as a whole. */
export type Sobra = { nombres: string[]; cadenas: string[] }

/** The newest two copies of a chain stay, in case one turns out to be damaged. */
const PARTIDAS = 2
const DAY_MS = 24 * 3600_000
/**
 * How long a chain from before a restore stays; the two newest copies of a running chain are never that old.
 */
const STAYS_MS = 15 * DAY_MS

/**
 * Copies that stay, newest first: two of each chain. Besides the newest two of all, only the first and the
 * last of each day stay, so that a chain that breaks every hour does not fill the disk.
 */
export function partidasQueQuedan(cadenas: Cadena[]): Partida[] {
  const byAge = (all: Partida[]) => all.toSorted((a, b) => b.hora - a.hora)
  const newest = byAge(cadenas.flatMap(({ partidas }) => partidas))
  const always = newest.slice(0, PARTIDAS)
  const since = (newest[0]?.hora ?? 0) - STAYS_MS
  const young = byAge(cadenas.flatMap(({ partidas }) => byAge(partidas).slice(0, PARTIDAS))).filter(
    ({ hora }) => hora >= since,
  )
  const dayOf = ({ hora }: Partida) => Math.floor(hora / DAY_MS)
  const isEnd = (it: Partida, at: number) =>
    [young[at - 1], young[at + 1]].some((next) => !next || dayOf(next) !== dayOf(it))
  return byAge([...new Set([...always, ...young.filter(isEnd)])])
}

/**
 * Files that no kept copy needs: older copies, the log before them, and ended chains without a copy. `viva`
 * stays, whether it has a copy yet or not. `segmento`: bytes of a segment of the log.
 */
export function sobrantes(cadenas: Cadena[], viva: string, segmento: number): Sobra {
  const kept = new Set(partidasQueQuedan(cadenas))
  const nombres: string[] = []
  const whole: string[] = []
  for (const { cadena, tramos, partidas } of cadenas) {
    const staying = partidas.filter((it) => kept.has(it))
    if (staying.length === 0 && cadena !== viva) {
      whole.push(cadena)
      continue
    }
    nombres.push(...partidas.filter((it) => !kept.has(it)).map(({ nombre }) => nombre))
    const first = staying.map(({ desde }) => desde).toSorted((a, b) => Number(a - b))[0]
    if (first === undefined) continue
    const needed = inicioDeSegmento(first, segmento)
    nombres.push(...tramos.filter(({ hasta }) => hasta <= needed).map(({ nombre }) => nombre))
  }
  return { nombres, cadenas: whole }
}

/**
 * The files that may be deleted to make room for a new copy: each step one more copy with its log, oldest first, and
 * never the newest.
 */
export function pasosDeLugar(cadenas: Cadena[], viva: string, segmento: number): Sobra[] {
  const kept = partidasQueQuedan(cadenas).toReversed()
  return kept.slice(0, -1).map((_, at) => {
    const gone = new Set(kept.slice(0, at + 1))
    const left = cadenas.map((it) => ({ ...it, partidas: it.partidas.filter((one) => !gone.has(one)) }))
    const over = sobrantes(left, viva, segmento)
    const whole = cadenas.filter(({ cadena }) => over.cadenas.includes(cadena))
    const names = [...gone, ...whole.flatMap(({ tramos }) => tramos)].map(({ nombre }) => nombre)
    return { nombres: [...names, ...over.nombres], cadenas: over.cadenas }
  })
}

/** Deletes as few old copies as free `bytes`. False: even all of them would not, and nothing was deleted. */
export async function makeRoom(
  { carpeta, viva, segmento }: { carpeta: string; viva: string; segmento: number },
  bytes: number,
): Promise<boolean> {
  for (const step of pasosDeLugar(await cadenasEn(carpeta), viva, segmento)) {
    const sizes = await Promise.all(
      step.nombres.map((name) =>
        stat(join(carpeta, name)).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
    )
    if (sizes.reduce((sum, size) => sum + size, 0) < bytes) continue
    await removeFrom(carpeta, step)
    return true
  }
  return false
}

export async function removeFrom(carpeta: string, { nombres, cadenas }: Sobra): Promise<void> {
  for (const name of nombres) await rm(join(carpeta, name), { force: true })
  for (const it of cadenas) await rm(join(carpeta, folderOf(it)), { recursive: true, force: true })
}

/** Parts of a segment that is also stored as a whole. */
export const partesDe = ({ tramos }: Cadena, segmento: number): string[] => {
  const whole = new Set(
    tramos.filter(({ desde, hasta }) => hasta - desde === BigInt(segmento)).map(({ desde }) => desde),
  )
  return tramos
    .filter(({ desde, hasta }) => hasta - desde < BigInt(segmento))
    .filter(({ desde }) => whole.has(inicioDeSegmento(desde, segmento)))
    .map(({ nombre }) => nombre)
}

/** The chains in BACKUP_DIR. */
export async function cadenasEn(carpeta: string): Promise<Cadena[]> {
  const names: string[] = []
  for (const folder of await readdir(join(carpeta, BITACORA)).catch(() => []))
    for (const name of await readdir(join(carpeta, BITACORA, folder)).catch(() => []))
      names.push(`${BITACORA}/${folder}/${name}`)
  return cadenasOf(names)
}
