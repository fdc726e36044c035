import type { Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { makePdf } from '../server/src/testing/pdf.ts'
import { type OpenPage, openToStay } from './support/browser.ts'
import { enterCounter } from './support/mostrador.ts'
import { expectGoodScreen, shoot } from './support/screen.ts'
import { rows } from './support/server.ts'
import { openStage } from './support/stage.ts'

const WIDE = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }

const { shop, browser } = await openStage()
let open: OpenPage
let page: Page
afterEach(({ task }) => {
  if (task.result?.state === 'fail') return shoot(page, `FAILED ${task.name.slice(0, 40)}`).catch(() => {})
})

/** On a phone, then as it was. */
async function good(name: string): Promise<void> {
  for (const size of [PHONE, WIDE]) {
    await page.setViewportSize(size)
    await expectGoodScreen(page, name)
  }
}

const pdf = async (name: string, pages: number) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(await makePdf({ pages })),
})

describe('an order of a customer at the counter', () => {
  it('files, a name and one button make a paid order', async () => {
    open = await openToStay(browser, {})
    page = open.page
    await enterCounter(page, shop)
    await page.getByRole('link', { name: 'Nuevo' }).click()
    await page.getByRole('heading', { name: 'Pedido nuevo', level: 1 }).waitFor()
    await good('mostrador-nuevo-vacio')
    const files = [await pdf('apunte.pdf', 4), await pdf('guía.pdf', 2), { ...(await pdf('x.doc', 1)) }]
    await page.getByLabel('Archivos del cliente').setInputFiles(files)
    await page.getByText('«x.doc» no es un PDF.').waitFor()
    await page.getByRole('button', { name: 'Cobrar $ 456,00' }).waitFor()
    await page.getByText('Son $ 480,00, menos el 5 % de descuento.').waitFor()
    await page.getByRole('button', { name: 'Una más, guía.pdf' }).click()
    await page.getByRole('button', { name: 'Cobrar $ 608,00' }).waitFor()
    await page.getByRole('group', { name: 'Páginas de apunte.pdf' }).getByText('Algunas').click()
    await page.getByLabel('Qué páginas de apunte.pdf').fill('1 y 9')
    await page.getByText('El archivo tiene 4 páginas y el rango pide la 9.').waitFor()
    await page.getByRole('button', { name: 'Cobrar $ 608,00' }).click()
    const field = page.getByLabel('Qué páginas de apunte.pdf')
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true)
    await field.fill('1 y 2')
    await page.getByRole('button', { name: 'Cobrar $ 456,00' }).waitFor()
    await page.getByText('2 de 4 páginas · 1 hoja · $ 160,00').waitFor()
    await good('mostrador-nuevo-archivos')
    await page.getByRole('group', { name: 'Páginas de apunte.pdf' }).getByText('Todas').click()
    await page.getByRole('button', { name: 'Cobrar $ 608,00' }).waitFor()

    await page.getByRole('button', { name: 'Cobrar $ 608,00' }).click()
    await page.getByText('Escribí un nombre, un celular o un e-mail.').waitFor()
    await page.getByLabel('Nombre').fill('Juana Paz')
    await page.getByRole('button', { name: 'Cobrar $ 608,00' }).click()
    await page.getByRole('heading', { name: /Pedido \d+ cobrado/, level: 1 }).waitFor()
    await good('mostrador-nuevo-cobrado')
    const paid = await rows(shop, `select medio, importe::int as importe from pagos`)
    expect(paid).toEqual([{ medio: 'efectivo', importe: 608_00 }])
    await page.getByRole('link', { name: 'Ver el pedido' }).click()
    await page.getByText('Juana Paz').first().waitFor()
    await page.getByRole('button', { name: /^Hacer comprobante/ }).click()
    await page.getByText(/^Factura C \d{5}-\d{8}/).waitFor()
    await page.getByRole('link', { name: /^PDF de Factura C/ }).waitFor()
    await good('pedido-con-comprobante')
  })

  it('with Mercado Pago the customer scans, and the screen tells when it is paid', async () => {
    await page.getByRole('link', { name: 'Nuevo' }).click()
    await page.getByLabel('Archivos del cliente').setInputFiles([await pdf('uno.pdf', 2)])
    await page.getByLabel('Celular').fill('3865412233')
    await page.getByText('Mercado Pago').click()
    await page.getByRole('button', { name: 'Cobrar $ 152,00' }).click()
    await page.getByRole('img', { name: 'Código QR para pagar' }).waitFor()
    await good('mostrador-nuevo-qr')
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
