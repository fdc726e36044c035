/** Points for a purchase: `porPeso` (the owner's, up to four decimals) for each peso, whole ones. `centavos` paid. */
export const puntosFor = (centavos: number, porPeso: number): number =>
  Math.floor((centavos * Math.round(porPeso * 10_000)) / 1_000_000)

type Pago = { estado: string; importe: number; devuelto: number; moneda: string }

/**
 * Of the points that an order earned, those that its money took along when it went back: all of them when nothing is
 * left of `importe_final`, else in proportion (decisions, "Loyalty"). Of all its payments and not of the last one, so
 * that a second payment that returns takes nothing. Centavos.
 */
export function puntosLost(ganados: number, importe_final: number, pagos: readonly Pago[]): number {
  if (importe_final <= 0) return 0
  const left = pagos
    .filter(({ estado, moneda }) => moneda === 'ARS' && (estado === 'approved' || estado === 'in_mediation'))
    .reduce((sum, { importe, devuelto }) => sum + importe - devuelto, 0)
  const gone = importe_final - Math.min(importe_final, Math.max(0, left))
  return Math.floor((ganados * gone) / importe_final)
}
