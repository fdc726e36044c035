import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import { expect, it } from 'vitest'
import { widthOf, wrap } from './text.ts'

const document = await PDFDocument.create()
const bold = await document.embedFont(StandardFonts.HelveticaBold)
/** As the page draws it: one letter after the other, none of them drawn closer to the one before. */
const drawn = (text: string) => [...text].reduce((sum, letter) => sum + bold.widthOfTextAtSize(letter, 10), 0)

it('a text is as wide as it is drawn, also where its letters could stand closer', () => {
  expect(widthOf('AVATAR Y TOVAR', bold, 10)).toBeCloseTo(drawn('AVATAR Y TOVAR'))
  expect(widthOf('AVATAR Y TOVAR', bold, 10)).toBeGreaterThan(bold.widthOfTextAtSize('AVATAR Y TOVAR', 10))
})

it('no line of capitals is drawn beyond its column', () => {
  const width = 100
  const lines = wrap('AV'.repeat(30), bold, 10, width, 9)
  expect(lines.length).toBeGreaterThan(2)
  expect(Math.max(...lines.map(drawn))).toBeLessThanOrEqual(width)
})
