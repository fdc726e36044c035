import { PDF_FIRST_BYTES, PDF_START_BYTES, pdfStart } from '@imprimitodo/shared/rules/compra/pdf-start'

/**
 * Whether the server would take it for a PDF, by its first bytes. A file that cannot be read counts as one, and so does
 * an empty one, which is refused for another reason.
 */
export async function isPdfByBytes(file: File): Promise<boolean> {
  if (file.size === 0) return true
  try {
    for (const most of [PDF_FIRST_BYTES, PDF_START_BYTES]) {
      const head = new Uint8Array(await file.slice(0, most).arrayBuffer())
      if (pdfStart(head)) return true
      if (file.size <= most) return false
    }
    return false
  } catch {
    return true // it was changed or deleted after the pick, which others notice
  }
}
