import { readSync } from 'node:fs'
import { inflateSync } from 'node:zlib'

const TAIL = 2048
const BLOCK = 2 ** 16
const MOST_BLOCKS = 400 // 26 MB of one table
const MOST_SECTIONS = 500
const HEAD = 40 // bytes of 'N G obj', with space before it
const READ_AHEAD = 2 ** 17

/**
 * Whether the cross-reference table says where objects really begin. PDFium believes the table as long as it
 * finds the pages: an object that begins a few bytes later is silently missing from its page, while other
 * readers search for it.
 * @returns true also for tables that this reader does not understand: PDFium's own check remains
 */
export function isTableRight(fd: number, size: number): boolean {
  const read = reader(fd, size)
  const offsets = readOffsets(read, size)
  const sorted = [...offsets].filter(([, offset]) => offset > 0).sort((a, b) => a[1] - b[1])
  return sorted.every(([number, offset]) => {
    const found = /^[\s\0]*(\d+)[\s\0]+\d+[\s\0]+obj/.exec(read(offset, HEAD))
    return found !== null && Number(found[1]) === number
  })
}

type Read = (start: number, length: number) => string

/** Neighbouring objects are read together. */
function reader(fd: number, size: number): Read {
  const buffer = Buffer.alloc(READ_AHEAD)
  let from = 0
  let to = 0
  return (start, length) => {
    const end = Math.min(size, start + length)
    if (end - start > READ_AHEAD || start >= end) return plain(fd, start, Math.max(0, end - start))
    if (start < from || end > to) {
      from = start
      to = start + readSync(fd, buffer, 0, Math.min(READ_AHEAD, size - start), start)
    }
    return buffer.toString('latin1', start - from, Math.max(start, Math.min(end, to)) - from)
  }
}

function plain(fd: number, start: number, length: number): string {
  const buffer = Buffer.alloc(length)
  return buffer.toString('latin1', 0, length > 0 ? readSync(fd, buffer, 0, length, start) : 0)
}

/** Entries with the position of an older table. */
const OLDER = [/\/XRefStm\s+(\d+)/, /\/Prev\s+(\d+)/]

/** Where objects begin, by number: the newest section that names one counts. */
function readOffsets(read: Read, size: number): Map<number, number> {
  const offsets = new Map<number, number>()
  const seen = new Set<number>()
  const waiting = [
    Number([...read(Math.max(0, size - TAIL), TAIL).matchAll(/startxref\s+(\d+)/g)].at(-1)?.[1]),
  ]
  for (let at = waiting.shift(); at !== undefined && seen.size < MOST_SECTIONS; at = waiting.shift()) {
    if (!(at > 0 && at < size) || seen.has(at)) continue
    seen.add(at)
    const section = readSection(read, at, size)
    if (!section) continue
    for (const [number, offset] of section.entries) if (!offsets.has(number)) offsets.set(number, offset)
    for (const pattern of OLDER) {
      const next = pattern.exec(section.trailer)?.[1]
      if (next) waiting.push(Number(next))
    }
  }
  return offsets
}

type Section = { entries: [number: number, offset: number][]; trailer: string }

function readSection(read: Read, at: number, size: number): Section | undefined {
  const kind = /^[\s\0]*(xref|\d+\s+\d+\s+obj)/.exec(read(at, 64))?.[1]
  if (!kind) return undefined
  let text = ''
  for (let block = 0; block < MOST_BLOCKS && at + text.length < size; block++) {
    text += read(at + text.length, BLOCK)
    if (hasEnd(kind, text.slice(Math.max(0, text.length - 2 * BLOCK)))) break
  }
  return kind === 'xref' ? readRows(text) : readStream(text)
}

function hasEnd(kind: string, text: string): boolean {
  if (kind !== 'xref') return text.includes('endstream')
  const trailerAt = text.indexOf('trailer')
  return trailerAt >= 0 && /startxref|%%EOF/.test(text.slice(trailerAt))
}

function readRows(text: string): Section {
  const trailerAt = text.indexOf('trailer')
  const entries: Section['entries'] = []
  let number = 0
  for (const [, first, rest, use] of text
    .slice(0, trailerAt)
    .matchAll(/(?<!\d)(\d+)[ \t]+(\d+)[ \t]*([nf]?)/g)) {
    if (!use) number = Number(first)
    else {
      if (use === 'n') entries.push([number, rest === undefined ? 0 : Number(first)])
      number++
    }
  }
  return { entries, trailer: text.slice(trailerAt) }
}

function readStream(text: string): Section | undefined {
  const start = /stream\r?\n/.exec(text)
  if (!start) return undefined
  const trailer = text.slice(0, start.index)
  const numbers = (pattern: RegExp) => (pattern.exec(trailer)?.[1] ?? '').match(/\d+/g)?.map(Number)
  const [w1 = 0, w2 = 0, w3 = 0] = numbers(/\/W\s*\[([^\]/]*)\]/) ?? []
  const width = w1 + w2 + w3
  const length = Number(/\/Length\s+(\d+)(?!\s+\d+\s+R)/.exec(trailer)?.[1])
  const from = start.index + start[0].length
  const rows = decode(
    Buffer.from(text.slice(from, Number.isFinite(length) ? from + length : undefined), 'latin1'),
    trailer,
    width,
  )
  if (!rows || width === 0) return undefined
  const index = numbers(/\/Index\s*\[([^\]/]*)\]/) ?? [0, Math.floor(rows.length / width)]
  const entries: Section['entries'] = []
  let at = 0
  for (let pair = 0; pair + 1 < index.length; pair += 2) {
    for (let k = 0; k < (index[pair + 1] ?? 0) && at + width <= rows.length; k++, at += width) {
      const type = w1 === 0 ? 1 : rows.readUIntBE(at, w1)
      if (type === 1 && w2 > 0 && w2 <= 6)
        entries.push([(index[pair] ?? 0) + k, rows.readUIntBE(at + w1, w2)])
    }
  }
  return { entries, trailer }
}

/** FlateDecode, with the PNG predictors that writers use here; undefined for anything else. */
function decode(data: Buffer, dictionary: string, width: number): Buffer | undefined {
  const filter = /\/Filter\s*(?:\[\s*)?\/(\w+)/.exec(dictionary)?.[1]
  if (filter && filter !== 'FlateDecode') return undefined
  try {
    const plain = filter ? inflateSync(data, { maxOutputLength: 2 ** 28 }) : data
    const predictor = Number(/\/Predictor\s+(\d+)/.exec(dictionary)?.[1] ?? 1)
    if (predictor < 10) return predictor === 1 ? plain : undefined
    return withoutPredictor(plain, width)
  } catch {
    return undefined // damaged: PDFium has to rebuild the table, and says so
  }
}

/** Rows of PNG filters None, Sub and Up (RFC 2083, 6). */
function withoutPredictor(data: Buffer, width: number): Buffer | undefined {
  const rows = Math.floor(data.length / (width + 1))
  const out = Buffer.alloc(rows * width)
  for (let row = 0; row < rows; row++) {
    const filter = data[row * (width + 1)]
    if (filter === undefined || filter > 2) return undefined
    for (let column = 0; column < width; column++) {
      const at = row * width + column
      const left = filter === 1 && column > 0 ? (out[at - 1] ?? 0) : 0
      const above = filter === 2 && row > 0 ? (out[at - width] ?? 0) : 0
      out[at] = (data[row * (width + 1) + 1 + column] ?? 0) + left + above
    }
  }
  return out
}
