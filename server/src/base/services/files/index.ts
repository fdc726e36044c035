import { join } from 'node:path'
import { openBucket, type S3Storage } from './bucket.ts'
import { createDiskStore } from './disk.ts'
import { type FileStore, NotKept, StoreForbids } from './port.ts'
import { createS3Store, KEPT } from './s3.ts'
import { TRIAL, tryToWrite } from './trial.ts'

const LOOK_MS = 10_000

type Settings = { dataDir: string; diskReserveBytes: number; storage: S3Storage | undefined }

/**
 * On this disk, or in the bucket of STORAGE_URL. If the bucket does not answer, that is logged, and the shop
 * opens, since it may come back. @throws with a sentence for the person who set STORAGE_URL, if it names no bucket
 * that we may use
 */
export async function createFiles({ dataDir, diskReserveBytes, storage }: Settings): Promise<FileStore> {
  if (!storage) return createDiskStore(dataDir, diskReserveBytes)
  const bucket = await openBucket(storage)
  await bucket.look(LOOK_MS).catch((error) => {
    const { host } = new URL(storage.endpoint)
    const why = whyNever(error, { host, bucket: storage.bucket })
    if (why) throw new Error(`STORAGE_URL: ${why}`, { cause: error })
    console.error(
      `STORAGE_URL: ${host} no contesta. El sitio abre igual, y recibe y muestra archivos cuando vuelva.`,
    )
  })
  // A folder of its own: files in DATA_DIR/archivos of an installation that was on disk are no copies
  return createS3Store(bucket, join(dataDir, 'copias-s3'), diskReserveBytes)
}

/**
 * Logs if the key of STORAGE_URL may not do all we need. The shop opens with it all the same: a quota that is used up
 * may be all that is wrong. A store that fails otherwise is noticed with the first file.
 */
export async function tryKey(storage: S3Storage): Promise<void> {
  const { put, get, delete: drop, list } = await openBucket(storage)
  try {
    await tryToWrite({ put, open: async (key) => (await get(key)).stream, delete: drop }, KEPT)
    for await (const _ of list(KEPT + TRIAL)) break
  } catch (error) {
    if (error instanceof StoreForbids)
      console.error(
        `STORAGE_URL: esa clave tiene que poder leer, escribir, listar y borrar, y no puede todo eso (${error.message}). Sin borrar, los archivos de los clientes quedan ahí para siempre.`,
      )
  }
}

/** Why a bucket cannot be used as configured; null if the error may pass. */
export function whyNever(error: unknown, { host, bucket }: { host: string; bucket: string }): string | null {
  if (error instanceof NotKept)
    return `el bucket «${bucket}» no existe en ${host}. Crealo, o corregí el nombre.`
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const status = '$metadata' in cause ? Object(cause.$metadata).httpStatusCode : undefined
    if (status === 401 || status === 403)
      return `${host} no deja usar el bucket «${bucket}» con esa clave y ese secreto. Corregilos.`
    if (status >= 300 && status < 500 && status !== 429)
      return `${host} no contesta como un S3 (${status}). Corregí la dirección, o ?region=.`
    const code = 'code' in cause ? String(cause.code) : ''
    if (code === 'ENOTFOUND') return `no se encuentra la máquina ${host}. Corregí el nombre.`
    if (code === 'EPROTO' || code.startsWith('ERR_SSL'))
      return `${host} no habla https. Corregí el puerto, o agregá ?tls=0 si es de la red propia.`
    if (code.includes('CERT')) return `el certificado de ${host} no vale (${code}). Corregilo, o el nombre.`
  }
  return null
}
