// Step 1 reads picked files: pages, sizes, colour and price before any byte is sent, and uploads them
// meanwhile.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { createPdfEngine } from '../../server/src/base/pdf/engine.ts'
import { makePdf } from '../../server/src/testing/pdf.ts'
import { tinyPages } from '../../server/src/testing/tiny-pdf.ts'
import { openPage, PHONE, press, WITH_WORKER } from '../support/browser.ts'
import { heavyPdf, pdf, protectedPdf } from '../support/files.ts'
import {
  amountsOf,
  carritoOf,
  choose,
  expectKept,
  expectStep3,
  heading,
  next,
  openStep1,
  pesosIn,
  pick,
  receipt,
  STEP2,
  toStep2,
} from '../support/print.ts'
import { expectGoodOnBoth, expectGoodScreen } from '../support/screen.ts'
import { rows } from '../support/server.ts'
import { openStage } from '../support/stage.ts'

const { shop, browser } = await openStage()

const row = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Tus archivos' }).getByRole('listitem').filter({ hasText: name })
const bar = (page: Page) => page.getByRole('region', { name: 'Acciones' })
const arrived = (page: Page, name: string) => row(page, name).getByText('Ya llegó').waitFor()

/** Calls about uploads, '"POST" /api/subidas'. */
function callsOf(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/api\/(?:subidas|upload_archivo)/.test(pathname)) calls.push(`${request.method()} ${pathname}`)
  })
  return calls
}

describe('the browser reads the same as the server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'imprimitodo-lectura-'))
  const engine = createPdfEngine()
  afterAll(async () => {
    await engine.close()
    rmSync(folder, { recursive: true })
  })

  /** One of each available program, and pages of every shape. */
  async function filesOf(): Promise<Record<string, Buffer>> {
    const boxes = [
      '/MediaBox [0 0 595.28 841.89]',
      '/MediaBox [0 0 595.28 841.89] /Rotate 90',
      '/MediaBox [0 0 595.28 841.89] /Rotate -90',
      '/MediaBox [0 0 1000 1000] /CropBox [100 100 695.3 941.9]',
      '/MediaBox [0 0 500 500] /CropBox [-50 -50 900 900]',
      '/MediaBox [595.28 841.89 0 0]',
      '/MediaBox [0 0 842 1191] /UserUnit 2',
      '/MediaBox [10.5 20.25 622.5 812.25] /Rotate 450',
      '',
    ]
    const printed = await browser.newPage()
    await printed.setContent('<p style="color:#00f">Azul</p><p style="break-before:page">Negro</p>')
    const skia = await printed.pdf({ width: '216mm', height: '340mm' })
    await printed.close()
    return {
      'pdf-lib.pdf': Buffer.from(await makePdf({ pages: 23 })),
      'a-mano.pdf': tinyPages(boxes.map((entries) => ({ entries }))),
      'chromium.pdf': skia,
      'mucho.pdf': Buffer.from(await makePdf({ pages: 100, color: [2, 90] })),
    }
  }

  /** The sizes read by the page's own worker, in hundredths of a point, as the server keeps them. */
  async function readHere(page: Page, buffer: Buffer): Promise<string[]> {
    const sizes = await page.evaluate(async (base64) => {
      const url = performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .find((name) => /lector-worker/.test(name))
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      const worker = new Worker(url ?? '', { type: 'module' })
      const answer = await new Promise<{ tamanos: { ancho_mm: number; alto_mm: number }[] }>((resolve) => {
        worker.onmessage = ({ data }) => resolve(data)
        worker.postMessage({ que: 'contar', id: 'x', file: new File([bytes], 'x.pdf') })
      })
      worker.terminate()
      return answer.tamanos
    }, buffer.toString('base64'))
    const points = (mm: number) => Math.round(Math.fround((mm / 25.4) * 72) * 100) / 100
    return sizes.map(({ ancho_mm, alto_mm }) => `${points(ancho_mm)} x ${points(alto_mm)}`)
  }

  it('pages and their sizes, in files of many programs, and their price', { timeout: 90_000 }, async () => {
    const { page, problems } = await openPage(browser)
    const files = await filesOf()
    await openStep1(page, shop)
    await pick(
      page,
      Object.entries(files).map(([name, buffer]) => ({ name, buffer, mimeType: 'application/pdf' })),
    )
    for (const name of Object.keys(files))
      await row(page, name)
        .getByText(/página/)
        .waitFor()
    for (const [name, buffer] of Object.entries(files)) {
      const path = join(folder, name)
      writeFileSync(path, buffer)
      const { sizes } = await engine.inspect(path)
      const theirs = sizes.flatMap(({ pages, width, height }) =>
        Array.from({ length: pages }, () => `${width} x ${height}`),
      )
      expect({ name, sizes: await readHere(page, buffer) }).toEqual({ name, sizes: theirs })
    }
    await next(page)
    await heading(page, STEP2).waitFor()
    const told = bar(page).getByText(/^\$ [\d.]+,\d\d$/)
    await told.waitFor()
    const price = pesosIn((await told.textContent()) ?? '')
    await next(page)
    await expectStep3(page)
    expect((await amountsOf(receipt(page)))['Total a pagar']).toBe(price)
    expect(problems).toEqual([])
  })

  it('the search for colour shows its progress, the price only falls, and ends at the server’s', {
    timeout: 90_000,
  }, async () => {
    const { page } = await openPage(browser)
    // Every page has to be drawn: its colour is so pale that it does not count
    const pale = Array.from({ length: 120 }, (_, index) => ({
      content: `${index === 7 ? '1 0 0' : '0.5 0.5 0.54'} rg 100 600 200 100 re f`,
    }))
    await toStep2(page, shop, [{ name: 'palido.pdf', mimeType: 'application/pdf', buffer: tinyPages(pale) }])
    await choose(page, 'Tinta de palido.pdf', 'Color')
    await page.addInitScript(() => {
      const seen: string[] = []
      Object.assign(window, { seen })
      const look = () => {
        const text = document.querySelector('[aria-label=Acciones]')?.textContent ?? ''
        const amount = /(?:hasta )?\$ [\d.]+,\d\d/.exec(text)?.[0]
        if (amount && amount !== seen.at(-1)) seen.push(amount)
        requestAnimationFrame(look)
      }
      look()
    })
    // Its colour is examined anew, since it matters now
    await page.reload()
    await bar(page).getByText('$ 9.633,00').waitFor({ timeout: 60_000 }) // 59 x 160 + 700, with 5 % off
    const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen)
    const inColor = seen.slice(
      Math.max(
        0,
        seen.findIndex((text) => text.startsWith('hasta')),
      ),
    )
    expect(inColor.length).toBeGreaterThan(1)
    const amounts = inColor.map(pesosIn)
    expect(amounts).toEqual(amounts.toSorted((a, b) => b - a))
    expect(inColor.at(-1)).toBe('$ 9.633,00')
    await next(page)
    await expectStep3(page)
    // It may still be examining colour
    await expect.poll(async () => (await amountsOf(receipt(page))).Impresión).toBe(10_140)
  })
})

describe('a file as it stands in the list', () => {
  it('read without signal, once the reader is kept in this browser', { timeout: 60_000 }, async () => {
    const { page } = await openPage(browser, { ...PHONE, ...WITH_WORKER })
    await openStep1(page, shop)
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await pick(page, [await pdf('antes.pdf', 2)])
    await row(page, 'antes.pdf').getByText('2 páginas').waitFor()
    await expectKept(page, 1)
    await page.reload()
    await row(page, 'antes.pdf').getByText('2 páginas').waitFor()
    const isReaderKept = () =>
      page.evaluate(async () => {
        const names = await caches.keys()
        const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
        return kept.flat().filter(({ url }) => /lector-worker|pdf\.worker/.test(url)).length
      })
    await expect.poll(isReaderKept).toBe(2)
    await page.reload()
    await press(page.getByText('Precio por hoja A4').last())
    await page.getByRole('cell', { name: '$ 160,00' }).waitFor()
    await page.context().setOffline(true)
    await pick(page, [await pdf('tesis.pdf', 11)])
    await row(page, 'tesis.pdf').getByText('11 páginas · A4').waitFor()
    await row(page, 'tesis.pdf').getByText('$ 900,00').waitFor() // 5 x 160 + 100
    await bar(page).getByText('Esperando señal…').waitFor()
    await expectGoodScreen(page, 'paso1-sin-senal')
    await page.context().setOffline(false)
    await arrived(page, 'tesis.pdf')
  })

  it('of every kind', { timeout: 60_000 }, async () => {
    const { page } = await openPage(browser, PHONE)
    await openStep1(page, shop)
    await pick(page, [
      await pdf('Tesis final - Gómez.pdf', 148),
      await pdf('Láminas de anatomía.pdf', 24, [1, 2]),
      await protectedPdf('Parcial resuelto.pdf'),
      { name: 'vacío.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) },
      { name: 'roto.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\nnada') },
      { name: 'foto.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(900) },
    ])
    await row(page, 'Tesis').getByText('148 páginas · A4').waitFor()
    await row(page, 'Tesis').getByText('$ 11.840,00').waitFor()
    await row(page, 'Tesis').locator('img[src^="blob:"]').waitFor()
    await row(page, 'Parcial').getByText('está protegido con contraseña').waitFor()
    await row(page, 'vacío').getByText('está vacío. Abrilo una vez').waitFor()
    await row(page, 'roto').getByText('desde $ 100,00').waitFor()
    await page.getByText('3 listos · 3 esperan').waitFor()
    await arrived(page, 'Tesis')
    await press(page.getByText('Cómo sacarle la contraseña'))
    await page.evaluate(() => scrollTo(0, 0))
    await expectGoodOnBoth(page, 'paso1-todos-los-estados')
  })
})

describe('uploads begin at the pick', () => {
  it('while options are chosen, and then only the options are sent; a removed file leaves nothing on the server, neither arrived nor on its way; picked again at once it arrives', {
    timeout: 90_000,
  }, async () => {
    const { page } = await openPage(browser)
    const calls = callsOf(page)
    const times = (method: string) => calls.filter((call) => call.startsWith(method)).length
    await openStep1(page, shop)
    await pick(page, [await pdf('tesis.pdf', 4)])
    await arrived(page, 'tesis.pdf')
    const [archivo] = (await carritoOf(page)).archivos
    const left = () => rows(shop, 'select id from subidas where id = $1', [archivo?.subida])
    expect(await left()).toHaveLength(1)
    await press(page.getByRole('button', { name: 'Quitar tesis.pdf' }))
    await expect.poll(left).toEqual([])

    const network = await page.context().newCDPSession(page)
    const uploadAt = (uploadThroughput: number) =>
      network.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 5,
        downloadThroughput: -1,
        uploadThroughput,
      })
    await uploadAt(64 * 1024)
    const grande = await heavyPdf('grande.pdf', 3)
    const before = times('PATCH')
    await pick(page, [grande])
    await expect.poll(() => times('PATCH'), { timeout: 30_000 }).toBe(before + 1)
    await press(page.getByRole('button', { name: 'Quitar grande.pdf' }))
    await expect.poll(() => times('DELETE')).toBe(2)
    await expect.poll(() => rows(shop, 'select id from subidas where bytes > 3000000')).toEqual([])
    await pick(page, [await pdf('otra.pdf')])
    await arrived(page, 'otra.pdf')
    expect(times('PATCH')).toBe(before + 1)

    await pick(page, [grande])
    await expect.poll(() => times('PATCH'), { timeout: 30_000 }).toBe(before + 2)
    await press(page.getByRole('button', { name: 'Quitar grande.pdf' }))
    await pick(page, [grande])
    await uploadAt(-1)
    await arrived(page, 'grande.pdf')

    await next(page)
    await heading(page, STEP2).waitFor()
    calls.length = 0
    const [upload] = await Promise.all([page.waitForRequest('**/api/upload_archivo'), next(page)])
    await expectStep3(page)
    expect((await upload.sizes()).requestBodySize).toBeLessThan(4_000)
    expect(calls).toEqual(['POST /api/upload_archivo'])
  })

  it('in the visible tab, while another one is slow', { timeout: 90_000 }, async () => {
    const { page } = await openPage(browser)
    const network = await page.context().newCDPSession(page)
    await openStep1(page, shop)
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 5,
      downloadThroughput: -1,
      uploadThroughput: 1024,
    })
    const calls = callsOf(page)
    await pick(page, [await heavyPdf('grande.pdf', 3)])
    await expectKept(page, 1)
    await expect.poll(() => calls.some((call) => call.startsWith('PATCH')), { timeout: 30_000 }).toBe(true)
    const other = await page.context().newPage()
    await openStep1(other, shop)
    await arrived(other, 'grande.pdf')
    await arrived(page, 'grande.pdf')
  })

  it('a stopped upload shows the reason, and continues on request', { timeout: 60_000 }, async () => {
    const { page } = await openPage(browser, PHONE)
    await openStep1(page, shop)
    const detail = 'No queda lugar para archivos. Probá de nuevo en un rato.'
    await page.route('**/api/subidas', (route) =>
      route.fulfill({ status: 507, headers: { 'x-codigo': 'sin_lugar' }, json: { detail } }),
    )
    await pick(page, [await pdf('tesis.pdf', 4)])
    await row(page, 'tesis.pdf').getByText('Detenido').waitFor()
    await bar(page).getByText(`«tesis.pdf» no terminó de subir: ${detail}`).waitFor()
    await bar(page)
      .getByText(/^Detenida/)
      .waitFor()
    await expectGoodOnBoth(page, 'paso1-detenido')
    await page.unroute('**/api/subidas')
    await press(page.getByRole('button', { name: 'Reintentar' }))
    await arrived(page, 'tesis.pdf')
  })
})
