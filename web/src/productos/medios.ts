import type { ProductoDetalleAnswer } from '@imprimitodo/shared/api/productos'

export type Medio = { kind: 'video'; url: string; poster: string | null } | { kind: 'imagen'; url: string }

/**
 * The media in the viewer's order: the video if there is one, then the pictures, the main one first. A video without a
 * picture of its own is shown by the main picture.
 */
export function mediosOf({
  video,
  portada,
  imagenes,
}: Pick<ProductoDetalleAnswer, 'video' | 'portada' | 'imagenes'>): Medio[] {
  const sorted = [...imagenes].sort((one, other) => Number(other.es_principal) - Number(one.es_principal))
  const pictures = sorted.map(({ imagen }): Medio => ({ kind: 'imagen', url: imagen }))
  const poster = portada ?? sorted[0]?.imagen ?? null
  return video ? [{ kind: 'video', url: video, poster }, ...pictures] : pictures
}
