// npm run backup -- FILE · npm run restore -- FILE|DIR. The server runs `noche FILE` and `barrer DIR` as children.
import { readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Config, readConfig } from './config.ts'
import { startJobs } from './core/jobs.ts'
import { createLogger } from './core/logger.ts'
import { shareSecrets } from './core/secret.ts'
import { openDb } from './db/open.ts'
import { abrirBase } from './respaldo/abrir.ts'
import { barrerArchivos } from './respaldo/barrer.ts'
import { claveParaAbrir, claveParaGuardar } from './respaldo/clave.ts'
import { faltanWords, RespaldoInvalido } from './respaldo/formato.ts'
import { guardarRespaldo } from './respaldo/guardar.ts'
import { restaurarRespaldo } from './respaldo/restaurar.ts'
import { whyOf } from './respaldo/service.ts'
import { createFiles } from './services/files/index.ts'

const COMMANDS: Record<string, (config: Config, path: string) => Promise<number>> = {
  backup: (config, path) => guardar(config, path, false),
  noche: (config, path) => guardar(config, path, true),
  async barrer(config, folder) {
    await barrerArchivos(folder, claveParaAbrir(config.dataDir, config.backupKey))
    return 0
  },
  restore: restaurar,
}

async function main([what = '', file]: string[]): Promise<number> {
  const command = COMMANDS[what]
  if (!file || !command) {
    console.error('Uso: npm run backup -- ARCHIVO   o   npm run restore -- ARCHIVO (o CARPETA)')
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
    return await command(config, resolve(file))
  } catch (error) {
    const isKnown = error instanceof RespaldoInvalido || (error instanceof Error && 'code' in error)
    if (!isKnown) throw error
    console.error(whyOf(error))
    return 1
  }
}

async function guardar(config: Config, path: string, aparte: boolean): Promise<number> {
  const { clave, nueva } = claveParaGuardar(config.dataDir, config.backupKey)
  const base = await abrirBase(config.dataDir, config.databaseUrl)
  try {
    const made = await guardarRespaldo(path, {
      ...{ url: base.url, files: await createFiles(config), dataDir: config.dataDir, clave, aparte },
      cuando: new Date(Date.now() + config.clockOffsetMs),
    })
    console.log(`Respaldo en ${made.path}: ${made.archivos} archivos, ${(made.bytes / 1e6).toFixed(1)} MB.`)
    if (nueva)
      console.log(
        `Clave para restaurarlo, guardala en otro lado (se muestra una sola vez): ${clave.toString('hex')}`,
      )
    if (made.faltan.length === 0) return 0
    console.error(`El respaldo está incompleto. ${faltanWords(made.faltan)}`)
    return 1
  } finally {
    await base.close()
  }
}

async function restaurar(config: Config, given: string): Promise<number> {
  const clave = claveParaAbrir(config.dataDir, config.backupKey)
  const path = archiveIn(given)
  const base = await abrirBase(config.dataDir, config.databaseUrl)
  try {
    await makeReady(base.url)
    const files = await createFiles(config)
    const { tablas, filas, archivos, faltan, creado } = await restaurarRespaldo(
      ...([base.url, files, config.dataDir, { path, clave }] as const),
    )
    if (config.databaseUrl) await shareRestored(base.url, config.dataDir)
    console.log(
      `Restaurado el respaldo del ${creado}: ${tablas} tablas, ${filas} filas, ${archivos} archivos.`,
    )
    if (faltan.length > 0) console.log(`Ya faltaban cuando se hizo: ${faltanWords(faltan)}`)
    return 0
  } finally {
    await base.close()
  }
}

/** Before another machine starts with secrets of its own: those of the backup open what is sealed in the database. */
async function shareRestored(url: string, dataDir: string): Promise<void> {
  const { db, close } = await openDb(url)
  await shareSecrets(db, dataDir)
  await close()
}

/** Of a folder of nightly backups the newest whole one. @throws RespaldoInvalido where there is none */
function archiveIn(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) throw new RespaldoInvalido(`No existe ${path}.`)
  if (!found.isDirectory()) return path
  const newest = readdirSync(path)
    .filter((name) => name.endsWith('.respaldo'))
    .toSorted()
    .at(-1)
  if (!newest) throw new RespaldoInvalido(`En ${path} no hay ningún respaldo entero.`)
  return join(path, newest)
}

/** Tables and queues of this version, empty. */
async function makeReady(url: string): Promise<void> {
  const { pool, close } = await openDb(url)
  const jobs = await startJobs(pool, createLogger('warn'))
  await jobs.stop()
  await close()
}

process.exitCode = await main(process.argv.slice(2))
