import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SENSIBILIDADES } from '@imprimitodo/shared/rules/taller/tinta'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { stream, tinyPages } from '../../../testing/tiny-pdf.ts'
import { createPdfEngine } from '../engine.ts'

const folder = mkdtempSync(join(tmpdir(), 'pdf-color-'))
const engine = createPdfEngine()
afterAll(async () => {
  await engine.close()
  rmSync(folder, { recursive: true })
})

async function isColor(name: string, content: Buffer): Promise<boolean | undefined> {
  const path = join(folder, name)
  writeFileSync(path, content)
  return (await engine.colorPages(path, 1, 1))[0]
}

describe('drawn pages', () => {
  test.each([
    ['black text', '0 0 0 rg 100 100 300 9 re f', false],
    ['grey in RGB', '0.5 0.5 0.5 rg 100 100 300 300 re f', false],
    ['black in CMYK', '0 0 0 1 k 100 100 300 300 re f', false],
    ['nothing', '', false],
    ['white on white', '1 1 1 rg 0 0 595 842 re f', false],
    ['a red dot of 1 mm', '1 0 0 rg 300 400 2.8 2.8 re f', true],
    ['a blue hairline', '0 0 1 RG 0.5 w 100 100.2 m 400 100.2 l S', true],
    ['a pale yellow page', '1 1 0.85 rg 0 0 595 842 re f', true],
    ['dark blue letters', '0 0 0.4 rg 100 100 1 8 re f 103 100 1 8 re f', true],
  ])('%s: %#', async (name, content, color) => {
    expect(await isColor(`${name}.pdf`, tinyPages([{ content }]))).toBe(color)
  })
})

describe('a blend mode on bare paper mixes with nothing: the colour prints', () => {
  const blended = (mode: string, rgb: string) =>
    tinyPages([
      {
        content: `/G gs ${rgb} rg 100 100 300 300 re f`,
        entries: `/MediaBox [0 0 595 842] /Resources << /ExtGState << /G << /BM /${mode} >> >> >>`,
      },
    ])

  test.each([
    ['Screen', '0.1 0.5 0.9', true],
    ['Hue', '0.1 0.5 0.9', true],
    ['Multiply', '0.1 0.5 0.9', true],
    ['Difference', '0.5 0.5 0.5', false],
  ])('%s, %s', async (mode, rgb, color) => {
    const name = `${mode}.pdf`
    expect(await isColor(name, blended(mode, rgb))).toBe(color)
    const { findings, imagen } = await engine.prove(join(folder, name), 1)
    expect([findings.has('en_blanco'), imagen]).toEqual([false, []])
  })

  test('in the appearance of a stamp, too, and it is printed unchanged', async () => {
    const path = join(folder, 'sello.pdf')
    const looks =
      '/Type /XObject /Subtype /Form /BBox [0 0 100 100] /Resources << /ExtGState << /G << /BM /Screen >> >> >>'
    const stamp = '<< /Type /Annot /Subtype /Stamp /F 4 /Rect [100 100 300 300] /AP << /N 101 0 R >> >>'
    const entries = '/MediaBox [0 0 595 842] /Annots [100 0 R]'
    writeFileSync(path, tinyPages([{ entries }], [stamp, stream('/G gs 1 0 0 rg 0 0 100 100 re f', looks)]))
    expect(await engine.colorPages(path, 1, 1)).toEqual([true])
    const { findings, imagen } = await engine.prove(path, 1)
    expect([findings.has('en_blanco'), imagen]).toEqual([false, []])
  })

  test.each([
    ['Screen', '0 0.4 0.8', [0, 102, 204]],
    ['Lighten', '0 0.4 0.8', [0, 102, 204]],
  ])('its picture shows it: %s', async (mode, rgb, wanted) => {
    const path = join(folder, `foto-${mode}.pdf`)
    writeFileSync(path, blended(mode, rgb))
    const { data, info } = await sharp(await engine.thumbnail(path, 1, 595))
      .raw()
      .toBuffer({ resolveWithObject: true })
    const at = ((info.height - 250) * info.width + 250) * info.channels
    const off = wanted.map((value, channel) => Math.abs(value - (data[at + channel] ?? 0)))
    expect(Math.max(...off)).toBeLessThan(12)
  })
})

describe('a page of a few points, which is printed as large as any', () => {
  test.each([
    ['red, 4 points wide', '1 0 0 rg 0 0 4 400 re f', '[0 0 4 400]', true],
    ['red, 1 point wide', '1 0 0 rg 0 0 1 400 re f', '[0 0 1 400]', true],
    ['red, 1 point high', '1 0 0 rg 0 0 400 1 re f', '[0 0 400 1]', true],
    ['grey, 1 point wide', '0.5 g 0 0 1 400 re f', '[0 0 1 400]', false],
  ])('%s', async (name, content, box, color) => {
    expect(await isColor(`${name}.pdf`, tinyPages([{ content, entries: `/MediaBox ${box}` }]))).toBe(color)
  })

  test('a picture on it', async () => {
    const red = await sharp({ create: { width: 3, height: 300, channels: 3, background: '#d02020' } })
      .jpeg()
      .toBuffer()
    const image =
      '/Type /XObject /Subtype /Image /Width 3 /Height 300 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode'
    const entries = '/MediaBox [0 0 4 400] /Resources << /XObject << /I 100 0 R >> >>'
    const content = 'q 4 0 0 400 0 0 cm /I Do Q'
    expect(await isColor('foto.pdf', tinyPages([{ content, entries }], [stream(red, image)]))).toBe(true)
  })
})

/** An A4 page at 150 dpi: letters, sensor noise, a red fringe left of each letter, a paper tint; then JPEG. */
async function scan(
  tint: [number, number, number],
  mark?: { x: number; y: number; w: number; h: number; rgb: number[] },
) {
  const width = 1240
  const height = 1754
  let seed = 7
  const noise = () => {
    seed = (seed * 1_664_525 + 1_013_904_223) >>> 0
    return ((seed >>> 16) % 17) - 8
  }
  const isInk = (x: number, y: number) =>
    x > 100 && x < 1100 && y > 100 && y < 1600 && y % 30 < 16 && x % 9 < 2
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const marked = mark && x >= mark.x && x < mark.x + mark.w && y >= mark.y && y < mark.y + mark.h
      for (let channel = 0; channel < 3; channel++) {
        const ink =
          channel === 0
            ? (isInk(x, y) && isInk(x + 1, y)) || (isInk(x, y) && isInk(x - 1, y) && x % 9 === 1)
            : isInk(x, y)
        const paper = marked ? (mark.rgb[channel] ?? 0) : (ink ? 60 : 240) * (tint[channel] ?? 1)
        pixels[(y * width + x) * 3 + channel] = Math.max(0, Math.min(255, paper + noise()))
      }
    }
  }
  const jpeg = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 70 })
    .toBuffer()
  const image = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`
  const entries = '/MediaBox [0 0 595 842] /Resources << /XObject << /I 100 0 R >> >>'
  return tinyPages([{ content: 'q 595 0 0 842 0 0 cm /I Do Q', entries }], [stream(jpeg, image)])
}

describe('scanned pages', () => {
  test.each([
    ['white paper', [1, 1, 1], false, undefined],
    ['yellowed paper', [1, 0.985, 0.93], false, undefined],
    ['bluish paper', [0.96, 0.98, 1], false, undefined],
    ['a line in red pen, 2 cm', [1, 0.985, 0.93], true, { x: 500, y: 700, w: 118, h: 3, rgb: [210, 40, 50] }],
    ['a logo of 5 mm', [1, 1, 1], true, { x: 60, y: 60, w: 30, h: 30, rgb: [40, 90, 200] }],
    ['pale highlighter', [1, 1, 1], true, { x: 300, y: 400, w: 300, h: 25, rgb: [250, 250, 180] }],
  ] as const)('%s', async (name, tint, color, mark) => {
    const content = await scan([...tint], mark && { ...mark, rgb: [...mark.rgb] })
    expect(await isColor(`${name}.pdf`, content)).toBe(color)
  })
})

/** A page, and whether it is colour at each of the owner's settings. */
const FAINT: [string, number[], boolean[]][] = [
  ['a stamp with a tint of 15', [225, 232, 240], [true, false, false]],
  ['a stamp with a tint of 21', [219, 230, 240], [true, true, false]],
  ['a stamp with a tint of 35', [205, 225, 240], [true, true, true]],
]

describe('the owner chooses how faint a tint of a scan is colour', () => {
  test.each(FAINT)('%s: alta, normal, baja', async (name, rgb, wanted) => {
    const path = join(folder, `${name}.pdf`)
    writeFileSync(path, await scan([1, 1, 1], { x: 300, y: 400, w: 200, h: 80, rgb }))
    const found: (boolean | undefined)[] = []
    const told: boolean[] = []
    for (const sensibilidad of SENSIBILIDADES) {
      found.push((await engine.colorPages(path, 1, 1, { sensibilidad }))[0])
      const { findings } = await engine.prove(path, 1, { sensibilidad })
      told.push(findings.has('color_en_byn'))
    }
    expect(found).toEqual(wanted)
    expect(told).toEqual(wanted)
  })

  test('a drawn page has colour at each choice, however faint', async () => {
    const path = join(folder, 'dibujada.pdf')
    writeFileSync(path, tinyPages([{ content: '0.9 0.9 0.96 rg 100 100 200 200 re f' }]))
    for (const sensibilidad of SENSIBILIDADES)
      expect(await engine.colorPages(path, 1, 1, { sensibilidad })).toEqual([true])
  })
})
