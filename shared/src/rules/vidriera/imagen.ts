/** Widths in pixels that our pictures are served in; a smaller original is not enlarged. */
export const ANCHOS = [320, 640, 960] as const
export type Ancho = (typeof ANCHOS)[number]

/** AVIF first: browsers that support it load half the bytes. */
export const FORMATOS = ['avif', 'webp'] as const
export type ImagenFormato = (typeof FORMATOS)[number]

/** Values of `srcset` for each format, and the `src` for browsers that know neither. */
type ImagenSources = { avif: string; webp: string; src: string }

/**
 * `sizes` of the large picture on a product's page: the server names it in the page's head, the screen shows
 * it.
 */
export const PRODUCTO_SIZES = '(min-width: 73.75em) 570px, (min-width: 53.75em) 50vw, 100vw'

const OURS = /^\/imagenes\/([0-9a-f]{32})-(\d+)\.(avif|webp)$/

/**
 * All the ways to load a picture, from the one address that answers give. Null for an address that is not one
 * of our pictures: the caller uses that address unchanged.
 */
export function imagenSources(address: string): ImagenSources | null {
  const [, id] = OURS.exec(address) ?? []
  if (!id) return null
  const set = (formato: ImagenFormato) =>
    ANCHOS.map((ancho) => `${imagenPath(id, ancho, formato)} ${ancho}w`).join(', ')
  return { avif: set('avif'), webp: set('webp'), src: imagenPath(id, 640, 'webp') }
}

export const imagenPath = (id: string, ancho: Ancho, formato: ImagenFormato): string =>
  `/imagenes/${id}-${ancho}.${formato}`

/** The picture that a path asks for; null where the path cannot be one of ours. */
export function parseImagen(path: string): { id: string; ancho: Ancho; formato: ImagenFormato } | null {
  const [, id, width, format] = OURS.exec(path) ?? []
  const ancho = ANCHOS.find((one) => String(one) === width)
  const formato = FORMATOS.find((one) => one === format)
  return id && ancho && formato ? { id, ancho, formato } : null
}
