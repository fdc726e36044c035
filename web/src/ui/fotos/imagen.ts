// Reads the first bytes of a picture: its kind and size, and how the camera was held. Nothing is decoded.

/** `jpeg-directo`: a PDF can carry its bytes as they are. Others are drawn anew by the browser, where it can. */
export type FotoFormato = 'jpeg-directo' | 'jpeg' | 'png' | 'webp' | 'heic' | 'gif' | 'otro'

/**
 * `ancho` and `alto` as stored, before it is turned; 0 where the first bytes do not say. `orientacion`: 1 to 8, as EXIF
 * counts them; 1 is upright. `gris`: it has no colour at all.
 */
export type Imagen = {
  formato: FotoFormato
  ancho: number
  alto: number
  orientacion: number
  gris: boolean
  animada: boolean
}

/** Size and orientation come before the picture itself: later bytes are not searched. */
const HEAD_BYTES = 1024 ** 2

const UNKNOWN: Imagen = {
  formato: 'otro',
  ancho: 0,
  alto: 0,
  orientacion: 1,
  gris: false,
  animada: false,
}

/** Reads the kind by the content, since a name may be wrong. Rejects if the browser can no longer read it. */
export async function inspect(file: Blob): Promise<Imagen> {
  return imagenOf(new DataView(await file.slice(0, HEAD_BYTES).arrayBuffer()))
}

export function imagenOf(view: DataView): Imagen {
  const starts = (text: string, at = 0) => textAt(view, at, text.length) === text
  try {
    if (view.byteLength > 3 && view.getUint16(0) === 0xffd8) return jpeg(view)
    if (starts('\x89PNG'))
      return { ...UNKNOWN, formato: 'png', ancho: view.getUint32(16), alto: view.getUint32(20) }
    if (starts('RIFF') && starts('WEBP', 8)) return webp(view)
    if (starts('GIF8'))
      return { ...UNKNOWN, formato: 'gif', ancho: view.getUint16(6, true), alto: view.getUint16(8, true) }
    if (starts('ftyp', 4) && /^(?:he|mif|msf)/.test(textAt(view, 8, 4)))
      return { ...UNKNOWN, formato: 'heic' }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error // it ends in the middle: the browser will say what it is
  }
  return UNKNOWN
}

function textAt(view: DataView, at: number, length: number): string {
  if (at + length > view.byteLength) return ''
  return String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at, length))
}

/** ITU T.81, B.1.1: segments, each with its length, up to the one that says size and components. */
function jpeg(view: DataView): Imagen {
  let orientacion = 1
  let at = 2
  while (at + 4 <= view.byteLength) {
    if (view.getUint8(at) !== 0xff) break
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at++ // a fill byte
      continue
    }
    const length = view.getUint16(at + 2)
    if (marker === 0xe1 && textAt(view, at + 4, 4) === 'Exif') orientacion = exifOrientacion(view, at + 10)
    if (isFrame(marker)) return { ...jpegFrame(view, at, marker), orientacion }
    if (marker === 0xda) break // the picture data begins, and no segment had its size
    at += 2 + length
  }
  return { ...UNKNOWN, formato: 'jpeg', orientacion }
}

/** SOF0 to SOF15 without the tables of Huffman (C4), JPEG (C8) and arithmetic coding (CC). */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function jpegFrame(view: DataView, at: number, marker: number): Omit<Imagen, 'orientacion'> {
  const [bits, components] = [view.getUint8(at + 4), view.getUint8(at + 9)]
  const [alto, ancho] = [view.getUint16(at + 5), view.getUint16(at + 7)]
  // Baseline and progressive, in grey or three colours. Four are inks, in which programs disagree
  const directo = marker <= 0xc2 && bits === 8 && (components === 1 || components === 3)
  const formato = directo && ancho > 0 && alto > 0 ? 'jpeg-directo' : 'jpeg'
  return { formato, ancho, alto, gris: components === 1, animada: false }
}

/** TIFF 6.0 and EXIF: the tag 0x0112 of the first directory. @param at where the TIFF header begins */
function exifOrientacion(view: DataView, at: number): number {
  const order = textAt(view, at, 2)
  if (order !== 'II' && order !== 'MM') return 1
  const little = order === 'II'
  try {
    const directory = at + view.getUint32(at + 4, little)
    const entries = view.getUint16(directory, little)
    for (let entry = 0; entry < entries; entry++) {
      const field = directory + 2 + entry * 12
      if (view.getUint16(field, little) !== 0x0112) continue
      const value = view.getUint16(field + 8, little)
      return value >= 1 && value <= 8 ? value : 1
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error // it points outside of itself
  }
  return 1
}

/** https://developers.google.com/speed/webp/docs/riff_container */
function webp(view: DataView): Imagen {
  const kind = textAt(view, 12, 4)
  const found = { ...UNKNOWN, formato: 'webp' as const }
  if (kind === 'VP8X') {
    const three = (at: number) => 1 + (view.getUint16(at, true) | (view.getUint8(at + 2) << 16))
    return { ...found, ancho: three(24), alto: three(27), animada: (view.getUint8(20) & 2) !== 0 }
  }
  if (kind === 'VP8L') {
    const bits = view.getUint32(21, true)
    return { ...found, ancho: 1 + (bits & 0x3fff), alto: 1 + ((bits >>> 14) & 0x3fff) }
  }
  return { ...found, ancho: view.getUint16(26, true) & 0x3fff, alto: view.getUint16(28, true) & 0x3fff }
}
