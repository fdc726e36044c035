// Forms of several parts (multipart/form-data), read part by part within a budget.
import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from './errors.ts'

export type Form = {
  /** Fields that are kept. Others are read and dropped; they count against `maxBytes` too. */
  known: readonly string[]
  /** For everything but files: values of fields, names, and bytes outside of any part. */
  maxBytes: number
  maxParts: number
  /** Reads the file's stream to its end, or throws. Absent: files are refused. */
  onFile?: (file: MultipartFile) => Promise<void>
}

/** For one part: a name of 500 letters, written as browsers escape them, and the part's type. */
const HEADER_BYTES = 8 * 1024
const HEADERS_OF_PART = 20
/**
 * Reads every part as a stream, so that nothing is held but the known fields: the parser's own way keeps each field
 * whole before we can count it. Reading stops at the first byte over the budget and the connection is closed with
 * the answer, also where `onFile` throws.
 * @throws 413, and what `onFile` throws
 */
export async function readForm(
  request: FastifyRequest,
  reply: FastifyReply,
  { known, maxBytes, maxParts, onFile }: Form,
): Promise<Record<string, string>> {
  const fields: Record<string, string> = {}
  const left = { bytes: maxBytes }
  const spend = (bytes: number) => {
    left.bytes -= bytes
    if (left.bytes < 0) throw tooLarge()
  }
  const limits = { fileSize: Number.POSITIVE_INFINITY, files: maxParts, parts: maxParts }
  const parts = request.parts({
    isPartAFile: () => true,
    fileHwm: 1, // the parser waits until a part was read
    limits: { ...limits, headerSize: HEADER_BYTES, headerPairs: HEADERS_OF_PART },
  })
  const watch = watchStray(request, maxBytes)
  try {
    for (;;) {
      const part = await watch.until(parts.next())
      if (part?.type !== 'file') return fields
      spend(Buffer.byteLength(`${part.fieldname}${part.filename ?? ''}`))
      if (isFile(part)) {
        if (!onFile) throw refuse(413, 'Acá no van archivos.')
        await onFile(part)
        continue
      }
      const text = await readText(part, known.includes(part.fieldname), spend)
      if (text !== null) fields[part.fieldname] = text
    }
  } catch (error) {
    request.raw.pause()
    reply.header('connection', 'close')
    throw error
  } finally {
    watch.end()
  }
}

/** A part with a file name, as in the HTML standard. Binary data without one is treated as a file too. */
const isFile = ({ filename, mimetype }: MultipartFile): boolean =>
  filename !== undefined || mimetype === 'application/octet-stream'

/** Null for an unknown part. */
async function readText(
  { file }: MultipartFile,
  isKnown: boolean,
  spend: (bytes: number) => void,
): Promise<string | null> {
  const chunks: Buffer[] = []
  for await (const chunk of file) {
    spend(chunk.length)
    if (isKnown) chunks.push(chunk)
  }
  return isKnown ? Buffer.concat(chunks).toString('utf8') : null
}

/**
 * Bytes before the first part, after the last one and in parts without a name have no reader, so a client
 * could send them without end. `until` refuses once more than `max` bytes arrived while no part was being
 * read.
 */
function watchStray({ raw }: FastifyRequest, max: number) {
  let stray = 0
  let refuseWait = () => {}
  const count = ({ length }: Buffer) => {
    stray += length
    if (stray > max) refuseWait()
  }
  raw.on('data', count)
  return {
    async until(next: Promise<IteratorResult<Multipart, void>>): Promise<Multipart | undefined> {
      stray = 0
      const tooMuch = new Promise<never>((_, reject) => {
        refuseWait = () => reject(tooLarge())
      })
      const { value } = await Promise.race([next, tooMuch])
      refuseWait = () => {}
      return value ?? undefined
    },
    end: () => void raw.off('data', count),
  }
}

const tooLarge = () =>
  refuse(413, 'El formulario trae demasiados datos. Probá con menos archivos por pedido.')
