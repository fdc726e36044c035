import { GROUP, type IppAttributes, type IppGroup, type IppReply, type IppValue, TAG } from './model.ts'

/** A printer's bytes are not trusted: each of these limits is far beyond any real printer. */
const MAX_ATTRIBUTES = 20_000
const MAX_DEPTH = 8

export class IppMalformed extends Error {}

/** The head of a message: works for replies (`status`) and, in the emulator, for requests (its operation). */
export function decodeMessage(bytes: Uint8Array): IppReply & { rest: Uint8Array } {
  const reader = createReader(bytes)
  const major = reader.u8()
  reader.u8()
  if (major < 1 || major > 2) throw new IppMalformed(`version ${major}`)
  const [status, requestId] = [reader.u16(), reader.i32()]
  const groups: IppGroup[] = []
  for (let tag = reader.u8(); tag !== GROUP.end; tag = reader.u8()) {
    if (tag > 0x0f) throw new IppMalformed(`group ${tag}`)
    groups.push({ tag, attributes: readAttributes(reader) })
  }
  return { status, requestId, groups, rest: reader.rest() }
}

type Reader = ReturnType<typeof createReader>

function createReader(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  let count = 0
  const take = (length: number): number => {
    if (at + length > bytes.length) throw new IppMalformed('cut short')
    at += length
    return at - length
  }
  return {
    u8: () => view.getUint8(take(1)),
    u16: () => view.getUint16(take(2)),
    i32: () => view.getInt32(take(4)),
    bytes(length: number) {
      const from = take(length)
      return bytes.subarray(from, from + length)
    },
    /** The next byte, without consuming it. */
    peek() {
      if (at >= bytes.length) throw new IppMalformed('cut short')
      return view.getUint8(at)
    },
    countAttribute() {
      if (++count > MAX_ATTRIBUTES) throw new IppMalformed('too many attributes')
    },
    rest: () => bytes.subarray(at),
  }
}

type Field = { tag: number; name: string; bytes: Uint8Array }

function readField(reader: Reader): Field {
  reader.countAttribute()
  const tag = reader.u8()
  const name = latin(reader.bytes(reader.u16()))
  return { tag, name, bytes: reader.bytes(reader.u16()) }
}

function readAttributes(reader: Reader): IppAttributes {
  const attributes: IppAttributes = new Map()
  let values: IppValue[] | undefined
  while (reader.peek() > 0x0f) {
    const field = readField(reader)
    if (field.name) {
      values = []
      // Some printers send an attribute twice, which is forbidden: the first counts, as it does for CUPS
      if (!attributes.has(field.name)) attributes.set(field.name, values)
    }
    if (!values) throw new IppMalformed('a value without a name')
    values.push(valueIn(reader, field, 0))
  }
  return attributes
}

function valueIn(reader: Reader, { tag, bytes }: Field, depth: number): IppValue {
  if (tag === TAG.collection) return readCollection(reader, depth + 1)
  if (tag < 0x20) return null // out of band: unsupported, unknown, no-value
  if (tag === TAG.integer || tag === TAG.enum) return sized(bytes, 4).getInt32(0)
  if (tag === TAG.boolean) return sized(bytes, 1).getUint8(0) !== 0
  if (tag === TAG.range) {
    const view = sized(bytes, 8)
    return { lower: view.getInt32(0), upper: view.getInt32(4) }
  }
  if (tag === TAG.textWithLanguage || tag === TAG.nameWithLanguage) return withoutLanguage(bytes)
  if (tag >= 0x40) return utf8(bytes)
  return bytes
}

function readCollection(reader: Reader, depth: number): IppValue {
  if (depth > MAX_DEPTH) throw new IppMalformed('collections too deep')
  const members = new Map<string, IppValue[]>()
  let values: IppValue[] | undefined
  for (let field = readField(reader); field.tag !== TAG.endCollection; field = readField(reader)) {
    if (field.tag === TAG.memberName) {
      values = []
      members.set(utf8(field.bytes), values)
      continue
    }
    if (!values) throw new IppMalformed('a member without a name')
    values.push(valueIn(reader, field, depth))
  }
  return Object.fromEntries(members)
}

/** language length, language, text length, text. */
function withoutLanguage(bytes: Uint8Array): string {
  const reader = createReader(bytes)
  reader.bytes(reader.u16())
  return utf8(reader.bytes(reader.u16()))
}

function sized(bytes: Uint8Array, length: number): DataView {
  if (bytes.length !== length) throw new IppMalformed(`${bytes.length} bytes instead of ${length}`)
  return new DataView(bytes.buffer, bytes.byteOffset, length)
}

/**
 * Without NUL, which some printers pad with and no database takes: a report with one would never be stored.
 */
const utf8 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8').replaceAll('\0', '')
const latin = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')
