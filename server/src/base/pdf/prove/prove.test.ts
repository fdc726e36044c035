import { mkdtempSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openEngine } from '../../../testing/pdf-engine.ts'
import { flate, stream, tinyPages, tinyPdf } from '../../../testing/tiny-pdf.ts'
import type { Stretch } from '../port.ts'
import { isSamePicture } from './compare.ts'

const { engine, file, folder } = openEngine()
afterEach(() => vi.unstubAllEnvs())

const original = (content: Buffer) => file('original.pdf', content)

const A4 = '/MediaBox [0 0 595 842]'
const bar = '0 g 100 400 300 100 re f'

describe('a strip or line at the edge of a page', () => {
  const SIZES: [string, number, number][] = [
    ['16:9', 960, 540],
    ['16:9, smaller', 720, 405],
    ['4:3', 720, 540],
    ['oficio', 612.3, 963.8],
    ['legal', 612, 1008],
    ['folio', 612, 936],
    ['carta', 612, 792],
    ['A5', 419.53, 595.28],
    ['A3', 841.89, 1190.55],
  ]
  test.each(SIZES)('%s: the same', async (_name, width, height) => {
    const pages = [0.5, 1, 2, 3, 4, 5, 6, 8, 12].flatMap((thick) =>
      [
        `0 ${height - thick} ${width} ${thick} re f`,
        `0 0 ${width} ${thick} re f`,
        `0 0 ${thick} ${height} re f`,
        `${width - thick} 0 ${thick} ${height} re f`,
        `0 0 ${width} ${height} re ${thick} ${thick} ${width - 2 * thick} ${height - 2 * thick} re f*`,
      ].map((strip) => ({
        content: `0.8 0.1 0.1 rg ${strip}`,
        entries: `/MediaBox [0 0 ${width} ${height}]`,
      })),
    )
    const { imagen } = await engine.prove(original(tinyPages(pages)), pages.length)
    expect(imagen).toEqual([])
  })
})

describe('text that is not Latin, in a font that is not in the file', () => {
  const cid = '/CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >>'
  const font = (base: string) => [
    `<< /Type /Font /Subtype /Type0 /BaseFont /${base} /Encoding /UniJIS-UCS2-H /DescendantFonts [101 0 R] >>`,
    `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /${base} ${cid} /DW 1000 /FontDescriptor 102 0 R >>`,
    `<< /Type /FontDescriptor /FontName /${base} /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>`,
  ]
  const page = (content: string, base = 'Ryumin-Light') =>
    original(tinyPages([{ content, entries: `${A4} /Resources << /Font << /F 100 0 R >> >>` }], font(base)))
  const told = async (path: string) => [...(await engine.prove(path, 1)).findings.keys()]
  const words = 'BT /F 40 Tf 100 400 Td <5E8F4E004E8C4E09> Tj ET'

  test.each(['Ryumin-Light', 'Arial'])('%s: the page is not blank', async (base) => {
    const path = page(`0 g ${words}`, base)
    expect(await told(path)).toEqual(['fuente_ausente'])
    expect(await engine.colorPages(path, 1, 1)).toEqual([false])
  })

  test('has the colour that its letters have', async () => {
    const path = page(`1 0 0 rg ${words}`)
    expect(await told(path)).toEqual(['fuente_ausente', 'color_en_byn'])
    expect(await engine.colorPages(path, 1, 1)).toEqual([true])
  })

  test.each([
    ['white', `1 g ${words}`],
    ['invisible', `1 0 0 rg 3 Tr ${words}`],
  ])('is nothing to see where it is %s', async (_name, content) => {
    const path = page(content)
    expect(await told(path)).toContain('en_blanco')
    expect(await engine.colorPages(path, 1, 1)).toEqual([false])
  })

  test('is found in a form, too', async () => {
    const form = stream(
      `1 0 0 rg ${words}`,
      '/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /Font << /F 100 0 R >> >>',
    )
    const entries = `${A4} /Resources << /XObject << /X 103 0 R >> >>`
    const path = original(tinyPages([{ content: '/X Do', entries }], [...font('Ryumin-Light'), form]))
    expect(await told(path)).toEqual(['fuente_ausente', 'color_en_byn'])
  })

  test.each([
    ['Latin', 'Helvetica /Encoding /WinAnsiEncoding', '(Hola, 5 \\265m \\252 \\210)'],
    ['Greek of Symbol', 'Symbol', '(abW)'],
  ])('%s: every reader has its letters', async (_name, base, text) => {
    const entries = `${A4} /Resources << /Font << /F 100 0 R >> >>`
    const content = `BT /F 40 Tf 100 400 Td ${text} Tj ET`
    const drawn = tinyPages([{ content, entries }], [`<< /Type /Font /Subtype /Type1 /BaseFont /${base} >>`])
    expect(await told(original(drawn))).toEqual([])
  })
})

test('the proof tells of a colour by the drawing that the price is for', async () => {
  const pale = (x: number) => `0.95 0.95 1 RG 1.4 w ${x} 100.2 m ${x} 700 l S`
  const pages = [0, 0.3, 0.6, 0.9, 1.2].map((off) => ({
    content: `${bar} ${pale(200 + off)}`,
    entries: '/MediaBox [0 0 700 842]',
  }))
  const shades = [0.93, 0.94, 0.95, 0.96].map((shade) => ({
    content: `${shade} ${shade} 1 rg 100 100 2 300 re f`,
    entries: A4,
  }))
  const all = [...pages, ...shades]
  const path = original(tinyPages(all))
  const priced = (await engine.colorPages(path, 1, all.length)).flatMap((color, index) =>
    color ? [index + 1] : [],
  )
  expect((await engine.prove(path, all.length)).findings.get('color_en_byn') ?? []).toEqual(priced)
})

describe('a page that prints unchanged', () => {
  test.each([
    ['upright', A4],
    ['lying', '/MediaBox [0 0 842 595]'],
    ['turned', '/MediaBox [0 0 842 595] /Rotate 90'],
    ['turned and cropped', '/MediaBox [-50 -50 900 700] /CropBox [0 0 842 595] /Rotate 270'],
    ['small', '/MediaBox [0 0 420 595]'],
    ['of another shape', '/MediaBox [0 0 612 1008]'],
    ['2 mm larger', '/MediaBox [-3 -3 598 845]'],
  ])('%s: the same', async (_name, entries) => {
    const path = original(tinyPages([{ content: `${bar} 1 0 0 rg 120 100 40 40 re f`, entries }]))
    expect(await engine.prove(path, 1)).toMatchObject({ imagen: [], imposibles: [] })
  })

  test('annotations and fields that print, given their appearance or not', async () => {
    const path = original(
      tinyPages(
        [{ content: bar, entries: `${A4} /Annots [100 0 R 101 0 R]` }],
        [
          '<< /Type /Annot /Subtype /Stamp /Rect [100 600 200 700] /F 4 /AP << /N 102 0 R >> >>',
          '<< /Type /Annot /Subtype /Square /C [1 0 0] /IC [1 0 0] /Rect [50 100 545 200] /F 4 >>',
          stream('0 0 1 rg 0 0 100 100 re f', '/Type /XObject /Subtype /Form /BBox [0 0 100 100]'),
        ],
      ),
    )
    expect(await engine.prove(path, 1)).toMatchObject({ imagen: [], imposibles: [] })
  })
})

// PDFium draws a form that says to be something else, which paper leaves out
const framed = tinyPages(
  [
    { content: bar },
    { content: `${bar} /X Do`, entries: `${A4} /Resources << /XObject << /X 100 0 R >> >>` },
    { content: bar },
  ],
  [stream('8 w 50 150 495 650 re S', '/Type /Metadata /Subtype /Form /BBox [0 0 595 842]')],
)

test('a page that would print differently is printed as a picture, the others as they are', async () => {
  const work = mkdtempSync(join(folder, 'trabajo-'))
  vi.stubEnv('TMPDIR', work)
  const path = original(framed)
  const { imagen, imposibles } = await engine.prove(path, 3)
  expect({ imagen, imposibles }).toEqual({ imagen: [2], imposibles: [] })
  const out = join(folder, 'impreso.pdf')
  const stretch: Stretch = { path, pages: [[1, 3]], grey: false, blankBacks: false, fillSheet: false, imagen }
  await engine.assemble([stretch], out)
  const pixels = async (page: number) =>
    sharp(await engine.thumbnail(out, page, 200))
      .grayscale()
      .raw()
      .toBuffer()
  const [first, second] = [await pixels(1), await pixels(2)]
  const dark = (drawn: Buffer) => drawn.filter((light) => light < 128).length
  expect(dark(second)).toBeGreaterThan(dark(first) + 1_000)
  expect((await engine.inspect(out)).sizes).toEqual([{ pages: 3, width: 595.28, height: 841.89 }])
  expect(readdirSync(work)).toEqual([])
})

describe('a page that cannot be drawn', () => {
  const endless = flate(Buffer.from('0 0 m 595 842 l S\n'.repeat(30_000_000 / 18 / 3)))
  test('is named; those before and after it print', async () => {
    const path = original(
      tinyPdf([
        '<< /Type /Catalog /Pages 2 0 R >>',
        '<< /Type /Pages /Count 3 /Kids [3 0 R 4 0 R 3 0 R] >>',
        `<< /Type /Page /Parent 2 0 R ${A4} /Contents 5 0 R >>`,
        `<< /Type /Page /Parent 2 0 R ${A4} /Contents [${'6 0 R '.repeat(400)}] >>`,
        stream(bar),
        endless,
      ]),
    )
    const { imagen, imposibles } = await engine.prove(path, 3)
    expect({ imagen, imposibles }).toEqual({ imagen: [], imposibles: [2] })
  }, 200_000)
})

test('findings that a customer should know of a page', async () => {
  const font =
    '<< /Type /Font /Subtype /TrueType /BaseFont /Lobster /FirstChar 32 /LastChar 32 /Widths [500] >>'
  const picture = flate(
    Buffer.alloc(40 * 40, 128),
    '/Type /XObject /Subtype /Image /Width 40 /Height 40 /BitsPerComponent 8 /ColorSpace /DeviceGray',
  )
  const note = '<< /Type /Annot /Subtype /Stamp /Rect [100 600 200 700] /AP << /N 103 0 R >> >>'
  const path = original(
    tinyPages(
      [
        { content: '' },
        { content: `${bar} 0 0 20 20 re f` },
        { content: '1 0 0 rg 100 400 300 100 re f' },
        { content: bar, entries: `${A4} /Annots [102 0 R]` },
        {
          content: 'q 300 0 0 300 100 100 cm /I Do Q',
          entries: `${A4} /Resources << /XObject << /I 101 0 R >> >>`,
        },
        {
          content: 'BT /F 40 Tf 100 400 Td (Hola) Tj ET',
          entries: `${A4} /Resources << /Font << /F 100 0 R >> >>`,
        },
        { content: bar },
        { content: bar, entries: `${A4} /Annots [104 0 R]` },
      ],
      [
        font,
        picture,
        note,
        stream('0 g 0 0 100 100 re f', '/Type /XObject /Subtype /Form /BBox [0 0 100 100]'),
        '<< /Type /Annot /Subtype /Widget /FT /Btn /Ff 65536 /T (b) /F 4 /Rect [100 600 200 700] /MK << /CA (Enviar) >> >>',
      ],
    ),
  )
  const { findings } = await engine.prove(path, 8)
  expect(Object.fromEntries(findings)).toEqual({
    en_blanco: [1],
    borde: [2],
    color_en_byn: [3],
    no_se_imprime: [4, 8],
    baja_resolucion: [5],
    fuente_ausente: [6],
  })
})

test('of more than 600 pages every k-th is looked at, the last, and those that are risky', async () => {
  const empty = Array.from({ length: 1_300 }, () => ({ content: '', entries: A4 }))
  const path = original(tinyPages(empty))
  const { findings } = await engine.prove(path, 1_300)
  const looked = findings.get('en_blanco') ?? []
  expect(looked.slice(0, 3)).toEqual([1, 4, 7])
  expect(looked.at(-1)).toBe(1_300)
  expect(looked.length).toBeLessThanOrEqual(601)
  const link = `${A4} /Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] >>]`
  const glass = `${A4} /Resources << /ExtGState << /G << /ca 0.5 >> >> >>`
  const risky = empty
    .with(499, { content: '', entries: link })
    .with(799, { content: '/G gs 0 0 9 9 re f', entries: glass })
  const { findings: more } = await engine.prove(original(tinyPages(risky)), 1_300)
  expect(more.get('en_blanco')).toContain(500)
  expect(more.get('en_blanco')).not.toContain(800)
  expect(more.get('borde') ?? []).toContain(800)
  const { findings: all } = await engine.prove(path, 1_300, { reparado: true })
  expect(all.get('en_blanco')).toHaveLength(1_299) // and page 800 is looked at, too
}, 120_000)

describe('two drawings of one sheet', () => {
  const SHEET = { width: 298, height: 421 }
  const { width, height } = SHEET
  const sheet = (draw: (x: number, y: number) => boolean) =>
    Uint8Array.from({ length: width * height * 4 }, (_, at) => {
      const pixel = Math.floor(at / 4)
      return draw(pixel % width, Math.floor(pixel / width)) ? 0 : 255
    })
  const lines = (off: number) => sheet((x, y) => y % 12 === 3 + off && x > 30 && x < 260)

  test.each([
    ['a letter of 1 mm missing', sheet((x, y) => x === 100 && y === 100), true],
    ['a word missing', sheet((x, y) => x > 100 && x < 130 && y > 100 && y < 106), false],
    ['specks all over', sheet((x, y) => x % 9 === 0 && y % 9 === 0), true],
    ['stains all over', sheet((x, y) => x % 20 < 3 && y % 20 < 3), false],
  ])('%s', (_name, other, same) => {
    expect(
      isSamePicture(
        SHEET,
        sheet(() => false),
        other,
      ),
    ).toBe(same)
  })

  test('lines that are elsewhere are not the same', () =>
    expect(isSamePicture(SHEET, lines(0), lines(5))).toBe(false))
})

test('proved in turns, a file has the same findings as at once', async () => {
  const pages = Array.from({ length: 45 }, (_, index) => ({
    content: index % 9 === 0 ? '' : '0 0 0 rg 100 400 300 100 re f',
    entries: A4,
  }))
  const path = original(tinyPages(pages))
  const ends: number[] = []
  const blank: number[] = []
  for (let after = 0; after < 45; ) {
    const { hasta, findings } = await engine.prove(path, 45, { after, turnMs: 0 })
    blank.push(...(findings.get('en_blanco') ?? []))
    ends.push(hasta)
    after = hasta
  }
  expect(ends).toEqual([20, 40, 45])
  expect(blank).toEqual((await engine.prove(path, 45)).findings.get('en_blanco'))
}, 120_000)
