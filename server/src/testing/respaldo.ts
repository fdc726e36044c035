// Places into which a backup may be restored.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { startJobs } from '../base/runtime/jobs.ts'
import { createLogger } from '../base/runtime/logger.ts'
import type { S3Bucket } from '../base/services/files/bucket.ts'
import { createDiskStore } from '../base/services/files/disk.ts'
import { createS3Store } from '../base/services/files/s3.ts'
import { enDisco, readRespaldo } from '../gestion/respaldo/archivo/read.ts'
import { makeRespaldo } from '../gestion/respaldo/noche/make.ts'
import { restoreRespaldo } from '../gestion/respaldo/restore/restore.ts'
import { testDatabase } from './database.ts'
import { testFolder } from './folder.ts'
import type { Shop } from './shop.ts'

/** An empty installation: its database is migrated and has its queues. Removed with the test. */
export async function emptyPlace(bucket?: S3Bucket) {
  const folder = mkdtempSync(join(tmpdir(), 'imprimitodo-vacia-'))
  const { url, db, pool, close } = await testDatabase()
  const jobs = await startJobs(pool, createLogger('silent'))
  await jobs.stop()
  onTestFinished(async () => {
    await close()
    rmSync(folder, { recursive: true })
  })
  const files = bucket ? await createS3Store(bucket, folder, 0) : await createDiskStore(folder, 0)
  return { url, db, pool, folder, files }
}

/** The key that seals backups in tests. */
export const CLAVE = Buffer.alloc(32, 7)

/** Restores the backup at `path` into `place`, by the command's own function. */
export const restoreInto = (
  { url, files, folder }: Pick<Awaited<ReturnType<typeof emptyPlace>>, 'url' | 'files' | 'folder'>,
  path: string,
  clave = CLAVE,
) =>
  restoreRespaldo({ url, files, dataDir: folder, guardado: enDisco(path, clave), alDia: null, shared: false })

/** A backup as it lies in the folder of the backups, and its key. */
export async function backupOf({ url, deps, dataDir }: Shop) {
  const path = join(testFolder('respaldo'), 'tienda.respaldo')
  await makeRespaldo(path, { url, files: deps.files, dataDir, clave: CLAVE, aparte: false })
  const parts: string[] = []
  await readRespaldo(enDisco(path, CLAVE), {
    cabeza: async () => {},
    tabla: async (name, rows) => void parts.push(name, await text(rows)),
    secreto: (name) => void parts.push(name),
    archivo: async (_, bytes) => void (await text(bytes)),
  })
  return { sealed: readFileSync(path, 'latin1'), unpacked: parts.join() }
}
