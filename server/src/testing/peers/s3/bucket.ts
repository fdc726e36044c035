import { onTestFinished } from 'vitest'
import { openBucket } from '../../../base/services/files/bucket.ts'
import { readConfig } from '../../../config.ts'
import { startS3 } from './server.ts'

/** A store on loopback and its bucket, as STORAGE_URL would name them; removed with the test. */
export async function openTestBucket() {
  const s3 = await startS3()
  onTestFinished(s3.stop)
  const { storage } = readConfig({ STORAGE_URL: s3.url })
  if (!storage) throw new Error('It has a STORAGE_URL.')
  return { s3, storage, bucket: await openBucket(storage) }
}
