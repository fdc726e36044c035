import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startShop } from '../../e2e/support/shop.ts'
import { makePdf } from '../../server/src/testing/pdf.ts'
import { atMost, median, note, type Row } from '../support/rows.ts'
import { sendFiles, startSink } from '../support/send.ts'

export const name = 'Upload of 20 b/w PDFs, 1,000 pages, until it is priced'
const ROUNDS = 7

/** Peer: the same bytes into a bare sink, then pdfinfo over the same files one after another. */
export async function run(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'imprimitodo-bench-'))
  const files: string[] = []
  for (let index = 0; index < 20; index++) {
    const file = join(folder, `apunte-${index}.pdf`)
    writeFileSync(file, await makePdf({ pages: 50, text: `Apunte ${index}, página` }))
    files.push(file)
  }
  const hasPdfinfo = spawnSync('pdfinfo', ['-v']).error === undefined
  const shop = await startShop()
  const sink = await startSink(join(folder, 'sink'))
  try {
    const ours: number[] = []
    const bare: number[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      const { status, text, ms } = await sendFiles(shop.url, files)
      if (status !== 200 || JSON.parse(text).total !== 20 * 25 * 160) throw new Error(`${status} ${text}`)
      const sunk = await sendFiles(sink.url, files)
      const started = performance.now()
      if (hasPdfinfo) for (const file of files) execFileSync('pdfinfo', [file])
      const counted = performance.now() - started
      if (round === 0) continue // the first one starts the children
      ours.push(ms)
      bare.push(sunk.ms + counted)
    }
    if (!hasPdfinfo) return [note('pdfinfo is not on this machine; priced in', median(ours), 'ms')]
    return [
      note('priced in', median(ours), 'ms'),
      note('bare sink, then pdfinfo x 20', median(bare), 'ms'),
      atMost('ratio', median(ours) / median(bare), 1),
    ]
  } finally {
    sink.stop()
    await shop.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}
