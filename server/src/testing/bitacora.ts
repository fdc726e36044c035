// A small shop on an embedded database of its own, with its bitacora, for tests that go back to a moment.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { onTestFinished } from 'vitest'
import { startEmbedded } from '../base/db/embedded.ts'
import { openDb } from '../base/db/open.ts'
import { createLogger } from '../base/runtime/logger.ts'
import { sha256Of } from '../base/secrets/hash.ts'
import { openLugarEnCarpeta } from '../base/services/copia/carpeta.ts'
import { createDiskStore } from '../base/services/files/disk.ts'
import { type BitacoraDeps, createBitacora } from '../gestion/respaldo/bitacora/bitacora.ts'
import { goBackTo } from '../gestion/respaldo/bitacora/go-back.ts'
import { readMomento } from '../gestion/respaldo/bitacora/nombres.ts'
import { keepPartida } from '../gestion/respaldo/bitacora/partida.ts'
import { keepArchivos } from '../gestion/respaldo/noche/keep-archivos.ts'
import { CLAVE } from './respaldo.ts'

const RESPALDAR = fileURLToPath(new URL('../backup-command.ts', import.meta.url))

/** A folder that ends with the test. */
export function scratchFolder(name = 'con espacio '): string {
  const folder = mkdtempSync(join(tmpdir(), `imprimitodo ${name}`))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/**
 * An installation's empty database as a template: copying is quicker than making one. Removed with the test
 * file.
 */
export async function makeTemplate(): Promise<{ into(dataDir: string): void; remove(): void }> {
  const root = mkdtempSync(join(tmpdir(), 'imprimitodo-bitacora-'))
  const { url, stop } = await startEmbedded(root, { fsync: false })
  await (await openDb(url)).close()
  await stop()
  return {
    into: (dataDir) => void spawnSync('cp', ['-a', join(root, 'postgres'), dataDir]),
    remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 5 }),
  }
}

/**
 * Opens the installation in `dataDir`; its bitacora is kept in `carpeta` and, if `more` has `follow`, in a
 * second place too. `stop` closes it.
 */
export async function openTienda(
  dataDir: string,
  carpeta = join(dataDir, 'respaldos'),
  more: Pick<BitacoraDeps, 'follow' | 'cadaMs'> = {},
) {
  const { url, pid, stop } = await startEmbedded(dataDir, { settings: { fsync: 'off' } })
  const { db, close } = await openDb(url)
  const files = await createDiskStore(dataDir, 0)
  const bitacora = createBitacora({
    db,
    log: createLogger('silent'),
    now: () => new Date(),
    dataDir,
    diskReserveBytes: 0,
    carpeta,
    clave: CLAVE,
    hora: 4,
    esperaMs: 0,
    async makePartida(folder, cadena) {
      await keepPartida({ url, pgdata: join(dataDir, 'postgres'), carpeta: folder, clave: CLAVE, cadena })
    },
    archive: (folder, since) => keepArchivos({ url, files, carpeta: folder, clave: CLAVE }, since),
    ...more,
  })
  return {
    url,
    db,
    files,
    bitacora,
    dataDir,
    carpeta,
    pid,
    /** A confirmed order with a file of its own. `minutes`: how long ago its transaction began. */
    async order(numero: number, minutes = 0): Promise<void> {
      const contenido = `pedido-${numero}`
      const received = await files.receive(Readable.from([Buffer.from(`%PDF ${numero}`.repeat(50))]), 1e6)
      const sha256 = await received.sha256()
      await received.keep(contenido)
      await received.drop()
      await db.transaction(async (tx) => {
        await tx.execute(sql`insert into contenidos (id, bytes, sha256, creado)
          values (${contenido}, 1, ${sha256}, now() - make_interval(mins => ${minutes}))`)
        await tx.execute(sql`insert into sucursales (nombre) values ('Alberdi') on conflict do nothing`)
        await tx.execute(sql`insert into pedidos (id, numero, estado, referencia, tarifas, descuento_porcentaje, total_impresion,
            total_anillado, final_impresion, final_anillado, importe_final, email, celular, sucursal_id, modo_entrega, codigo_retiro)
          select ${contenido}, ${numero}::int, 'confirmado', ${contenido}, '{}', 0, 100, 0, 100, 0, 100, 'ana@x.test', '3815551234', id,
            'retiro', ${contenido} from sucursales`)
        await tx.execute(sql`insert into archivos (pedido_id, posicion, contenido_id, nombre, paginas, grupo, doble_faz, orientacion,
            color, duplicado, anillado)
          values (${contenido}, 0, ${contenido}, 'a.pdf', 1, 'default', true, 'vertical', 'color', 1, false)`)
      })
    },
    async orders(): Promise<number[]> {
      const { rows } = await db.execute<{ numero: number }>(sql`select numero from pedidos order by 1`)
      return rows.map(({ numero }) => numero)
    },
    /** Whether the file of an order is stored unchanged. */
    async hasFile(numero: number): Promise<boolean> {
      const { rows } = await db.execute<{ sha256: string }>(
        sql`select sha256 from contenidos where id = ${`pedido-${numero}`}`,
      )
      const kept = await files.open(`pedido-${numero}`).catch(() => null)
      return kept !== null && (await sha256Of(kept.stream)) === rows[0]?.sha256
    },
    async stop() {
      await bitacora.stop()
      await close()
      await stop()
    },
    async stopDatabase() {
      await close()
      await stop()
    },
  }
}

export type Tienda = Awaited<ReturnType<typeof openTienda>>

/** The work of `npm run restore -- CARPETA --hasta HASTA`, in this process. */
export const goBack = (dataDir: string, carpeta: string, hasta: string | null) =>
  goBackTo({
    lugar: openLugarEnCarpeta(carpeta),
    clave: CLAVE,
    dataDir,
    reserve: 0,
    fsync: false,
    hasta: hasta === null ? null : readMomento(hasta),
    openFiles: () => createDiskStore(dataDir, 0),
  })

const restoreArgs = (args: string[]) => [...process.execArgv, RESPALDAR, 'restore', ...args]
const restoreEnv = (dataDir: string) => ({
  PATH: process.env.PATH,
  DATA_DIR: dataDir,
  BACKUP_KEY: CLAVE.toString('hex'),
  DISK_RESERVE_MB: '0',
})

/**
 * `npm run restore -- ARGS` into `dataDir`, without npm. Asynchronous, so that peers in this process can
 * answer it.
 */
export async function restore(dataDir: string, args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, restoreArgs(args), { env: { ...restoreEnv(dataDir), ...env } })
  let said = ''
  for (const out of [child.stdout, child.stderr]) out.on('data', (part: Buffer) => (said += part.toString()))
  const [status] = await once(child, 'close')
  return { status, said: said.trim() }
}

/** The same, not awaited. */
export const startRestore = (dataDir: string, args: string[]): ChildProcess =>
  spawn(process.execPath, restoreArgs(args), { env: restoreEnv(dataDir), stdio: 'ignore' })
