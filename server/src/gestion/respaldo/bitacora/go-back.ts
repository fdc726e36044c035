// Back to a moment: a copy of the database's folder, with its log replayed up to then, in an empty
// installation.
import {
  chownSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { mkdir, open, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { lockDataDir } from '../../../base/db/data-lock.ts'
import { type Embedded, startEmbedded } from '../../../base/db/embedded.ts'
import { databaseUser } from '../../../base/db/postgres-binaries.ts'
import { endLeftovers } from '../../../base/db/postgres-leftovers.ts'
import type { LugarDeCopia } from '../../../base/services/copia/port.ts'
import type { FileStore } from '../../../base/services/files/port.ts'
import { withClient } from '../archivo/connect.ts'
import { type Falta, RespaldoInvalido } from '../archivo/formato.ts'
import { mb } from '../archivo/why.ts'
import { SECRETOS_RESTAURADOS } from '../restore/carpetas.ts'
import { makeReady } from '../restore/open-base.ts'
import { calm, needEmpty, restoreFiles } from '../restore/restore.ts'
import { keepSecret } from '../restore/secretos.ts'
import { type Camino, chooseCamino } from './choose.ts'
import { inicioDeSegmento, nombreDeSegmento } from './nombres.ts'
import { readPartida } from './partida.ts'
import { readTramo } from './tramo.ts'
import { newVuelta, removeVueltas } from './vuelta.ts'

const NEVER_REACHED = 'recovery ended before configured recovery target was reached'

type Que = {
  lugar: LugarDeCopia
  clave: Buffer
  dataDir: string
  /** Bytes that must stay free on its disk. */
  reserve: number
  openFiles(): Promise<FileStore>
  /** Ms since 1970; null: as far as the log goes. */
  hasta: number | null
  /** False is for tests: a power cut would destroy the database. */
  fsync?: boolean
}

export type Vuelto = Pick<Camino, 'llega' | 'avisos'> & { archivos: number; faltan: Falta[] }

/** All or nothing: the database gets its name once everything else is in place. @throws RespaldoInvalido */
export async function goBackTo(que: Que): Promise<Vuelto> {
  const { dataDir, lugar, clave, hasta } = que
  await needNothing(dataDir)
  const camino = await chooseCamino({ lugar, clave }, hasta)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lock = await lockDataDir(dataDir)
  const root = join(dataDir, newVuelta())
  try {
    await removeVueltas(dataDir)
    needRoom(que, camino)
    await unpack(que, camino, root)
    const { archivos, faltan } = await play(que, root, new Date(hasta ?? camino.llega))
    rmSync(join(dataDir, SECRETOS_RESTAURADOS), { recursive: true, force: true }) // of a restore that was cut
    for (const [name, value] of Object.entries(camino.secretos))
      keepSecret(join(dataDir, 'secretos'), name, value)
    rmSync(join(dataDir, 'postgres'), { recursive: true, force: true }) // an empty database
    renameSync(join(root, 'postgres'), join(dataDir, 'postgres'))
    return { llega: camino.llega, avisos: camino.avisos, archivos, faltan }
  } finally {
    await endLeftovers(join(realpathSync(dataDir), basename(root), 'postgres'))
    rmSync(root, { recursive: true, force: true, maxRetries: 5 })
    await lock.release()
  }
}

/** @throws RespaldoInvalido if a server runs there, or there is anything to lose */
async function needNothing(dataDir: string): Promise<void> {
  if (!existsSync(join(dataDir, 'postgres'))) return
  let embedded: Embedded
  try {
    embedded = await startEmbedded(dataDir)
  } catch (cause) {
    const isBusy = cause instanceof Error && cause.message.startsWith('Ya hay otro servidor')
    throw isBusy ? new RespaldoInvalido(cause.message, { cause }) : cause
  }
  try {
    await makeReady(embedded.url)
    await withClient(embedded.url, needEmpty)
  } finally {
    await embedded.stop()
  }
}

function needRoom({ dataDir, reserve }: Que, { partida, tramos, segmento }: Camino): void {
  const { bavail, bsize } = statfsSync(dataDir)
  const segments = (tramos.at(-1)?.hasta ?? partida.hasta) - inicioDeSegmento(partida.desde, segmento)
  const needed = Number(segments) + 2 * segmento
  const room = Math.max(0, bavail * bsize - reserve)
  if (needed > room)
    throw new RespaldoInvalido(
      `No hay lugar en ${dataDir}: solo la bitácora ocupa ${mb(needed)} y quedan ${mb(room)} sin tocar la reserva.`,
    )
}

/** Unpacks the folder as it was copied, and puts the complete log into its pg_wal. */
async function unpack({ lugar, clave, dataDir }: Que, camino: Camino, root: string): Promise<void> {
  const { partida, tramos, segmento } = camino
  const pgdata = join(root, 'postgres')
  const user = databaseUser(dataDir)
  const give = (path: string) => void (user !== undefined && chownSync(path, user, user))
  mkdirSync(root, { mode: 0o700 })
  const folder = async (path: string) => {
    await mkdir(path, { mode: 0o700 })
    give(path)
  }
  await folder(pgdata)
  await readPartida(lugar, clave, partida, {
    folder: (name) => folder(join(pgdata, name)),
    async file(name, bytes) {
      await pipeline(bytes, createWriteStream(join(pgdata, name), { mode: 0o600 }))
      give(join(pgdata, name))
    },
  })
  for (const tramo of tramos) {
    const { linea, desde, bytes } = await readTramo(lugar, clave, partida.cadena, tramo)
    const path = join(pgdata, 'pg_wal', nombreDeSegmento(linea, desde, segmento))
    const handle = await open(path, existsSync(path) ? 'r+' : 'w', 0o600)
    try {
      await handle.truncate(segmento)
      await handle.write(bytes, 0, bytes.length, Number(desde - inicioDeSegmento(desde, segmento)))
    } finally {
      await handle.close()
    }
    give(path)
  }
  const signal = join(pgdata, 'recovery.signal')
  await writeFile(signal, '', { mode: 0o600 })
  give(signal)
}

/** Replays the log. `momento`: the moment whose state the database then has. */
async function play(que: Que, root: string, momento: Date) {
  const settings = {
    hot_standby: 'off',
    restore_command: 'false', // all of the log lies in pg_wal
    recovery_target_timeline: 'current',
    recovery_target_action: 'promote',
  }
  const start = (more: Record<string, string>) =>
    startEmbedded(root, {
      settings: { ...settings, ...more },
      fsync: que.fsync ?? true,
    })
  const target: Record<string, string> =
    que.hasta === null ? {} : { recovery_target_time: forPostgres(que.hasta) }
  const embedded = await start(target).catch((error) => {
    // Nothing was committed after that moment: the end of the log is the moment
    if (que.hasta !== null && logOf(error).includes(NEVER_REACHED)) return start({})
    throw new RespaldoInvalido(`La base de datos no pudo leer la bitácora. ${lastLine(logOf(error))}`, {
      cause: error,
    })
  })
  try {
    await makeReady(embedded.url)
    const files = await que.openFiles()
    return await withClient(embedded.url, async (client) => {
      await client.query('begin')
      await calm(client, momento)
      await client.query('commit')
      return restoreFiles(client, files, que)
    })
  } finally {
    await embedded.stop()
  }
}

/** '2026-11-22 17:05:00.000+00': without a zone's name or letter, which are not loaded yet. */
const forPostgres = (ms: number): string => new Date(ms).toISOString().replace('T', ' ').replace('Z', '+00')

const logOf = (error: unknown): string =>
  error instanceof Error && error.cause instanceof Error ? error.cause.message : ''

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? ''
