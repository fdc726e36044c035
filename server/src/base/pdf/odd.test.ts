// Odd but sound: page trees, boxes, layers, colours and annotations of real producers.
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openEngine } from '../../testing/pdf-engine.ts'
import { flate, stream, type TinyPage, tinyPages, tinyPdf } from '../../testing/tiny-pdf.ts'

const { engine, file, folder } = openEngine()

const A4 = '/MediaBox [0 0 595 842]'
const BAR = '1 0 0 rg 100 500 200 50 re f'
const page = (entries: string, content = BAR): TinyPage => ({ content, entries })
const resources = (text: string) => `${A4} /Resources << ${text} >>`
const form = (content: string) => stream(content, '/Type /XObject /Subtype /Form /BBox [0 0 100 100]')
const LAYER = '/OCProperties << /OCGs [100 0 R] /D << /OFF [100 0 R] >> >>'
const HIDDEN = `${BAR} /OC /L BDC 0 0 1 rg 100 100 200 50 re f EMC`

const annotated = (annotation: string, more = '') =>
  tinyPages(
    [page(`${A4} /Annots [100 0 R] ${more}`)],
    [`<< /Type /Annot /Rect [100 300 300 400] ${annotation} >>`, form('0 0 1 rg 0 0 100 100 re f')],
  )

/** Pages of the page tree's root: its `/Kids` and its other entries. */
const tree = (root: string) =>
  tinyPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages ${root} >>`,
    `<< /Type /Page /Parent 2 0 R ${A4} /Contents 4 0 R >>`,
    stream(BAR),
  ])

/** Renames some of the pages in an update behind the end. */
function updated(sound: Buffer, kids: string, count: number): Buffer {
  const text = `2 0 obj\n<< /Type /Pages /Count ${count} /Kids [ ${kids} ] >>\nendobj\n`
  const before = /startxref\n(\d+)/.exec(sound.toString('latin1'))?.[1]
  const table = `xref\n2 1\n${String(sound.length).padStart(10, '0')} 00000 n \n`
  const trailer = `trailer << /Size 20 /Root 1 0 R /Prev ${before} >>\nstartxref\n${sound.length + text.length}\n%%EOF\n`
  return Buffer.concat([sound, Buffer.from(text + table + trailer)])
}

const DEEP = 60
const deep = () =>
  tinyPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    ...Array.from({ length: DEEP }, (_, at) =>
      [
        `<< /Type /Pages /Count 1 /Kids [${at + 3} 0 R]`,
        at === 0 ? `${A4} /Rotate 90 >>` : `/Parent ${at + 1} 0 R >>`,
      ].join(' '),
    ),
    `<< /Type /Page /Parent ${DEEP + 1} 0 R /Contents ${DEEP + 3} 0 R >>`,
    stream(BAR),
  ])

const ODD: [string, Buffer, number][] = [
  [
    'a layer that is off',
    tinyPages(
      [page(resources('/Properties << /L 100 0 R >>'), HIDDEN)],
      ['<< /Type /OCG /Name (L) >>'],
      LAYER,
    ),
    1,
  ],
  ['labels of pages', tinyPages([page(A4)], [], '/PageLabels << /Nums [0 << /S /r /St 99 >>] >>'), 1],
  ['a unit of 75,000', tinyPages([page(`${A4} /UserUnit 75000`)]), 1],
  ['a box below zero', tinyPages([page('/MediaBox [-500 -800 95 42]', '-400 -300 200 50 re f')]), 1],
  ['a box the wrong way round', tinyPages([page('/MediaBox [595 842 0 0]')]), 1],
  ['a crop box larger than the page', tinyPages([page(`${A4} /CropBox [-100 -100 700 950]`)]), 1],
  ['a turn of 45', tinyPages([page(`${A4} /Rotate 45`)]), 1],
  ['a turn of -90', tinyPages([page(`${A4} /Rotate -90`)]), 1],
  ['a turn of 450', tinyPages([page(`${A4} /Rotate 450`)]), 1],
  [
    'a soft mask',
    tinyPages(
      [page(resources('/ExtGState << /G 100 0 R >>'), `/G gs ${BAR}`)],
      [
        '<< /SMask << /S /Luminosity /G 101 0 R >> >>',
        stream(
          '0.5 g 0 0 595 842 re f',
          `/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Group << /S /Transparency /CS /DeviceGray >>`,
        ),
      ],
    ),
    1,
  ],
  [
    'colours of their own names',
    tinyPages(
      [
        page(
          resources('/ColorSpace << /S [/Separation /Naranja /DeviceCMYK 100 0 R] >>'),
          '/S cs 1 scn 100 500 100 100 re f',
        ),
      ],
      ['<< /FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [0 0.6 1 0] /N 1 >>'],
    ),
    1,
  ],
  [
    'a picture inside the content',
    tinyPages([
      page(
        A4,
        'q 200 0 0 200 100 400 cm BI /W 2 /H 2 /CS /RGB /BPC 8 /F /AHx ID ff0000 00ff00 0000ff 888888> EI Q',
      ),
    ]),
    1,
  ],
  [
    'a stencil',
    tinyPages(
      [page(resources('/XObject << /I 100 0 R >>'), '0 0.4 0.8 rg q 300 0 0 300 100 300 cm /I Do Q')],
      [
        flate(
          Buffer.from([0xaa, 0x55, 0xaa, 0x55]),
          '/Type /XObject /Subtype /Image /ImageMask true /Width 8 /Height 4 /BitsPerComponent 1',
        ),
      ],
    ),
    1,
  ],
  ['a stamp on a turned page', annotated('/Subtype /Stamp /F 20 /AP << /N 101 0 R >>', '/Rotate 90'), 1],
  ['a frame without appearance', annotated('/Subtype /Square /F 4 /C [1 0 0]'), 1],
  [
    'a ticked box',
    annotated('/Subtype /Widget /FT /Btn /T (c) /AS /Si /F 4 /AP << /N << /Si 101 0 R >> >>'),
    1,
  ],
  ['no content', tinyPages([page(A4), { content: '', entries: A4 }]), 2],
  ['the same page three times', tree('/Count 3 /Kids [3 0 R 3 0 R 3 0 R]'), 3],
  ['a tree that bites its tail', tree('/Count 3 /Kids [3 0 R 2 0 R]'), 1],
  ['a tree of sixty levels that says size and turn at its root', deep(), 1],
  ['an update that took pages away', updated(tinyPages([page(A4), page(A4), page(A4)]), '3 0 R 7 0 R', 2), 2],
  ['a page of 5 m', tinyPages([page('/MediaBox [0 0 14400 14400]', '1000 w 0 0 14000 14000 re S')]), 1],
  ['a page of 3 mm', tinyPages([page('/MediaBox [0 0 10 10]', '0 0 1 rg 1 1 5 5 re f')]), 1],
]

describe('an odd file is counted, proved and printed', () => {
  test.each(ODD)('%s', async (_name, content, pages) => {
    const path = file('raro.pdf', content)
    const found = await engine.inspect(path)
    expect(found.pages).toBe(pages)
    const source = found.reparado ? join(folder, 'reparado.pdf') : path
    if (found.reparado) await engine.repair(path, source)
    const { imagen, imposibles } = await engine.prove(source, pages, { reparado: found.reparado })
    expect(imposibles).toEqual([])
    const options = { blankBacks: false, fillSheet: false, imagen }
    for (const grey of [false, true]) {
      const out = join(folder, `impreso-${grey}.pdf`)
      await engine.assemble([{ path: source, pages: [[1, pages]], grey, ...options }], out)
      expect(await engine.inspect(out)).toMatchObject({ pages, reparado: false })
      expect(await engine.colorPages(out, 1, 1)).toEqual([
        !grey && (await engine.colorPages(source, 1, 1))[0],
      ])
    }
  })
})
