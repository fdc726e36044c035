const ACTIVO = 10_000
const ESTRELLA = 100_000

/** The profile's message for a balance of points (spec section 4). */
export function rangoOf(puntos: number): string {
  if (puntos <= 0) return '¡Tu próxima compra te dará puntos!'
  if (puntos < ACTIVO) return 'Rango: Principiante'
  return puntos < ESTRELLA ? 'Rango: Activo' : 'Rango: Cliente estrella'
}

/** The profile's bar, in percent: puntos/500, at most 100 (spec section 9). */
export const puntosBar = (puntos: number): number => Math.min(100, Math.max(0, puntos / 500))
