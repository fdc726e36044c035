import { normaliseCodigo } from '@imprimitodo/shared/rules/fidelidad/codigo'

/** Which symbology it was, which some scanners send before the text: ']C1'. A Spanish layout types '+C1'. */
const SIMBOLOGIA = /^[\]+][a-z]\d/i

/** The typed or scanned text, without the characters that a scanner adds. */
export const leidoOf = (text: string): string => text.trim().replace(SIMBOLOGIA, '')

/**
 * The code in what was typed or scanned: the code itself, or the address of its QR. A hand scanner is a keyboard, and
 * on a Spanish layout it types 'httpsÑ--host-c-K5GN'4JS1'APAF': only the «c» and the three fours at the end can be relied
 * on. After other words the code has its two dashes, as mails write it: «Sello fechador» is none. Null if there is none.
 */
export function codigoIn(text: string): string | null {
  const typed = leidoOf(text)
  const whole = normaliseCodigo(typed)
  if (whole) return whole
  const tail =
    /[^0-9a-z]c[^0-9a-z]([0-9a-z]{4})[^0-9a-z]?([0-9a-z]{4})[^0-9a-z]?([0-9a-z]{4})[^0-9a-z]*$/i.exec(
      typed,
    ) ?? /[^0-9a-z-]([0-9a-z]{4})-([0-9a-z]{4})-([0-9a-z]{4})[^0-9a-z]*$/i.exec(typed)
  return tail && normaliseCodigo(tail.slice(1).join(''))
}

/** Whether it is the number under an article's bars: an EAN or UPC, whose last digit checks the others. */
export function isDeBarras(text: string): boolean {
  const digits = leidoOf(text)
  if (!/^(?:\d{8}|\d{12,14})$/.test(digits)) return false
  // The weights are 3 and 1 by turns, counted from the right, where the check digit has 1
  const sum = [...digits]
    .reverse()
    .reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}

/** Whether it is the QR that a customer shows to be found; a Spanish layout types its colon as another sign. */
export const isDeCliente = (text: string): boolean => /^cliente[:Ññ>]/i.test(leidoOf(text))

/** Why there is no code in a text. */
export function sinCodigoText(text: string): string {
  if (isDeCliente(text)) return 'Eso es la cuenta de un cliente: usalo en una venta.'
  if (isDeBarras(text))
    return 'Eso es el código de barras de un producto: acá van los códigos de los clientes.'
  return 'Eso no es un código: son 12 letras y números, como K7M2-XQ9D-4RTB.'
}
