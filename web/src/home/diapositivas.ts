/**
 * The offers in slides of `size`. A short last slide is filled with the first offers again, so that every
 * slide is full.
 */
export function toDiapositivas<T>(items: readonly T[], size: number): T[][] {
  const slides = Math.ceil(items.length / size)
  return Array.from({ length: slides }, (_, slide) =>
    Array.from({ length: size }, (_, place) => items[(slide * size + place) % items.length] as T),
  )
}
