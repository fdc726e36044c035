// A customer looked for by name at the counter.

/** So many are shown: who is not among them is found with one word more. */
export const MAX_HALLADOS = 8
/** From so many letters on a name is looked for: fewer are of everybody. */
const MIN_LETRAS = 3
const MAX_PALABRAS = 6

/** Words without accents, in lower case: what is compared of a name. [] where it is too little, or no name. */
export function palabrasDe(texto: string): string[] {
  const plain = texto.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
  const palabras = plain.split(/\s+/).filter(Boolean)
  const letras = palabras.reduce((sum, palabra) => sum + palabra.length, 0)
  const isName = /^[\p{L}\s.'’-]+$/u.test(plain)
  return isName && letras >= MIN_LETRAS && palabras.length <= MAX_PALABRAS ? palabras : []
}
