import { fstatSync, readSync } from 'node:fs'
import { type Dictionary, endOfValue, readDictionary, referenceIn } from './pdf-syntax.ts'
import { createPdfWriter } from './pdf-writer.ts'

const TAIL = 64 // 'startxref', a number and '%%EOF' are the end of the file
const XREF_ROW = 20
const OBJECT_HEAD = 2048 // bytes read at first: most dictionaries are shorter
const OBJECT_MAX = 2 ** 26

/** An object of the file: its text in PDF syntax and, if it is a stream, where its bytes are. */
export type StoredObject = { text: string; stream: { start: number; length: number } | undefined }

/** A PDF with a classic cross-reference table, as qpdf writes it, open for reading. */
export type PdfFile = {
  fd: number
  /** The number of the document catalog. */
  root: number
  /** First object number that is free. */
  size: number
  /** Where objects begin, by number; 0 where there is none. */
  offsets: Float64Array
  fileSize: number
  /** Where the cross-reference table begins, behind the last object. */
  tableAt: number
  /** @returns undefined for a number without object: a reference to it means null */
  object(number: number): StoredObject | undefined
  /** The entries of a dictionary or a stream; empty for any other object. */
  dictionary(number: number): Dictionary
  bytes(start: number, length: number): Buffer
  /**
   * Replaces objects by an update behind the end of the file (ISO 32000-1, 7.5.6); the old bytes stay as they
   * are.
   */
  append(objects: Map<number, string>): void
}

/** @throws Error if the file is not in qpdf's form */
export function openPdfFile(fd: number): PdfFile {
  const fileSize = fstatSync(fd).size
  const bytes = (start: number, length: number) => {
    const buffer = Buffer.allocUnsafe(Math.max(0, Math.min(length, fileSize - start)))
    const got = readSync(fd, buffer, 0, buffer.length, start)
    return buffer.subarray(0, got)
  }
  const tail = bytes(fileSize - TAIL, TAIL).toString('latin1')
  const tableAt = Number(/startxref\s+(\d+)/.exec(tail)?.[1] ?? Number.NaN)
  const { offsets, trailer } = readTable(bytes(tableAt, fileSize - tableAt))
  const root = referenceIn(trailer.get('/Root'))
  if (root === undefined) throw new Error('No catalog')

  function object(number: number): StoredObject | undefined {
    const start = offsets[number] ?? 0
    if (!start) return undefined
    for (let length = OBJECT_HEAD; length <= OBJECT_MAX; length *= 8) {
      const found = readObject(bytes(start, length).toString('latin1'), start)
      if (found) return found
      if (start + length >= fileSize) break
    }
    throw new Error(`Object ${number} has no end`)
  }

  function dictionary(number: number): Dictionary {
    const text = object(number)?.text ?? ''
    return (text.startsWith('<<') && readDictionary(text, 0)?.dictionary) || new Map()
  }

  function append(objects: Map<number, string>): void {
    const writer = createPdfWriter(fd, fileSize)
    for (const [number, body] of objects) writer.object(number, body)
    writer.end(`/Size ${offsets.length} /Root ${root} 0 R /Prev ${tableAt}`)
  }

  return { fd, root, size: offsets.length, offsets, fileSize, tableAt, object, dictionary, bytes, append }
}

function readObject(text: string, start: number): StoredObject | undefined {
  const head = /^\d+ \d+ obj\s*/.exec(text)?.[0].length
  if (head === undefined) throw new Error('No object')
  const end = endOfValue(text, head)
  const after = text.slice(end, end + 20)
  if (!/^\s*(stream\r?\n|endobj)/.test(after)) return undefined
  const value = text.slice(head, end)
  const stream = /^\s*stream\r?\n/.exec(after)
  if (!stream) return { text: value, stream: undefined }
  const length = Number(readDictionary(value, 0)?.dictionary.get('/Length'))
  return { text: value, stream: { start: start + end + stream[0].length, length } }
}

function readTable(data: Buffer): { offsets: Float64Array; trailer: Dictionary } {
  const head = /^xref\n0 (\d+)\n/.exec(data.subarray(0, 40).toString('latin1'))
  if (!head) throw new Error('No classic cross-reference table')
  const count = Number(head[1])
  const offsets = new Float64Array(count)
  for (let number = 0; number < count; number++) {
    const row = data.toString(
      'latin1',
      head[0].length + number * XREF_ROW,
      head[0].length + (number + 1) * XREF_ROW,
    )
    if (row[17] === 'n') offsets[number] = Number(row.slice(0, 10))
  }
  const rest = data.toString('latin1', head[0].length + count * XREF_ROW)
  const trailer = readDictionary(rest, rest.indexOf('<<'))
  if (!trailer) throw new Error('No trailer')
  return { offsets, trailer: trailer.dictionary }
}
