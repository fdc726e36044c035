import { closeSync, ftruncateSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startShop } from '../../e2e/support/shop.ts'
import { runEmbedded } from '../../server/src/base/pdf/qpdf/qpdf-embedded.ts'
import { colored, tinyPages, tinyPdf } from '../../server/src/testing/tiny-pdf.ts'
import { atMost, median, note, type Row } from '../support/rows.ts'
import { sendFiles, startSink } from '../support/send.ts'

export const name =
  'Odd files, and one of a million pages: answered in time, and no other customer waits for them'
const ROUNDS = 15
const GIB = 2 ** 30

export async function run(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-raro-'))
  const shop = await startShop({ env: { TRUST_PROXY: 'loopback' } })
  const sink = await startSink(join(folder, 'sink'))
  let made = 0
  /** Another customer's page in colour, until its price is known. */
  const colour = async () => {
    const path = join(folder, `color-${made++}.pdf`)
    writeFileSync(path, colored(1, `${(made % 9) / 10} 0 0.9`))
    return need(await sendFiles(shop.url, [path]), 200).ms
  }
  const rounds = async () => {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) times.push(await colour())
    return median(times)
  }
  try {
    await rounds()
    const before = await rounds()
    const million = join(folder, 'millon.pdf')
    writeFileSync(million, samePage(1_000_000))
    const refused = need(await sendFiles(shop.url, [million]), 400)
    const after = await rounds()
    const odd: Row[] = []
    for (const [label, path] of await oddFiles(folder)) {
      const { text, ms } = need(await sendFiles(shop.url, [path]), 200)
      const sunk = await sendFiles(sink.url, [path])
      const pages = JSON.parse(text).archivos[0].paginas
      odd.push(
        atMost(`${label}: ${pages} pages, priced so long after a bare sink`, (ms - sunk.ms) / 1000, 5, 's'),
      )
    }
    return [
      atMost('a million pages: refused after', refused.ms / 1000, 3, 's'),
      note('what is said', JSON.parse(refused.text).archivos?.[0] ?? refused.text),
      note('colour of one page of another customer, before', before, 'ms'),
      atMost('the same, afterwards, as a multiple', after / before, 1.5),
      ...odd,
    ]
  } finally {
    sink.stop()
    await shop.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

function need<T extends { status: number; text: string }>(answer: T, status: number): T {
  if (answer.status !== status) throw new Error(`${answer.status} ${answer.text}`)
  return answer
}

/** 6 MB that name one page over and over. */
const samePage = (pages: number): Buffer =>
  tinyPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages} /Kids [${'3 0 R '.repeat(pages)}] >>`,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
  ])

/** Three pages each. */
async function oddFiles(folder: string): Promise<[string, string][]> {
  const [plain, late, open, zeros] = ['tres', 'tarde', 'abierto', 'ceros'].map((file) =>
    join(folder, `${file}.pdf`),
  ) as [string, string, string, string]
  writeFileSync(plain, tinyPages([1, 2, 3].map((at) => ({ content: `0 g 100 ${at * 100} 300 20 re f` }))))
  writeFileSync(late, Buffer.concat([Buffer.from(`${'basura '.repeat(300)}\n`), readFileSync(plain)]))
  const words = [{ path: plain }, '--encrypt', '--owner-password=dueno', '--bits=256', '--']
  await runEmbedded({ words, out: open, ms: 10_000 })
  writeFileSync(zeros, readFileSync(plain))
  const fd = openSync(zeros, 'r+')
  ftruncateSync(fd, GIB)
  closeSync(fd)
  return [
    ['a header after 2,100 bytes', late],
    ['an empty user password', open],
    ['1 GB with zeros behind', zeros],
  ]
}
