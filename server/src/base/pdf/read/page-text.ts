import { DRAWN, PAPER_LEVEL } from '@imprimitodo/shared/rules/taller/tinta'
import { type Pdfium, type PrintedPage, readText, withMemory } from './pdfium.ts'

const TEXT = 1 // FPDF_PAGEOBJ_*
const FORM = 5
const INVISIBLE = 3 // FPDF_TEXTRENDERMODE_INVISIBLE
const LOOKED_AT = 2_000 // objects of a page, those in its forms too
const NOT_LATIN = /[^\P{L}\p{Script=Latin}\p{Script=Common}]/u
const OF_PDFIUM = /^(Symbol|ZapfDingbats)/ // it has their letters: Greek

/** The words of a page. */
export function pageText(lib: Pdfium, page: number): string {
  const reading = lib.FPDFText_LoadPage(page)
  if (!reading) return ''
  const text = wholeText(lib, reading)
  lib.FPDFText_ClosePage(reading)
  return text
}

/** `visible`: not white. `colored`: in a colour that counts. */
export type Look = 'any' | 'visible' | 'colored'

/**
 * Whether the page has text that is not Latin in a font that is not in the file. PDFium has no letters for it and draws
 * nothing; other readers and the printer may have them.
 */
export function hasForeignText({ lib, page }: PrintedPage, look: Look): boolean {
  const texts = textsIn(lib, page).filter((text) => lacksLetters(lib, text) && looks(lib, text, look))
  if (texts.length === 0) return false
  const reading = lib.FPDFText_LoadPage(page)
  if (!reading) return false
  try {
    if (!NOT_LATIN.test(wholeText(lib, reading))) return false
    return texts.some((text) =>
      NOT_LATIN.test(
        readText(lib, (buffer, length) => lib.FPDFTextObj_GetText(text, reading, buffer, length)),
      ),
    )
  } finally {
    lib.FPDFText_ClosePage(reading)
  }
}

function wholeText(lib: Pdfium, reading: number): string {
  const count = Math.max(0, lib.FPDFText_CountChars(reading))
  return withMemory(lib, (count + 1) * 2, (at) => {
    const written = lib.FPDFText_GetText(reading, 0, count, at)
    return Buffer.from(lib.pdfium.HEAPU8.subarray(at, at + Math.max(0, written - 1) * 2)).toString('utf16le')
  })
}

/** The page's texts that are not invisible, and those in its forms. */
function textsIn(lib: Pdfium, page: number): number[] {
  const texts: number[] = []
  const count = Math.min(lib.FPDFPage_CountObjects(page), LOOKED_AT)
  const left = Array.from({ length: count }, (_, index) => lib.FPDFPage_GetObject(page, index))
  for (const object of left) {
    const type = lib.FPDFPageObj_GetType(object)
    if (type === TEXT && lib.FPDFTextObj_GetTextRenderMode(object) !== INVISIBLE) texts.push(object)
    if (type !== FORM) continue
    const inside = Math.min(lib.FPDFFormObj_CountObjects(object), LOOKED_AT - left.length)
    for (let index = 0; index < inside; index++) left.push(lib.FPDFFormObj_GetObject(object, index))
  }
  return texts
}

function lacksLetters(lib: Pdfium, text: number): boolean {
  const font = lib.FPDFTextObj_GetFont(text)
  return font !== 0 && lib.FPDFFont_GetIsEmbedded(font) === 0 && !OF_PDFIUM.test(fontName(lib, font))
}

/** The font's name without the mark of a subset (`ABCDEF+`). */
export const fontName = (lib: Pdfium, font: number): string =>
  withMemory(lib, 256, (at) => {
    const length = Math.min(256, lib.FPDFFont_GetBaseFontName(font, at, 256))
    const name = Buffer.from(lib.pdfium.HEAPU8.subarray(at, at + Math.max(0, length - 1))).toString('latin1')
    return name.replace(/^[A-Z]{6}\+/, '')
  })

function looks(lib: Pdfium, text: number, look: Look): boolean {
  if (look === 'any') return true
  return withMemory(lib, 16, (at) => {
    if (!lib.FPDFPageObj_GetFillColor(text, at, at + 4, at + 8, at + 12)) return false
    const [red = 0, green = 0, blue = 0, alpha = 0] = [0, 4, 8, 12].map((place) =>
      lib.pdfium.getValue(at + place, 'i32'),
    )
    const [least, most] = [Math.min(red, green, blue), Math.max(red, green, blue)]
    return alpha > 0 && (look === 'colored' ? most - least > DRAWN.spread : least <= PAPER_LEVEL)
  })
}
