import type { ProductoDetalle } from '@imprimitodo/shared/api/productos'

export type Medio = { kind: 'video'; url: string; poster: string | null } | { kind: 'imagen'; url: string }

/** What the viewer shows: the video first if there is one, then the pictures, the main one leading. */
export function mediosOf({ video, imagenes }: Pick<ProductoDetalle, 'video' | 'imagenes'>): Medio[] {
  const sorted = imagenes.toSorted((one, other) => Number(other.es_principal) - Number(one.es_principal))
  const pictures = sorted.map(({ imagen }): Medio => ({ kind: 'imagen', url: imagen }))
  return video ? [{ kind: 'video', url: video, poster: sorted[0]?.imagen ?? null }, ...pictures] : pictures
}
