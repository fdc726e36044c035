import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openPage, openTab, PHONE, press, WITH_WORKER } from '../support/browser.ts'
import { pdf } from '../support/files.ts'
import {
  amountsOf,
  carritoOf,
  checkout,
  choose,
  chooseGrupo,
  expectKept,
  expectStep3,
  fillContacto,
  heading,
  next,
  openFile,
  pay,
  payButton,
  pedidoIdOf,
  pick,
  receipt,
  STEP2,
} from '../support/print.ts'
import { expectGoodOnBoth, shoot } from '../support/screen.ts'
import { expectOneOrder, mailsTo, pedidoOf, staffPedidoOf } from '../support/server.ts'
import { OWNER } from '../support/shop.ts'
import { openStage } from '../support/stage.ts'

const { shop, browser } = await openStage()

it('from Home to the pickup: printed, paid, made and announced', {
  timeout: 180_000,
}, async () => {
  const { page, problems } = await openPage(browser, { ...PHONE, ...WITH_WORKER })
  const email = 'ana@example.com'
  await fromHomeToStep2(page)
  await chooseOptions(page)
  await confirm(page, email)
  const id = await payAndSee(page, email)
  await makeIt(id, email)
  await page.getByRole('heading', { name: 'Tu pedido está listo' }).waitFor({ timeout: 20_000 })
  await expectGoodOnBoth(page, 'pedido-listo')
  expect(problems).toEqual([])
})

async function fromHomeToStep2(page: Page): Promise<void> {
  await page.goto(shop.url)
  const imprimir = page.getByRole('main').getByRole('link', { name: /^Imprimir/ })
  await expect.poll(() => imprimir.textContent()).toMatch(/5% off/)
  await expectGoodOnBoth(page, 'home')
  await press(imprimir)
  await heading(page, '5% off por pedir desde la web').waitFor()
  await expectGoodOnBoth(page, 'paso1-vacio')
  await pick(page, [await pdf('tesis.pdf', 11), await pdf('anexo.pdf', 4), await pdf('afiche.pdf', 2, [2])])
  await expectKept(page, 3)
  await expectGoodOnBoth(page, 'paso1-archivos')
  await next(page)
  await heading(page, STEP2).waitFor()
  // The focus is where the new screen begins
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  await expectGoodOnBoth(page, 'paso2-opciones')
}

async function chooseOptions(page: Page): Promise<void> {
  await openFile(page, 'tesis.pdf')
  await press(page.getByRole('button', { name: 'Una copia más de tesis.pdf' }))
  await choose(page, 'Tinta de afiche.pdf', 'Color')
  await choose(page, 'Caras de afiche.pdf', 'Simple faz')
  await press(page.getByRole('button', { name: 'Agrupar archivos' }))
  await page.getByRole('region', { name: 'Sin agrupar' }).waitFor()
  await expectGoodOnBoth(page, 'paso2-grupos-vacios')
  await chooseGrupo(page, 'tesis.pdf', 'Anillado 1')
  await chooseGrupo(page, 'anexo.pdf', 'Anillado 1')
  await page.getByText('«anexo.pdf» ahora lleva 2 copias, igual que el Anillado 1.').waitFor()
  await expectGoodOnBoth(page, 'paso2-grupos')
  await next(page)
  await expectStep3(page)
}

/**
 * tesis (11 pages, b/w, 2 copies) 2 x (5 x 160 + 100) = 1800, anexo (4 pages, 2 copies) 2 x 320 = 640, afiche one
 * side: 1 page of b/w 100 + 1 of colour 400 = 500. One volume of 6 + 2 sheets, twice: 2 x 1200.
 */
const TOTALES = { Impresión: 2940, Anillado: 2400, '5% off por la web': -267, 'Total a pagar': 5073 }

async function confirm(page: Page, email: string): Promise<void> {
  expect(await amountsOf(receipt(page))).toMatchObject(TOTALES)
  await expectGoodOnBoth(page, 'paso3-vacio')
  await press(payButton(page), { force: true })
  await page.getByText('Para pagar completá: E-mail, Celular y Sucursal.').waitFor()
  await expectGoodOnBoth(page, 'paso3-faltan')
  await fillContacto(page, { email, celular: '3865412233', sucursal: 'Aguilares' })
  await press(page.getByRole('button', { name: 'Detalle del Pedido' }))
  const detail = page.getByRole('dialog', { name: 'Detalle del Pedido' })
  expect(await amountsOf(detail.getByRole('region', { name: 'Resumen del pedido' }))).toMatchObject(TOTALES)
  await expectGoodOnBoth(page, 'paso3-detalle')
  await press(detail.getByText('Cerrar', { exact: true }))
  await expectGoodOnBoth(page, 'paso3-completo')
}

async function payAndSee(page: Page, email: string): Promise<string> {
  const id = await pedidoIdOf(page)
  const { carrito } = await carritoOf(page)
  await pay(page)
  await page.getByText('$ 5.073,00').first().waitFor()
  await expectGoodOnBoth(page, 'pago-elegir')
  await checkout(page, 'Tarjeta aprobada')
  await page.getByText('Pago aprobado.').waitFor()
  await expectGoodOnBoth(page, 'pago-aprobado')
  await page.waitForURL(`**/pedido/${id}`)
  await heading(page, 'Recibimos tu pedido').waitFor()
  const { 'Total a pagar': total, ...parts } = TOTALES
  const paid = await amountsOf(page.getByRole('region', { name: 'Pago' }))
  expect(paid).toMatchObject({ ...parts, 'Total pagado': total })
  await expectGoodOnBoth(page, 'pedido-pagado')
  await expectOneOrder(shop, carrito, 'pagado')
  expect(await pedidoOf(shop, id)).toMatchObject({
    estado: 'pagado',
    importe_final: 5073,
    sucursal: 'Aguilares',
  })
  await expect.poll(async () => (await mailsTo(shop, email)).map(({ asunto }) => asunto)).toHaveLength(1)
  return id
}

/** At the counter, on its phone. */
async function makeIt(id: string, email: string): Promise<void> {
  const { page, problems } = await openPage(browser, PHONE)
  await page.goto(`${shop.url}/mostrador`)
  await heading(page, 'Mostrador').waitFor()
  await expectGoodOnBoth(page, 'mostrador-ingresar')
  await page.getByLabel('E-mail').fill(OWNER.email)
  await page.getByLabel('Contraseña').fill(OWNER.password)
  await press(page.getByRole('button', { name: 'Ingresar' }))
  const { numero } = await pedidoOf(shop, id)
  const card = page.getByRole('link', { name: `Pedido ${numero}`, exact: true })
  await card.waitFor()
  await expectGoodOnBoth(page, 'mostrador-tablero')
  await page.setViewportSize({ width: 820, height: 1180 })
  await expectUncut(page.getByText('$ 5.073,00'))
  await shoot(page, 'mostrador-tablero-820')
  await page.setViewportSize({ width: 390, height: 844 })
  await press(card)
  await heading(page, `Pedido ${numero}`).waitFor()
  await page.getByText(email).first().waitFor()
  await expectGoodOnBoth(page, 'mostrador-pedido')
  await download(page, 'PDF de «Anillado 1»')
  await download(page, 'Ticket PDF')
  await press(page.getByRole('button', { name: /^En producción/ }))
  await page.getByText(`Pedido ${numero} pasó a producción.`).waitFor()
  await press(page.getByRole('button', { name: /^Marcar listo/ }))
  await page.getByText(`Pedido ${numero} está listo.`).waitFor()
  await expectGoodOnBoth(page, 'mostrador-listo')
  const { historial, trabajos } = await staffPedidoOf(shop, id)
  expect(historial.map(({ estado }) => estado)).toEqual(['confirmado', 'pagado', 'en_produccion', 'listo'])
  expect(trabajos).toMatchObject([
    { copias: 2, hojas: 8, lados: 2, color: false, anillado: true, archivos: ['tesis.pdf', 'anexo.pdf'] },
    { copias: 1, hojas: 2, lados: 1, color: true, anillado: false, archivos: ['afiche.pdf'] },
  ])
  await expectReadyMail(page, id, email)
  expect(problems).toEqual([])
}

/** The line of a card that this stands on is seen whole. */
async function expectUncut(part: Locator): Promise<void> {
  const line = part.locator('..')
  const cut = await line.evaluate((one) => ({
    x: Math.max(0, one.scrollWidth - one.clientWidth),
    y: Math.max(0, one.scrollHeight - one.clientHeight),
  }))
  expect(cut).toEqual({ x: 0, y: 0 })
}

async function download(page: Page, button: string): Promise<void> {
  const [saved] = await Promise.all([
    page.waitForEvent('download', { timeout: 25_000 }),
    press(page.getByRole('button', { name: button })),
  ])
  expect(saved.suggestedFilename()).toMatch(/\.pdf$/)
  expect(
    readFileSync(await saved.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
}

/** The mail as its page shows it: its link is that of the order. */
async function expectReadyMail(at: Page, id: string, email: string): Promise<void> {
  // It is sent some seconds after the step, which can be undone until then
  await expect.poll(() => mailsTo(shop, email), { timeout: 60_000 }).toHaveLength(2)
  const [ready] = await mailsTo(shop, email)
  expect(ready?.asunto).toMatch(/listo/i)
  expect(ready?.texto).toContain(`${shop.url}/pedido/${id}`)
  const { page } = await openTab(at.context())
  await page.goto(`${shop.procesos[0].url}/dev/correo?para=${encodeURIComponent(email)}`)
  await page
    .getByText(ready?.asunto ?? '')
    .first()
    .waitFor()
  await page.close()
}
