import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startAlmacen } from '../../e2e/support/almacen.ts'
import { sendTo, upload } from '../../e2e/support/buy.ts'
import { uploadInParts } from '../../e2e/support/partes.ts'
import { startShop } from '../../e2e/support/shop.ts'
import { writeBigPdf } from '../support/big-pdf.ts'
import { peakMbOf, rssMb } from '../support/memory.ts'
import { atMost, note, type Row } from '../support/rows.ts'
import { sendFiles } from '../support/send.ts'

export const name = 'One PDF of 400 MB into a bucket'
const MB = 1024 ** 2
const SIZE = 400 * MB
const ROUNDS = 3
/** The size of the pieces that the web sends. */
const PIECE = 4 * MB

type Send = (url: string, file: string) => Promise<void>

export async function run(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'imprimitodo-bench-'))
  const small = join(folder, 'chico.pdf')
  const large = join(folder, 'grande.pdf')
  writeBigPdf(small, 8 * MB)
  writeBigPdf(large, SIZE)
  const almacen = await startAlmacen(join(folder, 'bucket'))
  const measure = async (how: string, send: Send): Promise<Row[]> => {
    const shop = await startShop({ env: { STORAGE_URL: almacen.url } })
    const { pid } = shop.procesos[0]
    try {
      await sleep(4_000)
      const restMb = rssMb(pid) // before the first upload: what the first one grows counts
      const first = await worst(pid, 1, () => send(shop.url, small))
      const all = await worst(pid, ROUNDS, () => send(shop.url, large))
      return [
        note(`${how}: speed`, (SIZE / MB / all.ms) * 1000, 'MB/s'),
        note(`${how}: server memory above rest, for the first 8 MB`, first.peakMb - restMb, 'MB'),
        atMost(`${how}: server memory above rest, for 400 MB`, all.peakMb - restMb, 120, 'MB'),
      ]
    } finally {
      await shop.remove()
    }
  }
  try {
    return [...(await measure('in one request', sendWhole)), ...(await measure('in parts', sendInParts))]
  } finally {
    await almacen.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @returns its highest memory, and how long the quickest took */
async function worst(pid: number, rounds: number, send: () => Promise<void>) {
  let [peakMb, ms] = [0, Number.POSITIVE_INFINITY]
  for (let round = 0; round < rounds; round++) {
    const started = performance.now()
    peakMb = Math.max(peakMb, (await peakMbOf(pid, send)).peak)
    ms = Math.min(ms, performance.now() - started)
  }
  return { peakMb, ms }
}

async function sendWhole(url: string, file: string): Promise<void> {
  const { status, text } = await sendFiles(url, [file])
  if (status !== 200) throw new Error(`${status} ${text}`)
}

async function sendInParts(url: string, file: string): Promise<void> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    const read = async (from: number, to: number) =>
      (await handle.read(Buffer.allocUnsafe(to - from), 0, to - from, from)).buffer
    const subida = await uploadInParts(sendTo(url), { bytes: size, read }, PIECE)
    await upload(sendTo(url), { subida })
  } finally {
    await handle.close()
  }
}
