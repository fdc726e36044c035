import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stream, tinyPages, tinyPdf } from '../../../testing/tiny-pdf.ts'
import { createPdfEngine } from '../engine.ts'
import { runEmbedded } from '../qpdf/qpdf-embedded.ts'

const PAGES = 6
const FONT = '/Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>'
const sound = tinyPages(
  Array.from({ length: PAGES }, (_, index) => ({
    content: `BT /F 90 Tf 100 ${700 - index * 90} Td (Hoja ${index}) Tj ET 1 0 0 rg 0 0 ${index * 40} 40 re f`,
    entries: `/MediaBox [0 0 595 842] ${FONT}`,
  })),
)
const text = sound.toString('latin1')

/**
 * The same with some wrong offsets in its table; objects are numbered from 0, pages are 3, 5, 7.., contents
 * 4, 6, 8..
 */
function late(bytes: number, isLate: (number: number) => boolean): Buffer {
  let number = 0
  return Buffer.from(
    text.replace(/(\d{10}) 00000 n/g, (_all, offset: string) => {
      number++
      return `${String(Number(offset) + (isLate(number) ? bytes : 0)).padStart(10, '0')} 00000 n`
    }),
    'latin1',
  )
}

const isContent = (number: number) => number > 3 && number % 2 === 0
const isPage = (number: number) => number >= 3 && number % 2 === 1
const junk = (bytes: number) => Buffer.from(`${'basura '.repeat(bytes / 7)}\n`)

const DAMAGED: [string, Buffer][] = [
  ['contents 3 bytes late', late(3, isContent)],
  ['contents 9 bytes late', late(9, isContent)],
  ['one content late', late(5, (number) => number === 6)],
  ['pages late', late(3, isPage)],
  ['only the last page late', late(3, (number) => number === 1 + PAGES * 2)],
  ['everything late', late(2, () => true)],
  [
    'a table of rubbish',
    Buffer.from(text.replace(/xref\n[\s\S]*?trailer/, 'xref\n< 9\nbasura\ntrailer'), 'latin1'),
  ],
  ['a header after 2,000 bytes', Buffer.concat([junk(2_002), sound])],
  ['no header', Buffer.from(text.replace('%PDF-1.7\n', ''), 'latin1')],
  ['megabytes of zeros behind', Buffer.concat([sound, Buffer.alloc(3_000_000)])],
]

// With the qpdf of the machine, if it has one, and without any
describe.each([
  ['no qpdf of', ''],
  ['the qpdf of', process.env.PATH ?? ''],
])('damaged files that every reader shows, with %s the machine', (_name, PATH) => {
  const folder = mkdtempSync(join(tmpdir(), 'pdf-reparar-'))
  const before = process.env.PATH
  let engine: ReturnType<typeof createPdfEngine>
  beforeAll(() => {
    process.env.PATH = PATH // children inherit it when they start
    engine = createPdfEngine()
  })
  afterAll(async () => {
    await engine.close()
    process.env.PATH = before
    rmSync(folder, { recursive: true })
  })

  const file = (content: Buffer, name = 'danado.pdf'): string => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const pixels = async (path: string, page: number) =>
    sharp(await engine.thumbnail(path, page, 120))
      .removeAlpha()
      .raw()
      .toBuffer()

  test.each(DAMAGED)('%s: counted, told as repaired, and printed whole', async (_name, damaged) => {
    const source = file(damaged)
    expect(await engine.inspect(source)).toMatchObject({ pages: PAGES, reparado: true })
    const [repaired, out] = [join(folder, 'sano.pdf'), join(folder, 'impreso.pdf')]
    await engine.repair(source, repaired)
    const whole = join(folder, 'impreso-sano.pdf')
    const options = { grey: false, blankBacks: false, fillSheet: false }
    await engine.assemble([{ path: repaired, pages: [[1, PAGES]], ...options }], out)
    await engine.assemble(
      [{ path: file(sound, 'sano-original.pdf'), pages: [[1, PAGES]], ...options }],
      whole,
    )
    for (let page = 1; page <= PAGES; page++)
      expect((await pixels(out, page)).equals(await pixels(whole, page))).toBe(true)
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([])
  })

  test('a page tree that promises more pages than it has: those that can be reached', async () => {
    const promising = file(Buffer.from(text.replace(`/Count ${PAGES}`, `/Count ${PAGES + 1}`), 'latin1'))
    expect(await engine.inspect(promising)).toMatchObject({ pages: PAGES, reparado: true })
  })

  test('a page whose crop box lies outside shows all of it', async () => {
    const outside = tinyPages([
      { content: '0 g 0 0 300 300 re f', entries: '/MediaBox [0 0 300 300] /CropBox [400 400 500 500]' },
    ])
    expect(await engine.inspect(file(outside))).toEqual({
      pages: 1,
      sizes: [{ pages: 1, width: 300, height: 300 }],
      reparado: true,
      xfa: false,
    })
  })

  test('an array of contents with one broken and one unknown part, lying: the rest prints', async () => {
    const source = file(
      tinyPdf([
        '<< /Type /Catalog /Pages 2 0 R >>',
        '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 842 595] /Contents [4 0 R 5 0 R 6 0 R 99 0 R] >>',
        stream('1 0 0 rg 0 0 842 595 re f'),
        stream('rubbish', '/Filter /FlateDecode'),
        stream('rubbish', '/Filter /NoSuchDecode'),
      ]),
    )
    expect((await engine.inspect(source)).pages).toBe(1)
    const out = join(folder, 'partes.pdf')
    await engine.assemble(
      [{ path: source, pages: [[1, 1]], grey: false, blankBacks: false, fillSheet: false }],
      out,
    )
    const { channels } = await sharp(await engine.thumbnail(out, 1, 100)).stats()
    expect(channels.map(({ mean }) => Math.round(mean / 50))).toEqual([5, 0, 0])
  })

  test.each([
    [
      'a catalog without pages',
      'trailer << /Root 1 0 R >>\n1 0 obj << /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj << /Type /Action >>\nendobj',
    ],
    [
      'contents that are not there',
      late(2_000_000, isContent)
        .toString('latin1')
        .replaceAll(/stream\n[\s\S]*?endstream/g, ''),
    ],
  ])('%s: refused, not charged', async (_name, content) => {
    await expect(
      engine.inspect(file(Buffer.from(`%PDF-1.7\n${content}\n%%EOF`, 'latin1'))),
    ).rejects.toMatchObject({
      reason: 'danado',
    })
  })

  test('an empty user password opens; a sound file is not called repaired', async () => {
    const [plain, locked] = [file(sound, 'abierto.pdf'), join(folder, 'clave.pdf')]
    const words = ['--encrypt', '--owner-password=dueno', '--bits=256', '--', { path: plain }]
    await runEmbedded({ words, out: locked, ms: 10_000 })
    expect(readFileSync(locked, 'latin1')).toMatch('/Encrypt')
    for (const path of [plain, locked])
      expect(await engine.inspect(path)).toMatchObject({ pages: PAGES, reparado: false })
  })

  test('a gigabyte of zeros behind the end', async () => {
    const path = file(sound, 'ceros.pdf')
    truncateSync(path, 2 ** 30)
    expect(await engine.inspect(path)).toMatchObject({ pages: PAGES, reparado: true })
  }, 30_000)
})
