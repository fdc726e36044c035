import { PDFDocument, rgb } from '@cantoo/pdf-lib'

export const A4: [width: number, height: number] = [595.28, 841.89]

/** A PDF of `pages` A4 pages of text; those in `color` (from 1) have a red bar. */
export async function makePdf({
  pages = 1,
  color = [],
  size = A4,
  text = 'Página',
}: {
  pages?: number
  color?: number[]
  size?: [number, number]
  text?: string
} = {}): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  for (let number = 1; number <= pages; number++) {
    const page = pdf.addPage(size)
    page.drawText(`${text} ${number}`, { x: 60, y: size[1] - 120, size: 28 })
    if (color.includes(number))
      page.drawRectangle({ x: 60, y: size[1] - 220, width: 300, height: 40, color: rgb(0.85, 0.1, 0.1) })
  }
  return pdf.save()
}
