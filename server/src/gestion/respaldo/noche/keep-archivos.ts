// Seals customers' files soon after they arrive, without waiting for the night.
import { mkdir } from 'node:fs/promises'
import type { FileStore } from '../../../base/services/files/port.ts'
import { carpetaDeArchivos, storeFiles } from '../archivo/archivos.ts'
import { withClient } from '../archivo/connect.ts'

type Que = {
  url: string
  files: FileStore
  /** BACKUP_DIR */
  carpeta: string
  clave: Buffer
}

/**
 * Files that came after `since` (ms since 1970), each sealed beside the backups once. The night reports
 * missing ones.
 */
export async function keepArchivos({ url, files, carpeta, clave }: Que, since: number): Promise<void> {
  const folder = carpetaDeArchivos(carpeta)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await withClient(url, (client) =>
    storeFiles(folder, clave, files, { snapshot: client, live: client, since: new Date(since) }),
  )
}
