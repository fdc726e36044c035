import { createDiskStore } from '../base/services/files/disk.ts'
import type { FileStore } from '../base/services/files/port.ts'
import { createS3Store } from '../base/services/files/s3.ts'
import { openTestBucket } from './peers/s3/bucket.ts'

/** On disk below `dataDir`; with TEST_STORE=s3 in a bucket on loopback, so that every test can run on either store. */
export async function testFiles(dataDir: string): Promise<FileStore> {
  if (process.env.TEST_STORE !== 's3') return createDiskStore(dataDir, 0)
  const { bucket } = await openTestBucket()
  return createS3Store(bucket, dataDir, 0)
}
