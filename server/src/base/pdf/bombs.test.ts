import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { openEngine } from '../../testing/pdf-engine.ts'
import { flate, stream, tinyPages } from '../../testing/tiny-pdf.ts'
import type { Stretch } from './port.ts'

const { engine, file, folder, print } = openEngine({ workers: 1 })

const A4 = '/MediaBox [0 0 595 842]'
const page = (content: string, resources: string, extra: (string | Buffer)[] = []) =>
  tinyPages([{ content, entries: `${A4} /Resources << ${resources} >>` }], extra)
const form = (content: string, entries = '') =>
  stream(content, `/Type /XObject /Subtype /Form /BBox [0 0 595 842] ${entries}`)
const picture = (width: number, height: number, bits: number) =>
  flate(
    Buffer.alloc((width / 8) * bits * height, 0x55),
    `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent ${bits}`,
  )
const RAINBOW =
  '/ColorSpace /DeviceRGB /Extend [true true] /Function << /FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1 >>'
const GLASS = '/ExtGState << /G << /ca 0.5 >> >>'
const FULL = '0.5 g 0 0 595 842 re f'
const I = '/XObject << /I 100 0 R >>'
const F = '/XObject << /F 100 0 R >>'
const draws = 'q 595 0 0 842 0 0 cm /I Do Q'

/** Each is made of as few bytes as its author had to write. */
const BOMBS: [name: string, make: () => Buffer][] = [
  [
    'strokes without end',
    () =>
      tinyPages([{ entries: `${A4} /Contents 100 0 R` }], [flate(Buffer.alloc(3e8, '0 0 m 595 842 l S\n'))]),
  ],
  ['dashes too fine to be seen', () => page('[0.01] 0 d 20 w 0 0 m 595 842 l S', '')],
  [
    'dashes that a form makes fine',
    () => page('0.01 0 0 0.01 0 0 cm /F Do', F, [form('[1] 0 d 1000 w 0 0 m 59500 84200 l S')]),
  ],
  [
    '10^11 forms',
    () =>
      page(
        '/F Do',
        F,
        Array.from({ length: 12 }, (_, depth) =>
          depth === 11
            ? form('0 0 9 9 re f')
            : form('/F Do '.repeat(10), `/Resources << /XObject << /F ${101 + depth} 0 R >> >>`),
        ),
      ),
  ],
  [
    'a picture of 60,000 x 30,000 on a stamp',
    () => page('0 0 9 9 re f /I Do', I, [picture(60_000, 30_000, 1)]),
  ],
  ['a picture drawn a hundred times', () => page(draws.repeat(100), I, [picture(6_000, 3_000, 8)])],
  [
    'shadings over shadings',
    // A hundred of these Poppler draws within its limit
    () =>
      page('/S sh '.repeat(400), `/Shading << /S << /ShadingType 2 /Coords [0 0 595 842] ${RAINBOW} >> >>`),
  ],
  ['20,000 transparent sheets', () => page(`/G gs ${`${FULL} `.repeat(20_000)}`, GLASS)],
]

const DRAWN = 20 // seconds of processor time
const hasPoppler = spawnSync('pdftoppm', ['-v']).error === undefined

/** Fails if the kernel ended it for its processor time. */
function drawWithPoppler(path: string): void {
  execFileSync('sh', ['-c', `ulimit -t ${DRAWN} && exec pdftoppm -r 150 "$1" > /dev/null`, 'sh', path], {
    stdio: 'ignore',
  })
}

describe.each(BOMBS)('%s', (name, make) => {
  test('are refused by name before the money, or printed as one picture of 300 dpi', async () => {
    const path = file(`${name}.pdf`, make())
    const { imagen, imposibles } = await engine.prove(path, 1)
    if (imposibles.length > 0) {
      expect({ imagen, imposibles }).toEqual({ imagen: [], imposibles: [1] })
      return
    }
    expect(imagen).toEqual([1])
    const out = `${folder}/impreso.pdf`
    const whole: Stretch = { path, pages: [[1, 1]], grey: false, blankBacks: false, fillSheet: false, imagen }
    await engine.assemble([whole], out)
    const paper = readFileSync(out, 'latin1')
    expect(paper.match(/\/Subtype \/Image/g)).toHaveLength(1)
    const pixels = ['Width', 'Height'].map((side) => Number(new RegExp(`/${side} (\\d+)`).exec(paper)?.[1]))
    expect(pixels).toEqual([2_479, 3_508])
    expect(paper.length).toBeLessThan(20_000_000)
    if (hasPoppler) drawWithPoppler(out)
  }, 600_000)
})

test('a pattern of tiles too fine to be seen is left out, and others are not', async () => {
  const tiles = (step: number) =>
    stream(
      `0 0 ${step / 2} ${step / 2} re f`,
      `/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 ${step} ${step}] /XStep ${step} /YStep ${step} /Resources << >>`,
    )
  const fill = '/Pattern cs /P scn 0 0 300 300 re f /Q scn 300 300 200 200 re f'
  const path = file('tejas.pdf', page(fill, '/Pattern << /P 100 0 R /Q 101 0 R >>', [tiles(0.001), tiles(4)]))
  const out = await print(path)
  expect(readFileSync(out, 'latin1').match(/\/XStep \S+/g)).toEqual(['/XStep 4'])
  if (hasPoppler) drawWithPoppler(out)
})

test('a bomb among a thousand pages is found wherever it is', async () => {
  const pages = Array.from({ length: 1_000 }, () => ({ content: '0 0 9 9 re f', entries: A4 }))
  const bomb = { content: '[0.01] 0 d 20 w 0 0 m 595 842 l S', entries: A4 }
  const path = file('escondida.pdf', tinyPages(pages.with(499, bomb)))
  expect(await engine.prove(path, 1_000)).toMatchObject({ imagen: [500], imposibles: [] })
}, 120_000)

test('what people print is no bomb: dotted lines, a poster, a shading, a thousand transparent marks', async () => {
  const path = file(
    'comun.pdf',
    tinyPages(
      [
        { content: '[0 1] 0 d 1 J 0.5 w 50 50 m 545 50 l S [1 1] 0 d 0.1 w 50 90 m 545 790 l S' },
        { content: draws, entries: `${A4} /Resources << ${I} >>` },
        {
          content: '/S sh',
          entries: `${A4} /Resources << /Shading << /S << /ShadingType 2 /Coords [0 0 595 842] ${RAINBOW} >> >> >>`,
        },
        {
          content: `/G gs ${'100 100 90 90 re f '.repeat(1_000)}`,
          entries: `${A4} /Resources << ${GLASS} >>`,
        },
      ],
      [picture(4_960, 7_016, 1)],
    ),
  )
  expect(await engine.prove(path, 4)).toMatchObject({ imagen: [], imposibles: [] })
}, 120_000)
