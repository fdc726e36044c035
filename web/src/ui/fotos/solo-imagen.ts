// Strips a JPEG to the picture itself: without place and device, comments, thumbnails, and data behind its
// end, such as the film of a moving photo.

const EOI = 0xd9
const SOS = 0xda

/** RST0 to RST7, and TEM: two bytes, without a length. */
const isAlone = (marker: number): boolean => (marker >= 0xd0 && marker <= 0xd7) || marker === 0x01

/** Among the application segments, only JFIF (APP0) and Adobe (APP14) are needed: they tell how colours are meant. */
function isPicture(bytes: Uint8Array, at: number, marker: number): boolean {
  if (marker === 0xfe) return false // a comment
  if (marker < 0xe0 || marker > 0xef) return true
  // 'JFIF', not 'JFXX', which is a small copy of the picture as it once was
  return marker === 0xee || (marker === 0xe0 && bytes[at + 6] === 0x49)
}

/**
 * ITU T.81, B.1.1: the segments of the picture, to its real end, with unchanged bytes. A cut-off file ends
 * where it ends. Null where the segments cannot be followed: then it must be drawn anew.
 */
export function soloImagen(bytes: Uint8Array<ArrayBuffer>): Blob | null {
  const parts = [bytes.subarray(0, 2)]
  for (let at = 2; at + 1 < bytes.length; ) {
    const marker = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff || marker === 0) return null
    if (marker === 0xff) {
      at++ // a fill byte
      continue
    }
    const to = endOf(bytes, at, marker)
    if (to > bytes.length) return null
    if (isPicture(bytes, at, marker)) parts.push(bytes.subarray(at, to))
    if (marker === EOI) break
    at = to
  }
  // A copy: the file may be deleted or changed before the PDF is read
  return new Blob(parts)
}

/** The first byte after the segment that begins at `at`; after the header of a scan, its data is included. */
function endOf(bytes: Uint8Array, at: number, marker: number): number {
  if (marker === EOI || isAlone(marker)) return at + 2
  const head = at + 2 + (bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0)
  if (head < at + 4) return Number.POSITIVE_INFINITY // shorter than its own length
  return marker === SOS ? endOfScan(bytes, head) : head
}

/** In what was scanned 0xff stands only before 0 or a restart; anything else is the next segment. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 2)) {
    const next = bytes[at + 1]
    if (next === undefined) break
    if (next !== 0 && !isAlone(next)) return at
  }
  return Math.max(from, bytes.length)
}
