import { celularProblem, digitsOf } from './contacto.ts'

/**
 * The 10 national digits (area and number) of an Argentine mobile however it was typed: with 00, 54, 9, 0 or the
 * mobile «15» after the area, whose length (2, 3 or 4) says where it stands; areas are 11 or start with 2 or 3. null
 * where that is not certain.
 * Numbering plan: Plan Fundamental de Numeración Nacional.
 */
export function nationalCelular(typed: string): string | null {
  let digits = digitsOf(typed).replace(/^00/, '')
  if (digits.length >= 12 && digits.startsWith('54')) digits = digits.slice(2)
  digits = digits.replace(/^0/, '')
  if ((digits.length === 11 || digits.length === 13) && digits.startsWith('9')) digits = digits.slice(1)
  if (digits.length === 12) digits = without15(digits)
  return digits.length === 10 && /^(11|[23])/.test(digits) ? digits : null
}

/** Areas of three digits. 11 is Buenos Aires; the others have four, and some of those begin with three of these. */
const AREAS_OF_THREE = new Set(
  (
    '220 221 223 230 236 237 249 260 261 263 264 266 280 291 294 297 298 299 336 341 342 343 345 348 351 353 358 ' +
    '362 364 370 376 379 380 381 383 385 387 388'
  ).split(' '),
)

function areaLength(national: string): number {
  if (national.startsWith('11')) return 2
  return AREAS_OF_THREE.has(national.slice(0, 3)) ? 3 : 4
}

function without15(digits: string): string {
  const likely = areaLength(digits)
  // 3854 15 12-3456: the first three digits of its area, 385, are an area themselves
  const at = [likely, ...(likely === 3 ? [4] : [])].find((length) => digits.startsWith('15', length))
  return at ? digits.slice(0, at) + digits.slice(at + 2) : digits
}

/**
 * Writes a mobile as people read it in Argentina: `local` '3865 15 41-2233', `internacional` '+54 9 3865 41-2233', by
 * which it is called. null where the national number is not certain.
 */
export function readCelular(typed: string): { local: string; internacional: string } | null {
  const national = nationalCelular(typed)
  if (!national) return null
  const at = areaLength(national)
  const area = national.slice(0, at)
  const own = `${national.slice(at, -4)}-${national.slice(-4)}`
  return { local: `${area} 15 ${own}`, internacional: `+54 9 ${area} ${own}` }
}

/** The problem of a number as people write it; null if it is fine. */
export const celularEscritoProblem = (typed: string): string | null =>
  nationalCelular(typed) ? null : celularProblem(typed)

/** The stored form of a mobile: the national digits where they are certain, else the digits as typed. */
export const storedCelular = (typed: string): string => nationalCelular(typed) ?? digitsOf(typed)
