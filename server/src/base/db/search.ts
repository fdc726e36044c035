import { digitsOf } from '@imprimitodo/shared/rules/contacto'

/** A LIKE pattern for texts that contain this one, whatever characters it has. */
export const likePart = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** The digits of a text that may be part of a telephone number; '' for any other text. */
export const telephoneOf = (text: string): string => (/^[\d\s+()-]+$/.test(text) ? digitsOf(text) : '')
