// Where backups are copied to, as BACKUP_COPY says it.
import { resolve } from 'node:path'
import { parseS3 } from '../files/address.ts'
import type { S3Storage } from '../files/bucket.ts'
import { LugarInvalido } from './port.ts'

export type Direccion = { tipo: 'carpeta'; path: string } | { tipo: 's3'; storage: S3Storage; folder: string }

/** In a bucket beside other things, names of ours have a folder of their own. */
const FOLDER = 'respaldos'

/** A folder, or `s3://key:secret@host/bucket/folder`. @throws LugarInvalido, without the address: it has secrets */
export function parseLugar(text: string): Direccion {
  if (!/^[a-z][\w+.-]*:/i.test(text)) return { tipo: 'carpeta', path: resolve(text) }
  const s3 = parseS3(text)
  if (s3) return { tipo: 's3', storage: s3.storage, folder: s3.folder || FOLDER }
  throw new LugarInvalido(
    'Una copia va a una carpeta de otro disco, o a s3://clave:secreto@host:puerto/bucket/carpeta.',
  )
}

/** For people, without its secrets. */
export function nombreOf(lugar: Direccion): string {
  if (lugar.tipo === 'carpeta') return lugar.path
  const { host } = new URL(lugar.storage.endpoint)
  return `s3://${host}/${lugar.storage.bucket}/${lugar.folder}`
}
