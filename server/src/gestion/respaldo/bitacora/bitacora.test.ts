import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { postgresBinaries } from '../../../base/db/postgres-binaries.ts'
import { restauraciones } from '../../../base/db/schema/respaldo.ts'
import { openLugarEnCarpeta } from '../../../base/services/copia/carpeta.ts'
import {
  goBack,
  makeTemplate,
  openTienda,
  restore,
  scratchFolder,
  startRestore,
  type Tienda,
} from '../../../testing/bitacora.ts'
import { CLAVE } from '../../../testing/respaldo.ts'
import { eventually } from '../../../testing/shop.ts'
import { chooseCamino } from './choose.ts'
import { momentoOf, readMomento } from './nombres.ts'

/** Long, so that a loaded machine does not count as a failure. */
const PATIENCE_MS = 300_000

let template: Awaited<ReturnType<typeof makeTemplate>>
beforeAll(async () => {
  template = await makeTemplate()
})
afterAll(() => template.remove())

async function newTienda(carpeta: string): Promise<Tienda> {
  const dataDir = scratchFolder()
  template.into(dataDir)
  return openTienda(dataDir, carpeta)
}

/** A whole second of the shop's clock, after all earlier and before all later work. */
async function moment(): Promise<string> {
  await sleep(1010 - (Date.now() % 1000))
  const at = momentoOf(Date.now())
  await sleep(1010 - (Date.now() % 1000))
  return at
}

/** Waits until the current chain has a copy of the database's folder, and the log up to now. */
async function withPartida({ bitacora }: Tienda): Promise<void> {
  await eventually(
    async () => {
      await bitacora.look() // begins the copy
      return bitacora.estado().partida
    },
    (partida) => partida !== null,
    PATIENCE_MS,
  )
  await bitacora.look()
}

/** Waits until the files of so many orders are sealed. */
async function withFiles(
  { bitacora, carpeta }: Tienda,
  orders: number,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const sealed = () => readdirSync(join(carpeta, 'archivos'), { recursive: true, encoding: 'utf8' })
  await eventually(
    async () => {
      await bitacora.look()
      return sealed().filter((name) => /\/[\da-f]{40}$/.test(name)).length
    },
    (found) => found === orders,
    patienceMs,
  )
}

/**
 * A restore that is killed while its PostgreSQL replays the log, which goes on running. @returns its process
 * id
 */
async function killedRestore(place: string, carpeta: string): Promise<number> {
  const child = startRestore(place, [carpeta, '--hasta', 'ultimo'])
  const pidFile = () => {
    const [left] = readdirSync(place).filter((name) => name.startsWith('vuelta-'))
    return join(place, left ?? '', 'postgres/postmaster.pid')
  }
  await eventually(
    async () => existsSync(pidFile()),
    (isThere) => isThere,
    PATIENCE_MS,
  )
  child.kill('SIGKILL')
  await once(child, 'exit')
  return Number(readFileSync(pidFile(), 'utf8').split('\n')[0])
}

const namesIn = (carpeta: string, end: string): string[] =>
  readdirSync(join(carpeta, 'bitacora'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(end))
    .map((name) => join(carpeta, 'bitacora', name))
    .toSorted()

/** The limit of a slot if PostgreSQL is started without our arguments, as the previous version does. */
function mostLogWithoutUs(dataDir: string): string {
  const args = ['-C', 'max_slot_wal_keep_size', '-D', join(dataDir, 'postgres')]
  const { stdout, stderr } = spawnSync(join(postgresBinaries(), 'bin/postgres'), args, { encoding: 'utf8' })
  return `${stdout}${stderr}`.trim()
}

test(
  'back to a moment: exactly the orders before it, with their files; and again from the shop that went on',
  async () => {
    const carpeta = scratchFolder('respaldos ')
    const tienda = await newTienda(carpeta)
    mkdirSync(join(tienda.dataDir, 'secretos'))
    writeFileSync(join(tienda.dataDir, 'secretos/segundo-factor'), 'abc')
    await tienda.order(1001)
    await withPartida(tienda)
    expect(mostLogWithoutUs(tienda.dataDir)).toBe('1024') // MB
    await tienda.order(1002, 60)
    const at = await moment()
    await tienda.order(1003)
    await withFiles(tienda, 3)
    await tienda.stopDatabase() // the machine is lost

    const place = scratchFolder('otra ')
    const left = await killedRestore(place, carpeta)
    expect(await goBack(place, carpeta, at)).toMatchObject({ archivos: 2, faltan: [], avisos: [] })
    expect(existsSync(`/proc/${left}/exe`)).toBe(false) // a process that ended has none, zombie or not
    expect(readdirSync(place).filter((it) => it.startsWith('vuelta-'))).toEqual([])
    const back = await openTienda(place, carpeta)
    expect(await back.orders()).toEqual([1001, 1002])
    expect([await back.hasFile(1001), await back.hasFile(1002)]).toEqual([true, true])
    expect(readFileSync(join(place, 'secretos/segundo-factor'), 'utf8')).toBe('abc')
    const restored = await back.db.select({ respaldo: restauraciones.respaldo }).from(restauraciones)
    expect(restored.map(({ respaldo }) => respaldo.getTime())).toEqual([readMomento(at)])

    // On a timeline of its own, beside the chain of the first one
    const [chain = ''] = readdirSync(join(carpeta, 'bitacora'))
    writeFileSync(join(carpeta, 'bitacora', chain, '0123abcd.parte'), 'of a copy that was killed')
    await withPartida(back)
    expect(namesIn(carpeta, '.parte')).toEqual([])
    await back.order(1004)
    await withFiles(back, 4)
    await back.stop()
    const last = scratchFolder('tercera ')
    expect(await goBack(last, carpeta, null)).toMatchObject({ archivos: 3 })
    const third = await openTienda(last)
    expect(await third.orders()).toEqual([1001, 1002, 1004])
    await third.stopDatabase()
    expect(existsSync(join(last, 'postgres/recovery.signal'))).toBe(false)
    expect(readdirSync(last).filter((name) => name.startsWith('vuelta-'))).toEqual([])
  },
  PATIENCE_MS,
)

test(
  'after a kill -9 of the database the log goes on where it was; where a stretch got lost a new chain begins',
  async () => {
    const carpeta = scratchFolder('respaldos ')
    const tienda = await newTienda(carpeta)
    await withPartida(tienda)
    await tienda.order(1001)
    await tienda.bitacora.look()
    const [chain] = readdirSync(join(carpeta, 'bitacora'))
    const pid = tienda.pid()
    process.kill(pid, 'SIGKILL')
    await eventually(
      async () => tienda.pid(),
      (now) => now !== pid,
    )
    await eventually(
      () =>
        tienda.order(1002).then(
          () => true,
          () => false,
        ),
      (done) => done,
    )
    await tienda.db.execute(sql`select pg_switch_wal()`) // a whole segment: it replaces its parts
    await eventually(
      () => tienda.bitacora.look().then(tienda.bitacora.estado),
      ({ falla }) => falla === null,
    )
    await tienda.bitacora.look()
    const again = await openAgain(tienda, carpeta)
    await again.bitacora.look()
    await again.stop()
    const names = readdirSync(join(carpeta, 'bitacora'), { recursive: true, encoding: 'utf8' })
    expect(names.filter((it) => it.endsWith('.parte'))).toEqual([])
    expect(readdirSync(join(carpeta, 'bitacora'))).toEqual([chain])
    const place = scratchFolder('otra ')
    await goBack(place, carpeta, null)
    const back = await openTienda(place)
    expect(await back.orders()).toEqual([1001, 1002])
    await back.stopDatabase()

    for (const path of namesIn(carpeta, '.tramo').slice(1)) rmSync(path)
    const after = await openTienda(tienda.dataDir, carpeta)
    await after.bitacora.look()
    expect(readdirSync(join(carpeta, 'bitacora'))).toHaveLength(2)
    // A disk that was away and came back lacks what was written meanwhile
    await withPartida(after)
    const away = `${carpeta} lejos`
    renameSync(carpeta, away)
    await after.order(1003)
    await after.db.execute(sql`select pg_switch_wal()`)
    await after.order(1004)
    await withPartida(after)
    rmSync(carpeta, { recursive: true })
    renameSync(away, carpeta)
    await withPartida(after)
    expect(readdirSync(join(carpeta, 'bitacora'))).toHaveLength(3)
    const home = scratchFolder('otra ')
    await goBack(home, carpeta, null)
    const whole = await openTienda(home)
    expect(await whole.orders()).toEqual([1001, 1002, 1003, 1004])
    await whole.stopDatabase()
    await after.stop()
  },
  PATIENCE_MS,
)

test('files are sealed also after a clock that was fast for a moment', async () => {
  const tienda = await newTienda(scratchFolder('respaldos '))
  await tienda.order(1001)
  await tienda.order(1002, -300)
  await withFiles(tienda, 2)
  for (const numero of [1003, 1004]) {
    await tienda.order(numero)
    await withFiles(tienda, numero - 1000, 20_000)
  }
  await tienda.stop()
}, 120_000)

test('the log that a crash left is sealed as soon as the server is back: crashing again and again loses no more', async () => {
  const dataDir = scratchFolder()
  template.into(dataDir)
  const tienda = await openTienda(dataDir, scratchFolder('respaldos '), { cadaMs: 24 * 3600_000 })
  onTestFinished(() => tienda.stop())
  await tienda.order(1001)
  const ordered = Date.now()
  tienda.bitacora.start()
  await eventually(
    async () => tienda.bitacora.estado().hasta ?? 0,
    (hasta) => hasta >= ordered,
  )
})

test('the log up to a copy is sealed as soon as the copy is made: a crash after it finds a copy that can be used', async () => {
  const [dataDir, carpeta] = [scratchFolder(), scratchFolder('respaldos ')]
  template.into(dataDir)
  const tienda = await openTienda(dataDir, carpeta, { cadaMs: 24 * 3600_000 })
  onTestFinished(() => tienda.stop())
  await tienda.order(1001)
  tienda.bitacora.start()
  const chosen = await eventually(
    () =>
      chooseCamino({ lugar: openLugarEnCarpeta(carpeta), clave: CLAVE }, null).catch((error: Error) => error),
    (found) => !(found instanceof Error),
  )
  expect(chosen).toMatchObject({ avisos: [] })
})

async function openAgain(tienda: Tienda, carpeta: string): Promise<Tienda> {
  await tienda.stopDatabase()
  return openTienda(tienda.dataDir, carpeta)
}

test(
  'what is damaged, missing, under another name or of another key is told, and nothing is written',
  async () => {
    const carpeta = scratchFolder('respaldos ')
    const tienda = await newTienda(carpeta)
    await withPartida(tienda)
    for (const numero of [1001, 1002, 1003]) {
      await tienda.order(numero)
      await tienda.bitacora.look()
    }
    const { hasta } = tienda.bitacora.estado()
    await tienda.stopDatabase()
    const place = scratchFolder('otra ')
    const why = (moment: string | null = null) =>
      goBack(place, carpeta, moment).then(
        () => 'worked',
        (error) => error.message,
      )
    const tramos = namesIn(carpeta, '.tramo')
    const [first = '', middle = '', last = ''] = tramos.slice(-3)

    const spoiled = async (path: string, how: (bytes: Buffer) => Buffer) => {
      const good = readFileSync(path)
      writeFileSync(path, how(Buffer.from(good)))
      const told = await why()
      writeFileSync(path, good)
      return told
    }
    expect(await spoiled(middle, (bytes) => bytes.fill(0, 100, 120))).toMatch(
      /^Un tramo de la bitácora \(bitacora.*\.tramo\) está dañado, cortado o alguien lo cambió\. Se puede volver hasta las 20\d\d-/,
    )
    expect(await spoiled(middle, (bytes) => bytes.subarray(0, -1))).toMatch(/está dañado, cortado/)
    expect(await spoiled(middle, () => readFileSync(first))).toMatch(/no es el que dice su nombre/)

    for (const lost of [middle, last]) {
      renameSync(lost, `${lost}.lejos`)
      expect(await why()).toMatch(/^Falta un tramo de la bitácora\. Se puede volver hasta las 20\d\d-/)
      renameSync(`${lost}.lejos`, lost)
    }
    const [partida = ''] = namesIn(carpeta, '.partida')
    expect(await spoiled(partida, (bytes) => bytes.fill(0, 9_000, 9_100))).toMatch(
      /^La copia bitacora.*partida está dañad/,
    )
    const [estado = ''] = namesIn(carpeta, 'estado.sellado')
    expect(await spoiled(estado, (bytes) => bytes.subarray(0, -1))).toMatch(
      /^El estado de la bitácora .* está dañado/,
    )
    expect(readdirSync(place)).toEqual([])

    // By the output of the command, as the operator sees it
    const said = async (args: string[], env: Record<string, string> = {}) => {
      const { status, said } = await restore(place, args, env)
      expect(status).toBe(1)
      expect(readdirSync(place)).toEqual([])
      return said
    }
    expect(await said([carpeta, '--hasta', '22/11/2026'])).toMatch(
      /^«22\/11\/2026» no es un momento\. Escribilo así/,
    )
    expect(await said([carpeta, '--hasta', '2099-01-01 00:00:00'])).toMatch(/^Ese momento todavía no llegó/)
    expect(await said([carpeta, '--hasta', '2020-01-01 00:00:00'])).toMatch(/^La bitácora empieza a las 20/)
    expect(await said([carpeta, '--hasta', momentoOf((hasta ?? 0) + 1000)])).toMatch(
      /^La bitácora no llega hasta ese momento\. Se puede volver hasta las 20/,
    )
    expect(await said([carpeta, '--hasta', 'ultimo'], { BACKUP_KEY: CLAVE.fill(8).toString('hex') })).toMatch(
      /^La clave no abre/,
    )
    CLAVE.fill(7)
    expect(await said([carpeta, '--hasta', 'ultimo'], { BACKUP_KEY: '' })).toMatch(
      /^Falta la clave del respaldo/,
    )
    expect(await said([scratchFolder('vacía '), '--hasta', 'ultimo'])).toMatch(
      /no hay una bitácora de la base/,
    )
    expect(
      await said([carpeta, '--hasta', 'ultimo'], { DATABASE_URL: 'postgresql://a@127.0.0.1:1/a' }),
    ).toMatch(/^--hasta vuelve a un momento de la base incluida/)
    const used = await restore(tienda.dataDir, [carpeta, '--hasta', 'ultimo'])
    expect(used).toEqual({ status: 1, said: expect.stringMatching(/^Esta instalación ya tiene datos/) })
  },
  PATIENCE_MS,
)
