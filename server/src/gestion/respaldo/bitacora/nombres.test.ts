import { describe, expect, it } from 'vitest'
import { partesDe, partidasQueQuedan, pasosDeLugar, sobrantes } from './guardados.ts'
import {
  alcance,
  cadenasOf,
  comienzoOf,
  momentoOf,
  nombreDePartida,
  nombreDeSegmento,
  nombreDeTramo,
  readMomento,
  seguidos,
} from './nombres.ts'

const SEGMENT = 16 * 1024 ** 2
const CHAIN = '20261120070000_0123abcd'
const OLD = '20261101070000_0123abcd'
const DAY_MS = 24 * 3600_000
const NOW = Date.parse('2026-11-20T07:00:00Z')

/** Of one chain, from pairs of positions. */
const tramos = (...pairs: [number, number][]) =>
  cadenasOf(pairs.map(([desde, hasta]) => nombreDeTramo(CHAIN, BigInt(desde), BigInt(hasta))))[0]?.tramos ??
  []
const pairs = (found: { desde: bigint; hasta: bigint }[]) =>
  found.map((it) => [Number(it.desde), Number(it.hasta)])
const partida = (cadena: string, desde: number, hora: number) =>
  nombreDePartida({ cadena, desde: BigInt(desde), hasta: BigInt(desde + 9), hora })

describe('the moment to go back to', () => {
  it('is on the shop’s clock, to the second', () => {
    expect(readMomento('2026-11-22 14:05:00')).toBe(Date.parse('2026-11-22T17:05:00Z'))
    expect(momentoOf(Date.parse('2026-11-22T02:05:09.900Z'))).toBe('2026-11-21 23:05:09')
  })

  it.each([
    '',
    '2026-11-22',
    '2026-02-30 10:00:00',
    '2026-11-22 24:00:00',
    '22/11/2026 14:05',
    '2026-11-22 14:05',
  ])('«%s» is none', (text) => expect(readMomento(text)).toBeNull())
})

describe('stretches of the log', () => {
  it('connect without a gap, whole segments before their parts', () => {
    expect(pairs(seguidos(tramos([0, 10], [0, 100], [10, 40], [100, 130], [130, 140]), 0n))).toEqual([
      [0, 100],
      [100, 130],
      [130, 140],
    ])
    expect(pairs(seguidos(tramos([0, 10], [5, 40], [40, 60]), 0n))).toEqual([
      [0, 10],
      [5, 40],
      [40, 60],
    ])
  })

  it('end where a stretch is missing', () => {
    expect(alcance(tramos([0, 10], [10, 20], [30, 40]))).toBe(20n)
    expect(pairs(seguidos(tramos([30, 40]), 20n))).toEqual([])
    expect(alcance([])).toBeNull()
  })

  it('belong to a chain whose name says when it began', () => {
    expect(comienzoOf(CHAIN)).toBe(NOW)
  })

  it('lie in the segment that PostgreSQL names so', () => {
    expect(nombreDeSegmento(1, 0x2_03000028n, SEGMENT)).toBe('000000010000000200000003')
    expect(nombreDeSegmento(2, 0x1_ff00_0000n, SEGMENT)).toBe('0000000200000001000000FF')
  })
})

describe('the kept files', () => {
  const old = [partida(OLD, 10, NOW), nombreDeTramo(OLD, 0n, BigInt(SEGMENT))]
  const log = [0, 1, 2].map((n) => nombreDeTramo(CHAIN, BigInt(n * SEGMENT), BigInt((n + 1) * SEGMENT)))

  it('are the two newest copies, the log since the older one, and no chain without a copy', () => {
    const copies = [1, 2].map((n) => partida(CHAIN, n * SEGMENT + 40, NOW + (n + 14) * DAY_MS))
    const all = cadenasOf([...old, ...log, ...copies])
    expect(partidasQueQuedan(all).map(({ hora }) => hora)).toEqual([NOW + 16 * DAY_MS, NOW + 15 * DAY_MS])
    expect(sobrantes(all, CHAIN, SEGMENT)).toEqual({ nombres: log.slice(0, 1), cadenas: [OLD] })
  })

  it('are also the copies of a chain that a restore ended, until they are 15 days old', () => {
    const [second, third] = ['20261120070000_1111aaaa', '20261120080000_2222bbbb']
    const old = [
      partida(CHAIN, SEGMENT + 40, NOW - 9 * DAY_MS),
      partida(CHAIN, 2 * SEGMENT + 40, NOW - 2 * DAY_MS),
    ]
    const later = [partida(second, 40, NOW), partida(third, 40, NOW + 1000)]
    expect(sobrantes(cadenasOf([...log, ...old, ...later]), third, SEGMENT)).toEqual({
      nombres: log.slice(0, 1),
      cadenas: [],
    })
    const week = partida(third, SEGMENT + 40, NOW + 7 * DAY_MS)
    expect(sobrantes(cadenasOf([...log, ...old, ...later, week]), third, SEGMENT)).toEqual({
      nombres: [old[0], ...log.slice(0, 2)],
      cadenas: [],
    })
    const end = partida(third, SEGMENT + 40, NOW + 16 * DAY_MS)
    expect(sobrantes(cadenasOf([...log, ...old, ...later, end]), third, SEGMENT).cadenas).toEqual([
      CHAIN,
      second,
    ])
  })

  it('are a day’s first copy and its last, of chains that break every hour', () => {
    const midnight = Date.parse('2026-11-20T00:00:00Z')
    const broken = Array.from({ length: 48 }, (_, hour) =>
      partida(`202611200700${String(hour).padStart(2, '0')}_0123abcd`, 40, midnight + hour * 3600_000),
    )
    const hours = partidasQueQuedan(cadenasOf(broken)).map(({ hora }) => (hora - midnight) / 3600_000)
    expect(hours).toEqual([47, 46, 24, 23, 0])
  })

  it('are all of a chain without a copy yet, and the chain before it', () => {
    expect(sobrantes(cadenasOf([...old, ...log]), CHAIN, SEGMENT)).toEqual({ nombres: [], cadenas: [] })
  })

  it('is only the newest copy if a new one has no room: the oldest goes first, with its log', () => {
    const copies = [1, 2].map((n) => partida(CHAIN, n * SEGMENT + 40, NOW + n * DAY_MS))
    expect(pasosDeLugar(cadenasOf([...old, ...log, ...copies]), CHAIN, SEGMENT)).toEqual([
      { nombres: [...old, log[0]], cadenas: [OLD] },
      { nombres: [old[0], copies[0], old[1], ...log.slice(0, 2)], cadenas: [OLD] },
    ])
  })

  it('are whole segments, without their parts', () => {
    const part = nombreDeTramo(CHAIN, BigInt(SEGMENT), BigInt(SEGMENT + 50))
    const [chain] = cadenasOf([...log, part])
    expect(chain && partesDe(chain, SEGMENT)).toEqual([part])
  })
})
