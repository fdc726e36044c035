type Source = HTMLVideoElement | ImageBitmap
/** The text of a QR in a picture; null where there is none. */
type Decode = (source: Source) => Promise<string | null>

/** What some browsers bring along (Chromium on Android and macOS); TypeScript's own types do not know it yet. */
type Detector = { detect: (source: Source) => Promise<{ rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}

/** The longer side of what is looked at: more is slower and finds no more. */
const SIDE = 720

/** The browser's own detector, else one of ours, loaded only now. */
export async function createDecoder(): Promise<Decode> {
  const { BarcodeDetector: Own } = window as { BarcodeDetector?: DetectorClass }
  const formats = (await Own?.getSupportedFormats().catch(() => [])) ?? []
  if (Own && formats.includes('qr_code')) {
    const detector = new Own({ formats: ['qr_code'] })
    return async (source) => (await detector.detect(source).catch(() => []))[0]?.rawValue ?? null
  }
  const { decodeQR } = await import('qr/decode.js')
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  if (!pen) throw new Error('This browser cannot draw on a canvas')
  return async (source) => {
    const [width, height] =
      source instanceof HTMLVideoElement
        ? [source.videoWidth, source.videoHeight]
        : [source.width, source.height]
    if (width === 0 || height === 0) return null
    const scale = Math.min(1, SIDE / Math.max(width, height))
    canvas.width = Math.round(width * scale)
    canvas.height = Math.round(height * scale)
    pen.drawImage(source, 0, 0, canvas.width, canvas.height)
    try {
      return decodeQR(pen.getImageData(0, 0, canvas.width, canvas.height)) || null
    } catch {
      return null // its way of saying that there is none
    }
  }
}

/** The text of a QR in a photo. */
export async function readPhoto(file: File): Promise<string | null> {
  const [bitmap, decode] = await Promise.all([createImageBitmap(file), createDecoder()])
  try {
    return await decode(bitmap)
  } finally {
    bitmap.close()
  }
}
