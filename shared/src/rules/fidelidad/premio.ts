/** How far a balance reaches for a premio, in whole percent, at most 100. */
export function premioPercent(puntos: number, requeridos: number): number {
  if (requeridos <= 0) return 100
  // The product first: 29 / 100 * 100 would be 28.99
  return Math.min(100, Math.max(0, Math.floor((puntos * 100) / requeridos)))
}

/** The emoji of a percentage's band (100, more than 75, more than 50, more than 25, otherwise). */
export function premioEmoji(percent: number): string {
  if (percent >= 100) return '🏆'
  if (percent > 75) return '🔥'
  if (percent > 50) return '🚀'
  return percent > 25 ? '💪' : '🌱'
}

/** The emoji's meaning for screen readers. */
export function premioEmojiText(percent: number): string {
  if (percent >= 100) return 'Te alcanza'
  if (percent > 75) return 'Casi lo tenés'
  if (percent > 50) return 'Más de la mitad'
  return percent > 25 ? 'En camino' : 'Recién empezás'
}

/** A code of free sheets spends as many whole multiples of its price as the points allow; the rest stays. */
export function hojasDeCanje(
  puntos: number,
  premio: { puntos_requeridos: number; cantidad: number },
): { hojas: number; puntos: number } {
  const veces = Math.max(0, Math.floor(puntos / premio.puntos_requeridos))
  return { hojas: veces * premio.cantidad, puntos: veces * premio.puntos_requeridos }
}

/** A prize worth more is perhaps a mistake, so the back office warns of it (docs/operations.md). */
export const PREMIO_PORCENTAJE_MAX = 20

/**
 * A prize's worth in percent of the pesos that earn its points, with one decimal. `valor` in centavos; null
 * where either is unknown.
 */
export function premioPorcentaje(valor: number | null, puntos: number, porPeso: number): number | null {
  if (valor === null || puntos <= 0 || porPeso <= 0) return null
  return Math.round((valor / 100 / (puntos / porPeso)) * 1000) / 10
}
