import { join } from 'node:path'
import { atMost, note, type Row } from '../support/rows.ts'
import { scanFile, textFiles, timed, withBench } from './inputs.ts'

export const name = 'Proving PDFs: every page compared with what will be printed'

export function run(): Promise<Row[]> {
  return withBench(async (folder, engine) => {
    const texts = await textFiles(folder, 20, 50)
    const scan = await scanFile(join(folder, 'escaneo.pdf'), 60)
    await engine.prove(texts[0] ?? '', 1)
    // Two files at once, as its jobs prove them
    const waiting = [...texts]
    const worker = async () => {
      for (let path = waiting.pop(); path; path = waiting.pop()) await engine.prove(path, 50)
    }
    const all = await timed(() => Promise.all([worker(), worker()]))
    const scans = await timed(() => engine.prove(scan.path, scan.pages))
    return [
      atMost('20 files of 50 text pages', all / 1000, 20, 's'),
      note('per scanned page (A4, 300 dpi JPEG)', scans / scan.pages, 'ms'),
    ]
  })
}
