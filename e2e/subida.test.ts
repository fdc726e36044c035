import type { Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openPage, PHONE, press } from './support/browser.ts'
import { heavyPdf, notPdf, pdf } from './support/files.ts'
import { onRawUpload, partsOf } from './support/multipart.ts'
import {
  amountsOf,
  carritoOf,
  choose,
  copies,
  expectChosen,
  expectKept,
  expectStep3,
  heading,
  next,
  openFile,
  openStep1,
  pedidoIdOf,
  pick,
  receipt,
  STEP2,
  saveData,
  toStep2,
} from './support/print.ts'
import { expectGoodScreen } from './support/screen.ts'
import { expectOneOrder, pedidoOf, rows } from './support/server.ts'
import { openStage } from './support/stage.ts'

const { shop, browser } = await openStage()

const UPLOAD = '**/api/upload_archivo'
const FAILED = 'No se pudo subir los archivos. Intentalo nuevamente.'

describe('leaving step 2', () => {
  it('sends the fields of the call, in order, for an anonymous customer; the draft is no order yet', async () => {
    const { page, problems } = await openPage(browser)
    await saveData(page)
    const bodies: string[] = []
    await onRawUpload(page, (body) => bodies.push(body))
    await toStep2(page, shop, [await pdf('tesis.pdf', 11), await pdf('años ñandú.pdf', 2)])
    await openFile(page, 'tesis.pdf')
    await copies(page, 'tesis.pdf').fill('2')
    await choose(page, 'Anillado de tesis.pdf', 'Anillado')
    await choose(page, 'Caras de años ñandú.pdf', 'Simple faz')
    await choose(page, 'Tinta de años ñandú.pdf', 'Color')
    await choose(page, 'Orientación de años ñandú.pdf', 'Horizontal')
    await next(page)
    await expectStep3(page)
    expect(bodies).toHaveLength(1)
    const parts = partsOf(bodies[0] ?? '')
    expect(parts.map(([name]) => name)).toEqual([
      'email',
      'celular',
      'sucursal',
      'carrito',
      'archivos_data',
      'archivos',
      'archivos',
    ])
    const { email, celular, sucursal, archivos_data } = Object.fromEntries(parts)
    expect({ email, celular, sucursal }).toEqual({
      email: 'anonimo@imprimitodo.local',
      celular: '0000000000',
      sucursal: 'Alberdi',
    })
    const one = { nombre: 'tesis.pdf', grupo: 'default', doble_faz: 1, orientacion: 'vertical' }
    const two = { nombre: 'años ñandú.pdf', grupo: 'default', doble_faz: 0, orientacion: 'horizontal' }
    expect(JSON.parse(archivos_data ?? '')).toEqual([
      { ...one, color: 'blanco y negro', duplicado: 2, anillado: true },
      { ...two, color: 'color', duplicado: 1, anillado: false },
    ])
    const stored = await carritoOf(page)
    expect(stored).toMatchObject({
      precioEstimado: { total_impresion: 2000, total_anillado: 2400, total: 4400 },
    })
    await expectOneOrder(shop, stored.carrito, 'borrador')
    expect(await rows(shop, 'select 1 from pedidos where numero is not null')).toEqual([])
    expect(problems).toEqual([])
  })

  it('the bar is red up to 40 %, yellow up to 80 %, green above', { timeout: 90_000 }, async () => {
    const { page } = await openPage(browser, PHONE)
    const network = await page.context().newCDPSession(page)
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 5,
      downloadThroughput: -1,
      uploadThroughput: 700 * 1024,
    })
    await openStep1(page, shop)
    const seen = await recordBar(page)
    await pick(page, [await heavyPdf('grande.pdf', 5)])
    await expectKept(page, 1)
    await next(page)
    await heading(page, STEP2).waitFor()
    await next(page)
    await page.getByText('Subiendo tus archivos…').waitFor()
    expect(await page.getByRole('button', { name: 'Quitar grande.pdf' }).isDisabled()).toBe(true)
    await expectStep3(page)
    const inks = await seen()
    expect(inks.length).toBeGreaterThan(4)
    for (const { percent, color } of inks)
      expect({ percent, color }).toEqual({
        percent,
        color: percent <= 40 ? RED : percent <= 80 ? LEMON : LEAF,
      })
    expect(new Set(inks.map(({ color }) => color)).size).toBe(3)
  })

  it('waiting for it can be cancelled; the bytes go on', async () => {
    const { page } = await openPage(browser)
    const network = await page.context().newCDPSession(page)
    const slow = { offline: false, latency: 5, downloadThroughput: -1, uploadThroughput: 200 * 1024 }
    await network.send('Network.emulateNetworkConditions', slow)
    await toStep2(page, shop, [await heavyPdf('grande.pdf', 4)])
    const { carrito } = await carritoOf(page)
    await next(page)
    await page.getByText('Subiendo tus archivos…').waitFor()
    await expectGoodScreen(page, 'paso2-subiendo')
    await press(page.getByRole('button', { name: 'Cancelar', exact: true }))
    await page.getByRole('button', { name: 'Siguiente' }).waitFor()
    await network.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 })
    await next(page)
    await expectStep3(page)
    await expectOneOrder(shop, carrito, 'borrador')
  })
})

const RED = 'rgb(201, 58, 34)'
const LEMON = 'rgb(245, 197, 24)'
const LEAF = 'rgb(11, 107, 78)'

type Ink = { percent: number; color: string }

/** Notes every state of the upload bar, as it is drawn. Answers what was seen. */
async function recordBar(page: Page): Promise<() => Promise<Ink[]>> {
  await page.evaluate(() => {
    const seen = new Map<number, string>()
    const look = () => {
      const bar = document.querySelector('[role=progressbar][aria-label="Subida de tus archivos"]')
      const ink = bar?.querySelector('i')
      if (bar && ink)
        seen.set(Number(bar.getAttribute('aria-valuenow')), getComputedStyle(ink).backgroundColor)
      Object.assign(window, { seenInks: [...seen].map(([percent, color]) => ({ percent, color })) })
      requestAnimationFrame(look)
    }
    look()
  })
  return () => page.evaluate(() => (window as unknown as { seenInks: Ink[] }).seenInks)
}

describe('an upload that fails', () => {
  /** Files and options are as they were. */
  async function expectSame(page: Page): Promise<void> {
    expect(await copies(page, 'tesis.pdf').inputValue()).toBe('3')
    await expectChosen(page, 'Caras de anexo.pdf', 'Simple faz')
  }

  it.each([
    ['the signal goes', (route: Route) => route.abort('internetdisconnected')],
    [
      'the server fails',
      (route: Route) => route.fulfill({ status: 500, json: { detail: 'Error interno.' } }),
    ],
    ['a proxy gives up', (route: Route) => route.fulfill({ status: 502, body: '<html>Bad gateway</html>' })],
  ])('when %s, says so, keeps all, and a retry makes one order', async (_, fail) => {
    const { page } = await openPage(browser, PHONE)
    await toStep2(page, shop, [await pdf('tesis.pdf', 4), await pdf('anexo.pdf', 2)])
    await openFile(page, 'tesis.pdf')
    await copies(page, 'tesis.pdf').fill('3')
    await choose(page, 'Caras de anexo.pdf', 'Simple faz')
    await page.route(UPLOAD, fail, { times: 1 })
    await next(page)
    const alert = page.getByRole('alert')
    await alert.getByText(FAILED, { exact: true }).waitFor()
    expect(await alert.textContent()).toBe(FAILED)
    await expectSame(page)
    await expectGoodScreen(page, 'paso2-falla')
    await next(page)
    await expectStep3(page)
    await expectOneOrder(shop, (await carritoOf(page)).carrito, 'borrador')
  })

  it('when the answer is lost after the server made the order, the retry replaces it', async () => {
    const { page } = await openPage(browser)
    await toStep2(page, shop, [await pdf('tesis.pdf', 4), await pdf('anexo.pdf', 2)])
    await openFile(page, 'tesis.pdf')
    await copies(page, 'tesis.pdf').fill('3')
    await choose(page, 'Caras de anexo.pdf', 'Simple faz')
    const { carrito } = await carritoOf(page)
    await page.route(
      UPLOAD,
      async (route) => {
        expect((await route.fetch()).status()).toBe(200)
        await route.abort('connectionreset')
      },
      { times: 1 },
    )
    await next(page)
    await page.getByRole('alert').getByText(FAILED).waitFor()
    await expectSame(page)
    await expectOneOrder(shop, carrito, 'borrador')
    await next(page)
    await expectStep3(page)
    await expectOneOrder(shop, carrito, 'borrador')
    expect(await pedidoOf(shop, await pedidoIdOf(page))).toMatchObject({
      archivos: [
        { nombre: 'tesis.pdf', duplicado: 3 },
        { nombre: 'anexo.pdf', doble_faz: false },
      ],
    })
  })

  it('after 300 s without an answer counts as failed', { timeout: 60_000 }, async () => {
    const { page } = await openPage(browser)
    await toStep2(page, shop, [await pdf('tesis.pdf', 4)])
    await page.evaluate(() => {
      const open = XMLHttpRequest.prototype.open
      XMLHttpRequest.prototype.open = function (this: XMLHttpRequest, ...args: Parameters<typeof open>) {
        open.apply(this, args)
        // 300000 ms, shortened a hundredfold: the test does not wait for five minutes
        const told = { value: 0 }
        Object.defineProperty(this, 'timeout', {
          set: (ms) => {
            told.value = ms
            Object.assign(window, { toldTimeout: ms })
            Object.getOwnPropertyDescriptor(XMLHttpRequest.prototype, 'timeout')?.set?.call(this, ms / 100)
          },
          get: () => told.value,
        })
      } as typeof open
    })
    await page.route(UPLOAD, () => undefined) // never answered
    await next(page)
    await page.getByRole('alert').getByText(FAILED).waitFor()
    expect(await page.evaluate(() => (window as unknown as { toldTimeout: number }).toldTimeout)).toBe(
      300_000,
    )
    await page.unroute(UPLOAD)
    await next(page)
    await expectStep3(page)
  })

  it('a full disk is told in the words of the server', async () => {
    const { page } = await openPage(browser)
    await toStep2(page, shop, [await pdf('tesis.pdf', 4)])
    const detail = 'No queda lugar en el servidor para tus archivos. Probá de nuevo en un rato.'
    await page.route(UPLOAD, (route) => route.fulfill({ status: 507, json: { detail } }), { times: 1 })
    await next(page)
    await page.getByRole('alert').getByText(FAILED).waitFor()
    await page.getByText(detail).waitFor()
    await expectGoodScreen(page, 'paso2-sin-lugar')
  })
})

describe('step 3 without an order', () => {
  it('leads to step 1, with files listed too', async () => {
    const { page } = await openPage(browser)
    await page.goto(`${shop.url}/imprimitodo/paso3`)
    await page.waitForURL(/\/imprimitodo\/paso1$/)
    await toStep2(page, shop, [await pdf('tesis.pdf')])
    await page.goto(`${shop.url}/imprimitodo/paso3`)
    await page.waitForURL(/\/imprimitodo\/paso1$/)
    await heading(page, /off por pedir desde la web/).waitFor()
  })

  it('a file that could not be read is estimated at 100, and says from', async () => {
    const { page } = await openPage(browser)
    // Its start says PDF, and the rest is nothing
    const broken = { ...notPdf('roto.pdf'), buffer: Buffer.from('%PDF-1.7\nnada') }
    await toStep2(page, shop, [await pdf('tesis.pdf', 30), broken])
    const bar = page.getByRole('region', { name: 'Acciones' })
    await bar.getByText('Precio estimado').waitFor()
    await bar.getByText('desde $ 2.500,00').waitFor() // 15 x 160 + 100
  })

  it('files that were read have the price that the server then gives', async () => {
    const { page } = await openPage(browser)
    await toStep2(page, shop, [await pdf('tesis.pdf', 30), await pdf('anexo.pdf', 9), await pdf('x.pdf')])
    await page.getByRole('region', { name: 'Acciones' }).getByText('$ 3.078,00').waitFor()
    await next(page)
    await expectStep3(page)
    // 15 x 160 + (4 x 160 + 100) + 100
    expect((await amountsOf(receipt(page))).Impresión).toBe(3240)
  })
})
