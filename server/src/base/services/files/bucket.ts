// An S3 bucket: the few calls we make, through the protocol's own client.
import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { createLine } from '../../http/line.ts'
import { NotKept, StoreDown, StoreForbids } from './port.ts'

/** In memory while it is sent, so that its hash can be signed. */
export const PART_BYTES = 8 * 1024 ** 2
/**
 * Files up to this size have a queue of their own: a distant store would make them wait behind parts of 8
 * MiB.
 */
export const SMALL_BYTES = 1024 ** 2
const SMALL_AT_ONCE = 16
/** Reused for the next part: garbage of this size is collected late. */
const KEEP_BUFFERS_MS = 5_000
const HASH_BYTES = 256 * 1024

/** Times in ms; tests take shorter ones. */
type Patience = {
  /** Parts that are sent at once. */
  atOnce: number
  /** Until an answer begins. */
  answer: number
  /** The same where up to `PART_BYTES` go out first. */
  sending: number
  /**
   * On a connection that does not move. Over TLS Node does not see bytes of a long write move, so there 8 MiB have to
   * leave within about twice that time.
   */
  silent: number
}
/** A person waits for the file. */
const PATIENCE: Patience = { atOnce: 4, answer: 30_000, sending: 5 * 60_000, silent: 30_000 }
/**
 * For a backup: no person waits, and the connection may be a shop's own. One part goes after the other, so 30 kB a
 * second are enough for each.
 */
export const UNHURRIED: Patience = { ...PATIENCE, atOnce: 1, silent: 5 * 60_000 }

export type S3Storage = {
  /** Scheme, host and port. */
  endpoint: string
  bucket: string
  region: string
  credentials: { accessKeyId: string; secretAccessKey: string }
}

export type S3Bucket = Awaited<ReturnType<typeof openBucket>>

/** Loads the client only where a bucket is configured: it takes 35 MB of memory. */
export async function openBucket(
  { bucket: Bucket, endpoint, region, credentials }: S3Storage,
  patience: Patience = PATIENCE,
) {
  const s3 = await import('@aws-sdk/client-s3')
  const client = clientOf(s3, { endpoint, region, credentials }, patience)
  const withBytes = { requestTimeout: patience.sending }
  const lend = createLoans(patience.atOnce)
  const small = createLine(SMALL_AT_ONCE)
  const tell = <T>(work: Promise<T>): Promise<T> => work.catch(translate)

  /**
   * An answer alone proves nothing: a proxy may say 200 too. `sha256` is compared with the object's metadata, if the
   * store returns them. @throws StoreDown unless the whole file is there
   */
  async function needKept(Key: string, size: number, sha256?: string): Promise<void> {
    const { ContentLength, Metadata } = await client.send(new s3.HeadObjectCommand({ Bucket, Key }))
    if (ContentLength !== size || (Metadata?.sha256 ?? sha256) !== sha256)
      throw new StoreDown(`${Key}: ${ContentLength} bytes of ${size}, or wrong ones`)
  }

  async function putParts(Key: string, handle: FileHandle, size: number, seen: () => void): Promise<void> {
    const Metadata = { sha256: await hashOf(handle, size) }
    const { UploadId } = await client.send(new s3.CreateMultipartUploadCommand({ Bucket, Key, Metadata }))
    const Parts: { ETag: string | undefined; PartNumber: number }[] = []
    try {
      for (let at = 0; at < size; at += PART_BYTES) {
        const PartNumber = Parts.length + 1
        await lend(async (buffer) => {
          const Body = await read(handle, buffer, at, Math.min(PART_BYTES, size - at))
          const part = new s3.UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body })
          const answer = await client.send(part, withBytes)
          needSameBytes(answer, Body)
          Parts.push({ ETag: answer.ETag, PartNumber })
        })
        seen()
      }
      const MultipartUpload = { Parts }
      const complete = new s3.CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload })
      await client.send(complete).catch(unlessCompleted)
    } catch (error) {
      // If this fails, the sweep ends it
      await client.send(new s3.AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => {})
      throw error
    }
    await needKept(Key, size, Metadata.sha256)
  }

  return {
    /**
     * The file at `path`, each part with its hash in the signature; the whole file's hash goes along as metadata.
     * `seen`: called after each part.
     */
    async put(Key: string, path: string, seen: () => void = () => {}): Promise<void> {
      const handle = await open(path)
      try {
        const { size } = await handle.stat()
        if (size > PART_BYTES) return await tell(putParts(Key, handle, size, seen))
        const send = async (buffer: Buffer) => {
          const Body = await read(handle, buffer, 0, size)
          const Metadata = { sha256: createHash('sha256').update(Body).digest('hex') }
          const whole = new s3.PutObjectCommand({ Bucket, Key, Body, Metadata })
          const answer = await tell(client.send(whole, withBytes))
          needSameBytes(answer, Body)
          seen()
          return Metadata.sha256
        }
        const sha256 = await (size > SMALL_BYTES
          ? lend(send)
          : small(() => send(Buffer.allocUnsafeSlow(size))))
        await tell(needKept(Key, size, sha256))
      } finally {
        await handle.close()
      }
    },
    /** `sha256`: the hash of its bytes, if they came through `put`. */
    async get(Key: string): Promise<{ bytes: number; sha256: string | undefined; stream: Readable }> {
      const found = await tell(client.send(new s3.GetObjectCommand({ Bucket, Key })))
      if (!(found.Body instanceof Readable)) throw new StoreDown(`${Key}: no body`)
      return { bytes: found.ContentLength ?? 0, sha256: found.Metadata?.sha256, stream: found.Body }
    },
    async delete(Key: string): Promise<void> {
      await tell(client.send(new s3.DeleteObjectCommand({ Bucket, Key })))
    },
    /** Pages of at most a thousand. */
    async *list(Prefix: string): AsyncGenerator<{ key: string; modified: Date; bytes: number }[]> {
      for (let ContinuationToken: string | undefined; ; ) {
        const query = new s3.ListObjectsV2Command({ Bucket, Prefix, ContinuationToken })
        const page = await tell(client.send(query))
        // A proxy's page with status 200 reads as an empty list, and files that are not listed count as lost
        if (page.IsTruncated === undefined || (page.IsTruncated && !page.NextContinuationToken))
          throw new StoreDown('It answered no list.')
        const rows = page.Contents ?? []
        yield rows.map(({ Key = '', LastModified, Size = 0 }) => ({
          key: Key,
          modified: LastModified ?? new Date(),
          bytes: Size,
        }))
        ContinuationToken = page.NextContinuationToken
        if (!page.IsTruncated) return
      }
    },
    /**
     * Ends uploads in parts that a killed process left: their bytes cost money and are in no listing. 0 where that
     * cannot be asked: not every store knows the call, and a key that reads, writes, lists and deletes needs one right
     * more for it.
     */
    async abortOld(Prefix: string, before: Date): Promise<number> {
      const query = new s3.ListMultipartUploadsCommand({ Bucket, Prefix })
      const { Uploads = [] } = await tell(client.send(query).catch(unlessNotToBeAsked))
      const old = Uploads.filter(({ Initiated }) => Initiated && Initiated < before)
      for (const { Key, UploadId } of old)
        await tell(client.send(new s3.AbortMultipartUploadCommand({ Bucket, Key, UploadId })))
      return old.length
    },
    /** @throws NotKept where there is no such bucket, StoreDown */
    async look(timeoutMs: number): Promise<void> {
      const abortSignal = AbortSignal.timeout(timeoutMs)
      const looking = client.send(new s3.HeadBucketCommand({ Bucket }), { abortSignal })
      await looking.catch(translateOfBucket)
    },
  }
}

function clientOf(
  { S3Client }: typeof import('@aws-sdk/client-s3'),
  { endpoint, region, credentials }: Omit<S3Storage, 'bucket'>,
  { answer, silent }: Patience,
) {
  return new S3Client({
    endpoint,
    region,
    credentials,
    forcePathStyle: true,
    maxAttempts: 3,
    // Not every compatible store supports checksums newer than the protocol's first version
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: 3_000,
      requestTimeout: answer, // until it begins, the time to send included
      throwOnRequestTimeout: true,
      socketTimeout: silent, // also while a body comes
    },
  })
}

/**
 * Only S3's own word says that an object is missing. Any other 404 (of a bucket that was renamed, of a proxy) says
 * nothing of it.
 */
function translate(error: unknown): never {
  if (isNamed(error, 'NoSuchKey')) throw new NotKept(wordsOf(error), { cause: error })
  if (error instanceof StoreDown) throw error
  throw new (isForbidden(error) ? StoreForbids : StoreDown)(wordsOf(error), { cause: error })
}

/** S3's own words for it, but not where a cap or quota is used up (Backblaze), nor those of a proxy or a firewall. */
const isForbidden = (error: unknown): boolean =>
  ['AccessDenied', 'UnauthorizedAccess', 'Forbidden'].some((code) => isNamed(error, code)) &&
  !/\b(?:cap|quota)\b/i.test(wordsOf(error))

const MOST_CHARS = 500

/** A proxy's refusal has no name, only its status. */
function wordsOf(error: unknown): string {
  const status = statusOf(error)
  return `${String(error).slice(0, MOST_CHARS)}${status === undefined ? '' : ` (HTTP ${status})`}`
}

const isNamed = (error: unknown, code: string): boolean => error instanceof Error && error.name === code

/** The answer to a look at the bucket has no body, and so no word. */
function translateOfBucket(error: unknown): never {
  if (statusOf(error) === 404) throw new NotKept(wordsOf(error), { cause: error })
  translate(error)
}

const isServiceError = (error: unknown): error is { $metadata: { httpStatusCode?: number } } =>
  error instanceof Error && '$metadata' in error

const statusOf = (error: unknown): number | undefined =>
  isServiceError(error) ? error.$metadata.httpStatusCode : undefined

/** A repeated call finds no upload where the first one was carried out and its answer lost: then the object is there. */
function unlessCompleted(error: unknown): void {
  if (!isNamed(error, 'NoSuchUpload')) throw error
}

/** @returns an empty answer */
function unlessNotToBeAsked(error: unknown): { Uploads?: undefined } {
  if (![403, 405, 501].includes(statusOf(error) ?? 0)) throw error
  return {}
}

/**
 * An ETag is the MD5 of the bytes, unless the store encrypts or has tags of another form. @throws StoreDown where it
 * is that of others
 */
function needSameBytes(
  { ETag = '', ServerSideEncryption }: { ETag?: string; ServerSideEncryption?: string },
  bytes: Buffer,
): void {
  const tag = ETag.replaceAll('"', '')
  if (ServerSideEncryption || !/^[\da-f]{32}$/.test(tag)) return
  if (tag !== createHash('md5').update(bytes).digest('hex')) throw new StoreDown('Other bytes were kept.')
}

/** Lends `atOnce` buffers of a part each; those that are not used are freed after a while. */
function createLoans(atOnce: number) {
  const inTurn = createLine(atOnce)
  const idle: Buffer[] = []
  const forget = setTimeout(() => idle.splice(0), KEEP_BUFFERS_MS).unref()
  return <T>(work: (buffer: Buffer) => Promise<T>): Promise<T> =>
    inTurn(async () => {
      const buffer = idle.pop() ?? Buffer.allocUnsafeSlow(PART_BYTES)
      try {
        return await work(buffer)
      } finally {
        idle.push(buffer)
        forget.refresh()
      }
    })
}

/** @returns the beginning of `buffer`, with the bytes from `at` on */
async function read(handle: FileHandle, buffer: Buffer, at: number, bytes: number): Promise<Buffer> {
  for (let had = 0; had < bytes; ) {
    const { bytesRead } = await handle.read(buffer, had, bytes - had, at + had)
    if (bytesRead === 0) throw new Error('The file got shorter while it was sent.')
    had += bytesRead
  }
  return buffer.subarray(0, bytes)
}

async function hashOf(handle: FileHandle, size: number): Promise<string> {
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafeSlow(HASH_BYTES)
  for (let at = 0; at < size; at += HASH_BYTES)
    hash.update(await read(handle, buffer, at, Math.min(HASH_BYTES, size - at)))
  return hash.digest('hex')
}
