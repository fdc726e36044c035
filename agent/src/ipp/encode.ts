import { GROUP, type IppMember, type SentValue, TAG } from './model.ts'

/** 2.0. */
export const NEWEST = 0x0200

/** A request without its document (RFC 8010 section 3.1). Attribute order is the caller's: it matters to printers. */
export function encodeRequest(
  operation: number,
  requestId: number,
  operationAttributes: readonly IppMember[],
  jobAttributes: readonly IppMember[] = [],
  version = NEWEST,
): Buffer {
  return Buffer.concat([
    u16(version),
    u16(operation),
    i32(requestId),
    Buffer.from([GROUP.operation]),
    attributesOf(operationAttributes),
    ...(jobAttributes.length ? [Buffer.from([GROUP.job]), attributesOf(jobAttributes)] : []),
    Buffer.from([GROUP.end]),
  ])
}

export const attributesOf = (attributes: readonly IppMember[]): Buffer =>
  Buffer.concat(attributes.map(attribute))

/** Further values of one attribute carry an empty name. */
function attribute([tag, name, value]: IppMember): Buffer {
  return Buffer.concat(valuesOf(tag, value).map((one, index) => field(tag, index ? '' : name, one)))
}

/** Within a collection an array is its members; several collections are an array of those. */
function valuesOf(tag: number, value: IppMember[2]): readonly SentValue[] {
  if (!Array.isArray(value)) return [value as SentValue]
  const isOneCollection = tag === TAG.collection && typeof value[0]?.[0] === 'number'
  return isOneCollection ? [value as readonly IppMember[]] : (value as readonly SentValue[])
}

function field(tag: number, name: string, value: SentValue): Buffer {
  if (tag === TAG.collection && Array.isArray(value)) return collection(name, value)
  return plain(tag, name, bytesOf(tag, value))
}

function collection(name: string, members: readonly IppMember[]): Buffer {
  const inside = members.flatMap(([tag, member, value]) => [
    plain(TAG.memberName, '', Buffer.from(member)),
    ...valuesOf(tag, value).map((one) => field(tag, '', one)),
  ])
  return Buffer.concat([
    plain(TAG.collection, name, Buffer.alloc(0)),
    ...inside,
    plain(TAG.endCollection, '', Buffer.alloc(0)),
  ])
}

function plain(tag: number, name: string, bytes: Buffer): Buffer {
  const written = Buffer.from(name)
  return Buffer.concat([Buffer.from([tag]), u16(written.length), written, u16(bytes.length), bytes])
}

function bytesOf(tag: number, value: SentValue): Buffer {
  if (value instanceof Uint8Array) return Buffer.from(value)
  if (tag === TAG.integer || tag === TAG.enum) return i32(Number(value))
  if (tag === TAG.boolean) return Buffer.from([value ? 1 : 0])
  return Buffer.from(String(value))
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

function i32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
