import { readSync } from 'node:fs'
import { PDF_START_BYTES, pdfStart } from '@imprimitodo/shared/rules/compra/pdf-start'
import { PdfRefused } from '../port.ts'

const BLOCK = PDF_START_BYTES
const SIGNATURE_BYTES = '%PDF-'.length
const SIGNATURE_WITHIN = 1024 // ISO 32000-1 annex H, note 13: readers accept the header in the first 1024 bytes

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
  const start = pdfStart(block(fd, 0, Math.min(BLOCK, size)))
  if (!start) throw new PdfRefused('no-es-pdf')
  const { at } = start
  const to = endOf(fd, size)
  if (at >= 0 && at <= SIGNATURE_WITHIN - SIGNATURE_BYTES)
    return { from: at, to, headed: true, usual: to === size }
  return { from: Math.max(0, at), to, headed: at >= 0, usual: false }
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
