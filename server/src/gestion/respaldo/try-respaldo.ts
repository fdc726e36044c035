// A restore to try it: the newest backup into a PostgreSQL of its own, in a folder that is thrown away. It never touches
// the one that runs.
import { mkdirSync, readdirSync } from 'node:fs'
import { rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { type DataLock, lockDataDir } from '../../base/db/data-lock.ts'
import { startEmbedded } from '../../base/db/embedded.ts'
import { endLeftovers } from '../../base/db/postgres-leftovers.ts'
import type { FileStore } from '../../base/services/files/port.ts'
import { OtraVersion } from './formato.ts'
import { makeReady } from './open-base.ts'
import { whyOf } from './palabras.ts'
import { enDisco } from './read.ts'
import { restoreRespaldo } from './restore.ts'
import { cuandoDe, masNuevo } from './retencion.ts'

/** Its folder in DATA_DIR. */
export const ENSAYO = 'ensayo'

export type Ensayo = {
  /** When the backup was made. */
  respaldo: Date
  archivos: number
  /** Null: it did not begin. */
  segundos: number | null
  /** In the owner's words; null: all of it came back. */
  falla: string | null
}

type Que = {
  /** BACKUP_DIR */
  carpeta: string
  clave: Buffer
  /** A folder of ours alone: it is emptied before and after. */
  scratch: string
  /** Bytes: what it takes at most, and what must be left on that disk. */
  needed: number
  reserve: number
  /** A store on this disk, below `root`. */
  openFiles(root: string): Promise<FileStore>
}

/** Null where there is nothing to try: no backup, one of an earlier version, or another process is at it. */
export async function tryRespaldo(que: Que): Promise<Ensayo | null> {
  const { carpeta, scratch, clave } = que
  const nombre = masNuevo(readdirSync(carpeta))
  if (!nombre) return null
  const respaldo = new Date(cuandoDe(nombre) ?? 0)
  mkdirSync(scratch, { recursive: true, mode: 0o700 })
  // What a killed server left may still be at work
  const lock: DataLock | null = await lockDataDir(scratch).catch(() => null)
  if (!lock) return null
  const began = performance.now()
  const seconds = () => Math.max(1, Math.round((performance.now() - began) / 1000))
  try {
    await empty(scratch)
    const full = await whyNoRoom(que)
    if (full) return { respaldo, archivos: 0, segundos: null, falla: full }
    const { archivos } = await restoreInto(que, enDisco(join(carpeta, nombre), clave))
    return { respaldo, archivos, segundos: seconds(), falla: null }
  } catch (error) {
    if (error instanceof OtraVersion) return null // the night's next one is of this version
    return { respaldo, archivos: 0, segundos: seconds(), falla: whyOf(error) }
  } finally {
    await empty(scratch)
    await rm(scratch, { recursive: true, force: true })
    await lock.release()
  }
}

async function restoreInto({ scratch, openFiles }: Que, guardado: ReturnType<typeof enDisco>) {
  const root = join(scratch, 'base')
  const { url, stop } = await startEmbedded(root, { fsync: false })
  try {
    await makeReady(url)
    const files = await openFiles(join(scratch, 'archivos'))
    return await restoreRespaldo(url, onceEach(files), root, guardado)
  } finally {
    await stop()
  }
}

/** Written, read again by its hash, and gone: however many there are, the disk holds one. */
function onceEach(files: FileStore): FileStore {
  return {
    ...files,
    async receive(source, maxBytes) {
      const received = await files.receive(source, maxBytes)
      return { ...received, keep: () => received.drop() }
    },
  }
}

async function empty(scratch: string): Promise<void> {
  await endLeftovers(join(scratch, 'base/postgres'))
  for (const name of readdirSync(scratch))
    await rm(join(scratch, name), { recursive: true, force: true, maxRetries: 5 })
}

async function whyNoRoom({ scratch, needed, reserve }: Que): Promise<string | null> {
  const { bavail, bsize } = await statfs(scratch)
  const room = Math.max(0, bavail * bsize - reserve)
  if (needed <= room) return null
  const mb = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`
  return `No hay lugar para probarlo: hacen falta ${mb(needed)} y quedan ${mb(room)} sin tocar la reserva.`
}
