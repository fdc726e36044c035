import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { atMost, median, note, type Row } from '../support/rows.ts'
import { peakMb, scanFile, textFiles, timed, whole, withBench } from './inputs.ts'

export const name = 'Print works: 1,000 text pages from ten files, 372 MB of scans, 1.5 GB'
const ROUNDS = 5

/** Peer: native qpdf doing only the bare merge (no A4 boxes, no flattening, no fsync), process start included. */
export async function run(): Promise<Row[]> {
  if (spawnSync('qpdf', ['--version']).error) return [note('native qpdf is not on this machine', 'skipped')]
  return withBench(async (folder, engine) => {
    const merged = join(folder, 'qpdf.pdf')
    const out = join(folder, 'nuestro.pdf')
    const native = (paths: string[]) =>
      timed(() => execFileSync('qpdf', ['--empty', '--pages', ...paths, '--', merged]))

    const texts = await textFiles(folder, 10, 100)
    const bareTexts: number[] = []
    const ourTexts: number[] = []
    const greyTexts: number[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      const bare = await native(texts)
      const ours = await timed(() =>
        engine.assemble(
          texts.map((path) => whole(path, 100)),
          out,
        ),
      )
      const grey = await timed(() =>
        engine.assemble(
          texts.map((path) => whole(path, 100, true)),
          out,
        ),
      )
      if (round === 0) continue // the first one starts qpdf in the child
      bareTexts.push(bare)
      ourTexts.push(ours)
      greyTexts.push(grey)
    }

    const scan = await scanFile(join(folder, 'escaneo.pdf'), 372)
    const bareScans: number[] = []
    const ourScans: number[] = []
    for (let round = 0; round < 3; round++) {
      bareScans.push(await native([scan.path]))
      ourScans.push(await timed(() => engine.assemble([whole(scan.path, scan.pages)], out)))
    }

    const big = await scanFile(join(folder, 'enorme.pdf'), 1_500)
    const bareBig = await native([big.path])
    const ourBig = await timed(() => engine.assemble([whole(big.path, big.pages)], out))
    return [
      note('1,000 text pages, native qpdf', median(bareTexts), 'ms'),
      note('1,000 text pages, ours', median(ourTexts), 'ms'),
      atMost('1,000 text pages, ratio', median(ourTexts) / median(bareTexts), 2),
      atMost('1,000 text pages to grey, ratio', median(greyTexts) / median(bareTexts), 5),
      note('372 MB of scans, native qpdf', median(bareScans), 'ms'),
      note('372 MB of scans, ours', median(ourScans), 'ms'),
      atMost('372 MB of scans, ratio', median(ourScans) / median(bareScans), 1.5),
      note('1.5 GB, ours', ourBig, 'ms'),
      atMost('1.5 GB, ratio', ourBig / bareBig, 1.5),
      atMost('peak memory of a child', peakMb(engine.pids()), 250, 'MB'),
    ]
  })
}
