import type { Hoja } from '@imprimitodo/shared/rules/compra/hoja'

/**
 * Colours become grey, letters stay letters. The page is composed in DeviceGray (its transparency group), and
 * a white sheet in blend mode Saturation over it takes the colour away in renderers that compose in RGB all
 * the same (PDFium, poppler). The white underneath makes the paper opaque: without it MuPDF thickens letters.
 * Checked: neutral in PDFium, poppler, MuPDF and Ghostscript, and only black ink in Ghostscript's inkcov.
 */
export const GREY_GROUP = '<< /Type /Group /S /Transparency /CS /DeviceGray /I true >>'
export const SATURATION_STATE = '<< /Type /ExtGState /BM /Saturation /ca 1 /SMask /None >>'

// Larger than the page: at its very edge a renderer may cover a pixel only in part.
const sheetOf = ({ width, height }: Hoja) => `1 g -9 -9 ${width + 18} ${height + 18} re f`

/** @param content draws the page; `state` names SATURATION_STATE in the resources */
export function greyContent(hoja: Hoja, content: string, state: string): string {
  const sheet = sheetOf(hoja)
  return `q ${sheet} Q q ${content} Q q /${state} gs ${sheet} Q`
}
