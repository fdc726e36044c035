import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makePdf } from '../../testing/pdf.ts'
import { openEngine } from '../../testing/pdf-engine.ts'
import { rounds } from '../../testing/rounds.ts'
import { flate, tinyPages } from '../../testing/tiny-pdf.ts'
import { PdfRefused } from './port.ts'

const { engine, file, folder } = openEngine()

/** Reproducible random numbers. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Some bytes replaced, a piece left out, doubled or moved, or the end cut off. */
function damaged(sound: Buffer, below: (most: number) => number): Buffer {
  const bytes = Buffer.from(sound)
  const [from, length] = [below(bytes.length), 1 + below(200)]
  const kind = below(5)
  if (kind === 0) return bytes.subarray(0, Math.max(9, from))
  if (kind === 1) return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + length)])
  if (kind === 2) return Buffer.concat([bytes.subarray(0, from + length), bytes.subarray(from)])
  for (let change = 0; change < 1 + below(20); change++) {
    // Changed digits do the most harm: numbers of objects, lengths and positions
    const at = bytes.findIndex((byte, index) => index >= below(bytes.length) && byte >= 48 && byte <= 57)
    if (at < 0 || kind === 3) bytes[below(bytes.length)] = below(256)
    else bytes[at] = 48 + below(10)
  }
  return bytes
}

const WITH_ANNOTATION =
  '/MediaBox [0 0 595 842] /Annots [100 0 R] /Resources << /ExtGState << /G << /ca 0.5 >> >> >>'
const sounds: [string, () => Promise<Buffer>][] = [
  ['text', async () => Buffer.from(await makePdf({ pages: 3 }))],
  [
    'annotations and transparency',
    async () =>
      tinyPages(
        [
          { content: '/G gs 1 0 0 rg 100 100 200 200 re f', entries: WITH_ANNOTATION },
          { content: '0 0 9 9 re f' },
        ],
        [
          '<< /Type /Annot /Subtype /Stamp /Rect [300 100 400 200] /F 4 /AP << /N 101 0 R >> >>',
          flate('0 0 1 rg 0 0 100 100 re f', '/Type /XObject /Subtype /Form /BBox [0 0 100 100]'),
        ],
      ),
  ],
]

test.each(sounds)(
  'a file of %s damaged at random is refused, or printed as it was counted',
  async (name, make) => {
    const sound = await make()
    const below = numbers(name.length)
    for (let round = 0; round < rounds(12, 2_000); round++) {
      const path = file('danado.pdf', damaged(sound, below))
      const out = join(folder, 'impreso.pdf')
      const found = await engine.inspect(path).catch(refused)
      if (!found) continue
      const copy = join(folder, 'reparado.pdf')
      if (found.reparado) await engine.repair(path, copy)
      const source = found.reparado ? copy : path
      expect(await engine.colorPages(source, 1, found.pages)).toHaveLength(found.pages)
      const { imagen, imposibles } = await engine.prove(source, found.pages, { reparado: found.reparado })
      const pages = Array.from({ length: found.pages }, (_, index) => index + 1)
      const printed = pages.filter((page) => !imposibles.includes(page))
      if (printed.length === 0) continue
      const work = printed.map((page) => ({
        path: source,
        pages: [[page, page] as [number, number]],
        imagen,
      }))
      const options = { grey: round % 2 === 1, blankBacks: false, fillSheet: false }
      const made = await engine.assemble(
        work.map((stretch) => ({ ...stretch, ...options })),
        out,
      )
      expect(made.pages, `round ${round}`).toBe(printed.length)
      expect((await engine.inspect(out)).pages).toBe(printed.length)
      expect(readFileSync(out, 'latin1')).toMatch(/^%PDF-1\.7/)
    }
  },
)

/** Any error but a refusal of the file is a bug. */
function refused(error: unknown): undefined {
  if (!(error instanceof PdfRefused)) throw error
}
