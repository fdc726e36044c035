// Which copy and which stretches of the log lead to a moment: all of it is read before anything is written.
import type { Lugar } from '../../../base/services/copia/port.ts'
import { OtraClave, RespaldoInvalido } from '../formato.ts'
import {
  type Cadena,
  cadenasDe,
  inicioDeSegmento,
  momentoDe,
  nombreDeEstado,
  type Partida,
  type Posicion,
  seguidos,
  type Tramo,
} from './nombres.ts'
import { leerPartida } from './partida.ts'
import { leerEstado, leerTramo } from './tramo.ts'

export type Camino = {
  partida: Partida
  tramos: Tramo[]
  /** Bytes of a segment of the log. */
  segmento: number
  /** Ms since 1970: all that was acknowledged before comes back. */
  llega: number
  /** Copies that cannot be used, in words. */
  avisos: string[]
  secretos: Record<string, string>
}

type De = { lugar: Lugar; clave: Buffer }

/** `hasta`: ms since 1970; null: as far as the log goes. @throws RespaldoInvalido, in words that say what is possible */
export async function elegirCamino({ lugar, clave }: De, hasta: number | null): Promise<Camino> {
  const cadenas = cadenasDe((await lugar.list()).keys())
  const all = cadenas.flatMap(({ partidas }) => partidas).toSorted((a, b) => b.hora - a.hora)
  const [newest, oldest] = [all[0], all.at(-1)]
  if (!newest || !oldest)
    throw new RespaldoInvalido(
      `En ${lugar.nombre} no hay una bitácora de la base: solo se puede volver al último respaldo, sin --hasta.`,
    )
  const before = all.filter(({ hora }) => hasta === null || hora <= hasta)
  if (before.length === 0)
    throw new RespaldoInvalido(
      `La bitácora empieza a las ${momentoDe(Math.ceil(oldest.hora / 1000) * 1000)}: no se puede volver a un momento anterior.`,
    )
  const avisos: string[] = []
  for (const partida of before) {
    const cadena = cadenas.find((it) => it.cadena === partida.cadena)
    const broken = await whyBroken({ lugar, clave }, partida)
    if (!broken && cadena)
      return { ...(await walk({ lugar, clave }, { cadena, partida, hasta, all })), avisos }
    avisos.push(`La copia ${partida.nombre} ${broken}`)
  }
  throw new RespaldoInvalido(avisos.join(' '))
}

async function whyBroken({ lugar, clave }: De, partida: Partida): Promise<string | null> {
  try {
    await leerPartida(lugar, clave, partida)
    return null
  } catch (error) {
    if (!isDamage(error)) throw error
    return whatOf(error)
  }
}

type Busca = { cadena: Cadena; partida: Partida; hasta: number | null; all: Partida[] }

async function walk(de: De, { cadena, partida, hasta, all }: Busca): Promise<Omit<Camino, 'avisos'>> {
  const estado = await leerEstado(de.lugar, de.clave, cadena.cadena).catch((error) => {
    if (!isDamage(error)) throw error
    throw new RespaldoInvalido(`El estado de la bitácora (${nombreDeEstado(cadena.cadena)}) ${whatOf(error)}`)
  })
  const { secretos } = estado
  const first = await segmentOf(de, cadena)
  const begin = inicioDeSegmento(partida.desde, first)
  const path: Tramo[] = []
  let llega: number | null = null
  let end: Posicion = begin
  const reach = () =>
    llega === null ? 'No alcanza para usar esa copia.' : `Se puede volver hasta las ${momentoDe(llega)}.`
  for (const tramo of seguidos(cadena.tramos, begin)) {
    const read = await leerTramo(de.lugar, de.clave, cadena.cadena, tramo).catch((error) => {
      if (!isDamage(error)) throw error
      throw new RespaldoInvalido(`Un tramo de la bitácora (${tramo.nombre}) ${whatOf(error)} ${reach()}`)
    })
    path.push(tramo)
    end = tramo.hasta
    if (end >= partida.hasta) llega = Math.max(partida.hora, read.hora)
    if (llega !== null && end >= estado.hasta) llega = Math.max(llega, estado.hora)
    if (llega !== null && hasta !== null && llega >= hasta)
      return { partida, tramos: path, segmento: first, llega, secretos }
  }
  const isLost = end < estado.hasta || cadena.tramos.some(({ desde }) => desde > end)
  const next = all.filter(({ hora }) => hora > (llega ?? 0) && hora > (hasta ?? 0)).at(-1)
  if (hasta === null && llega !== null && !isLost)
    return { partida, tramos: path, segmento: first, llega, secretos }
  throw new RespaldoInvalido(
    [
      isLost ? 'Falta un tramo de la bitácora.' : hasta !== null && 'La bitácora no llega hasta ese momento.',
      reach(),
      next && `Después sigue desde las ${momentoDe(Math.ceil(next.hora / 1000) * 1000)}.`,
    ]
      .filter(Boolean)
      .join(' '),
  )
}

/** @throws RespaldoInvalido */
async function segmentOf({ lugar, clave }: De, { cadena, tramos }: Cadena): Promise<number> {
  for (const tramo of tramos)
    try {
      return (await leerTramo(lugar, clave, cadena, tramo)).segmento
    } catch (error) {
      if (!isDamage(error)) throw error // the walk names it, where it is needed
    }
  throw new RespaldoInvalido('La bitácora no tiene ningún tramo que se pueda leer.')
}

/** Of what is kept, not of the way to it nor of the key. */
const isDamage = (error: unknown): boolean =>
  !(error instanceof OtraClave) &&
  (error instanceof RespaldoInvalido ||
    error instanceof SyntaxError ||
    (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')))

const whatOf = (error: unknown): string =>
  error instanceof RespaldoInvalido && /^(?:falta|no es|está)/.test(error.message)
    ? error.message
    : 'está dañado, cortado o alguien lo cambió.'
