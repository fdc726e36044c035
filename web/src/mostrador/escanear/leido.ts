import { normaliseCodigo } from '@imprimitodo/shared/rules/codigo'

/**
 * The code in what was typed or scanned: the code itself, or the address of its QR. A hand scanner is a keyboard, and
 * on a Spanish layout it types 'httpsÑ--host-c-K5GN'4JS1'APAF': only the «c» and the three fours at the end can be relied
 * on. Null if there is none.
 */
export function codigoIn(text: string): string | null {
  const whole = normaliseCodigo(text)
  if (whole) return whole
  const tail =
    /[^0-9a-z]c[^0-9a-z]([0-9a-z]{4})[^0-9a-z]?([0-9a-z]{4})[^0-9a-z]?([0-9a-z]{4})[^0-9a-z]*$/i.exec(
      text.trim(),
    )
  return tail && normaliseCodigo(tail.slice(1).join(''))
}
