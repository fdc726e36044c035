import { join } from 'node:path'
import { openBucket, type S3Storage } from './bucket.ts'
import { createDiskStore } from './disk.ts'
import { type FileStore, NotKept } from './port.ts'
import { createS3Store } from './s3.ts'

type Settings = { dataDir: string; diskReserveBytes: number; storage: S3Storage | undefined }

/** On this disk, or in the bucket of STORAGE_URL. @throws where that is no bucket we may use; one that is away may come back */
export async function createFiles({ dataDir, diskReserveBytes, storage }: Settings): Promise<FileStore> {
  if (!storage) return createDiskStore(dataDir, diskReserveBytes)
  const bucket = await openBucket(storage)
  await bucket.look(10_000).catch((error: Error) => {
    const { cause } = error
    const status = cause instanceof Error && '$metadata' in cause && Object(cause.$metadata).httpStatusCode
    if (error instanceof NotKept || status === 403)
      throw new Error(`STORAGE_URL: no se puede usar el bucket «${storage.bucket}» (${status ?? 404}).`)
  })
  // A folder of its own: what is in DATA_DIR/archivos of an installation that was on disk is no copy
  return createS3Store(bucket, join(dataDir, 'copias-s3'), diskReserveBytes)
}
