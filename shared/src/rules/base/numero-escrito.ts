// A number as a person writes it: the one reading of all fields where one is typed.

/** No group of thousands begins with 0: '0.005' is a fraction. The last group of each is the fraction, if any. */
const FORMS = [
  /^(-?\d+)$/,
  // The Argentine form: '1.500' and '1.500,50'
  /^(-?[1-9]\d{0,2}(?:\.\d{3})+)(?:,(\d+))?$/,
  /^(-?[1-9]\d{0,2}(?: \d{3})+)(?:[.,](\d+))?$/,
  // The English form, where it has no other meaning here: '1,500.50' and '1,500,000'
  /^(-?[1-9]\d{0,2}(?:,\d{3})+)\.(\d+)$/,
  /^(-?[1-9]\d{0,2}(?:,\d{3}){2,})$/,
  /^(-?(?:0|[1-9]\d*))[.,](\d+)$/,
]
/** '1,500' and '1500.000': a fraction of three digits, or thousands. */
const AMBIGUOUS = /^(-?[1-9]\d*),(\d{3})$|^(-?[1-9]\d{3,})\.(\d{3})$/

const oneSpace = (text: string): string => text.trim().replaceAll(/\s+/g, ' ')

/** NaN if the text is no number, can be read in two ways, or has more than `decimales` decimals. */
export function numeroEscrito(text: string, decimales = Number.POSITIVE_INFINITY): number {
  const typed = oneSpace(text)
  if (AMBIGUOUS.test(typed)) return Number.NaN
  const [, whole, fraction = ''] = FORMS.map((form) => form.exec(typed)).find(Boolean) ?? []
  if (whole === undefined || fraction.length > decimales) return Number.NaN
  return Number(`${whole.replaceAll(/[., ]/g, '')}.${fraction}`)
}

/** The message for a number that can be read in two ways, with or without its sign; null for any other text. */
export function ambiguousProblem(text: string): string | null {
  const typed = oneSpace(text.replace(/[$%]/, ''))
  const found = AMBIGUOUS.exec(typed)
  if (!found) return null
  const [whole = '', fraction = ''] = found.slice(1).filter(Boolean)
  const small = typedNumero(Number(`${whole}.${fraction}`))
  return `«${typed}» puede ser ${whole}${fraction} o ${small}: escribí uno de los dos.`
}

/** The text of a field: '12,5'. Three decimals get a fourth, without which the number could be read in two ways. */
export function typedNumero(value: number): string {
  const text = String(value).replace('.', ',')
  return AMBIGUOUS.test(text) ? `${text}0` : text
}
