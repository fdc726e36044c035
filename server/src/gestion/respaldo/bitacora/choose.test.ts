// From which copy a moment is reached, with sealed files that hold no database.
import { createWriteStream, mkdirSync, rmSync, truncateSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'
import { describe, expect, it } from 'vitest'
import { openLugarEnCarpeta } from '../../../base/services/copia/carpeta.ts'
import { scratchFolder } from '../../../testing/bitacora.ts'
import { CLAVE } from '../../../testing/respaldo.ts'
import { FIN } from '../archivo/formato.ts'
import { sealRespaldo } from '../archivo/sello.ts'
import { addEntry } from '../archivo/tablas.ts'
import { chooseCamino } from './choose.ts'
import { nombreDePartida, nombreDeTramo } from './nombres.ts'
import { CABEZA_PARTIDA } from './partida.ts'
import { keepTramo, keepTramoEstado } from './tramo.ts'

const SEGMENT = 16 * 1024 ** 2
const [ONE, TWO] = ['20261120070000_0123abcd', '20261121070000_4567cdef']
/** 14:00 of the shop's clock. */
const T = Date.parse('2026-11-22T17:00:00Z')
const MINUTE_MS = 60_000

/** A place whose copies and stretches are written one by one; positions in bytes, instants in minutes since 14:00. */
function aPlace() {
  const carpeta = scratchFolder('camino ')
  const at = (minute: number) => T + minute * MINUTE_MS
  return {
    carpeta,
    async partida(cadena: string, [desde, hasta]: [number, number], minute: number): Promise<string> {
      const it = { cadena, desde: BigInt(desde), hasta: BigInt(hasta), hora: at(minute) }
      const nombre = nombreDePartida(it)
      mkdirSync(dirname(join(carpeta, nombre)), { recursive: true })
      const tar = pack()
      const written = pipeline(
        tar,
        createGzip(),
        sealRespaldo(CLAVE),
        createWriteStream(join(carpeta, nombre)),
      )
      await addEntry(tar, CABEZA_PARTIDA, JSON.stringify({ cadena, desde: String(desde) }))
      await addEntry(tar, FIN, JSON.stringify({ hasta: String(hasta), hora: it.hora }))
      tar.finalize()
      await written
      return nombre
    },
    async tramo(cadena: string, [desde, hasta]: [number, number], minute: number): Promise<void> {
      const it = { cadena, linea: 1, segmento: SEGMENT, desde: BigInt(desde), hasta: BigInt(hasta) }
      await keepTramo(carpeta, CLAVE, { ...it, hora: at(minute) }, Buffer.alloc(hasta - desde, 1))
    },
    remove(cadena: string, [desde, hasta]: [number, number]): void {
      rmSync(join(carpeta, nombreDeTramo(cadena, BigInt(desde), BigInt(hasta))))
    },
    estado: (cadena: string, hasta: number, minute: number) =>
      keepTramoEstado(carpeta, CLAVE, { cadena, hora: at(minute), hasta: BigInt(hasta), secretos: {} }),
    /** A short form of its choice, or of its refusal. */
    choose: (minute: number | null) =>
      chooseCamino(
        { lugar: openLugarEnCarpeta(carpeta), clave: CLAVE },
        minute === null ? null : at(minute),
      ).then(
        ({ partida, tramos, llega, avisos }) => ({
          cadena: partida.cadena,
          desde: Number(partida.desde),
          tramos: tramos.length,
          llega: (llega - T) / MINUTE_MS,
          avisos,
        }),
        (error: Error) => error.message,
      ),
  }
}

type Place = ReturnType<typeof aPlace>

/** The log up to 30 minutes past 14:00 (position 300), and a copy of 14:00. */
async function anOldCopy(place: Place): Promise<void> {
  await place.partida(ONE, [10, 20], 0)
  for (const n of [0, 1, 2]) await place.tramo(ONE, [n * 100, (n + 1) * 100], (n + 1) * 10)
}

describe('a copy whose log is too short', () => {
  it('is skipped for the copy before it: the machine died before the log of the newest copy was sealed', async () => {
    const place = aPlace()
    await anOldCopy(place)
    const newest = await place.partida(ONE, [290, 340], 31)
    await place.estado(ONE, 300, 30)
    const older = { cadena: ONE, desde: 10, tramos: 3 }
    expect(await place.choose(null)).toEqual({
      ...older,
      llega: 30,
      avisos: [expect.stringContaining(newest)],
    })
    expect(await place.choose(30)).toEqual({ ...older, llega: 30, avisos: [] })
    expect(await place.choose(32)).toBe(
      'La bitácora no llega hasta ese momento. Se puede volver hasta las 2026-11-22 14:30:00.',
    )
    await place.tramo(ONE, [300, 350], 33)
    await place.estado(ONE, 350, 33)
    expect(await place.choose(32)).toEqual({ cadena: ONE, desde: 290, tramos: 4, llega: 33, avisos: [] })
  })

  it('is skipped for one of another chain that reaches the moment, and the operator is told', async () => {
    const place = aPlace()
    await anOldCopy(place)
    await place.estado(ONE, 300, 30)
    // A restored shop began a chain of its own, while the first machine went on
    const newest = await place.partida(TWO, [10, 20], 5)
    await place.tramo(TWO, [0, 100], 10)
    await place.tramo(TWO, [100, 200], 20)
    await place.estado(TWO, 200, 20)
    expect(await place.choose(15)).toEqual({ cadena: TWO, desde: 10, tramos: 2, llega: 20, avisos: [] })
    expect(await place.choose(25)).toEqual({
      cadena: ONE,
      desde: 10,
      tramos: 3,
      llega: 30,
      avisos: [`La copia ${newest} no sirve para ese momento. La bitácora no llega hasta ese momento.`],
    })
    expect(await place.choose(31)).toBe(
      'La bitácora no llega hasta ese momento. Se puede volver hasta las 2026-11-22 14:30:00.',
    )
  })

  it('is skipped if a stretch of its log got lost; the end of the log is then never another chain’s', async () => {
    const place = aPlace()
    await anOldCopy(place)
    await place.estado(ONE, 300, 30)
    const newest = await place.partida(TWO, [10, 20], 5)
    for (const n of [0, 1, 2]) await place.tramo(TWO, [n * 100, (n + 1) * 100], (n + 4) * 10)
    await place.estado(TWO, 300, 60)
    place.remove(TWO, [0, 100])
    expect(await place.choose(20)).toEqual({
      cadena: ONE,
      desde: 10,
      tramos: 2,
      llega: 20,
      avisos: [`La copia ${newest} no sirve para ese momento. Falta un tramo de la bitácora.`],
    })
    expect(await place.choose(null)).toBe(
      'Falta un tramo de la bitácora. Se puede volver hasta las 2026-11-22 14:30:00.',
    )
    await place.tramo(TWO, [0, 100], 40)
    place.remove(TWO, [200, 300])
    expect(await place.choose(null)).toBe(
      'Falta un tramo de la bitácora. Se puede volver hasta las 2026-11-22 14:50:00.',
    )
  })

  it('is never skipped silently: the end of the log is not that of a chain that another one followed', async () => {
    const place = aPlace()
    await anOldCopy(place)
    await place.estado(ONE, 300, 30)
    const until = 'Se puede volver hasta las 2026-11-22 14:30:00.'
    // The log broke: the new chain has ten minutes of sales and no copy yet
    await place.tramo(TWO, [0, 100], 40)
    await place.estado(TWO, 100, 41)
    expect(await place.choose(null)).toBe(`Esa bitácora no es la última: después empezó otra. ${until}`)
    expect(await place.choose(30)).toMatchObject({ cadena: ONE, llega: 30, avisos: [] })
    const newest = await place.partida(TWO, [90, 120], 41)
    expect(await place.choose(null)).toBe(`La bitácora no llega hasta donde la copia se puede usar. ${until}`)
    await place.tramo(TWO, [100, 200], 50)
    await place.estado(TWO, 200, 50)
    expect(await place.choose(null)).toMatchObject({ cadena: TWO, llega: 50, avisos: [] })
    truncateSync(join(place.carpeta, newest), 40)
    expect(await place.choose(null)).toMatch(
      /^La copia bitacora\/20261121.* está dañad.* Se puede volver hasta las 2026-11-22 14:30:00\.$/,
    )
    expect(await place.choose(30)).toMatchObject({ cadena: ONE, llega: 30, avisos: [] })
  })

  it('is reported if no other copy helps', async () => {
    const place = aPlace()
    await place.partida(ONE, [10, 20], 0)
    await place.tramo(ONE, [0, 15], 0)
    await place.estado(ONE, 15, 0)
    expect(await place.choose(null)).toBe(
      'La bitácora no llega hasta donde la copia se puede usar. No alcanza para usar ninguna copia.',
    )
  })
})
