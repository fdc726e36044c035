/** Money is integer centavos of ARS everywhere inside; pesos only on the wire and on the screen. */
export const toPesos = (centavos: number): number => centavos / 100
export const toCentavos = (pesos: number): number => Math.round(pesos * 100)
/** For a price that may be missing. */
export const toCentavosOrNull = (pesos: number | null): number | null =>
  pesos === null ? null : toCentavos(pesos)

/**
 * '$ 1.234,56', from whole centavos. Written by hand in the format of `Intl` for es-AR: creating the first
 * formatter of a page takes a browser longer than all the rest of a screen's code.
 */
export const formatPesos = (pesos: number): string =>
  `$ ${pesos
    .toFixed(2)
    .replace('.', ',')
    .replace(/\B(?=(?:\d{3}){1,7},)/g, '.')}`
/** '$ 1.234,56' or '-$ 1.234,56', of centavos. */
export const formatCentavos = (centavos: number): string =>
  `${centavos < 0 ? '-' : ''}${formatPesos(toPesos(Math.abs(centavos)))}`
/** From pesos, for use inside a sentence: a line does not end between the sign and the amount. */
export const pesosInText = (pesos: number): string => formatPesos(pesos).replace(' ', '\u00a0')

/** '12,5': percents have at most two decimals. */
export const formatPercent = (percent: number): string => String(percent).replace('.', ',')

/**
 * What is left of `centavos` after `percent` off (0 to 100, at most two decimals), rounded half up to whole pesos,
 * in centavos (discounts apply to whole pesos). In integers: a float would round 952.4999 the wrong way.
 */
export function afterPercent(centavos: number, percent: number): number {
  const hundredths = Math.round(percent * 100)
  return Math.floor((centavos * (10_000 - hundredths) + 500_000) / 1_000_000) * 100
}
