import { digitsOf } from '@imprimitodo/shared/rules/contacto'

/** A pattern of LIKE for texts that hold this one, whatever signs it has. */
export const likePart = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** The digits of a text that may be a part of a telephone number; '' for any other. */
export const telephoneOf = (text: string): string => (/^[\d\s+()-]+$/.test(text) ? digitsOf(text) : '')
