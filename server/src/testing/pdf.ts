import { PDFDocument, rgb } from '@cantoo/pdf-lib'

export type PdfRecipe = {
  pages: number
  /** Numbers (from 1) of the pages with a coloured mark; the rest is black on white. */
  color?: number[]
  /** Points; A4 portrait by default. */
  size?: [number, number]
  /** Asked for to open it. */
  password?: string
}

const A4: [number, number] = [595.28, 841.89]

/** A PDF with its page number on every page. */
export async function makePdf({
  pages,
  color = [],
  size = A4,
  password,
}: PdfRecipe): Promise<Buffer<ArrayBuffer>> {
  const document = await PDFDocument.create()
  for (let number = 1; number <= pages; number++) {
    const page = document.addPage(size)
    page.drawText(`Página ${number} de ${pages}`, { x: 50, y: size[1] - 80, size: 24 })
    if (color.includes(number))
      page.drawRectangle({ x: 50, y: 50, width: 150, height: 150, color: rgb(0.9, 0.1, 0.1) })
  }
  if (password) document.encrypt({ userPassword: password, ownerPassword: `${password}-owner` })
  return Buffer.from(await document.save())
}
