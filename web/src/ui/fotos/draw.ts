// The browser decodes a picture and draws it smaller. One at a time: each is four bytes for every pixel.

export type FotoDibujada = { jpeg: Blob; ancho: number; alto: number }

type Decodificada = { source: CanvasImageSource; width: number; height: number; close(): void }

/** Upright, as EXIF says. Rejects what this browser cannot decode. Close it. */
export async function decode(file: Blob): Promise<Decodificada> {
  try {
    const source = await createImageBitmap(file, { imageOrientation: 'from-image' })
    return { source, width: source.width, height: source.height, close: () => source.close() }
  } catch (error) {
    // Safari before 16.4, Chrome before 112 and Firefox before 111 refuse the option, whatever the picture
    if (error instanceof TypeError) return decodeAsElement(file)
    throw error
  }
}

async function decodeAsElement(file: Blob): Promise<Decodificada> {
  const source = new Image()
  source.src = URL.createObjectURL(file)
  const close = () => URL.revokeObjectURL(source.src)
  try {
    await source.decode()
  } catch (error) {
    close()
    throw error
  }
  return { source, width: source.naturalWidth, height: source.naturalHeight, close }
}

/** Draws the picture as a JPEG; its transparent parts are white. @param scale at most 1 @param quality 0 to 1 */
export async function draw(
  { source, width, height }: Decodificada,
  scale: number,
  quality: number,
): Promise<FotoDibujada> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No canvas')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(source, 0, 0, canvas.width, canvas.height)
  const { width: ancho, height: alto } = canvas
  const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
  canvas.width = 0 // frees its memory now: some browsers wait long
  if (!jpeg) throw new Error('The canvas gave no picture')
  return { jpeg, ancho, alto }
}
