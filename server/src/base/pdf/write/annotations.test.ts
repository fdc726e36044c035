import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { openEngine } from '../../../testing/pdf-engine.ts'
import { stream, tinyPages } from '../../../testing/tiny-pdf.ts'

const { engine, file, print } = openEngine({ workers: 1 })

const BLUE = stream('0 0 1 rg 0 0 100 100 re f', '/Type /XObject /Subtype /Form /BBox [0 0 100 100]')
const PRINT = 4
const NO_ZOOM = 8
const NO_ROTATE = 16
const UPRIGHT = '/MediaBox [0 0 595 842]'

const annotated = (annotation: string, entries = UPRIGHT) =>
  file(
    'anotada.pdf',
    tinyPages(
      [{ content: '0 g 50 50 50 50 re f', entries: `${entries} /Annots [100 0 R]` }],
      [`<< /Type /Annot /Rect [200 300 300 400] ${annotation} >>`, BLUE],
    ),
  )

/** The share of blue on the paper: a mark of 100 x 100 points is 2 %. */
async function blueOn(path: string): Promise<number> {
  const { data, info } = await sharp(await engine.thumbnail(path, 1, 200))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  let blue = 0
  for (let at = 0; at < data.length; at += 3) if ((data[at + 2] ?? 0) > 180 && (data[at] ?? 0) < 100) blue++
  return Math.round((blue / (info.width * info.height)) * 1_000) / 10
}

const told = async (path: string) => [...(await engine.prove(path, 1)).findings.keys()]

describe.each([
  ['a stamp', '/Subtype /Stamp'],
  ['a note', '/Subtype /Text /Contents (Revisar)'],
  ['free text', '/Subtype /FreeText /DA (/Helv 12 Tf 0 g)'],
  ['a mark of ink', '/Subtype /Ink /InkList [[200 300 300 400]]'],
  ['a field', '/Subtype /Widget /FT /Tx /T (a)'],
])('%s with an appearance', (_name, kind) => {
  const shown = `${kind} /AP << /N 101 0 R >>`

  test.each([
    ['upright', UPRIGHT],
    ['turned', `${UPRIGHT} /Rotate 90`],
    ['lying', '/MediaBox [0 0 842 595]'],
  ])('is printed if its print flag is set: %s', async (_how, entries) => {
    const path = annotated(`${shown} /F ${PRINT}`, entries)
    expect(await blueOn(await print(path))).toBeCloseTo(2, 0)
    expect(await told(path)).not.toContain('no_se_imprime')
    expect(await engine.colorPages(path, 1, 1)).toEqual([true])
  })

  test('is not printed without it, and that is told', async () => {
    const path = annotated(shown)
    expect(await blueOn(await print(path))).toBe(0)
    expect(await told(path)).toContain('no_se_imprime')
    expect(await engine.colorPages(path, 1, 1)).toEqual([false])
  })

  test('is neither printed nor told where it is hidden', async () => {
    const path = annotated(`${shown} /F ${PRINT | 2}`)
    expect(await blueOn(await print(path))).toBe(0)
    expect(await told(path)).not.toContain('no_se_imprime')
  })
})

test('a note that neither turns nor grows with its page is printed', async () => {
  const path = annotated(
    `/Subtype /Text /AP << /N 101 0 R >> /F ${PRINT | NO_ZOOM | NO_ROTATE}`,
    `${UPRIGHT} /Rotate 90`,
  )
  const { imagen, imposibles } = await engine.prove(path, 1)
  expect(imposibles).toEqual([])
  if (imagen.length === 0) expect(await blueOn(await print(path))).toBeCloseTo(2, 0)
})

describe.each([
  ['a note', '/Subtype /Text /Contents (Revisar)'],
  ['a sign for a missing word', '/Subtype /Caret /C [1 0 0]'],
  ['a mark of a redaction', '/Subtype /Redact /OC [1 0 0]'],
])('%s whose looks are left to the reader', (_name, kind) => {
  test('is printed as the reader draws it if its print flag is set', async () => {
    for (const entries of [UPRIGHT, `${UPRIGHT} /Rotate 90`]) {
      const { imagen, findings } = await engine.prove(annotated(`${kind} /F ${PRINT}`, entries), 1)
      expect(imagen).toEqual([])
      expect([...findings.keys()]).not.toContain('no_se_imprime')
    }
  })

  test('is told as not printed without it', async () => {
    const { imagen, findings } = await engine.prove(annotated(kind), 1)
    expect(imagen).toEqual([])
    expect([...findings.keys()]).toEqual(['no_se_imprime'])
  })
})

test('a stamp whose looks are left to the reader is told as not printed', async () => {
  for (const flags of [0, PRINT])
    expect(await told(annotated(`/Subtype /Stamp /Name /Draft /F ${flags}`))).toContain('no_se_imprime')
})

test('a note whose looks are left to the reader is on the paper of a page that is turned', async () => {
  const turned = `${UPRIGHT} /Rotate 90`
  const darkOn = async (annotation: string) => {
    const paper = await print(annotated(annotation, turned))
    const pixels = await sharp(await engine.thumbnail(paper, 1, 400))
      .grayscale()
      .raw()
      .toBuffer()
    return pixels.filter((light) => light < 200).length
  }
  const bare = await darkOn('/Subtype /Popup')
  expect(await darkOn(`/Subtype /Text /F ${PRINT}`)).toBeGreaterThan(bare + 20)
})

describe('the border of a link', () => {
  const LINK = '/Subtype /Link /A << /S /URI /URI (https://imprimitodo.ar) >>'

  test.each([
    ['a frame', '/Border [0 0 6] /C [0 0 1]'],
    ['dashes', '/BS << /W 6 /S /D /D [12 3] >> /C [0 0 1]'],
    ['a line below', '/BS << /W 12 /S /U >> /C [0 0 1]'],
  ])('is printed as %s if its print flag is set, and its page is no picture', async (_name, border) => {
    for (const entries of [UPRIGHT, `${UPRIGHT} /Rotate 90`]) {
      const path = annotated(`${LINK} ${border} /F ${PRINT}`, entries)
      expect((await engine.prove(path, 1)).imagen).toEqual([])
      expect(await blueOn(await print(path))).toBeGreaterThan(0)
    }
  })

  test('is black where the link has no colour', async () => {
    const path = annotated(`${LINK} /Border [0 0 6] /F ${PRINT}`)
    expect(await engine.colorPages(path, 1, 1)).toEqual([false])
    expect((await engine.prove(path, 1)).imagen).toEqual([])
    expect(await blueOn(await print(path))).toBe(0)
  })

  test.each([
    ['of no width', `/Border [0 0 0] /F ${PRINT}`],
    ['without a print flag', '/C [0 0 1]'],
    ['that is hidden', `/C [0 0 1] /F ${PRINT | 2}`],
  ])('%s is not printed', async (_name, border) => {
    const path = annotated(`${LINK} ${border}`)
    expect(await engine.colorPages(path, 1, 1)).toEqual([false])
    expect((await engine.prove(path, 1)).imagen).toEqual([])
    expect(await blueOn(await print(path))).toBe(0)
  })
})
