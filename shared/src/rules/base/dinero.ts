/** Money is integer centavos of ARS everywhere inside; pesos only on the wire and on the screen. */
export const toPesos = (centavos: number): number => centavos / 100
export const toCentavos = (pesos: number): number => Math.round(pesos * 100)
/** For a price that may be missing. */
export const toCentavosOrNull = (pesos: number | null): number | null =>
  pesos === null ? null : toCentavos(pesos)
export const toPesosOrNull = (centavos: number | null): number | null =>
  centavos === null ? null : toPesos(centavos)

/**
 * '$ 1.234,56', of pesos of 0 and more. Written by hand in the format of `Intl` for es-AR: creating the first
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
/** Writes pesos for the inside of a sentence: no line break between the sign and the amount. */
export const pesosInText = (pesos: number): string => formatPesos(pesos).replace(' ', '\u00a0')

/** '12,5': percents have at most two decimals. */
export const formatPercent = (percent: number): string => String(percent).replace('.', ',')

/**
 * `amount` × `part` / `whole`, rounded down. Above 2^53 a number drops its last digits, so a larger product is taken of
 * BigInts.
 */
export function shareOf(amount: number, part: number, whole: number): number {
  const product = amount * part
  if (Number.isSafeInteger(product) || !Number.isSafeInteger(amount)) return Math.floor(product / whole)
  return Number((BigInt(amount) * BigInt(part)) / BigInt(whole))
}

/** The same rounded half up, for amounts up to 2^52. */
export const roundedShareOf = (amount: number, part: number, whole: number): number =>
  Math.floor((shareOf(amount, 2 * part, whole) + 1) / 2)

/**
 * What is left of `centavos` after `percent` off (0 to 100, at most two decimals), rounded half up to whole pesos,
 * in centavos (discounts apply to whole pesos). In integers: a float would round 952.4999 the wrong way.
 */
export const afterPercent = (centavos: number, percent: number): number =>
  roundedShareOf(centavos, 10_000 - Math.round(percent * 100), 1_000_000) * 100
