import { normaliseCodigo } from '@imprimitodo/shared/rules/fidelidad/codigo'

/**
 * The code in what was typed or scanned: the code itself, or the address of its QR. A hand scanner is a keyboard, and
 * on a Spanish layout it types 'httpsÑ--host-c-K5GN'4JS1'APAF': only the «c» and the three fours at the end can be relied
 * on. After other words the code has its two dashes, as mails write it: «Sello fechador» is none. Null if there is none.
 */
export function codigoIn(text: string): string | null {
  const whole = normaliseCodigo(text)
  if (whole) return whole
  const typed = text.trim()
  const tail =
    /[^0-9a-z]c[^0-9a-z]([0-9a-z]{4})[^0-9a-z]?([0-9a-z]{4})[^0-9a-z]?([0-9a-z]{4})[^0-9a-z]*$/i.exec(
      typed,
    ) ?? /[^0-9a-z-]([0-9a-z]{4})-([0-9a-z]{4})-([0-9a-z]{4})[^0-9a-z]*$/i.exec(typed)
  return tail && normaliseCodigo(tail.slice(1).join(''))
}
