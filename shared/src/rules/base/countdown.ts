const HOUR_MS = 3600_000

/** How little is left of a coupon: under 1 hour very urgent, under 4 urgent; at 0 it expired. */
export type Apuro = 'normal' | 'urgente' | 'muy-urgente' | 'expirado'

export function urgenciaOf(leftMs: number): Apuro {
  if (leftMs <= 0) return 'expirado'
  if (leftMs < HOUR_MS) return 'muy-urgente'
  return leftMs < 4 * HOUR_MS ? 'urgente' : 'normal'
}

/** The time left, in whole seconds rounded up, so that it says 0 only when no time is left. */
export function partsOf(leftMs: number): { horas: number; minutos: number; segundos: number } {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000))
  return {
    horas: Math.floor(seconds / 3600),
    minutos: Math.floor(seconds / 60) % 60,
    segundos: seconds % 60,
  }
}
