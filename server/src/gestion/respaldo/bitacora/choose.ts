// Chooses the copy and the stretches of the log that lead to a moment. All are read before anything is written.
import type { LugarDeCopia } from '../../../base/services/copia/port.ts'
import { OtraClave, RespaldoInvalido } from '../archivo/formato.ts'
import {
  type Cadena,
  cadenasOf,
  inicioDeSegmento,
  momentoOf,
  nombreDeEstado,
  type Partida,
  type Posicion,
  seguidos,
  type TramoDeBitacora,
} from './nombres.ts'
import { readPartida } from './partida.ts'
import { type EstadoCadena, readEstado, readTramo } from './tramo.ts'

export type Camino = {
  partida: Partida
  tramos: TramoDeBitacora[]
  /** Bytes of a segment of the log. */
  segmento: number
  /** Ms since 1970: all that was committed before is restored. */
  llega: number
  /** Copies that cannot be used, in words. */
  avisos: string[]
  secretos: Record<string, string>
}

type De = { lugar: LugarDeCopia; clave: Buffer }

/** Why a copy does not lead to the moment. `llega`: how far it does lead; null: nowhere. */
type Falla = { partida: Partida; why: string; llega: number | null; kind: 'copy' | 'short' | 'lost' }

/**
 * Starts from the newest copy that leads to the moment: where a copy is damaged, or its log ends too early, the copy
 * before it is used. `hasta`: ms since 1970; null: as far as the log goes, and then no stretch that is known to follow
 * may be missing, nor a chain that began later. @throws RespaldoInvalido, which says what is possible
 */
export async function chooseCamino({ lugar, clave }: De, hasta: number | null): Promise<Camino> {
  const cadenas = cadenasOf((await lugar.list()).keys())
  const all = cadenas.flatMap(({ partidas }) => partidas).toSorted((a, b) => b.hora - a.hora)
  const [newest, oldest] = [all[0], all.at(-1)]
  if (!newest || !oldest)
    throw new RespaldoInvalido(
      `En ${lugar.nombre} no hay una bitácora de la base: solo se puede volver al último respaldo, sin --hasta.`,
    )
  const before = all.filter(({ hora }) => hasta === null || hora <= hasta)
  if (before.length === 0)
    throw new RespaldoInvalido(
      `La bitácora empieza a las ${momentoOf(Math.ceil(oldest.hora / 1000) * 1000)}: no se puede volver a un momento anterior.`,
    )
  const fallas: Falla[] = []
  for (const partida of before) {
    const cadena = cadenas.find((it) => it.cadena === partida.cadena)
    if (!cadena) continue
    const found = await tryFrom({ lugar, clave }, { cadena, partida, hasta })
    const isEnd = hasta !== null || (cadena === cadenas.at(-1) && !fallas.some(({ kind }) => kind === 'lost'))
    if ('why' in found) fallas.push({ partida, ...found })
    else if (isEnd) return { ...found, avisos: fallas.map(avisoOf) }
    else fallas.push({ partida, kind: 'short', why: whyNotTheEnd(fallas), llega: found.llega })
  }
  throw new RespaldoInvalido(wordsOf(fallas, all, hasta))
}

/** '' if the reasons of the copies before it say it already. */
const whyNotTheEnd = (before: Falla[]): string =>
  before.length > 0 ? '' : 'Esa bitácora no es la última: después empezó otra.'

function avisoOf({ partida, why, kind }: Falla): string {
  if (kind === 'copy') return `La copia ${partida.nombre} ${why}`
  return `La copia ${partida.nombre} no sirve para ese momento. ${why}`
}

/**
 * Tells the fault of the newest copy, the latest moment of all copies, and where the log goes on after
 * `hasta`.
 */
function wordsOf(fallas: Falla[], all: Partida[], hasta: number | null): string {
  const damaged = fallas.filter(({ kind }) => kind === 'copy').map(avisoOf)
  const first = fallas.find(({ kind }) => kind !== 'copy')
  if (!first) return damaged.join(' ')
  const llega = Math.max(...fallas.map((it) => it.llega ?? 0))
  const next = all.findLast(({ hora }) => hasta !== null && hora > hasta)
  return [
    ...damaged,
    first.why,
    llega === 0 ? 'No alcanza para usar ninguna copia.' : `Se puede volver hasta las ${momentoOf(llega)}.`,
    next && `Después sigue desde las ${momentoOf(Math.ceil(next.hora / 1000) * 1000)}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

async function whyBroken({ lugar, clave }: De, partida: Partida): Promise<string | null> {
  const read = await unlessDamaged(readPartida(lugar, clave, partida).then(() => ({})))
  return 'damage' in read ? read.damage : null
}

type Busca = { cadena: Cadena; partida: Partida; hasta: number | null }
type Intento = Omit<Camino, 'avisos'> | Omit<Falla, 'partida'>

async function tryFrom(de: De, busca: Busca): Promise<Intento> {
  const broken = await whyBroken(de, busca.partida)
  return broken ? { kind: 'copy', why: broken, llega: null } : walk(de, busca)
}

async function walk(de: De, busca: Busca): Promise<Intento> {
  const { cadena, partida, hasta } = busca
  const estado = await unlessDamaged(readEstado(de.lugar, de.clave, cadena.cadena))
  if ('damage' in estado)
    return lost(`El estado de la bitácora (${nombreDeEstado(cadena.cadena)}) ${estado.damage}`, null)
  const segmento = await segmentOf(de, cadena)
  if (segmento === null) return lost('La bitácora no tiene ningún tramo que se pueda leer.', null)
  const { path, end, llega, damage } = await follow(de, busca, { estado, segmento })
  const { secretos } = estado
  if (hasta !== null && llega !== null && llega >= hasta)
    return { partida, tramos: path, segmento, llega, secretos }
  if (damage) return lost(damage, llega)
  if (end < estado.hasta || cadena.tramos.some(({ desde }) => desde > end))
    return lost('Falta un tramo de la bitácora.', llega)
  if (llega !== null && hasta === null) return { partida, tramos: path, segmento, llega, secretos }
  const where = hasta === null ? 'donde la copia se puede usar' : 'ese momento'
  return { kind: 'short', why: `La bitácora no llega hasta ${where}.`, llega }
}

type Seguido = { path: TramoDeBitacora[]; end: Posicion; llega: number | null; damage?: string }

/** The log from the copy on: to the moment, to a damaged stretch, or to its end. */
async function follow(
  { lugar, clave }: De,
  { cadena, partida, hasta }: Busca,
  { estado, segmento }: { estado: EstadoCadena; segmento: number },
): Promise<Seguido> {
  const begin = inicioDeSegmento(partida.desde, segmento)
  const path: TramoDeBitacora[] = []
  let llega: number | null = null
  let end: Posicion = begin
  for (const tramo of seguidos(cadena.tramos, begin)) {
    const read = await unlessDamaged(readTramo(lugar, clave, cadena.cadena, tramo))
    if ('damage' in read)
      return { path, end, llega, damage: `Un tramo de la bitácora (${tramo.nombre}) ${read.damage}` }
    path.push(tramo)
    end = tramo.hasta
    if (end >= partida.hasta) llega = Math.max(partida.hora, read.hora)
    if (llega !== null && end >= estado.hasta) llega = Math.max(llega, estado.hora)
    if (llega !== null && hasta !== null && llega >= hasta) break
  }
  return { path, end, llega }
}

const lost = (why: string, llega: number | null): Intento => ({ kind: 'lost', why, llega })

/** Null: no stretch of the chain can be read. */
async function segmentOf({ lugar, clave }: De, { cadena, tramos }: Cadena): Promise<number | null> {
  for (const tramo of tramos) {
    const read = await unlessDamaged(readTramo(lugar, clave, cadena, tramo)) // `follow` reports it
    if (!('damage' in read)) return read.segmento
  }
  return null
}

async function unlessDamaged<T extends object>(reading: Promise<T>): Promise<T | { damage: string }> {
  try {
    return await reading
  } catch (error) {
    if (!isDamage(error)) throw error
    return { damage: whatOf(error) }
  }
}

/** Whether the backup itself is damaged, not the connection to it, nor the key wrong. */
const isDamage = (error: unknown): boolean =>
  !(error instanceof OtraClave) &&
  (error instanceof RespaldoInvalido ||
    error instanceof SyntaxError ||
    (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')))

const whatOf = (error: unknown): string =>
  error instanceof RespaldoInvalido && /^(?:falta|no es|está)/.test(error.message)
    ? error.message
    : 'está dañado, cortado o alguien lo cambió.'
