// Tests the newest backup: restores it into a PostgreSQL of its own, in a temporary folder. Never touches the
// running database.
import { readdirSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmbedded } from '../../../base/db/embedded.ts'
import type { FileStore } from '../../../base/services/files/port.ts'
import { OtraVersion } from '../archivo/formato.ts'
import { carpetaEnDisco, enDisco, newestOurs } from '../archivo/read.ts'
import { cuandoOf } from '../archivo/retencion.ts'
import { mb, whyOf } from '../archivo/why.ts'
import { baseEn, inFolder } from '../restore/descartable.ts'
import { makeReady } from '../restore/open-base.ts'
import { restoreRespaldo } from '../restore/restore.ts'
import type { Ensayo } from '../store.ts'

/** Its folder in DATA_DIR. */
export const ENSAYO = 'ensayo'

type Que = {
  /** BACKUP_DIR */
  carpeta: string
  clave: Buffer
  /** A folder for this alone: it is emptied before and after. */
  scratch: string
  /** Bytes: the most it takes, and what must stay free on that disk. */
  needed: number
  reserve: number
  /** A store on this disk, below `root`. */
  openFiles(root: string): Promise<FileStore>
}

/**
 * Null if there is nothing to test: no backup of our key, one of an earlier version, or another process is at
 * it.
 */
export async function tryRespaldo(que: Que): Promise<Ensayo | null> {
  const { carpeta, scratch, clave } = que
  const nombre = await newestOurs({ lugar: carpetaEnDisco(carpeta), clave }, readdirSync(carpeta))
  if (!nombre) return null
  const respaldo = new Date(cuandoOf(nombre) ?? 0)
  return inFolder(scratch, async () => {
    const began = performance.now()
    const seconds = () => Math.max(1, Math.round((performance.now() - began) / 1000))
    try {
      const full = await whyNoRoom(que)
      if (full) return { respaldo, archivos: 0, segundos: null, falla: full }
      const { archivos } = await restoreInto(que, enDisco(join(carpeta, nombre), clave))
      return { respaldo, archivos, segundos: seconds(), falla: null }
    } catch (error) {
      if (error instanceof OtraVersion) return null // the next night's backup is of this version
      return { respaldo, archivos: 0, segundos: seconds(), falla: whyOf(error) }
    }
  })
}

async function restoreInto({ scratch, openFiles }: Que, guardado: ReturnType<typeof enDisco>) {
  const root = baseEn(scratch)
  const { url, stop } = await startEmbedded(root, { fsync: false })
  try {
    await makeReady(url)
    const files = await openFiles(join(scratch, 'archivos'))
    return await restoreRespaldo({
      url,
      files: onceEach(files),
      dataDir: root,
      guardado,
      alDia: null,
      shared: false,
    })
  } finally {
    await stop()
  }
}

/** Each file is written, verified by its hash, and deleted: however many there are, the disk holds one. */
function onceEach(files: FileStore): FileStore {
  return {
    ...files,
    async receive(source, maxBytes) {
      const received = await files.receive(source, maxBytes)
      return { ...received, keep: () => received.drop() }
    },
  }
}

async function whyNoRoom({ scratch, needed, reserve }: Que): Promise<string | null> {
  const { bavail, bsize } = await statfs(scratch)
  const room = Math.max(0, bavail * bsize - reserve)
  if (needed <= room) return null
  return `No hay lugar para probarlo: hacen falta ${mb(needed)} y quedan ${mb(room)} sin tocar la reserva.`
}
