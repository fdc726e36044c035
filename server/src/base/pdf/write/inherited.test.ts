import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { openEngine } from '../../../testing/pdf-engine.ts'
import { stream, tinyPdf } from '../../../testing/tiny-pdf.ts'

const { engine, file, print } = openEngine()

const LINK =
  '<< /Type /Annot /Subtype /Link /Rect [72 700 200 720] /A << /S /URI /URI (https://example.com) >> >>'
const STAMP = '<< /Type /Annot /Subtype /Stamp /Rect [300 100 400 200] /F 4 /AP << /N 8 0 R >> >>'
const OWN = { box: '/MediaBox [0 0 595 842]', resources: '/Resources << /Font << /F1 6 0 R >> >>' }

/**
 * Text, a bar and one annotation; `above` is an entry of the page tree's root that the page itself does not
 * have.
 */
function inheriting({ above, own, annotation }: { above: string; own: string; annotation: string }): Buffer {
  return tinyPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count 1 /Kids [3 0 R] ${above} >>`,
    '<< /Type /Pages /Count 1 /Parent 2 0 R /Kids [4 0 R] >>',
    `<< /Type /Page /Parent 3 0 R /Contents 5 0 R /Annots [7 0 R] ${own} >>`,
    stream('BT /F1 60 Tf 80 400 Td (HOLA) Tj ET 1 0 0 rg 100 600 200 50 re f'),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>',
    annotation,
    stream('0 0 1 rg 0 0 100 100 re f', '/Type /XObject /Subtype /Form /BBox [0 0 100 100]'),
    '[0 0 595 842]',
    '<< /Font 11 0 R >>',
    '<< /F1 6 0 R >>',
  ])
}

/** The visible parts of the page, by colour, in a grid of 16 x 22: '.' paper, 'r' red, 'b' blue, '#' ink. */
async function grid(path: string): Promise<string[]> {
  const { data, info } = await sharp(await engine.thumbnail(path, 1, 400))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const seen = (x: number, y: number): string => {
    const marks = { r: 0, b: 0, '#': 0 }
    for (let row = Math.floor((y * info.height) / 22); row < ((y + 1) * info.height) / 22; row++)
      for (let column = Math.floor((x * info.width) / 16); column < ((x + 1) * info.width) / 16; column++) {
        const [red = 255, green = 255, blue = 255] = data.subarray((row * info.width + column) * 3)
        if (red > 150 && blue < 100) marks.r++
        else if (blue > 150 && red < 100) marks.b++
        else if (green < 100) marks['#']++
      }
    const [mark, count] = Object.entries(marks).sort((a, b) => b[1] - a[1])[0] ?? ['.', 0]
    return count > 60 ? mark : '.'
  }
  return Array.from({ length: 22 }, (_, y) => Array.from({ length: 16 }, (_, x) => seen(x, y)).join(''))
}

const original = (content: Buffer) => file('original.pdf', content)

describe.each([
  ['a link', LINK],
  ['a stamp', STAMP],
])('a page with %s that inherits', (_name, annotation) => {
  test.each([
    ['its media box', { above: OWN.box, own: OWN.resources }],
    ['its resources', { above: OWN.resources, own: OWN.box }],
    ['both', { above: `${OWN.box} ${OWN.resources}`, own: '' }],
    ['both, as objects of their own', { above: '/MediaBox 9 0 R /Resources 10 0 R', own: '' }],
    ['a crop box', { above: `/CropBox [0 0 595 842] ${OWN.resources}`, own: '/MediaBox [-50 -50 700 900]' }],
  ])('%s prints whole', async (_what, { above, own }) => {
    const source = original(inheriting({ above, own, annotation }))
    const [shown, paper] = [await grid(source), await grid(await print(source))]
    expect(paper).toEqual(shown)
    expect(shown.join('')).toMatch(/rrr/)
    expect(shown.join('')).toMatch(/##/)
    expect(shown.join('').includes('bb')).toBe(annotation === STAMP)
    expect(await engine.colorPages(source, 1, 1)).toEqual([true])
  })

  test('both, to grey', async () => {
    const source = original(inheriting({ above: `${OWN.box} ${OWN.resources}`, own: '', annotation }))
    const paper = (await grid(await print(source, true))).join('')
    expect(paper).toMatch(/##/)
    expect(paper).not.toMatch(/[rb]/)
  })

  test.each([
    [90, '/MediaBox [0 0 842 595]'],
    [180, '/MediaBox [0 0 595 842]'],
    [270, '/MediaBox [0 0 842 595]'],
  ])('/Rotate %d: as a reader shows it', async (rotate, box) => {
    const source = original(
      inheriting({ above: `/Rotate ${rotate} ${box} ${OWN.resources}`, own: '', annotation }),
    )
    const [shown, paper] = [await grid(source), await grid(await print(source))]
    expect(paper).toEqual(shown)
    expect(shown.join('')).toMatch(/[r#]/)
  })
})
