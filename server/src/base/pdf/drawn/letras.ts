// Typed text in the letters that a paper's printer or font has.

/** Signs that phones and word processors write in place of a keyboard's, and letters that are none with a mark. */
const INSTEAD: Record<string, string> = {
  '‘': "'",
  '’': "'",
  '‚': "'",
  '′': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '″': '"',
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '–': '-',
  '—': '-',
  '―': '-',
  '−': '-',
  '•': '·',
  '→': '->',
  '≤': '<=',
  '≥': '>=',
  œ: 'oe',
  Œ: 'OE',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ø: 'o',
  Ø: 'O',
  ı: 'i',
}
// Stand for what was typed until the words around it are joined
const LEFT_OUT = '\ue000'
const UNKNOWN = '\ue001'

/**
 * Emoji and other signs that are not known are left out, and the words keep one space between them. Unknown letters
 * become one '?' together, so that a part of a name is not read as the whole of it. Controls become blanks: a printer
 * would take them for commands.
 */
export function legible(text: string, isKnown: (char: string) => boolean): string {
  const plain = text.normalize('NFC').replace(/[\s\p{Cc}]/gu, ' ')
  return [...plain]
    .map((char) => spell(char, isKnown))
    .join('')
    .replace(/\ue001+/g, '?')
    .replace(/\ue000+/g, LEFT_OUT)
    .replace(/ \ue000(?=[ .,;:!?)»]|$)/g, '')
    .replace(/^\ue000 ?/, '')
    .replace(/\ue000(?=[\p{L}\p{N}])/gu, (_, at: number, all: string) => (all[at - 1] === ' ' ? '' : ' '))
    .replaceAll(LEFT_OUT, '')
}

/**
 * The words of a name that a paper can show, as they were typed: a name in two alphabets keeps its half, and one in another
 * alphabet becomes ''. Asked by the fewest letters that a paper of ours has.
 */
export const legibleWords = (name: string): string =>
  name
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(legible(word, isOfTermica)))
    .join(' ')

function spell(char: string, isKnown: (char: string) => boolean): string {
  if (isKnown(char)) return char
  const areKnown = (letters: string | undefined) => !!letters && [...letters].every(isKnown)
  // A font may lack 'ő' and have 'o', or lack '…' and have '.'
  const simpler = [INSTEAD[char], char.normalize('NFKD').replace(/\p{M}/gu, '')].find(areKnown)
  if (simpler) return simpler
  if (/[\p{M}\p{Cf}]/u.test(char)) return ''
  return /[\p{L}\p{N}]/u.test(char) ? UNKNOWN : LEFT_OUT
}

/** Of code page 858, which thermal printers have, the characters that standard PDF fonts have too. */
const TERMICA = new Set(
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»ÁÂÀ©¢¥ãÃ¤ðÐÊËÈ€ÍÎÏ¦ÌÓßÔÒõÕµþÞÚÛÙýÝ¯´±¾¶§÷¸°¨·¹³²',
)

export const isOfTermica = (char: string): boolean => (char >= ' ' && char <= '~') || TERMICA.has(char)
