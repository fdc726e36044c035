import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startShop } from '../../e2e/support/shop.ts'
import { writeBigPdf } from '../support/big-pdf.ts'
import { peakMbOf, rssMb } from '../support/memory.ts'
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
  const shop = await startShop({ env: { TRUST_PROXY: 'loopback' } })
  let senders = 0
  const send = () => sendFiles(shop.url, [file], `192.0.2.${++senders}`)
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
      const { peak, result } = await peakMbOf(shop.procesos[0].pid, send)
      peakMb = Math.max(peakMb, peak)
      if (result.status !== 200) throw new Error(`${result.status} ${result.text}`)
      ours.push(result.ms)
      bare.push((await sendFiles(sink.url, [file])).ms)
    }
    for (let round = 0; round < 10; round++)
      busy.push(...(await latencies(`${shop.url}/api/precios`, send())))
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
