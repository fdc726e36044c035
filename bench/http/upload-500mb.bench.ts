import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startShop } from '../../e2e/support/shop.ts'
import { rssMb } from '../support/memory.ts'
import { latencies } from '../support/probe.ts'
import { atLeast, atMost, median, note, percentile, type Row } from '../support/rows.ts'
import { sendFiles, startSink } from '../support/send.ts'

export const name = 'One PDF of 500 MB'
const MB = 1024 ** 2
const ROUNDS = 5

export async function run(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'imprimitodo-bench-'))
  const file = join(folder, 'grande.pdf')
  writeBigPdf(file, 500 * MB)
  const shop = await startShop()
  const sink = await startSink(join(folder, 'sink'))
  try {
    const idle = await latencies(`${shop.url}/api/precios`, sleep(4_000))
    const restMb = rssMb(shop.procesos[0].pid) // before the first upload: what the first one grows counts
    await sendFiles(sink.url, [file])
    const ours: number[] = []
    const bare: number[] = []
    const busy: number[] = []
    let peakMb = 0
    for (let round = 0; round < ROUNDS; round++) {
      const sampler = setInterval(() => {
        peakMb = Math.max(peakMb, rssMb(shop.procesos[0].pid))
      }, 20)
      const { status, text, ms } = await sendFiles(shop.url, [file])
      clearInterval(sampler)
      if (status !== 200) throw new Error(`${status} ${text}`)
      ours.push(ms)
      bare.push((await sendFiles(sink.url, [file])).ms)
    }
    for (let round = 0; round < 10; round++)
      busy.push(...(await latencies(`${shop.url}/api/precios`, sendFiles(shop.url, [file]))))
    return [
      note('bare node:http to a file', (500 / median(bare)) * 1000, 'MB/s'),
      atLeast('our speed as a share of it', median(bare) / median(ours), 0.8),
      atMost('server memory above rest', peakMb - restMb, 40, 'MB'),
      note('light call, p99 idle', percentile(idle, 0.99), 'ms'),
      atMost('light call, p99 meanwhile as a multiple', percentile(busy, 0.99) / percentile(idle, 0.99), 2),
    ]
  } finally {
    sink.stop()
    await shop.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** One page and a stream nobody shows: valid, and as long as asked. */
function writeBigPdf(path: string, bytes: number): void {
  const out = openSync(path, 'w')
  let at = 0
  const offsets: number[] = []
  const write = (text: string | Buffer) => {
    at += writeSync(out, text as Buffer)
  }
  const object = (body: string) => {
    offsets.push(at)
    write(`${offsets.length} 0 obj\n${body}`)
  }
  write('%PDF-1.4\n')
  object('<</Type/Catalog/Pages 2 0 R>>\nendobj\n')
  object('<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n')
  object('<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>\nendobj\n')
  object(`<</Length ${bytes}>>\nstream\n`)
  const block = Buffer.alloc(MB, 'ImprimiTodo ')
  for (let left = bytes; left > 0; left -= MB) write(block)
  write('\nendstream\nendobj\n')
  const xref = at
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  write(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${entries}`)
  write(`trailer\n<</Size ${offsets.length + 1}/Root 1 0 R>>\nstartxref\n${xref}\n%%EOF\n`)
  closeSync(out)
}
