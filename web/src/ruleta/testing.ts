import { type RangoRuleta, valoresOf } from './rueda.ts'

/** The value under the pointer at the top, when the wheel is turned clockwise by `angle` degrees. */
export function valorAt(angle: number, rango: RangoRuleta): number {
  const valores = valoresOf(rango)
  const size = 360 / valores.length
  const atTop = (((size / 2 - angle) % 360) + 360) % 360
  return valores[Math.floor(atTop / size) % valores.length] ?? rango.min
}
