// A PDF whose pages are one JPEG each. The pictures stay blobs: a phone never has two of them in its memory.
import type { HojaDeFoto } from './hoja.ts'

/** `ancho` and `alto` as the JPEG stores them, in pixels. */
export type Pagina = { jpeg: Blob; ancho: number; alto: number; gris: boolean; hoja: HojaDeFoto }

const number = (value: number): string => String(Math.round(value * 1000) / 1000)

/** The object numbers of the catalogue and the list of pages; three numbers for each page follow. */
const CATALOGUE = 1
const PAGES = 2
const pageId = (index: number) => 3 + index * 3

/** ISO 32000-1, 7.5: header, objects, the table of where each begins, trailer. All text is ASCII. */
export function writePdf(paginas: readonly Pagina[], nombre: string): File {
  const parts: BlobPart[] = []
  const begins: number[] = []
  let size = 0
  const put = (part: string | Blob) => {
    parts.push(part)
    size += typeof part === 'string' ? part.length : part.size
  }
  const object = (id: number, ...content: (string | Blob)[]) => {
    begins[id] = size
    for (const part of [`${id} 0 obj\n`, ...content, '\nendobj\n']) put(part)
  }
  put('%PDF-1.4\n')
  object(CATALOGUE, `<< /Type /Catalog /Pages ${PAGES} 0 R >>`)
  const kids = paginas.map((_, index) => `${pageId(index)} 0 R`).join(' ')
  object(PAGES, `<< /Type /Pages /Kids [${kids}] /Count ${paginas.length} >>`)
  for (const [index, pagina] of paginas.entries()) {
    const [id, contents, picture] = [pageId(index), pageId(index) + 1, pageId(index) + 2]
    const { ancho, alto, matriz } = pagina.hoja
    object(
      id,
      `<< /Type /Page /Parent ${PAGES} 0 R /MediaBox [0 0 ${number(ancho)} ${number(alto)}]`,
      ` /Contents ${contents} 0 R /Resources << /XObject << /Foto ${picture} 0 R >> >> >>`,
    )
    const drawing = `q ${matriz.map(number).join(' ')} cm /Foto Do Q`
    object(contents, `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`)
    object(
      picture,
      `<< /Type /XObject /Subtype /Image /Width ${pagina.ancho} /Height ${pagina.alto}`,
      ` /ColorSpace /${pagina.gris ? 'DeviceGray' : 'DeviceRGB'} /BitsPerComponent 8`,
      ` /Filter /DCTDecode /Length ${pagina.jpeg.size} >>\nstream\n`,
      pagina.jpeg,
      '\nendstream',
    )
  }
  const table = size
  const count = begins.length // the first, 0, is that of the free ones
  const entries = begins.slice(1).map((at) => `${String(at).padStart(10, '0')} 00000 n \n`)
  put(`xref\n0 ${count}\n0000000000 65535 f \n${entries.join('')}`)
  put(`trailer\n<< /Size ${count} /Root ${CATALOGUE} 0 R >>\nstartxref\n${table}\n%%EOF\n`)
  return new File(parts, nombre, { type: 'application/pdf' })
}
