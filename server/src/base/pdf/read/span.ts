import { readSync } from 'node:fs'
import { PdfRefused } from '../port.ts'

const BLOCK = 2 ** 20
const FORMAT_SIGNATURE = '%PDF-'
const SIGNATURE_WITHIN = 1024 // ISO 32000-1 annex H, note 13: readers accept the header in the first 1024 bytes
/** Formats that may contain a PDF but are none: ZIP and formats based on it, old Office, pictures. */
const OTHERS = ['PK\x03\x04', '\xd0\xcf\x11\xe0', '\xff\xd8\xff', '\x89PNG', 'GIF8', 'II*\0', 'MM\0*']

const ZEROS = Buffer.alloc(BLOCK)

/**
 * The position of the PDF in a file. `headed`: it begins with its signature. `usual`: PDFium reads it without a
 * change.
 */
export type Span = { from: number; to: number; headed: boolean; usual: boolean }

/**
 * Skips bytes before the signature and zeros behind the end, as other readers do. @throws PdfRefused
 * vacio, no-es-pdf
 */
export function spanOf(fd: number, size: number): Span {
  if (size === 0) throw new PdfRefused('vacio')
  const head = block(fd, 0, Math.min(BLOCK, size))
  const start = head.toString('latin1', 0, 4096)
  if (OTHERS.some((signature) => start.startsWith(signature))) throw new PdfRefused('no-es-pdf')
  const at = head.indexOf(FORMAT_SIGNATURE)
  if (at >= 0 && at <= SIGNATURE_WITHIN - FORMAT_SIGNATURE.length) {
    const to = endOf(fd, size)
    return { from: at, to, headed: true, usual: to === size }
  }
  if (at < 0 && !/^\d+ \d+ obj\s*<</m.test(start)) throw new PdfRefused('no-es-pdf')
  return { from: Math.max(0, at), to: endOf(fd, size), headed: at >= 0, usual: false }
}

/** The end without trailing zeros; less than a block of them is nothing unusual. */
function endOf(fd: number, size: number): number {
  const buffer = Buffer.alloc(BLOCK)
  for (let to = size; to > 0; to -= BLOCK) {
    const from = Math.max(0, to - BLOCK)
    const bytes = buffer.subarray(0, readSync(fd, buffer, 0, to - from, from))
    if (bytes.equals(ZEROS.subarray(0, bytes.length))) continue
    const end = from + bytes.findLastIndex((byte) => byte !== 0) + 1
    return size - end < SIGNATURE_WITHIN ? size : end
  }
  return size
}

function block(fd: number, start: number, length: number): Buffer {
  const buffer = Buffer.alloc(length)
  return buffer.subarray(0, readSync(fd, buffer, 0, length, start))
}
