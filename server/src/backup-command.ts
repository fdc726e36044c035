// npm run backup -- FILE · npm run restore -- FILE|DIR|ADDRESS [--hasta "2026-11-22 14:05:00"]. The server
// runs `noche FILE`, `bajar -`, `restaurar -`, `listar PLACE`, `barrer DIR`, `copiar DIR`, `seguir DIR MS`,
// `ensayar DIR`, `partir DIR CHAIN` and `archivar DIR MS` as children.
import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { LUGARES_RESPALDO, type LugarRespaldo } from '@imprimitodo/shared/api/restauracion'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import type { ValoresConexion } from '@imprimitodo/shared/rules/gestion/conexion'
import * as z from 'zod'
import { isLost } from './base/db/lost.ts'
import { type Db, openDb } from './base/db/open.ts'
import { readConexion } from './base/services/conexiones.ts'
import { type DireccionLugar, nombreOf, parseLugar } from './base/services/copia/address.ts'
import { openLugarEnCarpeta } from './base/services/copia/carpeta.ts'
import { direccionOf } from './base/services/copia/elegida.ts'
import { needOtherDisk, openLugar } from './base/services/copia/index.ts'
import { type LugarDeCopia, LugarInvalido } from './base/services/copia/port.ts'
import { createFiles } from './base/services/files/index.ts'
import { StoreDown } from './base/services/files/port.ts'
import { mostBytes } from './compra/archivos/store.ts'
import { type Config, readConfig } from './config.ts'
import { claveToOpen, claveToSeal } from './gestion/respaldo/archivo/clave.ts'
import { faltasWords, RespaldoInvalido } from './gestion/respaldo/archivo/formato.ts'
import type { RespaldoGuardado } from './gestion/respaldo/archivo/read.ts'
import { cuandoOf } from './gestion/respaldo/archivo/retencion.ts'
import { toldOfRestore, whyNoCopia, whyOf } from './gestion/respaldo/archivo/why.ts'
import { followCopia } from './gestion/respaldo/bitacora/follow.ts'
import { keepPartida } from './gestion/respaldo/bitacora/partida.ts'
import { ENSAYO, tryRespaldo } from './gestion/respaldo/ensayo/try-respaldo.ts'
import { keepArchivos } from './gestion/respaldo/noche/keep-archivos.ts'
import { makeRespaldo, streamRespaldo } from './gestion/respaldo/noche/make.ts'
import { sweepArchivos } from './gestion/respaldo/noche/sweep.ts'
import { whileItMoves } from './gestion/respaldo/noche/while-it-moves.ts'
import { CARPETA_SUBIDA, PUESTA_AL_DIA, SUBIDA } from './gestion/respaldo/restore/carpetas.ts'
import { needNoServerAt } from './gestion/respaldo/restore/one-restore.ts'
import { makeReady, openBase } from './gestion/respaldo/restore/open-base.ts'
import { restoreWhileRunning } from './gestion/respaldo/restore/restauracion.ts'
import { restoreRespaldo } from './gestion/respaldo/restore/restore.ts'
import { copyRespaldo } from './gestion/respaldo/segundo/copy.ts'
import { ensayoBytes, insertCopia, insertEnsayo } from './gestion/respaldo/store.ts'
import { endIfTold, goBack, USO } from './go-back-command.ts'

/**
 * A second place that is silent for longer counts as not answering: a part may take five minutes, and is sent three
 * times.
 */
const SILENT_MS = 15 * 60_000
const DAY_MS = 24 * 3600_000

const COMMANDS: Record<string, (config: Config, path: string, more: string[]) => Promise<number>> = {
  backup: (config, path) => save(config, resolve(path), { aparte: false }),
  noche: (config, path) => save(config, resolve(path), { aparte: true }),
  bajar: download,
  restaurar: restoreHere,
  listar: list,
  barrer: sweep,
  copiar: copy,
  ensayar: tryOut,
  partir: makePartida,
  archivar: archive,
  seguir: follow,
  restore: (config, given, more) =>
    more.length === 0 ? restore(config, given) : goBack(config, () => apart(given), more),
}

async function main([what = '', file, ...more]: string[]): Promise<number> {
  const command = COMMANDS[what]
  if (!file || !command || file.startsWith('--')) {
    console.error(USO)
    return 2
  }
  let config: Config
  try {
    config = readConfig()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return 1
  }
  try {
    return await command(config, file, more)
  } catch (error) {
    const isKnown =
      [RespaldoInvalido, LugarInvalido].some((known) => error instanceof known) ||
      isLost(error) ||
      (error instanceof Error && 'code' in error)
    if (!isKnown) throw error
    console.error(whyOf(error))
    return 1
  }
}

async function save(config: Config, path: string, { aparte }: { aparte: boolean }): Promise<number> {
  // Else it would make an empty one there
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'postgres')))
    throw new RespaldoInvalido(`En ${config.dataDir} no hay ninguna tienda. Corregí DATA_DIR.`)
  const { clave, nueva } = claveToSeal(config.dataDir, config.backupKey)
  if (nueva)
    console.log(
      `Clave para restaurarlo, guardala en otro lado (se muestra una sola vez): ${clave.toString('hex')}`,
    )
  return withBase(config, async (url) => {
    const made = await makeRespaldo(path, {
      url,
      files: await createFiles(config),
      dataDir: config.dataDir,
      clave,
      aparte,
      cuando: new Date(Date.now() + config.clockOffsetMs),
    })
    console.log(
      `Respaldo en ${made.path}: ${count(made.archivos, 'archivo')}, ${(made.bytes / 1e6).toFixed(1)} MB.`,
    )
    if (!made.anotado)
      console.error('Está entero, pero la base de datos se cortó al anotarlo, y Salud no lo cuenta.')
    if (made.faltan.length === 0) return 0
    console.error(`El respaldo está incompleto. ${faltasWords(made.faltan)}`)
    return 1
  })
}

/** Writes a backup to the standard output, for a download. */
async function download(config: Config): Promise<number> {
  const { dataDir, backupKey } = config
  return withBase(config, async (url) => {
    const clave = claveToOpen(dataDir, backupKey)
    const que = { url, files: await createFiles(config), dataDir, clave }
    const faltan = await streamRespaldo(process.stdout, que)
    if (faltan.length > 0) console.error(`El respaldo está incompleto. ${faltasWords(faltan)}`)
    return 0
  })
}

const RestoreTask = z.object({
  /** 64 hex digits. */
  clave: z.string(),
  lugar: z.enum(LUGARES_RESPALDO),
  nombre: z.string(),
})

/**
 * Restores into a running server without an owner: the task comes by standard input, progress is printed by
 * line.
 */
async function restoreHere(config: Config): Promise<number> {
  const said = await firstLine(process.stdin)
  // Its exit ends its PostgreSQL too
  process.once('SIGTERM', () => process.exit(1))
  process.stdin.once('close', () => process.exit(1)) // the server is gone: the restore is of no use
  process.stdin.resume()
  const { clave, lugar: cual, nombre } = RestoreTask.parse(JSON.parse(said))
  const solo = cual === 'subido'
  const direccion = lugarOf(config, cual)
  const base = await openBase(config.dataDir, config.databaseUrl)
  let lugar: LugarDeCopia | undefined
  try {
    lugar = await openLugar(direccion, () => {})
    await restoreWhileRunning({
      url: base.url,
      files: await createFiles(config),
      dataDir: config.dataDir,
      solo,
      guardado: { lugar, nombre: solo ? SUBIDA : basename(nombre), clave: Buffer.from(clave, 'hex') },
      reserve: config.diskReserveBytes,
      shared: config.databaseUrl !== undefined,
      conClave: config.backupKey !== undefined,
      say: everyNow((avance) => console.log(JSON.stringify(avance))),
    })
    return 0
  } catch (error) {
    throw isAway(error)
      ? new RespaldoInvalido(whyNoCopia(error, nombreOf(direccion)), { cause: error })
      : toldOfRestore(error)
  } finally {
    await lugar?.close()
    await base.close()
  }
}

/** Lists our files in one of the places, as JSON. */
async function list(config: Config, cual: string): Promise<number> {
  const direccion = lugarOf(config, z.enum(LUGARES_RESPALDO).parse(cual))
  try {
    const lugar = await openLugar(direccion, () => {})
    console.log(JSON.stringify([...(await lugar.list())].filter(([name]) => cuandoOf(name) !== null)))
    await lugar.close()
    return 0
  } catch (error) {
    throw new RespaldoInvalido(whyNoCopia(error, nombreOf(direccion)), { cause: error })
  }
}

/** @throws RespaldoInvalido where the server has no such place */
function lugarOf({ dataDir, backup, backupCopy }: Config, cual: LugarRespaldo): DireccionLugar {
  if (cual === 'subido') return { tipo: 'carpeta', path: join(dataDir, CARPETA_SUBIDA) }
  const direccion: DireccionLugar | undefined =
    cual === 'copia' ? backupCopy : backup && { tipo: 'carpeta', path: backup.carpeta }
  if (!direccion) throw new RespaldoInvalido('Este servidor no tiene ese lugar de respaldos.')
  return direccion
}

const isAway = (error: unknown): boolean => error instanceof StoreDown || error instanceof LugarInvalido

async function firstLine(input: AsyncIterable<Buffer>): Promise<string> {
  let text = ''
  const parts = input[Symbol.asyncIterator]()
  while (!text.includes('\n')) {
    const { done, value } = await parts.next()
    if (done) break
    text += value.toString('utf8')
  }
  return text
}

/** Passes calls on, at most one in 300 ms. */
function everyNow<T>(say: (what: T) => void): (what: T) => void {
  let last = 0
  return (what) => {
    if (Date.now() - last < 300) return
    last = Date.now()
    say(what)
  }
}

/** The second place: BACKUP_COPY, else the one that the owner chose on the screen; null: none. */
async function lugarDeCopia(config: Config): Promise<DireccionLugar | null> {
  if (config.backupCopy) return config.backupCopy
  let valores: ValoresConexion | null = null
  await conBase(config, async (db) => {
    valores = await readConexion(db, config.dataDir, 'respaldo')
  })
  return valores && direccionOf(valores)
}

/** Deletes stored files that no backup in `folder` needs. */
async function sweep(config: Config, folder: string): Promise<number> {
  const conBitacora = config.bitacora && !config.databaseUrl
  await sweepArchivos(folder, claveToOpen(config.dataDir, config.backupKey), conBitacora)
  return 0
}

/** Copies the newest backup of `folder` to the second place. */
async function copy(config: Config, folder: string): Promise<number> {
  const { backup } = config
  const lugar = await lugarDeCopia(config)
  if (!backup || !lugar) return 2
  const nombre = nombreOf(lugar)
  const began = new Date(Date.now() + config.clockOffsetMs)
  const late = () => new StoreDown('Silent.')
  try {
    needOtherDisk(lugar, folder)
    const copia = await whileItMoves(SILENT_MS, late, async (seen) =>
      copyRespaldo({
        carpeta: folder,
        aqui: openLugarEnCarpeta(folder, seen),
        alla: await openLugar(lugar, seen),
        clave: claveToOpen(config.dataDir, config.backupKey),
        guardar: backup.guardar,
        dia: Math.floor(began.getTime() / DAY_MS),
      }),
    )
    if (copia) await conBase(config, (db) => insertCopia(db, began, copia))
    return 0
  } catch (error) {
    throw new RespaldoInvalido(whyNoCopia(error, nombre), { cause: error })
  }
}

/** Copies what was written in `folder` since an instant to the second place. */
async function follow(config: Config, folder: string, [since = '']: string[]): Promise<number> {
  const lugar = await lugarDeCopia(config)
  if (!lugar) return 2
  try {
    needOtherDisk(lugar, folder)
    await whileItMoves(
      SILENT_MS,
      () => new StoreDown('Silent.'),
      async (seen) => followCopia({ carpeta: folder, alla: await openLugar(lugar, seen) }, Number(since)),
    )
    return 0
  } catch (error) {
    throw new RespaldoInvalido(whyNoCopia(error, nombreOf(lugar)), { cause: error })
  }
}

/** Restores the newest backup of `folder` on trial, into a place that is deleted afterwards. */
async function tryOut(config: Config, folder: string): Promise<number> {
  process.once('SIGTERM', () => process.exit(1)) // its exit ends its PostgreSQL too
  const { dataDir, diskReserveBytes } = config
  const began = new Date(Date.now() + config.clockOffsetMs)
  const clave = claveToOpen(dataDir, config.backupKey)
  await conBase(config, async (db) => {
    const ensayo = await tryRespaldo({
      carpeta: folder,
      clave,
      scratch: join(dataDir, ENSAYO),
      reserve: diskReserveBytes,
      needed: await ensayoBytes(db, await mostBytes(db)),
      openFiles: (root) => createFiles({ dataDir: root, diskReserveBytes, storage: undefined }),
    })
    if (ensayo) await insertEnsayo(db, began, ensayo)
  })
  return 0
}

async function conBase(config: Config, work: (db: Db) => Promise<void>): Promise<void> {
  await withBase(config, async (url) => {
    const { db, close } = await openDb(url)
    await work(db).finally(close)
  })
}

async function withBase<T>(config: Config, work: (url: string) => Promise<T>): Promise<T> {
  const base = await openBase(config.dataDir, config.databaseUrl)
  try {
    return await work(base.url)
  } finally {
    await base.close()
  }
}

/** Adds a copy of the embedded database's folder to the cadena. */
async function makePartida(config: Config, folder: string, [cadena = '']: string[]): Promise<number> {
  const { dataDir, backupKey } = config
  await withBase(config, async (url) => {
    const clave = claveToOpen(dataDir, backupKey)
    await keepPartida({ url, pgdata: join(dataDir, 'postgres'), carpeta: folder, clave, cadena })
  })
  return 0
}

/** Copies customers' files that came since an instant, beside the backups in `folder`. */
async function archive(config: Config, folder: string, [since = '']: string[]): Promise<number> {
  await withBase(config, async (url) => {
    const clave = claveToOpen(config.dataDir, config.backupKey)
    await keepArchivos({ url, files: await createFiles(config), carpeta: folder, clave }, Number(since))
  })
  return 0
}

async function restore(config: Config, given: string): Promise<number> {
  const clave = claveToOpen(config.dataDir, config.backupKey)
  const at = apart(given)
  let lugar: LugarDeCopia | undefined
  try {
    lugar = await openLugar(at.lugar, () => {})
    return await restoreFrom(config, { lugar, nombre: at.nombre ?? (await newestIn(lugar)), clave })
  } catch (error) {
    const isAway = error instanceof StoreDown
    throw isAway
      ? new RespaldoInvalido(whyNoCopia(error, nombreOf(at.lugar)), { cause: error })
      : toldOfRestore(error)
  } finally {
    await lugar?.close()
  }
}

async function restoreFrom(config: Config, guardado: RespaldoGuardado): Promise<number> {
  endIfTold()
  return withBase(config, async (url) => {
    await needNoServerAt(url) // before it is migrated
    await makeReady(url)
    const files = await createFiles(config)
    const { dataDir } = config
    const { tablas, filas, archivos, faltan, creado } = await restoreRespaldo({
      url,
      files,
      dataDir,
      guardado,
      alDia: join(dataDir, PUESTA_AL_DIA),
      shared: config.databaseUrl !== undefined,
    })
    console.log(
      `Restaurado el respaldo del ${creado}: ${count(tablas, 'tabla')}, ${count(filas, 'fila')}, ${count(archivos, 'archivo')}.`,
    )
    if (faltan.length > 0) console.log(`Ya faltaban cuando se hizo: ${faltasWords(faltan)}`)
    return 0
  })
}

/** @throws RespaldoInvalido where there is none, LugarInvalido, StoreDown */
async function newestIn(lugar: LugarDeCopia): Promise<string> {
  const newest = [...(await lugar.list()).keys()]
    .filter((name) => name.endsWith('.respaldo') && !name.includes('/'))
    .toSorted()
    .at(-1)
  if (!newest) throw new RespaldoInvalido(`En ${lugar.nombre} no hay ningún respaldo entero.`)
  return newest
}

/** `given`: an archive, or a place, whose newest archive is taken. */
function apart(given: string): { lugar: DireccionLugar; nombre: string | undefined } {
  const lugar = parseLugar(given)
  if (lugar.tipo === 'carpeta') {
    const { path } = lugar
    if (!existsSync(path)) throw new RespaldoInvalido(`No existe ${path}.`)
    if (statSync(path).isDirectory()) return { lugar, nombre: undefined }
    return { lugar: { ...lugar, path: dirname(path) }, nombre: basename(path) }
  }
  if (!lugar.folder.endsWith('.respaldo')) return { lugar, nombre: undefined }
  return { lugar: { ...lugar, folder: dirname(lugar.folder) }, nombre: basename(lugar.folder) }
}

process.exitCode = await main(process.argv.slice(2))
if (['copiar', 'seguir', 'restaurar', 'listar'].includes(process.argv[2] ?? '')) process.exit() // a hanging place must not hold the process
