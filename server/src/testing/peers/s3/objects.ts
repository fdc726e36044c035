// The objects and unfinished multipart uploads of a test's S3 store, on disk, with an index in memory.
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { appendFile, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { type Fault, S3Refusal } from './refusal.ts'

type Metadata = Record<string, string>
type Note = { path: string; bytes: number; etag: string; modified: Date; metadata: Metadata }
type Upload = { key: string; begun: Date; metadata: Metadata; parts: Map<number, Note> }

/** S3 refuses smaller parts, except for the last one. */
const MIN_PART = 5 * 1024 ** 2

export type Objects = ReturnType<typeof createObjects>

export function createObjects(folder: string) {
  const objects = new Map<string, Note>()
  const uploads = new Map<string, Upload>()
  const page = { max: 1000 }

  /** Into a file of its own; it is not indexed unless every byte came and the hash is the signed one. */
  async function store(request: IncomingMessage, payload: string | null, fault?: Fault): Promise<Note> {
    const path = join(folder, randomUUID())
    const [md5, sha] = [createHash('md5'), createHash('sha256')]
    const hashing = new Transform({
      transform(chunk, _, done) {
        md5.update(chunk)
        sha.update(chunk)
        done(null, chunk)
      },
    })
    await pipeline(request, hashing, createWriteStream(path))
    const { size } = await stat(path)
    if (size !== Number(request.headers['content-length'] ?? Number.NaN))
      throw new S3Refusal(400, 'IncompleteBody')
    if (payload !== null && sha.digest('hex') !== payload)
      throw new S3Refusal(400, 'XAmzContentSHA256Mismatch')
    const note = { path, bytes: size, etag: `"${md5.digest('hex')}"`, modified: new Date(), metadata: {} }
    if (fault === 'cut') {
      await truncate(path, size >> 1)
      return { ...note, bytes: size >> 1 }
    }
    if (fault !== 'corrupt') return note
    const wrong = flipped(await readFile(path))
    await writeFile(path, wrong)
    return { ...note, etag: `"${createHash('md5').update(wrong).digest('hex')}"` }
  }

  const need = (key: string): Note => {
    const found = objects.get(key)
    if (!found) throw new S3Refusal(404, 'NoSuchKey')
    return found
  }
  const needUpload = (id: string): Upload => {
    const found = uploads.get(id)
    if (!found) throw new S3Refusal(404, 'NoSuchUpload')
    return found
  }
  const forget = async (notes: Iterable<Note>) => {
    for (const { path } of notes) await rm(path, { force: true })
  }

  return {
    /** For tests: to look at objects, and to make them older or wrong. */
    kept: objects,
    unfinished: uploads,
    /** A store may list fewer at once than requested. */
    page,
    uploads: async (prefix: string) =>
      [...uploads]
        .filter(([, { key }]) => key.startsWith(prefix))
        .map(([id, { key, begun }]) => ({ id, key, begun })),
    async put(
      key: string,
      request: IncomingMessage,
      payload: string | null,
      { metadata, fault }: { metadata: Metadata; fault: Fault | undefined },
    ) {
      const note = await store(request, payload, fault)
      const before = objects.get(key)
      objects.set(key, { ...note, metadata })
      if (before) await forget([before])
      return note.etag
    },
    async putPart(
      id: string,
      number: number,
      request: IncomingMessage,
      { payload, fault }: { payload: string | null; fault: Fault | undefined },
    ) {
      const note = await store(request, payload, fault)
      needUpload(id).parts.set(number, note)
      return note.etag
    },
    async begin(key: string, metadata: Metadata) {
      const id = randomUUID()
      uploads.set(id, { key, begun: new Date(), metadata, parts: new Map() })
      return id
    },
    async complete(key: string, id: string, request: IncomingMessage, payload: string | null) {
      const upload = needUpload(id)
      const body = await text(request)
      if (payload !== null && createHash('sha256').update(body).digest('hex') !== payload)
        throw new S3Refusal(400, 'XAmzContentSHA256Mismatch')
      const named = [...body.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
        number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
        etag: (/<ETag>(.*?)</.exec(part)?.[1] ?? '').replaceAll('&quot;', '"'),
      }))
      const parts = named.map(({ number, etag }, index) => {
        const part = upload.parts.get(number)
        if (!part || part.etag !== etag) throw new S3Refusal(400, 'InvalidPart')
        if (index < named.length - 1 && part.bytes < MIN_PART) throw new S3Refusal(400, 'EntityTooSmall')
        return part
      })
      const path = join(folder, randomUUID())
      for (const part of parts) await appendFile(path, await readFile(part.path))
      const { size } = await stat(path)
      const etag = `"${createHash('md5')
        .update(parts.map((part) => part.etag).join(''))
        .digest('hex')}-${parts.length}"`
      objects.set(key, { path, bytes: size, etag, modified: new Date(), metadata: upload.metadata })
      uploads.delete(id)
      await forget(upload.parts.values())
      return etag
    },
    async abort(id: string) {
      const { parts } = needUpload(id)
      uploads.delete(id)
      await forget(parts.values())
    },
    async delete(key: string) {
      const found = objects.get(key)
      objects.delete(key)
      if (found) await forget([found])
    },
    async list(query: URLSearchParams) {
      const prefix = query.get('prefix') ?? ''
      const after = query.get('continuation-token') ?? ''
      const max = Math.min(Number(query.get('max-keys') ?? 1000), page.max)
      const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
      const found = keys.slice(0, max).map((key) => ({ key, ...need(key) }))
      return { found, next: keys.length > max ? found.at(-1)?.key : undefined }
    },
    async send(key: string, request: IncomingMessage, response: ServerResponse, fault: Fault | undefined) {
      const { path, bytes, etag, modified, metadata } = need(key)
      const [, from = '0', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
      const [start, end] = [Number(from), to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1)]
      response.writeHead(request.headers.range ? 206 : 200, {
        ...metadata,
        etag,
        'last-modified': modified.toUTCString(),
        'content-length': end - start + 1,
        ...(request.headers.range && { 'content-range': `bytes ${start}-${end}/${bytes}` }),
      })
      if (request.method === 'HEAD' || bytes === 0) return void response.end()
      if (fault === 'short') {
        response.write((await readFile(path)).subarray(start, start + 100))
        return void setImmediate(() => response.destroy())
      }
      if (fault === 'cut') {
        response.write((await readFile(path)).subarray(start, start + ((end - start) >> 1)))
        return void setImmediate(() => response.destroy())
      }
      if (fault === 'corrupt')
        return void response.end(flipped(await readFile(path)).subarray(start, end + 1))
      await pipeline(createReadStream(path, { start, end }), response)
    },
  }
}

function flipped(bytes: Buffer): Buffer {
  const wrong = Buffer.from(bytes)
  wrong[0] = (wrong[0] ?? 0) ^ 1
  return wrong
}
