// Names of the stored write-ahead log, and arithmetic of its positions. Names say what to read; the sealed
// content says the same.
import { ZONE } from '@imprimitodo/shared/rules/base/fecha'

/** A place in the write-ahead log, in bytes since its beginning. */
export type Posicion = bigint

/** A stretch of the log, within one segment. */
export type TramoDeBitacora = { nombre: string; desde: Posicion; hasta: Posicion }
/**
 * A copy of the database's folder: usable with the log since `desde`, for moments after `hasta` (instant
 * `hora`, ms).
 */
export type Partida = TramoDeBitacora & { cadena: string; hora: number }
/** An unbroken log with the copies on it, each in order. */
export type Cadena = { cadena: string; tramos: TramoDeBitacora[]; partidas: Partida[] }

/** In BACKUP_DIR, and in a second place. */
export const BITACORA = 'bitacora'
const ESTADO = 'estado.sellado'

const NAME = /^bitacora\/(\d{14}_[\da-f]{8})\/([\da-f]{16})-([\da-f]{16})(?:-(\d{13}))?\.(tramo|partida)$/
const OURS = /^bitacora\/\d{14}_[\da-f]{8}\/(?:[\da-f-]+\.(?:tramo|partida)|estado\.sellado)$/

const hex = (at: Posicion): string => at.toString(16).padStart(16, '0')

export const folderOf = (cadena: string): string => `${BITACORA}/${cadena}`

export const nombreDeTramo = (cadena: string, desde: Posicion, hasta: Posicion): string =>
  `${folderOf(cadena)}/${hex(desde)}-${hex(hasta)}.tramo`

export const nombreDePartida = ({ cadena, desde, hasta, hora }: Omit<Partida, 'nombre'>): string =>
  `${folderOf(cadena)}/${hex(desde)}-${hex(hasta)}-${hora}.partida`

/** The file with the state at the last look. */
export const nombreDeEstado = (cadena: string): string => `${folderOf(cadena)}/${ESTADO}`

export const isDeBitacora = (name: string): boolean => OURS.test(name)

/** `made` ms since 1970, `random` 8 hexadecimal digits. Also the suffix of its replication slot. */
export const nombreDeCadena = (made: number, random: string): string =>
  `${new Date(made).toISOString().replace(/\D/g, '').slice(0, 14)}_${random}`

/** When the chain began, ms since 1970, to the second. */
export const comienzoOf = (cadena: string): number =>
  Date.parse(cadena.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)_.*$/, '$1-$2-$3T$4:$5:$6Z'))

/** The files of the log among a place's files; chains in the order they began. */
export function cadenasOf(names: Iterable<string>): Cadena[] {
  const found = new Map<string, Cadena>()
  for (const nombre of [...names].toSorted()) {
    const [, cadena, from, to, hora, kind] = NAME.exec(nombre) ?? []
    if (!cadena) continue
    const all = found.get(cadena) ?? { cadena, tramos: [], partidas: [] }
    found.set(cadena, all)
    const it = { nombre, desde: BigInt(`0x${from}`), hasta: BigInt(`0x${to}`) }
    if (kind === 'tramo') all.tramos.push(it)
    else all.partidas.push({ ...it, cadena, hora: Number(hora) })
  }
  return [...found.values()]
}

/** The stretches that lead from `at` on without a gap, each the one that reaches farthest. */
export function seguidos(tramos: TramoDeBitacora[], at: Posicion): TramoDeBitacora[] {
  const found: TramoDeBitacora[] = []
  const sorted = tramos.toSorted((a, b) => Number(a.desde - b.desde))
  let end = at
  let best: TramoDeBitacora | undefined
  for (const tramo of sorted) {
    if (tramo.desde > end) {
      if (!best) break
      found.push(best)
      end = best.hasta
      best = undefined
      if (tramo.desde > end) break
    }
    if (tramo.hasta > (best?.hasta ?? end)) best = tramo
  }
  return best && best.desde <= end && best.hasta > end ? [...found, best] : found
}

/** How far the log goes from its beginning without a gap; null if there is none. */
export function alcance(tramos: TramoDeBitacora[]): Posicion | null {
  const first = tramos[0]
  return first ? (seguidos(tramos, first.desde).at(-1)?.hasta ?? first.desde) : null
}

export const inicioDeSegmento = (at: Posicion, segmento: number): Posicion => at - (at % BigInt(segmento))

/** PostgreSQL's file name of the segment that holds `at`; `linea`: its timeline. */
export function nombreDeSegmento(linea: number, at: Posicion, segmento: number): string {
  const number = at / BigInt(segmento)
  const perId = 0x1_0000_0000n / BigInt(segmento)
  const parts = [BigInt(linea), number / perId, number % perId]
  return parts.map((part) => part.toString(16).toUpperCase().padStart(8, '0')).join('')
}

/** '2026-11-22 14:05:00' on the shop's clock, as `--hasta` takes it. */
export function momentoOf(ms: number): string {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    timeZone: ZONE,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  return parts.format(new Date(ms))
}

/** The instant in ms of `--hasta`; null: not a valid moment. */
export function readMomento(text: string): number | null {
  const [, day, hour] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)$/.exec(text.trim()) ?? []
  const ms = Date.parse(`${day}T${hour}-03:00`)
  return Number.isNaN(ms) || momentoOf(ms) !== `${day} ${hour}` ? null : ms
}
