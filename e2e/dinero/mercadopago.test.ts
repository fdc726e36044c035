import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { SECRET, startMercadoPago, TOKEN } from '../../server/src/testing/peers/mercadopago.ts'
import { openPage, PHONE, press } from '../support/browser.ts'
import { pdf } from '../support/files.ts'
import { enterCounter } from '../support/mostrador.ts'
import { CONTACTO, heading, payButton, pedidoIdOf, toPay } from '../support/print.ts'
import { expectGoodScreen } from '../support/screen.ts'
import { mailsTo, pedidoOf, request, staffPedidoOf } from '../support/server.ts'
import { openStage } from '../support/stage.ts'

const mercadopago = await startMercadoPago({ tells: true })
afterAll(mercadopago.close)
const { shop, browser } = await openStage({
  env: {
    MP_ACCESS_TOKEN: TOKEN,
    MP_WEBHOOK_SECRET: SECRET,
    MP_API_URL: `${mercadopago.url}/`,
    LOG_LEVEL: 'debug',
  },
})

/** A visitor whose order (4 pages: 304 pesos) waits for Pay. */
async function readyToPay(email: string, options = {}): Promise<{ page: Page; id: string }> {
  const { page } = await openPage(browser, options)
  await toPay(page, shop, [await pdf('tesis.pdf', 4)], { ...CONTACTO, email })
  return { page, id: await pedidoIdOf(page) }
}

async function toCheckout(page: Page): Promise<void> {
  await press(payButton(page))
  await page.waitForURL(`${mercadopago.url}/checkout/v1/redirect?*`)
}
const choose = (page: Page, status: string) => press(page.getByRole('button', { name: status, exact: true }))

describe('paying through Mercado Pago', () => {
  it('the preference has the server’s amount; paid there, the order page says so and one mail is sent', async () => {
    const { page, id } = await readyToPay('mp@example.com', PHONE)
    await toCheckout(page)
    await page.getByText('$ 304').waitFor()
    const [made] = [...mercadopago.books.preferences.values()]
    expect(made).toMatchObject({
      items: [{ unit_price: 304, currency_id: 'ARS', quantity: 1 }],
      payer: { email: 'mp@example.com' },
      notification_url: `${shop.url}/api/pagos/mercadopago`,
      back_urls: { success: `${shop.url}/pago/vuelta/${made?.external_reference}` },
    })
    expect(made?.external_reference).not.toBe(id)
    expect(await pedidoOf(shop, id)).toMatchObject({ estado: 'confirmado', pago: null })
    await choose(page, 'approved')
    await page.waitForURL(`**/pedido/${id}`)
    await heading(page, 'Recibimos tu pedido').waitFor()
    await expect.poll(() => mailsTo(shop, 'mp@example.com')).toHaveLength(1)
    expect(await staffPedidoOf(shop, id)).toMatchObject({ pagos: [{ estado: 'approved', importe: 304 }] })
  })

  it('rejected, then in cash: the page shows the state, the ticket, and the payment', async () => {
    const { page, id } = await readyToPay('efectivo@example.com', PHONE)
    await toCheckout(page)
    await choose(page, 'rejected')
    await heading(page, 'Tu pago no se aprobó').waitFor()
    await press(page.getByRole('button', { name: /^Pagar ahora/ }))
    await page.waitForURL(`${mercadopago.url}/**`)
    await choose(page, 'pending')
    await heading(page, 'Esperamos tu pago').waitFor()
    await page.getByText(/Pagá el cupón antes del/).waitFor()
    await expectGoodScreen(page, 'mp-cupon')
    await press(page.getByRole('button', { name: /^Ver el cupón/ }))
    await page.waitForURL(`${mercadopago.url}/**`)
    await page.goto(`${shop.url}/pedido/${id}`)
    await heading(page, 'Esperamos tu pago').waitFor()
    const { pagos } = await staffPedidoOf(shop, id)
    const ticket = pagos.find(({ estado }) => estado === 'pending')?.id ?? ''
    mercadopago.books.move(ticket, { status: 'approved', status_detail: 'accredited' })
    await mercadopago.notify(ticket)
    await heading(page, 'Recibimos tu pedido').waitFor()
  })

  it('no link: the page says so, and Reintentar pays the same order without a notification; the counter refunds a part', async () => {
    const { page, id } = await readyToPay('sinlink@example.com')
    mercadopago.chance.mood = () => 500
    await press(payButton(page))
    const noLink = page.getByRole('dialog', { name: 'No se pudo generar el enlace de pago.' })
    await noLink.getByText('El servicio de pagos no respondió. Probá de nuevo en un momento.').waitFor()
    mercadopago.chance.mood = undefined
    await press(page.getByRole('button', { name: 'Reintentar' }))
    await page.waitForURL(`${mercadopago.url}/**`)
    expect(await pedidoOf(shop, id)).toMatchObject({ estado: 'confirmado' })
    // There is no notification: returning to the page is enough
    const made = [...mercadopago.books.preferences.values()].at(-1)
    mercadopago.books.pay(made?.id ?? '')
    await page.goto(`${shop.url}/pago/vuelta/${made?.external_reference}`)
    await heading(page, 'Recibimos tu pedido').waitFor()
    const { page: staff } = await openPage(browser)
    await enterCounter(staff, shop)
    await staff.goto(`${shop.url}/mostrador/pedidos/${id}`)
    await press(staff.getByRole('button', { name: 'Devolver dinero' }))
    const dialog = staff.getByRole('dialog')
    expect(await dialog.getByLabel('Importe ($)').inputValue()).toBe('304')
    await dialog.getByLabel('Importe ($)').fill('400')
    await press(dialog.getByRole('button', { name: 'Devolver', exact: true }))
    await dialog.getByText('Como mucho se pueden devolver $ 304,00.').waitFor()
    await dialog.getByText('Elegí por qué, o contalo en una línea.').waitFor()
    await expectGoodScreen(staff, 'mostrador-devolver')
    await dialog.getByLabel('Importe ($)').fill('100,50')
    await dialog.getByLabel('Contalo en una línea').fill('Una hoja salió manchada')
    await press(dialog.getByRole('button', { name: 'Devolver', exact: true }))
    await staff.getByText('Devolución de $ 100,50: Una hoja salió manchada').waitFor()
    await staff.getByText(/Devuelto \$ 100,50/).waitFor()
    expect(await pedidoOf(shop, id)).toMatchObject({ estado: 'pagado', devuelto: 100.5 })
    await page.reload()
    await page.getByText('Te devolvimos').waitFor()
  })
})

describe('at the counter', () => {
  it('the owner asks each provider whether it answers', async () => {
    const { page } = await openPage(browser, PHONE)
    await enterCounter(page, shop)
    await page.goto(`${shop.url}/mostrador/proveedores`)
    await press(page.getByRole('button', { name: 'Probar Pagos' }))
    await page.getByText(/Mercado Pago responde: cuenta IMPRIMITODO/).waitFor()
    await expectGoodScreen(page, 'mostrador-proveedores')
    mercadopago.chance.mood = () => 401
    await press(page.getByRole('button', { name: 'Probar Pagos' }))
    await page.getByText('Mercado Pago no acepta el Access Token', { exact: false }).waitFor()
    mercadopago.chance.mood = undefined
  })
})

it('a forged notification is answered 401; nothing that the server printed holds a secret', async () => {
  const forged = await request(
    shop,
    '/api/pagos/mercadopago?data.id=1&type=payment',
    { id: 1 },
    {
      headers: { 'x-signature': `ts=1742505638,v1=${'0'.repeat(64)}`, 'x-request-id': 'x' },
    },
  )
  expect(forged.status).toBe(401)
  expect(shop.printed()).toContain('Mercado Pago: POST /checkout/preferences: answered 500')
  for (const secret of [TOKEN, SECRET]) expect(shop.printed()).not.toContain(secret)
})
