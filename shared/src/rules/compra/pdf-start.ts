/** How much of a file's beginning says whether it is a PDF, in bytes. */
export const PDF_START_BYTES = 2 ** 20
/** Almost always these first bytes are enough. */
export const PDF_FIRST_BYTES = 4096
const SIGNATURE = bytesOf('%PDF-')
/** Formats that may contain a PDF but are none: ZIP and formats based on it, old Office, pictures. */
const OTHERS = ['PK\x03\x04', '\xd0\xcf\x11\xe0', '\xff\xd8\xff', '\x89PNG', 'GIF8', 'II*\0', 'MM\0*'].map(
  bytesOf,
)

/** `at`: the position of its signature; -1 where a PDF lost it, and its objects begin at once. */
export type PdfStart = { at: number }

/** Where the PDF begins in a file that starts with `head`; null where the file is no PDF. */
export function pdfStart(head: Uint8Array): PdfStart | null {
  if (OTHERS.some((other) => isAt(head, other, 0))) return null
  const at = signatureIn(head)
  if (at >= 0) return { at }
  const first = String.fromCharCode(...head.subarray(0, PDF_FIRST_BYTES))
  return /^\d+ \d+ obj\s*<</m.test(first) ? { at } : null
}

function signatureIn(head: Uint8Array): number {
  for (let at = head.indexOf(SIGNATURE[0] ?? 0); at >= 0; at = head.indexOf(SIGNATURE[0] ?? 0, at + 1))
    if (isAt(head, SIGNATURE, at)) return at
  return -1
}

const isAt = (head: Uint8Array, signature: readonly number[], at: number): boolean =>
  signature.every((byte, index) => head[at + index] === byte)

function bytesOf(text: string): number[] {
  return Array.from(text, (letter) => letter.charCodeAt(0))
}
