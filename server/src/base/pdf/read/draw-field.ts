import type { OpenDocument } from './document.ts'
import { entryAt, hasWords, isButton } from './fields.ts'
import { pageText } from './page-text.ts'
import { readText, withText } from './pdfium.ts'

const NORMAL_APPEARANCE = 0
const COMBO = 4 // FPDF_FORMFIELD_*
const LIST = 5
const ESCAPED = '?'

/**
 * Gives a form field the appearance that readers draw, if it has none or its form asks for new ones. Buttons are not
 * drawn: PDFium would give them an appearance without their tick and frame.
 * @param page the field's page, and its `index`, 0-based
 * @returns whether the page has to be printed as PDFium has it: the field's appearance was added or removed, or qpdf
 * would leave the field out, as it does with all fields of a form that asks for new appearances
 */
export function drawField(
  document: OpenDocument,
  { page, index }: { page: number; index: number },
  field: number,
): boolean {
  const { lib, redrawn, lacking } = document
  const isOld = lib.FPDFAnnot_HasKey(field, 'AP')
  if (isOld && !redrawn()) return false
  if (isButton(lib, field) || (isOld && !hasWords(lib, field))) return isOld
  const kind = kindOf(document, field)
  if (kind === LIST) {
    if (!chooseIn(document, page, field)) lacking.add(index)
    return redraw(document, field, isOld)
  }
  const words = wordsOf(document, field, kind)
  if (isOld && hasRareLetters(words) && lettersOf(textOfAppearance(document, field)) === lettersOf(words))
    return true // PDFium might lose some of them
  setWords(document, field, words)
  let changed = redraw(document, field, isOld)
  if (isAllDrawn(document, field, words)) return changed
  // PDFium drops a text that ends in a letter which the font lacks: a space after it brings back what is before it
  setWords(document, field, `${words} `)
  changed = redraw(document, field, isOld) || changed
  if (!isAllDrawn(document, field, words)) lacking.add(index)
  return changed
}

function redraw({ lib }: OpenDocument, field: number, isOld: boolean): boolean {
  // Removed first, so that a field that cannot be drawn anew is noticed by its missing appearance
  if (lib.FPDFAnnot_HasKey(field, 'AP')) lib.FPDFAnnot_SetAP(field, NORMAL_APPEARANCE, 0)
  lib.EPDFAnnot_GenerateFormFieldAP(field)
  return isOld || lib.FPDFAnnot_HasKey(field, 'AP')
}

/** The words that a reader shows in a text or a choice, in PDFium's characters: composed accents, plain spaces. */
function wordsOf(document: OpenDocument, field: number, kind: number): string {
  const words = (kind === COMBO ? chosenOf(document, field) : '') || fieldValue(document, field)
  return words
    .normalize('NFC')
    .replace(/\p{Zs}/gu, ' ')
    .replace(/\p{Cf}/gu, '')
}

function kindOf({ lib, form }: OpenDocument, field: number): number {
  if (entryAt(lib, field, 'FT') === 'Tx') return 0
  return lib.FPDFAnnot_GetFormFieldType(form(), field)
}

/** A value may be that of a field with several places. */
function fieldValue(document: OpenDocument, field: number): string {
  const { lib } = document
  const own = entryAt(lib, field, 'V')
  if (own !== '' || !lib.FPDFAnnot_HasKey(field, 'Parent')) return own
  return firstValue(document, field)
}

/** The value, or the first of several. */
const firstValue = ({ lib, form }: OpenDocument, field: number): string =>
  readText(lib, (buffer, length) => lib.FPDFAnnot_GetFormFieldValue(form(), field, buffer, length))

/** The words of the option that is chosen: its value may be a code. */
function chosenOf(document: OpenDocument, field: number): string {
  const { lib, form } = document
  const [index] = chosenIn(document, field)
  if (index === undefined) return ''
  return readText(lib, (buffer, length) => lib.FPDFAnnot_GetOptionLabel(form(), field, index, buffer, length))
}

function chosenIn({ lib, form }: OpenDocument, field: number): number[] {
  const count = Math.max(0, lib.FPDFAnnot_GetOptionCount(form(), field))
  const chosen: number[] = []
  for (let index = 0; index < count; index++)
    if (lib.FPDFAnnot_IsOptionSelected(form(), field, index)) chosen.push(index)
  return chosen
}

/**
 * PDFium marks the options of a list that its entry `I` names, which may be missing.
 * @returns whether each that is chosen will be marked
 */
function chooseIn(document: OpenDocument, page: number, field: number): boolean {
  const { lib, form } = document
  const chosen = chosenIn(document, field)
  if (chosen.length > 1 && lib.FPDFAnnot_HasKey(field, 'I')) return true
  const value = chosen.length > 1 ? firstValue(document, field) : fieldValue(document, field)
  if (chosen.length === 0 || value === '') return true
  if (!withText(lib, value, (at) => lib.EPDFAnnot_SetFormFieldValue(form(), field, at))) return false
  return chosen.length === 1 || chooseMore(document, { page, field, chosen })
}

/** Chooses options one by one, as a person who fills in the form: PDFium has no call to set the value of several. */
function chooseMore(
  document: OpenDocument,
  { page, field, chosen }: { page: number; field: number; chosen: number[] },
): boolean {
  const { lib, form } = document
  lib.FORM_OnAfterLoadPage(page, form())
  lib.FORM_SetFocusedAnnot(form(), field)
  const done = chosen.every((option) => lib.FORM_SetIndexSelected(form(), page, option, true))
  lib.FORM_ForceToKillFocus(form())
  lib.FORM_OnBeforeClosePage(page, form())
  return done && chosenIn(document, field).length === chosen.length
}

function setWords({ lib }: OpenDocument, field: number, words: string): void {
  if (words.trim() === '') return
  withText(lib, words, (at) => lib.FPDFAnnot_SetStringValue(field, 'V', at))
}

const lettersOf = (text: string): string => text.normalize('NFC').replace(/[\s\p{Z}\p{C}]/gu, '')

/** Not ASCII: PDFium draws a field with one font only, of which others may be missing. */
const hasRareLetters = (words: string): boolean => /[^\p{ASCII}]/u.test(words)

/**
 * Whether the appearance that PDFium made has as many letters as the value. A letter that the font lacks is left out; in
 * a font of two bytes a letter it is the code 0.
 */
function isAllDrawn({ lib }: OpenDocument, field: number, words: string): boolean {
  const content = readText(lib, (buffer, length) =>
    lib.FPDFAnnot_GetAP(field, NORMAL_APPEARANCE, buffer, length),
  )
  const strings = stringsIn(content)
  if (strings.some((string) => /^(?:..)*?\0\0/s.test(string))) return false
  return [...strings.join('').replace(/\s/g, '')].length >= [...lettersOf(words)].length
}

/** With one character for each that is escaped. */
function stringsIn(content: string): string[] {
  const strings: string[] = []
  let isInside = false
  for (const [token] of content.matchAll(/\\(?:\d{3}|[\s\S])|[()]|[^\\()]+/g))
    if (token === '(' || token === ')') {
      isInside = token === '('
      if (isInside) strings.push('')
    } else if (isInside) strings.push(`${strings.pop()}${token.startsWith('\\') ? ESCAPED : token}`)
  return strings
}

/** The words that the appearance shows. */
function textOfAppearance({ lib }: OpenDocument, field: number): string {
  const exported = lib.EPDFAnnot_ExportAppearanceAsDocument(field)
  if (!exported) return ''
  const page = lib.FPDF_LoadPage(exported, 0)
  const text = page ? pageText(lib, page) : ''
  if (page) lib.FPDF_ClosePage(page)
  lib.FPDF_CloseDocument(exported)
  return text
}
