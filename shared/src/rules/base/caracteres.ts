// Characters that no typed text may have.

export const ODD_CHARACTER = 'Hay un carácter que no se puede usar: borralo y escribilo de nuevo.'
// Control characters and invisible ones: a name of those alone would look empty, and bidirectional marks
// reverse the text around them on a ticket. A note may have lines, and the joiner that emoji need.
const ODD_IN_NAME = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u
const ODD_IN_NOTE = /[^\P{Cc}\n\r\t]|[^\P{Cf}\u200d]|[\p{Zl}\p{Zp}]/u

export const isOddName = (text: string): boolean => ODD_IN_NAME.test(text)

export const isOddNote = (text: string): boolean => ODD_IN_NOTE.test(text)
