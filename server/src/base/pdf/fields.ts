import { type Pdfium, withMemory } from './pdfium.ts'

const BUTTON = 'Btn'
const TEXT = 'Tx'
const CHOICE = 'Ch'
const OFF = 'Off'

/** A field, or one of several places that show it: such a place has the kind of its parent, and only buttons a state. */
export const isButton = (lib: Pdfium, field: number): boolean =>
  textAt(lib, field, 'FT') === BUTTON || lib.FPDFAnnot_HasKey(field, 'AS')

/** Whether its value is words; of a place whose parent says its kind this is supposed. */
export function hasWords(lib: Pdfium, field: number): boolean {
  const kind = textAt(lib, field, 'FT')
  return kind === TEXT || kind === CHOICE || (kind === '' && lib.FPDFAnnot_HasKey(field, 'Parent'))
}

/** Whether a reader shows its value: a tick, or words. One whose value is its parent's may be filled. */
export function isFilled(lib: Pdfium, field: number): boolean {
  if (isButton(lib, field)) return !['', OFF].includes(textAt(lib, field, 'AS'))
  if (!hasWords(lib, field)) return false
  return !lib.FPDFAnnot_HasKey(field, 'FT') || textAt(lib, field, 'V') !== ''
}

/** Its text or name at this key; empty if it has none of its own. */
function textAt(lib: Pdfium, annotation: number, key: string): string {
  const bytes = lib.FPDFAnnot_GetStringValue(annotation, key, 0, 0)
  return withMemory(lib, bytes, (at) => {
    lib.FPDFAnnot_GetStringValue(annotation, key, at, bytes)
    return Buffer.from(lib.pdfium.HEAPU8.subarray(at, at + Math.max(0, bytes - 2))).toString('utf16le')
  })
}
