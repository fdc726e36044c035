import type { Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { makePdf } from '../../server/src/testing/pdf.ts'
import { type OpenPage, openToStay } from '../support/browser.ts'
import { enterCounter } from '../support/mostrador.ts'
import { expectGoodOnAll, shoot } from '../support/screen.ts'
import { rows } from '../support/server.ts'
import { openStage } from '../support/stage.ts'

const { shop, browser } = await openStage()
let open: OpenPage
let page: Page
afterEach(({ task }) => {
  if (task.result?.state === 'fail') return shoot(page, `FAILED ${task.name.slice(0, 40)}`).catch(() => {})
})

/** Checks the page at the window size of each of the counter's machines, then restores the size. */
const good = (name: string) => expectGoodOnAll(page, name)

const pdf = async (name: string, pages: number) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(await makePdf({ pages })),
})

/** A person's actions: a click, a key, a scan, dropped files. */
let actions = 0
async function act(what: Promise<unknown>): Promise<void> {
  actions++
  await what
}
const button = (name: string | RegExp) => page.getByRole('button', { name })

describe('a sale at the counter', () => {
  it('a walk-in with four files, all black and white, in cash, printed, takes 7 actions at most', async () => {
    open = await openToStay(browser, {})
    page = open.page
    await enterCounter(page, shop)
    await act(page.getByRole('link', { name: 'Nuevo' }).click())
    await page.getByRole('heading', { name: 'Venta', level: 1 }).waitFor()
    await good('venta-vacia')
    const four = await Promise.all(['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf'].map((name) => pdf(name, 2)))
    await act(page.getByLabel('Archivos del cliente').setInputFiles(four))
    await act(button('Blanco y negro').click())
    await button('Cobrar $ 640,00').waitFor()
    await good('venta-archivos')
    await act(button('$ 1.000').click())
    await page.getByText('$ 360,00').waitFor()
    await act(button('Cobrar $ 640,00').click())
    await page.getByRole('heading', { name: /Pedido \d+ cobrado/, level: 1 }).waitFor()
    await good('venta-cobrada')
    // In a branch without a printer the next step is the order's page
    await act(page.getByRole('link', { name: 'Ver el pedido' }).click())
    await page
      .getByText(/Cobrado en efectivo/)
      .first()
      .waitFor()
    expect(actions).toBeLessThanOrEqual(7)
    const paid = await rows(shop, `select medio, importe::int as importe from pagos`)
    expect(paid).toEqual([{ medio: 'efectivo', importe: 640_00 }])
  })

  it('files, a service, a coupon in two actions, two ways of paying and a discount', async () => {
    const [made] = await rows<{ codigo: string }>(
      shop,
      `insert into codigos (codigo, tipo, porcentaje, producto_nombre, creado, vence)
       values ('K7M2-XQ9D-4RTB', 'cupon', 10, 'Cupón', now(), now() + interval '1 day') returning codigo`,
    )
    await page.getByRole('link', { name: 'Nuevo' }).click()
    const files = [await pdf('apunte.pdf', 4), { ...(await pdf('x.doc', 1)) }]
    await page.getByLabel('Archivos del cliente').setInputFiles(files)
    await page.getByText('Es un documento de Word: guardalo como PDF y cambialo.').waitFor()
    await button('Quitar x.doc').click()
    const add = page.getByLabel('Producto, código escaneado o importe')
    await add.fill('1.000')
    await add.press('Enter')
    await page.getByLabel('Qué es').fill('Plastificado')
    await page.getByLabel('Qué es').press('Enter')
    await button('Cobrar $ 1.320,00').waitFor()
    actions = 0
    await act(add.fill(made?.codigo ?? ''))
    await act(add.press('Enter'))
    await button('Cobrar $ 1.188,00').waitFor()
    expect(actions).toBe(2)
    await button('Descuento').click()
    await good('venta-descuento')
    await page.getByLabel('Cuánto se descuenta, en pesos').fill('88')
    await page.getByLabel('Por qué').fill('alumna')
    await button('Descontar').click()
    await button('Cobrar $ 1.100,00').waitFor()
    await page.getByText('Posnet').click()
    await page.getByLabel('Con efectivo').fill('600')
    await page.getByLabel('Paga con').fill('1000')
    await page.getByLabel('Número del cupón').fill('004512')
    await page.getByText('$ 400,00').waitFor()
    await good('venta-dos-medios')
    await button('Cobrar $ 1.100,00').click()
    await page.getByRole('heading', { name: /Pedido \d+ cobrado/, level: 1 }).waitFor()
    await page.getByText('Vuelto: $ 400,00').waitFor()
    await button(/^Hacer comprobante/).click()
    await page.getByRole('link', { name: 'Ver el pedido' }).click()
    await page.getByText(/^Factura C \d{5}-\d{8}/).waitFor()
    await good('pedido-con-otros')
  })

  it('a seña is begun with, and what remains is charged on the order', async () => {
    await page.getByRole('link', { name: 'Nuevo' }).click()
    await page.getByLabel('Archivos del cliente').setInputFiles([await pdf('tesis.pdf', 4)])
    await button('Cobrar $ 320,00').waitFor()
    await page.getByText('Dejar seña').click()
    await button('Mitad').click()
    await good('venta-sena')
    await button('Cobrar la seña, $ 160,00').click()
    await page.getByText('Restan $ 160,00 al retirar.').waitFor()
    await page.getByRole('link', { name: 'Ver el pedido' }).click()
    await button('Cobrar $ 160,00 que restan').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Paga con').fill('200')
    await dialog.getByText('$ 40,00').waitFor()
    await good('cobrar-resto')
    await dialog.getByRole('button', { name: 'Cobrar $ 160,00' }).click()
    await dialog.waitFor({ state: 'hidden' })
  })

  it('with Mercado Pago the customer scans, and the screen shows the payment', async () => {
    await page.getByRole('link', { name: 'Nuevo' }).click()
    await page.getByLabel('Archivos del cliente').setInputFiles([await pdf('uno.pdf', 2)])
    await page.getByRole('textbox', { name: 'Cliente' }).fill('3865412233')
    await button('Cobrar $ 160,00').waitFor()
    await page.getByText('Efectivo', { exact: true }).click()
    await page.getByText('Mercado Pago', { exact: true }).click()
    await button('Cobrar $ 160,00').click()
    await page.getByRole('img', { name: 'Código QR para pagar' }).waitFor()
    await good('venta-qr')
    const [pago] = await rows<{ referencia: string }>(
      shop,
      `select referencia from pedidos where estado = 'confirmado'`,
    )
    const answer = await fetch(`${shop.url}/api/pago-simulado/${pago?.referencia}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ accion: 'aprobar' }),
    })
    expect(answer.status).toBe(200)
    await page.getByRole('heading', { name: /cobrado/, level: 1 }).waitFor()
  })
})
