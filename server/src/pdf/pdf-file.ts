import { fstatSync, readSync, writeSync } from 'node:fs'
import { type Dictionary, readDictionary, referenceIn } from './pdf-syntax.ts'

const TAIL = 64 // 'startxref', a number and '%%EOF' are the end of the file
const XREF_ROW = 20
const OBJECT_HEAD = 2048 // bytes read at first: most dictionaries are shorter
const OBJECT_MAX = 2 ** 26

/** An object of the file: its dictionary and, if it is a stream, where its bytes are. */
export type StoredObject = { dictionary: Dictionary; stream: { start: number; length: number } | undefined }

/**
 * A PDF with a classic cross-reference table, as qpdf writes it, open for reading and for one appended update
 * (ISO 32000-1, 7.5.6): objects replaced or added behind what is there, so a file of a gigabyte is not copied.
 */
export type PdfFile = {
  /** The number of the document catalog. */
  root: number
  /** First object number that is free. */
  size: number
  /** Where objects begin, by number; 0 where there is none. */
  offsets: Float64Array
  fileSize: number
  read(number: number): StoredObject
  /** An object that is no dictionary, as text: a number, an array. */
  readValue(number: number): string
  bytes(start: number, length: number): Buffer
  append(objects: Map<number, Buffer | string>, root: number, size: number): void
}

/** @throws Error when the file is not as qpdf writes it */
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

  function read(number: number): StoredObject {
    const start = offsets[number] ?? 0
    if (!start) throw new Error(`No object ${number}`)
    for (let length = OBJECT_HEAD; length <= OBJECT_MAX; length *= 8) {
      const found = readObject(bytes(start, length).toString('latin1'), start)
      if (found) return found
      if (start + length >= fileSize) break
    }
    throw new Error(`Object ${number} has no end`)
  }

  function readValue(number: number): string {
    const start = offsets[number] ?? 0
    for (let length = OBJECT_HEAD; start && length <= OBJECT_MAX; length *= 8) {
      const found = /^\d+ \d+ obj\s*(.*?)\s*endobj/s.exec(bytes(start, length).toString('latin1'))
      if (found) return found[1] ?? 'null'
      if (start + length >= fileSize) break
    }
    return 'null'
  }

  function append(objects: Map<number, Buffer | string>, newRoot: number, newSize: number): void {
    const numbers = [...objects.keys()].sort((a, b) => a - b)
    const places = new Map<number, number>()
    let end = fileSize
    const write = (data: Buffer) => {
      let done = 0
      while (done < data.length) done += writeSync(fd, data, done, data.length - done, end + done)
      end += data.length
    }
    const batch: Buffer[] = [Buffer.from('\n')]
    let waiting = 1
    for (const number of numbers) {
      places.set(number, end + waiting)
      const body = objects.get(number) ?? ''
      const piece = Buffer.concat([
        Buffer.from(`${number} 0 obj\n`),
        typeof body === 'string' ? Buffer.from(body, 'latin1') : body,
        Buffer.from('\nendobj\n'),
      ])
      batch.push(piece)
      waiting += piece.length
      if (waiting < 2 ** 22) continue
      write(Buffer.concat(batch.splice(0)))
      waiting = 0
    }
    write(Buffer.concat(batch))
    const at = end
    const trailer = `trailer << /Size ${newSize} /Root ${newRoot} 0 R /Prev ${tableAt} >>`
    write(Buffer.from(`${table(numbers, places)}${trailer}\nstartxref\n${at}\n%%EOF\n`))
  }

  return { root, size: offsets.length, offsets, fileSize, read, readValue, bytes, append }
}

function readObject(text: string, start: number): StoredObject | undefined {
  const open = text.indexOf('<<')
  if (!/^\d+ \d+ obj\s*$/.test(text.slice(0, Math.max(0, open)))) throw new Error('No dictionary')
  const found = readDictionary(text, open)
  if (!found) return undefined
  const after = text.slice(found.end, found.end + 20)
  if (!/^\s*(stream\r?\n|endobj)/.test(after)) return undefined
  const stream = /^\s*stream\r?\n/.exec(after)
  const length = Number(found.dictionary.get('/Length'))
  return {
    dictionary: found.dictionary,
    stream: stream ? { start: start + found.end + stream[0].length, length } : undefined,
  }
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

/** Sections of consecutive numbers, rows of exactly 20 bytes. */
function table(numbers: number[], places: Map<number, number>): string {
  const sections: number[][] = []
  for (const number of numbers) {
    const last = sections.at(-1)
    if (last && last.at(-1) === number - 1) last.push(number)
    else sections.push([number])
  }
  const rows = sections.map((section) => {
    const lines = section.map((number) => `${String(places.get(number)).padStart(10, '0')} 00000 n \n`)
    return `${section[0]} ${section.length}\n${lines.join('')}`
  })
  return `xref\n${rows.join('')}`
}
