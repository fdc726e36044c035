import { dayOf, formatTime, instantOf } from '@imprimitodo/shared/rules/base/fecha'
import { INCOMPLETO } from './formato.ts'

export type Keep = { diarios: number; semanales: number }

/** Older versions did not seal theirs: those are deleted as they get old. */
const NAME = /^imprimitodo-(\d{4}-\d\d-\d\d)-(\d{4})\.(?:respaldo|tar\.gz)$/

/** The name has the shop's day and hour: 'imprimitodo-2026-11-21-0400.respaldo' */
export const nombreOfCopia = (at: Date): string =>
  `imprimitodo-${dayOf(at)}-${formatTime(at).replace(':', '')}.respaldo`

/** When it was made, ms since 1970; null: not a backup of ours. */
export function cuandoOf(nombre: string): number | null {
  const [, day, hour] = NAME.exec(nombre) ?? []
  return day && hour ? instantOf(day, `${hour.slice(0, 2)}:${hour.slice(2)}`) : null
}

/** The newest complete backup among a folder's files. */
export const newestRespaldo = (names: Iterable<string>): string | undefined =>
  [...names]
    .filter((name) => name.endsWith('.respaldo') && NAME.test(name))
    .toSorted()
    .at(-1)

/**
 * The files of a folder to delete: of the last days and weeks that have a backup, the newest of each stays.
 * Days without one do not count, so that a month of failures deletes nothing. Files with other names are not
 * ours.
 */
export function toDelete(names: string[], { diarios, semanales }: Keep): string[] {
  const ours = names
    .filter((name) => NAME.test(name))
    .toSorted()
    .reverse()
  const kept = new Set([
    ...newestOf(ours, diarios, (day) => day),
    ...newestOf(ours, semanales, mondayOf),
    ...ours.slice(0, 1), // whatever the numbers say
  ])
  return ours.filter((name) => !kept.has(name))
}

/** Backups with missing files to delete: the newest two stay, beside the good ones. */
export const incompletosToDelete = (names: string[]): string[] =>
  malosToDelete(
    names.filter((name) => name.endsWith(INCOMPLETO) && NAME.test(name.slice(0, -INCOMPLETO.length))),
  )

export const malosToDelete = (names: string[]): string[] => names.toSorted().slice(0, -2)

function newestOf(names: string[], count: number, periodOf: (day: string) => string): string[] {
  const found = new Map<string, string>()
  for (const name of names) {
    const period = periodOf(NAME.exec(name)?.[1] ?? '')
    if (!found.has(period)) found.set(period, name)
  }
  return [...found.values()].slice(0, count)
}

function mondayOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return date.toISOString().slice(0, 10)
}
