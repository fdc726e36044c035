import type { Hojeable, LugarDeCara } from '@imprimitodo/shared/rules/taller/hojear'

/**
 * What is visible at once: one side; the open volume, the back of a sheet beside the front of the next one;
 * or both sides of one sheet, if it is loose or bound at its top.
 */
export type HojearVista = 'cara' | 'abierto' | 'hoja'

export function vistaOfHojeable({ lados, lomo }: Hojeable, isWide: boolean): HojearVista {
  if (!isWide || lados === 1) return 'cara'
  return lomo === 'izquierda' ? 'abierto' : 'hoja'
}

/** The tome of a sheet, from 0, and its first and last sheet. */
export function tomoOf({ tomos }: Hojeable, hoja: number): { tomo: number; desde: number; hasta: number } {
  const tomo = Math.max(
    0,
    tomos.findIndex((hasta) => hoja <= hasta),
  )
  return { tomo, desde: (tomos[tomo - 1] ?? 0) + 1, hasta: tomos[tomo] ?? hoja }
}

/** The place that represents the view: for an open volume the front, or the last back of a tome. */
export function settle(of: Hojeable, vista: HojearVista, lugar: LugarDeCara): LugarDeCara {
  const hoja = Math.min(of.hojas, Math.max(1, lugar.hoja))
  if (vista === 'hoja' || of.lados === 1) return { hoja, cara: 'frente' }
  if (vista === 'cara' || lugar.cara === 'frente') return { hoja, cara: lugar.cara }
  return hoja === tomoOf(of, hoja).hasta ? { hoja, cara: 'dorso' } : { hoja: hoja + 1, cara: 'frente' }
}

/**
 * The visible sides from left to right. Null: no side there, before the first sheet of a tome and after its
 * last.
 */
export function seenAt(of: Hojeable, vista: HojearVista, lugar: LugarDeCara): (LugarDeCara | null)[] {
  const { hoja, cara } = settle(of, vista, lugar)
  if (vista === 'cara') return [{ hoja, cara }]
  if (vista === 'hoja')
    return [
      { hoja, cara: 'frente' },
      { hoja, cara: 'dorso' },
    ]
  if (cara === 'dorso') return [{ hoja, cara }, null]
  return [hoja === tomoOf(of, hoja).desde ? null : { hoja: hoja - 1, cara: 'dorso' }, { hoja, cara }]
}

/** One leaf on or back; at the ends the same place. */
export function turn(of: Hojeable, vista: HojearVista, from: LugarDeCara, by: 1 | -1): LugarDeCara {
  const at = settle(of, vista, from)
  if (vista === 'cara' && of.lados === 2) return clamped(of, nextCara(at, by), at)
  if (vista === 'abierto') return clamped(of, nextAbierto(of, at, by), at)
  return clamped(of, { hoja: at.hoja + by, cara: 'frente' }, at)
}

function nextCara({ hoja, cara }: LugarDeCara, by: 1 | -1): LugarDeCara {
  if (by > 0) return cara === 'frente' ? { hoja, cara: 'dorso' } : { hoja: hoja + 1, cara: 'frente' }
  return cara === 'dorso' ? { hoja, cara: 'frente' } : { hoja: hoja - 1, cara: 'dorso' }
}

/** The last back of a tome is seen alone, and so is its first front. */
function nextAbierto(of: Hojeable, { hoja, cara }: LugarDeCara, by: 1 | -1): LugarDeCara {
  const { desde, hasta } = tomoOf(of, hoja)
  if (by > 0 && cara === 'frente' && hoja === hasta) return { hoja, cara: 'dorso' }
  if (by < 0 && cara === 'dorso') return { hoja, cara: 'frente' }
  if (by < 0 && hoja === desde) return { hoja: hoja - 1, cara: 'dorso' }
  return { hoja: hoja + by, cara: 'frente' }
}

const clamped = (of: Hojeable, to: LugarDeCara, from: LugarDeCara): LugarDeCara =>
  to.hoja >= 1 && to.hoja <= of.hojas ? to : from

const TEN = 10

/** Keys that lead somewhere, in lower case. */
export const KEYS: ReadonlySet<string> = new Set([
  'arrowleft',
  'arrowright',
  'pageup',
  'pagedown',
  'home',
  'end',
  't',
])

/** The place that a key leads to. */
export function byKey(of: Hojeable, vista: HojearVista, from: LugarDeCara, key: string): LugarDeCara {
  switch (key) {
    case 'arrowright':
      return turn(of, vista, from, 1)
    case 'arrowleft':
      return turn(of, vista, from, -1)
    case 'pagedown':
      return jump(of, from, TEN)
    case 'pageup':
      return jump(of, from, -TEN)
    case 'home':
      return { hoja: 1, cara: 'frente' }
    case 'end':
      return { hoja: of.hojas, cara: of.lados === 2 ? 'dorso' : 'frente' }
    case 't':
      return nextTomo(of, from)
    default:
      return from
  }
}

/** The given number of sheets further, at most to the ends. */
const jump = ({ hojas }: Hojeable, { hoja, cara }: LugarDeCara, by: number): LugarDeCara => ({
  hoja: Math.min(hojas, Math.max(1, hoja + by)),
  cara,
})

/** The first sheet of the next tome, after the last one of the first. */
function nextTomo(of: Hojeable, { hoja }: LugarDeCara): LugarDeCara {
  const { hasta } = tomoOf(of, hoja)
  return { hoja: hasta < of.hojas ? hasta + 1 : 1, cara: 'frente' }
}
