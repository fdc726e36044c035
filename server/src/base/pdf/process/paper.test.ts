import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { openEngine } from '../../../testing/pdf-engine.ts'
import { black } from '../../../testing/tiny-pdf.ts'
import { PdfRefused, type Stretch } from '../port.ts'
import { assembleWork } from '../write/assemble.ts'
import { FINISHED } from './messages.ts'
import { makePaper } from './paper.ts'
import { JobFailed } from './worker-process.ts'

const { engine, file, folder } = openEngine({ workers: 1 })

const stretch = (path: string, to: number, change: Partial<Stretch> = {}): Stretch => ({
  path,
  pages: [[1, to]],
  grey: false,
  blankBacks: false,
  fillSheet: false,
  ...change,
})

/** How many of 100 x 141 pixels are dark. */
async function ink(path: string, page: number): Promise<number> {
  const picture = sharp(await engine.thumbnail(path, page, 100))
  return (await picture.grayscale().raw().toBuffer()).filter((light) => light < 128).length
}

test('if a merge fails, only the file to blame is drawn, and each page is where it belongs', async () => {
  const [one, bad] = [file('uno.pdf', black(2)), file('malo.pdf', black(3))]
  const temporary = mkdtempSync(join(folder, 'trabajo-'))
  const make = (work: Stretch[]) => {
    if (work.some(({ path, imagen }) => path === bad && !imagen))
      throw new JobFailed('Object 7 has no end', undefined)
    return assembleWork(work, { hoja: 'A4', folder: temporary }, () => {})
  }
  const work = [
    stretch(one, 1, { fillSheet: true }),
    stretch(bad, 3, { pages: [[2, 3]], grey: true }),
    stretch(one, 2),
  ]
  expect(await makePaper(async (part) => make(part), work)).toEqual({ pages: 6, drawn: [bad] })
  const out = join(temporary, FINISHED)
  expect((await engine.inspect(out)).sizes).toEqual([{ pages: 6, width: 595.28, height: 841.89 }])
  const inked = await Promise.all([1, 2, 3, 4, 5, 6].map(async (page) => (await ink(out, page)) > 300))
  expect(inked).toEqual([true, false, true, true, true, true])
})

describe('what is tried', () => {
  const [a, b] = [stretch('a.pdf', 3), stretch('b.pdf', 2, { pages: [[2, 2]] })]
  const tried = async (fails: (work: Stretch[]) => unknown) => {
    const works: Stretch[][] = []
    const make = async (work: Stretch[]) => {
      works.push(work)
      const error = fails(work)
      if (error) throw error
      return { pages: 4 }
    }
    const result = await makePaper(make, [a, b]).catch((error) => error)
    return { result, works }
  }
  const isDrawn = ({ imagen }: Stretch) => imagen !== undefined

  test('a work that is made at once is made once', async () => {
    expect(await tried(() => null)).toEqual({ result: { pages: 4, drawn: [] }, works: [[a, b]] })
  })

  test('where no file alone is to blame, all of them are drawn', async () => {
    const { result, works } = await tried(
      (work) => work.length > 1 && !work.every(isDrawn) && new PdfRefused('danado'),
    )
    expect(result).toEqual({ pages: 4, drawn: ['a.pdf', 'b.pdf'] })
    expect(works.at(-1)).toEqual([
      { ...a, imagen: [1, 2, 3] },
      { ...b, imagen: [2] },
    ])
  })

  test('a page that cannot be drawn either is refused, as is a disk that failed, which nothing is tried after', async () => {
    const refused = new PdfRefused('demasiado-complejo')
    expect((await tried(() => refused)).result).toBe(refused)
    const disk = new JobFailed('write', 'ENOSPC')
    expect(await tried(() => disk)).toEqual({ result: disk, works: [[a, b]] })
  })

  test('a bug of ours counts as a fault of the file', async () => {
    const fault = new JobFailed('Cannot create a Buffer larger', 'ERR_BUFFER_TOO_LARGE')
    const { result } = await tried(
      (work) => work.some((one) => one.path === 'b.pdf' && !isDrawn(one)) && fault,
    )
    expect(result).toEqual({ pages: 4, drawn: ['b.pdf'] })
  })
})
