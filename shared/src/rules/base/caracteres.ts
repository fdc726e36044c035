// Characters that no typed text may have, and those that are left out of it.

export const ODD_CHARACTER = 'Hay un carácter que no se puede usar: borralo y escribilo de nuevo.'
// Control characters and invisible ones: a name of those alone would look empty, and bidirectional marks
// reverse the text around them on a ticket. A note may have lines, and the joiner that emoji need.
const ODD_IN_NAME = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u
const ODD_IN_NOTE = /[^\P{Cc}\n\r\t]|[^\P{Cf}\u200d]|[\p{Zl}\p{Zp}]/u

export const isOddName = (text: string): boolean => ODD_IN_NAME.test(text)

export const isOddNote = (text: string): boolean => ODD_IN_NOTE.test(text)

const INVISIBLE = /[^\P{Cf}\u200c\u200d]|[\p{Zl}\p{Zp}]/gu
// Joiners stay inside of a word: some alphabets and emoji need them
const JOINS_NOTHING_BEFORE = /(^|[\s.\p{Cc}\p{Co}\p{Cn}])[\u200c\u200d]+/gu
// With what they join, where there is something: to look for nothing behind them would cost the square of their number
const JOINS_AFTER = /[\u200c\u200d]+([^\s.\p{Cc}\p{Co}\p{Cn}\u200c\u200d]?)/gu

/**
 * The text without characters that are not seen: programs put them into names of files and copied addresses. Among
 * them are the marks that reverse the letters after them: with them «fdp.exe» would be read as a PDF at the counter.
 */
export const withoutInvisible = (text: string): string =>
  text
    .replace(INVISIBLE, '')
    .replace(JOINS_NOTHING_BEFORE, '$1')
    .replace(JOINS_AFTER, (joined, after: string) => (after ? joined : ''))

/** Whether a reader sees anything: marks and fillers alone are blank. */
export const isVisible = (text: string): boolean => /[^\s\p{C}\p{M}\p{DI}\u2800]/u.test(text)
