// The browser decodes a picture and draws it smaller. One at a time: each is four bytes for every pixel.

export type FotoDibujada = { jpeg: Blob; ancho: number; alto: number }

/** Upright, as EXIF says. Rejects what this browser cannot decode. Close it. */
export const decode = (file: Blob): Promise<ImageBitmap> =>
  createImageBitmap(file, { imageOrientation: 'from-image' })

/** Draws the picture as a JPEG; its transparent parts are white. @param scale at most 1 @param quality 0 to 1 */
export async function draw(bitmap: ImageBitmap, scale: number, quality: number): Promise<FotoDibujada> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No canvas')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  const { width: ancho, height: alto } = canvas
  const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
  canvas.width = 0 // frees its memory now: some browsers wait long
  if (!jpeg) throw new Error('The canvas gave no picture')
  return { jpeg, ancho, alto }
}
