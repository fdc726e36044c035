import { ftruncateSync, readSync, writeSync } from 'node:fs'

const BATCH_BYTES = 2 ** 22

/** Objects of a PDF, written one after another into an open file, up to its end. */
export type PdfWriter = {
  /** `data`: for a stream; `text` is then its dictionary. */
  object(number: number, text: string, data?: Buffer): void
  /** A stream whose bytes are copied from where they are in the file. */
  stream(number: number, dictionary: string, from: { start: number; length: number }): void
  /** The cross-reference table, the trailer with these entries, and the end of the file. */
  end(trailer: string): void
}

/**
 * @param at where to begin
 * @param kept objects that stay where they are in the file: the table is of these and the new ones. Without it the
 * file's own table goes on to hold, and the trailer must name it.
 */
export function createPdfWriter(fd: number, at: number, kept?: Map<number, number>): PdfWriter {
  const places = new Map(kept)
  const batch: Buffer[] = []
  let waiting = 0
  let end = at

  const write = (data: Buffer) => {
    for (let done = 0; done < data.length; ) done += writeSync(fd, data, done, data.length - done, end + done)
    end += data.length
  }
  const flush = () => {
    write(Buffer.concat(batch.splice(0)))
    waiting = 0
  }
  const add = (part: Buffer | string) => {
    const data = typeof part === 'string' ? Buffer.from(part, 'latin1') : part
    batch.push(data)
    waiting += data.length
    if (waiting > BATCH_BYTES) flush()
  }
  const begin = (number: number) => {
    places.set(number, end + waiting)
    add(`${number} 0 obj\n`)
  }
  const copy = ({ start, length }: { start: number; length: number }) => {
    for (let done = 0; done < length; ) {
      const block = Buffer.allocUnsafe(Math.min(BATCH_BYTES, length - done))
      const got = readSync(fd, block, 0, block.length, start + done)
      if (got === 0) throw new Error('A stream ends before its length')
      add(block.subarray(0, got))
      done += got
    }
  }

  add('\n')
  return {
    object: (number, text, data) => {
      begin(number)
      add(text)
      if (data) for (const part of ['\nstream\n', data, '\nendstream']) add(part)
      add('\nendobj\n')
    },
    stream: (number, dictionary, from) => {
      begin(number)
      add(`${dictionary}\nstream\n`)
      copy(from)
      add('\nendstream\nendobj\n')
    },
    end: (trailer) => {
      const table = kept ? wholeTable(places) : sections(places)
      const start = end + waiting
      add(`xref\n${table}trailer << ${trailer} >>\nstartxref\n${start}\n%%EOF\n`)
      flush()
      ftruncateSync(fd, end)
    },
  }
}

// Rows of a table are exactly 20 bytes
const used = (place = 0) => `${String(place).padStart(10, '0')} 00000 n \n`
const FREE = '0000000000 65535 f \n'

/** One section from object 0 on; numbers that were never written are free. */
function wholeTable(places: Map<number, number>): string {
  const size = Math.max(...places.keys(), 0) + 1
  const rows = Array.from({ length: size }, (_, number) =>
    places.has(number) ? used(places.get(number)) : FREE,
  )
  return `0 ${size}\n${rows.join('')}`
}

/** Sections of consecutive numbers. */
function sections(places: Map<number, number>): string {
  const found: number[][] = []
  for (const number of [...places.keys()].sort((a, b) => a - b)) {
    const last = found.at(-1)
    if (last && last.at(-1) === number - 1) last.push(number)
    else found.push([number])
  }
  return found
    .map((numbers) => `${numbers[0]} ${numbers.length}\n${numbers.map((n) => used(places.get(n))).join('')}`)
    .join('')
}
