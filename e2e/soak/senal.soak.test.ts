// A customer at the edge of the signal: 400 kbit/s, and every minute ten seconds without any.

import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { PDFDocument } from '@cantoo/pdf-lib'
import type { Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { writeReport } from '../../bench/support/report.ts'
import { atMost, note } from '../../bench/support/rows.ts'
import { makePdf } from '../../server/src/testing/pdf.ts'
import { openBrowser, openPage, PHONE } from '../support/browser.ts'
import type { Picked } from '../support/files.ts'
import { startLinea } from '../support/linea.ts'
import {
  checkout,
  expectStep3,
  fillContacto,
  heading,
  next,
  pay,
  pedidoIdOf,
  toStep2,
} from '../support/print.ts'
import { pedidoOf } from '../support/server.ts'
import { freePort, startShop } from '../support/shop.ts'

const isSoak = process.env.SOAK === '1'
/** The short round has the same cuts of a smaller and faster load. */
const { MB, BYTES_PER_SECOND, WELL_MS, CUT_MS } = isSoak
  ? { MB: 20, BYTES_PER_SECOND: 50_000, WELL_MS: 50_000, CUT_MS: 10_000 }
  : { MB: 2, BYTES_PER_SECOND: 300_000, WELL_MS: 3_000, CUT_MS: 1_000 }
const KINDS = isSoak ? (['away', 'silent'] as const) : (['away'] as const)

const started: (() => unknown)[] = []
afterAll(async () => {
  for (const stop of started.reverse()) await stop()
})

/** Three files that have `bytes` together. */
async function files(bytes: number): Promise<Picked[]> {
  return Promise.all(
    [0.2, 0.3, 0.5].map(async (share, at) => {
      const document = await PDFDocument.load(await makePdf({ pages: 5, text: `Apunte ${at}` }))
      await document.attach(randomBytes(Math.round(bytes * share)), 'relleno.bin', {
        mimeType: 'application/octet-stream',
      })
      return {
        name: `apunte-${at + 1}.pdf`,
        mimeType: 'application/pdf',
        buffer: Buffer.from(await document.save()),
      }
    }),
  )
}

/** A cut in the call that asks for the price is told (e2e/compra/subida.test.ts): the customer presses again. */
async function toStep3(page: Page): Promise<void> {
  const step3 = heading(page, 'Confirmá tu pedido')
  const failure = page.getByText('No se pudo subir los archivos.')
  do {
    await next(page)
    await step3.or(failure).first().waitFor()
  } while (await failure.isVisible())
  await expectStep3(page)
}

it('three files become a paid order over a line that is slow and cut again and again', async () => {
  const [port, own] = [await freePort(), await freePort()]
  const shop = await startShop({ port: own, env: { PUBLIC_URL: `http://localhost:${port}` } })
  started.push(shop.remove)
  const line = await startLinea(own, { at: port, bytesPerSecond: BYTES_PER_SECOND })
  started.push(line.stop)
  const browser = await openBrowser()
  started.push(() => browser.close())
  const { page } = await openPage(browser, PHONE)
  page.setDefaultTimeout(isSoak ? 1_800_000 : 120_000)
  const picked = await files(MB * 1024 ** 2)
  const bytes = picked.reduce((sum, { buffer }) => sum + buffer.length, 0)

  await toStep2(page, { ...shop, url: `http://localhost:${port}` }, picked)
  const start = performance.now()
  let cuts = 0
  let isDone = false
  const cutting = (async () => {
    while (!isDone) {
      await sleep(WELL_MS)
      line.set(KINDS[cuts++ % KINDS.length] ?? 'away')
      await sleep(CUT_MS)
      line.set('fine')
    }
  })()
  await toStep3(page)
  const sent = line.sent()
  const seconds = Math.round((performance.now() - start) / 1000)
  isDone = true
  await cutting
  const id = await pedidoIdOf(page)
  await fillContacto(page)
  await pay(page)
  await checkout(page, 'Tarjeta aprobada')
  await heading(page, 'Recibimos tu pedido').waitFor()

  expect((await pedidoOf(shop, id)).estado).toBe('pagado')
  expect(cuts).toBeGreaterThan(0)
  const rows = [
    note('files', `${MB} MB in 3`),
    note('cuts of the line until they had arrived', cuts),
    note('until the price of what arrived', seconds, 's'),
    note('at the speed of the line alone', Math.round(bytes / BYTES_PER_SECOND), 's'),
    atMost(
      'bytes sent, all calls of the page among them, as a multiple of the files',
      Number((sent / bytes).toFixed(3)),
      1.05,
    ),
  ]
  console.log(rows.map(({ label, value }) => `${label}: ${value}`).join('\n'))
  if (isSoak)
    writeReport([
      { file: 'e2e/soak/senal.soak.test.ts', name: 'A line of 400 kbit/s that is cut every minute', rows },
    ])
})
