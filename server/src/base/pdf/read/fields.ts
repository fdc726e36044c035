import { type Pdfium, readText } from './pdfium.ts'

const BUTTON = 'Btn'
const TEXT = 'Tx'
const CHOICE = 'Ch'
const OFF = 'Off'

/**
 * Whether the annotation is a button. It is a field, or one of several places that show a field. Such a place inherits
 * its kind, and only that of a button has a state (`AS`).
 */
export const isButton = (lib: Pdfium, field: number): boolean =>
  entryAt(lib, field, 'FT') === BUTTON || lib.FPDFAnnot_HasKey(field, 'AS')

/** Whether the field's value is text. A field that inherits its kind counts as text. */
export function hasWords(lib: Pdfium, field: number): boolean {
  const kind = entryAt(lib, field, 'FT')
  return kind === TEXT || kind === CHOICE || (kind === '' && lib.FPDFAnnot_HasKey(field, 'Parent'))
}

/** Whether a reader shows a value of the field: a tick or text. A field that inherits its kind counts as filled. */
export function isFilled(lib: Pdfium, field: number): boolean {
  if (isButton(lib, field)) return !['', OFF].includes(entryAt(lib, field, 'AS'))
  if (!hasWords(lib, field)) return false
  return !lib.FPDFAnnot_HasKey(field, 'FT') || entryAt(lib, field, 'V') !== ''
}

/** The annotation's text or name at this key; empty if it has none of its own. */
export const entryAt = (lib: Pdfium, annotation: number, key: string): string =>
  readText(lib, (buffer, length) => lib.FPDFAnnot_GetStringValue(annotation, key, buffer, length))
