import { A4 } from '@imprimitodo/shared/rules/papel'

/**
 * Colours become grey, letters stay letters. The page is composed in DeviceGray (its transparency group), and a
 * white sheet in blend mode Saturation over it takes the colour away in renderers that compose in RGB all the
 * same (PDFium, poppler). The white underneath makes the paper opaque: without it MuPDF thickens letters.
 * Checked: neutral in PDFium, poppler, MuPDF and Ghostscript, and only black ink in Ghostscript's inkcov.
 */
export const GREY_GROUP = '<< /Type /Group /S /Transparency /CS /DeviceGray /I true >>'
export const SATURATION_STATE = '<< /Type /ExtGState /BM /Saturation /ca 1 /SMask /None >>'

// Larger than the page: at its very edge a renderer may cover a pixel only in part.
const sheet = `1 g -9 -9 ${A4.width + 18} ${A4.height + 18} re f`

/** @param content draws the page; `state` names SATURATION_STATE in the resources */
export function greyContent(content: string, state: string): string {
  return `q ${sheet} Q q ${content} Q q /${state} gs ${sheet} Q`
}
