import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openPage, PHONE, press } from '../support/browser.ts'
import { type Customer, comeBack, makeCustomer, timesIn, watchCalls } from '../support/cuenta.ts'
import { heading } from '../support/print.ts'
import { bearerOf, givePuntos } from '../support/puntos.ts'
import { expectGoodOnBoth, expectGoodScreen } from '../support/screen.ts'
import { ask, rows } from '../support/server.ts'
import { openStage } from '../support/stage.ts'

const { shop, browser } = await openStage()

/** The page of prizes of a new customer with this many points. */
async function openCanje(puntos: number): Promise<{ page: Page; customer: Customer }> {
  const customer = await makeCustomer(shop)
  if (puntos > 0) await givePuntos(shop, customer, puntos)
  const { page } = await openPage(browser, PHONE)
  await comeBack(page, shop, customer)
  await press(page.getByRole('link', { name: 'Canjear Puntos' }).first())
  await heading(page, 'Premios que podés canjear').waitFor()
  await page.getByRole('heading', { name: 'Tu álbum de premios' }).waitFor()
  return { page, customer }
}

const stamp = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
const sheets = (page: Page) => page.getByRole('region', { name: 'Hojas gratis' })
const dialog = (page: Page) => page.getByRole('alertdialog')

async function balanceOf(customer: Customer): Promise<number | undefined> {
  const headers = await bearerOf(shop, customer)
  const [cliente] = await ask<{ puntos: number }[]>(shop, '/api/auth/cliente-actual/', undefined, { headers })
  return cliente?.puntos
}

it('each prize shows how far the points reach; sheets and a prize need a confirmation, and are taken once', async () => {
  const { page, customer } = await openCanje(42_860)
  const taza = stamp(page, 'Taza sublimada')
  await taza.getByText('60.000 puntos').waitFor()
  await taza.getByText('Tenés 42.860 puntos').waitFor()
  await taza.getByText('71 %').waitFor()
  expect(await taza.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('71')
  expect(await taza.getByRole('img', { name: 'Más de la mitad' }).textContent()).toBe('🚀')
  await taza.getByText('Te faltan 17.140').waitFor()
  const llavero = stamp(page, 'Llavero')
  expect(await llavero.getByRole('img', { name: 'Te alcanza' }).textContent()).toBe('🏆')
  await sheets(page).getByText('20 hojas', { exact: true }).waitFor()
  await page.getByText('Compra en el mostrador').waitFor()
  await expectGoodOnBoth(page, 'canje')

  const calls = watchCalls(page)
  const generate = sheets(page).getByRole('button', { name: 'Generar código' })
  await press(generate)
  await dialog(page).getByText('Vas a cambiar 40.000 puntos por 20 hojas.').waitFor()
  await press(dialog(page).getByRole('button', { name: 'Ahora no' }))
  expect(timesIn(calls, 'POST /api/codigos-canje/')).toBe(0)
  await press(generate)
  const answer = page.waitForResponse('**/api/codigos-canje/')
  await press(dialog(page).getByRole('button', { name: 'Sí, cambiar' }))
  const codigos: { codigo: string; cantidad: number }[] = await (await answer).json()
  expect(codigos.reduce((sum, { cantidad }) => sum + cantidad, 0)).toBe(20)
  const ticket = page.getByRole('listitem').filter({ hasText: codigos[0]?.codigo })
  await ticket.getByText('Nuevo').waitFor()
  await ticket.getByText('20 hojas').waitFor()
  await ticket.getByText(/Sin usar · vence el \d\d\/\d\d\/\d{4}/).waitFor()
  await sheets(page).getByText('0 hojas', { exact: true }).waitFor()
  expect(await generate.isDisabled()).toBe(true)
  expect(await balanceOf(customer)).toBe(2_860)
  expect(timesIn(calls, 'GET /api/codigos-canje/pendientes/')).toBeGreaterThan(0)
  await page.getByText('-40.000').waitFor()
  await press(ticket.getByRole('button', { name: `Copiar ${codigos[0]?.codigo}` }))
  await page.getByText(/Código copiado al portapapeles/).waitFor()
  await expectGoodScreen(page, 'canje-codigos')

  // Exactly what the prize takes
  await givePuntos(shop, customer, 12_140)
  await page.reload()
  const redeem = llavero.getByRole('button', { name: 'Canjear ahora' })
  await press(redeem)
  await dialog(page).getByText('Vas a cambiar 15.000 puntos por Llavero de la casa.').waitFor()
  await expectGoodOnBoth(page, 'canje-confirmar')
  await press(dialog(page).getByRole('button', { name: 'Cancelar' }))
  expect(timesIn(calls, 'POST /api/puntos/canjear-producto/')).toBe(0)
  await press(redeem)
  const [sent] = await Promise.all([
    page.waitForRequest('**/api/puntos/canjear-producto/'),
    dialog(page).getByRole('button', { name: 'Sí, canjear' }).dblclick(),
  ])
  expect(sent.postDataJSON()).toEqual({ producto_id: expect.any(Number), puntos: 15_000 })
  await page.getByText('¡Canje exitoso! 🎉 Te enviaremos más info por correo.').waitFor()
  await llavero.getByText('Te faltan 15.000').waitFor()
  expect(timesIn(calls, 'POST /api/puntos/canjear-producto/')).toBe(1)
  expect(await balanceOf(customer)).toBe(0)
  await page.getByRole('listitem').filter({ hasText: 'Premio' }).getByText('Sin usar').waitFor()
})

it('points that a refund took after they were spent are owed, and the page says how they are paid', async () => {
  const { page, customer } = await openCanje(0)
  await rows(
    shop,
    `insert into puntos (cliente_id, tipo, puntos, motivo, clave, quien, cuando)
     select id, 'devolucion', -2565, 'Devolución del pedido 1042', gen_random_uuid(), 'sistema', now()
     from clientes where email = $1`,
    [customer.email],
  )
  await page.reload()
  await page.getByText('Debés 2.565 puntos de una compra que te devolvimos').waitFor()
  await page.getByText('Tenés 0 puntos').first().waitFor()
  await expectGoodOnBoth(page, 'canje-deuda')
  await givePuntos(shop, customer, 3000 + 20_000)
  await page.reload()
  await page.getByText('Tenés 20.435 puntos').first().waitFor()
  expect(await page.getByText('Debés').count()).toBe(0)
})
