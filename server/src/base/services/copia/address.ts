// The address of the second place, as in BACKUP_COPY.
import { resolve } from 'node:path'
import { parseS3 } from '../files/address.ts'
import type { S3Storage } from '../files/bucket.ts'
import { LugarInvalido } from './port.ts'

export type DireccionSftp = {
  tipo: 'sftp'
  host: string
  port: number
  user: string
  password: string | undefined
  /** The file of a private key, not encrypted. */
  keyPath: string | undefined
  /** 'SHA256:…' of the machine's ed25519 key, as ssh-keygen -l shows it. */
  hostkey: string
  folder: string
  /** The owner typed it on the screen, whose fields have names. */
  enPantalla?: true
}
export type DireccionLugar =
  | DireccionSftp
  | { tipo: 'carpeta'; path: string }
  | { tipo: 's3'; storage: S3Storage; folder: string }

/** In a bucket with other contents, our files have a folder of their own. */
const FOLDER = 'respaldos'

/**
 * A folder, `s3://key:secret@host/bucket/folder`, or `sftp://user:password@host/folder?hostkey=SHA256:…&key=/path`, its
 * parts percent-encoded; `/~/folder` is in the user's home. @throws LugarInvalido, without the address: it has secrets
 */
export function parseLugar(text: string): DireccionLugar {
  // An address in quotes would be taken for a folder, whose name is logged and shown
  if (!/^[^/]*:|:\/\//.test(text)) return { tipo: 'carpeta', path: resolve(text) }
  const s3 = parseS3(text)
  if (s3) return { tipo: 's3', storage: s3.storage, folder: s3.folder || FOLDER }
  const sftp = parseSftp(text)
  if (sftp) return sftp
  throw new LugarInvalido(
    'Una copia va a una carpeta de otro disco, a s3://clave:secreto@host:puerto/bucket/carpeta o a sftp://usuario:clave@host/carpeta?hostkey=SHA256:… (con &key=/ruta en lugar de la clave).',
  )
}

function parseSftp(text: string): DireccionSftp | null {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'sftp:' || !url.hostname || !url.username) return null
  // '+' is a letter of base64 here, not a space
  const query = new URLSearchParams(url.search.replaceAll('+', '%2B'))
  const [hostkey, keyPath] = [query.get('hostkey')?.replace(/={1,2}$/, ''), query.get('key') || undefined]
  if (!hostkey || !/^SHA256:[\w+/]{43}$/.test(hostkey) || (!url.password && !keyPath)) return null
  try {
    const password = decodeURIComponent(url.password) || undefined
    const folder =
      decodeURIComponent(url.pathname)
        .replace(/^\/~\//, '')
        .replace(/(?<=[^/])\/+$/, '') || '/'
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
    return {
      tipo: 'sftp',
      host,
      port: Number(url.port || 22),
      user: decodeURIComponent(url.username),
      password,
      keyPath,
      hostkey,
      folder,
    }
  } catch {
    return null // wrong percent-encoding
  }
}

/** Whether it is the store of customers' files. */
export const isSameBucket = (lugar: DireccionLugar | null, store: S3Storage | undefined): boolean =>
  lugar?.tipo === 's3' && lugar.storage.endpoint === store?.endpoint && lugar.storage.bucket === store.bucket

/** The name for people, without secrets. */
export function nombreOf(lugar: DireccionLugar): string {
  if (lugar.tipo === 'carpeta') return lugar.path
  if (lugar.tipo === 'sftp') return `sftp://${lugar.host}/${lugar.folder.replace(/^\//, '')}`
  const { host } = new URL(lugar.storage.endpoint)
  return `s3://${host}/${lugar.storage.bucket}/${lugar.folder}`
}
