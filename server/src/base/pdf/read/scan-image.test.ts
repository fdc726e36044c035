import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { stream, type TinyPage, tinyPages } from '../../../testing/tiny-pdf.ts'
import { createPdfEngine } from '../engine.ts'
import { withDocument } from './document.ts'
import { withPage } from './raster.ts'
import { isSameScan, scanPageOf } from './scan-image.ts'

const folder = mkdtempSync(join(tmpdir(), 'pdf-escaneo-'))
const engine = createPdfEngine({ workers: 1 })
afterAll(async () => {
  await engine.close()
  rmSync(folder, { recursive: true })
})

const [WIDTH, HEIGHT] = [400, 566]
type Colour = { r: number; g: number; b: number }
const paper: Colour = { r: 240, g: 240, b: 240 }

/** Paper with a mark of this colour on it. */
async function scanned(mark: Colour, more = ''): Promise<Buffer> {
  const box = { create: { width: 120, height: 80, channels: 3 as const, background: mark } }
  const data = await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: paper } })
    .composite([{ input: await sharp(box).png().toBuffer(), left: 100, top: 200 }])
    .jpeg()
    .toBuffer()
  const entries = `/Type /XObject /Subtype /Image /Width ${WIDTH} /Height ${HEIGHT} /ColorSpace /DeviceRGB`
  return stream(data, `${entries} /BitsPerComponent 8 /Filter /DCTDecode ${more}`)
}

const black = await scanned({ r: 20, g: 20, b: 20 })
const red = await scanned({ r: 220, g: 20, b: 20 })
const masked = await scanned({ r: 220, g: 20, b: 20 }, '/SMask 107 0 R')
const mask = stream(
  // the upper half is not shown
  Buffer.from([0, 255]),
  '/Type /XObject /Subtype /Image /Width 1 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8',
)
const empty = await scanned({ r: 240, g: 240, b: 240 })
const white = stream(
  await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#fff' } })
    .jpeg()
    .toBuffer(),
  `/Type /XObject /Subtype /Image /Width ${WIDTH} /Height ${HEIGHT} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`,
)

const USE =
  '/Resources << /XObject << /B 100 0 R /R 101 0 R /E 102 0 R /W 103 0 R /M 106 0 R >> /Properties << /L 105 0 R >> >>'
const A4 = '/MediaBox [0 0 595.28 841.89]'
const show = (name: string, at = '595.28 0 0 841.89 0 0', entries = A4): TinyPage => ({
  content: `q ${at} cm /${name} Do Q`,
  entries: `${entries} ${USE}`,
})

function file(pages: TinyPage[]): string {
  const path = join(folder, 'a.pdf')
  writeFileSync(path, tinyPages(pages, [black, red, empty, white, 'null', 'null', masked, mask]))
  return path
}

const seen = (path: string, page: number) =>
  withDocument(
    path,
    () => {},
    (document) => withPage(document, page - 1, scanPageOf),
  )

describe('of a page that is one JPEG', () => {
  const compared = async (a: TinyPage, b: TinyPage) => {
    const path = file([a, b])
    const [one, other] = [await seen(path, 1), await seen(path, 2)]
    return one && other && isSameScan(one, other)
  }

  test('the same bytes at the same place of the sheet are the same, wherever its box begins', async () => {
    expect(await compared(show('B'), show('B'))).toBe(true)
    const moved = show('B', '595.28 0 0 841.89 100 50', '/MediaBox [100 50 695.28 891.89]')
    expect(await compared(show('B'), moved)).toBe(true)
  })

  test.each([
    ['another picture', show('R')],
    ['another place', show('B', '595.28 0 0 841.89 0 40')],
    ['a place that its box does not follow', show('B', '595.28 0 0 841.89 100 50')],
    ['another size', show('B', '500 0 0 707 0 0')],
    ['upside down', show('B', '595.28 0 0 -841.89 0 841.89')],
  ])('%s is not', async (_name, other) => {
    expect(await compared(show('B'), other)).toBe(false)
  })

  test.each([
    ['text over it', { ...show('B'), content: `${show('B').content} 0 g 9 9 9 9 re f` }],
    ['an annotation', show('B', undefined, `${A4} /Annots [104 0 R]`)],
    ['a layer', { ...show('B'), content: `/OC /L BDC ${show('B').content} EMC` }],
    ['a picture of a part of the page', show('B', '200 0 0 283 100 100')],
  ])('with %s nothing is known without drawing it', async (_name, page) => {
    const path = join(folder, 'b.pdf')
    const link = '<< /Type /Annot /Subtype /Link /Rect [50 50 100 100] >>'
    const layer = '<< /Type /OCG /Name (a) >>'
    writeFileSync(path, tinyPages([page], [black, red, empty, white, link, layer]))
    expect(await seen(path, 1)).toBeUndefined()
  })
})

/** A scan with a red mark at 100 to 220 of 400 and 200 to 280 of 566, of which the page shows no red. */
const HIDDEN: [string, TinyPage][] = [
  ['clipped', { ...show('R'), content: `0 0 595 400 re W n ${show('R').content}` }],
  ['cropped', show('R', undefined, `${A4} /CropBox [0 0 595.28 400]`)],
  ['off the page', show('R', '595.28 0 0 841.89 0 500')],
  ['covered by a mask', show('M')],
]

test.each(HIDDEN)(
  'colour of a scan that is %s is none, neither in its price nor in its proof',
  async (_name, page) => {
    const path = file([page])
    expect(await engine.colorPages(path, 1, 1)).toEqual([false])
    expect([...(await engine.prove(path, 1)).findings.keys()]).not.toContain('color_en_byn')
  },
)

test('a proof of scans tells of them what drawing them would', async () => {
  const turned = show('B', undefined, `${A4} /Rotate 90`)
  const path = file([show('B'), show('R'), show('E'), show('W'), turned])
  const { imagen, imposibles, findings } = await engine.prove(path, 5)
  expect({ imagen, imposibles }).toEqual({ imagen: [], imposibles: [] })
  expect(Object.fromEntries(findings)).toEqual({
    baja_resolucion: [1, 2, 3, 4, 5],
    color_en_byn: [2],
    en_blanco: [4],
  })
})
