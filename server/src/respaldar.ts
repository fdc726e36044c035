// npm run backup -- FILE · npm run restore -- FILE
import { resolve } from 'node:path'
import { readConfig } from './config.ts'
import { startJobs } from './core/jobs.ts'
import { createLogger } from './core/logger.ts'
import { openDb } from './db/open.ts'
import { abrirBase } from './respaldo/abrir.ts'
import { RespaldoInvalido } from './respaldo/formato.ts'
import { guardarRespaldo } from './respaldo/guardar.ts'
import { restaurarRespaldo } from './respaldo/restaurar.ts'
import { whyOf } from './respaldo/service.ts'
import { createFiles } from './services/files/index.ts'

async function main([what, file]: string[]): Promise<number> {
  if (!file || (what !== 'backup' && what !== 'restore')) {
    console.error('Uso: npm run backup -- ARCHIVO   o   npm run restore -- ARCHIVO')
    return 2
  }
  const config = readConfig()
  const path = resolve(file)
  const base = await abrirBase(config.dataDir, config.databaseUrl)
  try {
    const files = await createFiles(config)
    if (what === 'backup') {
      const { archivos, faltan, bytes } = await guardarRespaldo(
        ...([base.url, files, config.dataDir, path] as const),
        new Date(Date.now() + config.clockOffsetMs),
      )
      console.log(`Respaldo en ${path}: ${archivos} archivos, ${(bytes / 1e6).toFixed(1)} MB.`)
      if (faltan.length > 0)
        console.log(`${faltan.length} archivos ya no estaban (se borraron por antigüedad).`)
      return 0
    }
    await makeReady(base.url)
    const { tablas, filas, archivos, creado } = await restaurarRespaldo(base.url, files, config.dataDir, path)
    console.log(
      `Restaurado el respaldo del ${creado}: ${tablas} tablas, ${filas} filas, ${archivos} archivos.`,
    )
    return 0
  } catch (error) {
    const isKnown = error instanceof RespaldoInvalido || (error instanceof Error && 'code' in error)
    if (!isKnown) throw error
    console.error(whyOf(error))
    return 1
  } finally {
    await base.close()
  }
}

/** Tables and queues of this version, empty. */
async function makeReady(url: string): Promise<void> {
  const { pool, close } = await openDb(url)
  const jobs = await startJobs(pool, createLogger('warn'))
  await jobs.stop()
  await close()
}

process.exitCode = await main(process.argv.slice(2))
