// Seals customers' files soon after they arrive, without waiting for the night.
import { mkdir } from 'node:fs/promises'
import pg from 'pg'
import type { FileStore } from '../../base/services/files/port.ts'
import { carpetaDeArchivos, storeFiles } from './archivos.ts'

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
  const client = new pg.Client({ connectionString: url, options: '-c timezone=UTC' })
  client.on('error', () => {}) // the query under way fails
  await client.connect()
  try {
    const folder = carpetaDeArchivos(carpeta)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await storeFiles(folder, clave, files, { snapshot: client, live: client, since: new Date(since) })
  } finally {
    await client.end()
  }
}
