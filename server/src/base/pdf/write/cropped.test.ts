import { describe, expect, test } from 'vitest'
import { openEngine } from '../../../testing/pdf-engine.ts'
import { stream, tinyPages } from '../../../testing/tiny-pdf.ts'

const { engine, file, print } = openEngine({ workers: 1 })

const BLACK_INSIDE = '0 g 200 300 150 100 re f'
const EDGE = 2.5 // points: the pixels of a clip's edge are drawn whole
/** Red all over the page, with white where the box is and a little around it: a red pixel was cut off. */
const withRedAround = ([left, bottom, right, top]: Box) => {
  const white = [left - EDGE, bottom - EDGE, right - left + 2 * EDGE, top - bottom + 2 * EDGE]
  return `1 0 0 rg -200 -200 1200 1400 re f 1 g ${white.join(' ')} re f ${BLACK_INSIDE}`
}

const RED = stream('1 0 0 rg 0 0 100 100 re f', '/Type /XObject /Subtype /Form /BBox [0 0 100 100]')

type Box = [left: number, bottom: number, right: number, top: number]

const CROPS: [string, Box][] = [
  ['as wide as its sheet', [0, 0, 595.276, 770]],
  ['as high as its sheet', [90, 0, 505, 841.89]],
  ['3 mm smaller than its sheet', [4.2, 4.2, 591.1, 837.7]],
  ['off the middle of its page', [150, 100, 500, 500]],
  ['lying', [0, 200, 595.276, 600]],
]

describe.each(CROPS)('of a page cropped to a box %s', (_name, box) => {
  const entries = [
    `/MediaBox [0 0 595.276 841.89] /CropBox [${box.join(' ')}]`,
    `/MediaBox [${box.join(' ')}]`, // what is drawn outside of the page itself is no more shown
  ]

  test.each(entries)('nothing that was cut off is on the paper, nor told: %s', async (shape) => {
    const path = file('recortada.pdf', tinyPages([{ content: withRedAround(box), entries: shape }]))
    expect(await engine.colorPages(await print(path), 1, 1)).toEqual([false])
    const { imagen, findings } = await engine.prove(path, 1)
    expect({ imagen, findings: [...findings.keys()] }).toEqual({ imagen: [], findings: [] })
  })
})

test('a page whose ink is all outside of its crop box is told to be blank', async () => {
  const entries = '/MediaBox [0 0 595.276 841.89] /CropBox [0 0 595.276 770]'
  const path = file('vacia.pdf', tinyPages([{ content: '0 g 100 790 300 20 re f', entries }]))
  expect([...(await engine.prove(path, 1)).findings.keys()]).toEqual(['en_blanco'])
})

test('a field outside of the crop box is neither proved nor printed', async () => {
  const form =
    '<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /F 4 /Rect [50 780 550 830] /AP << /N 101 0 R >> >>'
  const entries = '/MediaBox [0 0 595.276 841.89] /CropBox [0 0 595.276 770] /Annots [100 0 R]'
  const path = file('campo.pdf', tinyPages([{ content: BLACK_INSIDE, entries }], [form, RED]))
  expect(await engine.colorPages(await print(path), 1, 1)).toEqual([false])
  const { imagen, findings } = await engine.prove(path, 1)
  expect({ imagen, findings: [...findings.keys()] }).toEqual({ imagen: [], findings: [] })
})
