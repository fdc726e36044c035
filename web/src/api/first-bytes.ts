import { PDF_FIRST_BYTES, PDF_START_BYTES, pdfStart } from '@imprimitodo/shared/rules/compra/pdf-start'

/** Why the server will refuse the file by its first bytes; null for a PDF, and for a file that cannot be read. */
export async function refusalByBytes(file: File): Promise<'vacio' | 'no-es-pdf' | null> {
  if (file.size === 0) return 'vacio'
  try {
    for (const most of [PDF_FIRST_BYTES, PDF_START_BYTES]) {
      const head = new Uint8Array(await file.slice(0, most).arrayBuffer())
      if (pdfStart(head)) return null
      if (file.size <= most) break
    }
    return 'no-es-pdf'
  } catch {
    return null // it was changed or deleted after the pick, which others notice
  }
}
