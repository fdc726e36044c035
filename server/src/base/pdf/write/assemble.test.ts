import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openEngine } from '../../../testing/pdf-engine.ts'
import { black, colored, stream, tinyPages } from '../../../testing/tiny-pdf.ts'
import { paginaDePrueba } from '../drawn/test-page.ts'
import { createPdfEngine } from '../engine.ts'
import type { Stretch } from '../port.ts'

const { engine, file, folder } = openEngine()

const stretch = (path: string, from: number, to: number, more: Partial<Stretch> = {}): Stretch => ({
  path,
  pages: [[from, to]],
  grey: false,
  blankBacks: false,
  fillSheet: false,
  ...more,
})

const A4_ONLY = { width: 595.28, height: 841.89 }

async function assemble(name: string, work: Stretch[]) {
  const out = join(folder, name)
  const { pages } = await engine.assemble(work, out)
  const inspection = await engine.inspect(out)
  expect(inspection).toEqual({ pages, sizes: [{ pages, ...A4_ONLY }], reparado: false, xfa: false })
  expect(readdirSync(folder).filter((entry) => entry.startsWith('.'))).toEqual([])
  return { out, pages }
}

/** A pixel of the page as it prints, 100 wide: x and y from 0 to 1, from the top left. */
async function look(path: string, page: number): Promise<(x: number, y: number) => number[]> {
  const webp = await engine.thumbnail(path, page, 400)
  const { data, info } = await sharp(webp).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return (x, y) => {
    const at = (Math.round(y * (info.height - 1)) * info.width + Math.round(x * (info.width - 1))) * 3
    return [...data.subarray(at, at + 3)]
  }
}

const isRed = ([red = 0, green = 0, blue = 0]: number[]) => red > 180 && green < 80 && blue < 80
const isWhite = (pixel: number[]) => pixel.every((channel) => channel > 240)

describe('order and blanks', () => {
  test('three odd files, each on a fresh sheet, the first one twice', async () => {
    const red = file('rojo.pdf', colored(3))
    const work = [
      stretch(red, 1, 3, { fillSheet: true }),
      stretch(file('negro.pdf', black(1)), 1, 1, { fillSheet: true }),
      stretch(red, 2, 2, { fillSheet: true }),
    ]
    const { out, pages } = await assemble('orden.pdf', work)
    expect(pages).toBe(8)
    const colors = await engine.colorPages(out, 1, 8)
    expect(colors).toEqual([true, true, true, false, false, false, true, false])
    const blank = await look(out, 4)
    expect(isWhite(blank(0.3, 0.25))).toBe(true)
  })

  test('a one-sided member of a two-sided volume gets a blank back after each page', async () => {
    const { out, pages } = await assemble('dorsos.pdf', [
      stretch(file('c.pdf', colored(3)), 1, 3, { blankBacks: true, fillSheet: true }),
    ])
    expect(pages).toBe(6)
    expect(await engine.colorPages(out, 1, 6)).toEqual([true, false, true, false, true, false])
  })

  test('a tome: pages 201 to 203 of 400', async () => {
    const content = (n: number) => (n >= 201 && n <= 203 ? '1 0 0 rg 0 0 99 99 re f' : '')
    const long = tinyPages(Array.from({ length: 400 }, (_, index) => ({ content: content(index + 1) })))
    const { out } = await assemble('tomo.pdf', [stretch(file('largo.pdf', long), 200, 204)])
    expect(await engine.colorPages(out, 1, 5)).toEqual([false, true, true, true, false])
  })

  test('a page that is not there is refused, and nothing is left behind', async () => {
    const out = join(folder, 'nada.pdf')
    await expect(engine.assemble([stretch(file('uno.pdf', black(1)), 1, 2)], out)).rejects.toMatchObject({
      reason: 'danado',
    })
    expect(readdirSync(folder).filter((name) => name.includes('nada'))).toEqual([])
  })
})

describe('every page on A4 portrait', () => {
  const corner = (left: number, top: number) => `1 0 0 rg ${left} ${top - 60} 60 60 re f`

  test('landscape is turned, the top to the left; nothing is cropped', async () => {
    const wide = tinyPages([{ content: corner(0, 595), entries: '/MediaBox [0 0 842 595]' }])
    const { out } = await assemble('apaisada.pdf', [stretch(file('wide.pdf', wide), 1, 1)])
    const at = await look(out, 1)
    expect(isRed(at(0.04, 0.97))).toBe(true)
    expect(isWhite(at(0.04, 0.04))).toBe(true)
  })

  test('the crop box is printed, scaled to fit; content outside of it stays hidden', async () => {
    const content = `${corner(100, 600)} 0 0 1 rg 0 0 90 90 re f`
    const cropped = tinyPages([
      { content, entries: '/MediaBox [-20 -20 900 900] /CropBox [100 200 400 600]' },
    ])
    const { out } = await assemble('recorte.pdf', [stretch(file('crop.pdf', cropped), 1, 1)])
    const at = await look(out, 1)
    const top = (1 - (400 / 300) * (595.276 / 841.89)) / 2
    expect(isRed(at(0.05, top + 0.03))).toBe(true)
    expect(isWhite(at(0.05, top - 0.02))).toBe(true)
    expect(isWhite(at(0.02, 0.98))).toBe(true)
  })

  test.each([
    ['/Rotate 90', '/MediaBox [0 0 842 595] /Rotate 90', corner(0, 60)],
    ['/Rotate 180', '/MediaBox [0 0 595 842] /Rotate 180', corner(535, 60)],
    ['/Rotate -90', '/MediaBox [0 0 842 595] /Rotate -90', corner(782, 595)],
    ['/UserUnit 2', '/MediaBox [0 0 297.64 420.95] /UserUnit 2', '1 0 0 rg 0 390 30 30 re f'],
  ])('%s: the top left corner is where a reader shows it', async (name, entries, content) => {
    const { out } = await assemble(`${name.replaceAll('/', '')}.pdf`, [
      stretch(file('g.pdf', tinyPages([{ content, entries }])), 1, 1),
    ])
    expect(isRed((await look(out, 1))(0.04, 0.03))).toBe(true)
  })

  test('patterns and content that forgets to restore its state come out right', async () => {
    const pattern =
      '<< /Type /Pattern /PatternType 2 /Shading << /ShadingType 2 /ColorSpace /DeviceRGB /Coords [306 0 307 0] /Extend [true true] /Function << /FunctionType 2 /Domain [0 1] /C0 [1 1 1] /C1 [1 0 0] /N 1 >> >> >>'
    const entries = '/MediaBox [0 0 612 1224] /Resources << /Pattern << /P 100 0 R >> >>'
    const content = 'Q Q q q /Pattern cs /P scn 0 0 612 1224 re f 3 0 0 3 0 0 cm'
    const { out } = await assemble('trama.pdf', [
      stretch(file('p.pdf', tinyPages([{ content, entries }], [pattern])), 1, 1),
    ])
    const at = await look(out, 1)
    expect(isWhite(at(0.45, 0.5))).toBe(true)
    expect(isRed(at(0.55, 0.5))).toBe(true)
  })
})

describe('what print shows', () => {
  const note = (flags: number, x: number) =>
    `<< /Type /Annot /Subtype /Square /Rect [${x} 700 ${x + 100} 800] /F ${flags} /AP << /N 102 0 R >> >>`
  const annotated = tinyPages(
    [{ content: '0 g 0 0 50 50 re f', entries: '/MediaBox [0 0 595 842] /Annots [100 0 R 101 0 R]' }],
    [
      note(4, 100),
      note(0, 300),
      stream('1 0 0 rg 0 0 100 100 re f', '/Type /XObject /Subtype /Form /BBox [0 0 100 100]'),
    ],
    '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>',
  )

  test('a form field, a mark and a shape that readers draw by themselves print too, hidden ones do not', async () => {
    const field = (y: number, flags: number) =>
      `<< /Type /Annot /Subtype /Widget /FT /Tx /T (campo${y}) /V (MMMMMMMM) /DA (/Helv 60 Tf 1 0 0 rg) /Rect [50 ${y} 545 ${y + 80}] /F ${flags} >>`
    const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>'
    const filled = tinyPages(
      [{ entries: '/MediaBox [0 0 595 842] /Annots [100 0 R 101 0 R 102 0 R 103 0 R]' }],
      [
        field(700, 4),
        field(500, 2),
        '<< /Type /Annot /Subtype /Highlight /C [1 0 0] /QuadPoints [50 400 545 400 50 300 545 300] /Rect [50 300 545 400] /F 4 >>',
        '<< /Type /Annot /Subtype /Square /C [1 0 0] /IC [1 0 0] /Rect [50 100 545 200] /F 4 >>',
      ],
      `/AcroForm << /Fields [100 0 R 101 0 R] /DR << /Font << /Helv ${font} >> >> >>`,
    )
    const source = file('formulario.pdf', filled)
    const { out } = await assemble('formulario-impreso.pdf', [stretch(source, 1, 1)])
    const row = async (path: string, y: number) => {
      const pixel = await look(path, 1)
      return Array.from({ length: 100 }, (_, x) => pixel(0.1 + x / 125, 1 - y / 842)).some(isRed)
    }
    for (const path of [source, out])
      expect(await Promise.all([740, 540, 350, 150, 50].map((y) => row(path, y)))).toEqual([
        true,
        false,
        true,
        true,
        false,
      ])
    expect(await engine.colorPages(source, 1, 1)).toEqual([true])
  })

  test.each([false, true])(
    'annotations that print are part of the page, others and scripts are gone (grey: %s)',
    async (grey) => {
      const { out } = await assemble('notas.pdf', [stretch(file('n.pdf', annotated), 1, 1, { grey })])
      const at = await look(out, 1)
      expect(isWhite(at(150 / 595, 92 / 842))).toBe(false)
      expect(isWhite(at(350 / 595, 92 / 842))).toBe(true)
      expect(readFileSync(out, 'latin1')).not.toMatch(/JavaScript|\/Annots/)
    },
  )

  test('a hidden layer stays hidden, as it was priced', async () => {
    const layers = tinyPages(
      [
        {
          content: '/OC /A BDC 1 0 0 rg 0 0 300 300 re f EMC /OC /B BDC 0 g 0 500 300 300 re f EMC',
          entries: '/MediaBox [0 0 595 842] /Resources << /Properties << /A 100 0 R /B 101 0 R >> >>',
        },
      ],
      ['<< /Type /OCG /Name (A) >>', '<< /Type /OCG /Name (B) >>'],
      '/OCProperties << /OCGs [100 0 R 101 0 R] /D << /OFF [100 0 R] >> >>',
    )
    const path = file('capas.pdf', layers)
    expect(await engine.colorPages(path, 1, 1)).toEqual([false])
    const { out } = await assemble('capas-impresas.pdf', [
      stretch(path, 1, 1),
      stretch(file('otro.pdf', black(1)), 1, 1),
    ])
    const at = await look(out, 1)
    expect(isWhite(at(0.2, 0.8))).toBe(true)
    expect(isWhite(at(0.2, 0.2))).toBe(false)
  })
})

test('grey: no colour is left, white stays white and black black', async () => {
  const content = '1 0 0 rg 0 600 200 200 re f 1 0 0 0 k 200 600 200 200 re f 0 0 0 rg 400 600 195 200 re f'
  const path = file(
    'gris.pdf',
    tinyPages([
      { content, entries: '/MediaBox [0 0 595 842]' },
      { content, entries: '/MediaBox [0 0 842 595]' },
    ]),
  )
  const { out } = await assemble('gris-impreso.pdf', [stretch(path, 1, 2, { grey: true })])
  expect(await engine.colorPages(out, 1, 2)).toEqual([false, false])
  const at = await look(out, 1)
  expect(isWhite(at(0.5, 0.9))).toBe(true)
  expect(Math.max(...at(0.85, 0.15))).toBeLessThan(12)
  for (const x of [0.15, 0.5]) {
    const pixel = at(x, 0.15)
    expect(Math.max(...pixel) - Math.min(...pixel)).toBeLessThanOrEqual(3)
    expect(pixel[0]).toBeGreaterThan(30)
    expect(pixel[0]).toBeLessThan(225)
  }
})

test('a file that PDFium repairs and qpdf does not', async () => {
  const damaged = colored(4)
    .toString('latin1')
    .replace(/xref\n[\s\S]*?trailer/, 'xref\n0 2\nbasura\ntrailer')
  const path = file('rota.pdf', Buffer.from(damaged, 'latin1'))
  expect((await engine.inspect(path)).pages).toBe(4)
  const { out } = await assemble('reparada.pdf', [stretch(path, 2, 4, { fillSheet: true })])
  expect(await engine.colorPages(out, 1, 4)).toEqual([true, true, true, false])
})

test('the same work has the same bytes in every process: agents check its hash', async () => {
  const damaged = colored(2)
    .toString('latin1')
    .replace(/xref\n[\s\S]*?trailer/, 'xref\n0 2\nbasura\ntrailer')
  const work = [
    stretch(file('igual.pdf', colored(3)), 1, 3, { grey: true, blankBacks: true }),
    stretch(file('igual-rota.pdf', Buffer.from(damaged, 'latin1')), 1, 2, { fillSheet: true }),
  ]
  const other = createPdfEngine()
  onTestFinished(other.close)
  const made = [join(folder, 'igual-1.pdf'), join(folder, 'igual-2.pdf')] as const
  await engine.assemble(work, made[0])
  await other.assemble(work, made[1])
  expect(readFileSync(made[0]).equals(readFileSync(made[1]))).toBe(true)
  const [one, two] = [await paginaDePrueba('X'), await paginaDePrueba('X')]
  expect(Buffer.from(one).equals(two)).toBe(true)
})

test('an aborted assembly leaves nothing', async () => {
  const path = file('abortar.pdf', colored(2_000))
  const controller = new AbortController()
  const assembled = engine.assemble([stretch(path, 1, 2_000)], join(folder, 'abortado.pdf'), {
    signal: controller.signal,
  })
  setTimeout(() => controller.abort(new Error('basta')), 20)
  await expect(assembled).rejects.toThrow('basta')
  expect(readdirSync(folder).filter((name) => name.includes('abortado'))).toEqual([])
})
