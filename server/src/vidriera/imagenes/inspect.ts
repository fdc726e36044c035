import { refuseField } from '../../base/http/errors.ts'
import { loadSharp } from '../../base/pdf/read/sharp.ts'

const MEGA = 1_000_000
const MAX_BYTES = 25 * MEGA
/** Enough for a phone's 50 megapixels. Checked by the header, before anything is decoded. */
const MAX_PIXELS = 52 * MEGA

/** Kinds by their first bytes, never by the name, so that no other decoder ever gets a picture. */
const KINDS = [/^\xff\xd8\xff/, /^\x89PNG\r\n.\n/s, /^RIFF.{4}WEBP/s, /^.{4}ftypavi[fs]/s]

const refuse = (message: string) => refuseField('imagen', message)

/**
 * The size of a picture as it is seen, after reading all of it.
 * @throws 400 {imagen: [..]}: not JPEG, PNG, WebP or AVIF; more than 25 MB or 52 megapixels; damaged
 */
export async function inspectImagen(bytes: Buffer): Promise<{ ancho: number; alto: number }> {
  if (bytes.length > MAX_BYTES) throw refuse('La imagen pesa demasiado: hasta 25 MB.')
  const head = bytes.toString('latin1', 0, 16)
  if (!KINDS.some((kind) => kind.test(head))) throw refuse('La imagen tiene que ser JPG, PNG, WebP o AVIF.')
  const sharp = await loadSharp()
  const damaged = () => refuse('La imagen está dañada o incompleta.')
  const open = () => sharp(bytes, { failOn: 'error', limitInputPixels: false })
  const { width, height, autoOrient } = await open()
    .metadata()
    .catch(() => Promise.reject(damaged()))
  if (width * height > MAX_PIXELS) throw refuse('La imagen es demasiado grande: hasta 52 megapíxeles.')
  await open()
    .resize(32, 32, { fit: 'fill', fastShrinkOnLoad: false })
    .toBuffer()
    .catch(() => Promise.reject(damaged()))
  return { ancho: autoOrient.width, alto: autoOrient.height }
}
