const ACTIVO = 10_000
const ESTRELLA = 100_000

/** The profile's message for a balance of points. */
export function rangoDePuntos(puntos: number): string {
  if (puntos <= 0) return '¡Tu próxima compra te dará puntos!'
  if (puntos < ACTIVO) return 'Rango: Principiante'
  return puntos < ESTRELLA ? 'Rango: Activo' : 'Rango: Cliente estrella'
}

/** The next rank and the points that are missing; null at the top. */
export function nextRango(puntos: number): { nombre: string; faltan: number } | null {
  if (puntos < ACTIVO) return { nombre: 'Activo', faltan: ACTIVO - puntos }
  return puntos < ESTRELLA ? { nombre: 'Cliente estrella', faltan: ESTRELLA - puntos } : null
}

/** The profile's bar, in percent: puntos/500, at most 100. */
export const puntosBar = (puntos: number): number => Math.min(100, Math.max(0, puntos / 500))
