import { SHARE_OF_SCAN } from '@imprimitodo/shared/rules/taller/tinta'
import { type Pdfium, withMemory } from './pdfium.ts'

const IMAGE = 3
const FORM = 5
const LOOKED_AT = 200 // objects: a scan is a picture, or a few dozen strips of one, perhaps with recognised text

/** Whether pictures cover most of the page. */
export function isScan(lib: Pdfium, page: number): boolean {
  const count = Math.min(lib.FPDFPage_CountObjects(page), LOOKED_AT)
  let area = 0
  for (let index = 0; index < count; index++) {
    const object = lib.FPDFPage_GetObject(page, index)
    if (isPicture(lib, object)) area += areaOf(lib, object)
  }
  return area >= SHARE_OF_SCAN * lib.FPDF_GetPageWidthF(page) * lib.FPDF_GetPageHeightF(page)
}

/** An image, or a form that holds one: printing to PDF often wraps the page that way. */
function isPicture(lib: Pdfium, object: number): boolean {
  const type = lib.FPDFPageObj_GetType(object)
  if (type !== FORM) return type === IMAGE
  const count = Math.min(lib.FPDFFormObj_CountObjects(object), LOOKED_AT)
  for (let index = 0; index < count; index++) {
    if (lib.FPDFPageObj_GetType(lib.FPDFFormObj_GetObject(object, index)) === IMAGE) return true
  }
  return false
}

const areaOf = (lib: Pdfium, object: number): number =>
  withMemory(lib, 16, (rect) => {
    if (!lib.FPDFPageObj_GetBounds(object, rect, rect + 4, rect + 8, rect + 12)) return 0
    const [left = 0, bottom = 0, right = 0, top = 0] = [0, 4, 8, 12].map((at) =>
      lib.pdfium.getValue(rect + at, 'float'),
    )
    return Math.max(0, right - left) * Math.max(0, top - bottom)
  })
