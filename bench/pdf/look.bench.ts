import { join } from 'node:path'
import { atMost, median, note, type Row } from '../support/rows.ts'
import { peakMb, scanFile, textFiles, timed, withBench } from './inputs.ts'

export const name = 'Looking into PDFs: count and memory, colour, thumbnails'
const ROUNDS = 7

export async function run(): Promise<Row[]> {
  const counted = await countBig()
  const looked = await withBench(async (folder, engine) => {
    const [text = ''] = await textFiles(folder, 1, 100)
    const scan = await scanFile(join(folder, 'escaneo.pdf'), 30)
    const rounds = async (use: () => unknown) => {
      const times: number[] = []
      for (let round = 0; round < ROUNDS; round++) times.push(await timed(use))
      return median(times)
    }
    await engine.colorPages(text, 1, 100)
    const textPage = (await rounds(() => engine.colorPages(text, 1, 100))) / 100
    const scanPage = (await rounds(() => engine.colorPages(scan.path, 1, 10))) / 10
    return [
      atMost('colour, per text page', textPage, 5, 'ms'),
      atMost('colour, per scanned page (A4, 300 dpi JPEG)', scanPage, 120, 'ms'),
      atMost('thumbnail of page 1, text', await rounds(() => engine.thumbnail(text, 1, 200)), 50, 'ms'),
      atMost('thumbnail of page 1, scan', await rounds(() => engine.thumbnail(scan.path, 1, 200)), 200, 'ms'),
    ]
  })
  return [...counted, ...looked]
}

async function countBig(): Promise<Row[]> {
  return withBench(async (folder, engine) => {
    const big = await scanFile(join(folder, 'enorme.pdf'), 1_500)
    await engine.close() // a child of its own, that has done nothing but count
    const { createPdfEngine } = await import('../../server/src/base/pdf/engine.ts')
    const fresh = createPdfEngine()
    try {
      const cold = await timed(() => fresh.inspect(big.path))
      const warm = await timed(() => fresh.inspect(big.path))
      return [
        note('1.5 GB counted, child started for it', cold, 'ms'),
        note('1.5 GB counted, warm', warm, 'ms'),
        atMost('1.5 GB counted, peak memory of the child', peakMb(fresh.pids()), 100, 'MB'),
      ]
    } finally {
      await fresh.close()
    }
  })
}
