// DER, as far as a CMS SignedData, a certificate and its request need it (ITU-T X.690).
export const SEQUENCE = 0x30
export const SET = 0x31
export const INTEGER = 0x02
export const BITS = 0x03
export const OCTETS = 0x04
const OID = 0x06
export const UTF8 = 0x0c
/** For texts that the standard wants in plain letters: a country, a serial number. */
export const PRINTABLE = 0x13
export const UTC_TIME = 0x17
export const NULL = Buffer.from([0x05, 0x00])

/** An element: tag, length, its parts. */
export function der(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const { length } = body
  if (length < 128) return Buffer.concat([Buffer.from([tag, length]), body])
  const digits = Buffer.from(
    length.toString(16).padStart(length > 0xffff ? 6 : length > 0xff ? 4 : 2, '0'),
    'hex',
  )
  return Buffer.concat([Buffer.from([tag, 0x80 | digits.length]), digits, body])
}

export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  const bytes = [first * 40 + second, ...rest].flatMap((number) => {
    const septets = [number % 128]
    for (let left = Math.floor(number / 128); left > 0; left = Math.floor(left / 128))
      septets.unshift(0x80 | (left % 128))
    return septets
  })
  return der(OID, Buffer.from(bytes))
}

/** The elements inside a constructed one. */
export function children(element: Buffer): Buffer[] {
  const found: Buffer[] = []
  let position = headerOf(element, 0).header
  while (position < element.length) {
    const { header, length } = headerOf(element, position)
    found.push(element.subarray(position, position + header + length))
    position += header + length
  }
  return found
}

function headerOf(bytes: Buffer, start: number): { header: number; length: number } {
  const first = bytes[start + 1] ?? 0
  if (first < 0x80) return { header: 2, length: first }
  const size = first & 0x7f
  return { header: 2 + size, length: bytes.readUIntBE(start + 2, size) }
}
