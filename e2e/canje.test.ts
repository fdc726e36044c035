import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openPage, PHONE, press } from './support/browser.ts'
import { type Customer, comeBack, makeCustomer, timesIn, watchCalls } from './support/cuenta.ts'
import { heading } from './support/print.ts'
import { bearerOf, givePuntos } from './support/puntos.ts'
import { expectGoodScreen } from './support/screen.ts'
import { ask, rows } from './support/server.ts'
import { openStage } from './support/stage.ts'

const { shop, browser } = await openStage()

/** The page of prizes of a new customer with so many points. */
async function openCanje(puntos: number, options = {}): Promise<{ page: Page; customer: Customer }> {
  const customer = await makeCustomer(shop)
  if (puntos > 0) await givePuntos(shop, customer, puntos)
  const { page } = await openPage(browser, options)
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

describe('the prizes', () => {
  it.each([
    ['una computadora', {}],
    ['un teléfono', PHONE],
  ])('each shows what it is, how far the points reach and what it takes, on %s', async (name, device) => {
    const { page } = await openCanje(42_860, device)
    const taza = stamp(page, 'Taza sublimada')
    await taza.getByText('60.000 puntos').waitFor()
    await taza.getByText('Tenés 42.860 puntos').waitFor()
    await taza.getByText('71 %').waitFor()
    expect(await taza.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('71')
    expect(await taza.getByRole('img', { name: 'Más de la mitad' }).textContent()).toBe('🚀')
    await taza.getByText('Te faltan 17.140').waitFor()
    expect(await stamp(page, 'Llavero').getByRole('img', { name: 'Te alcanza' }).textContent()).toBe('🏆')
    await sheets(page).getByText('20 hojas', { exact: true }).waitFor()
    await page.getByText('Compra en el mostrador').waitFor()
    await expectGoodScreen(page, `canje (${name})`)
  })

  it.each([
    ['una computadora', {}],
    ['un teléfono', PHONE],
  ])(
    'points that a refund took after they were spent are owed, and the page says how they are paid, on %s',
    async (name, device) => {
      const { page, customer } = await openCanje(0, device)
      const owe = (puntos: number) =>
        rows(
          shop,
          `insert into puntos (cliente_id, tipo, puntos, motivo, clave, quien, cuando)
         select id, 'devolucion', ${-puntos}, 'Devolución del pedido 1042', gen_random_uuid(), 'sistema', now()
         from clientes where email = '${customer.email}'`,
        )
      await owe(2565)
      await page.reload()
      await page.getByText('Debés 2.565 puntos de una compra que te devolvimos').waitFor()
      await page.getByText('Tenés 0 puntos').first().waitFor()
      await expectGoodScreen(page, `canje-deuda (${name})`)
      await givePuntos(shop, customer, 3000)
      await page.reload()
      await page.getByText('Tenés 435 puntos').first().waitFor()
      expect(await page.getByText('Debés').count()).toBe(0)
    },
  )

  it('one point less than it takes, and there is no button', async () => {
    const { page } = await openCanje(14_999)
    await stamp(page, 'Llavero').getByText('Te faltan 1', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'Canjear ahora' }).count()).toBe(0)
  })

  it('exactly enough; refused nothing is sent, accepted it is sent once', async () => {
    const { page, customer } = await openCanje(15_000)
    const calls = watchCalls(page)
    const button = stamp(page, 'Llavero').getByRole('button', { name: 'Canjear ahora' })
    await press(button)
    await dialog(page).getByText('Vas a cambiar 15.000 puntos por Llavero de la casa.').waitFor()
    await expectGoodScreen(page, 'canje-confirmar')
    await press(dialog(page).getByRole('button', { name: 'Cancelar' }))
    expect(timesIn(calls, 'POST /api/puntos/canjear-producto/')).toBe(0)
    await press(button)
    const [sent] = await Promise.all([
      page.waitForRequest('**/api/puntos/canjear-producto/'),
      dialog(page).getByRole('button', { name: 'Sí, canjear' }).dblclick(),
    ])
    expect(sent.postDataJSON()).toEqual({ producto_id: expect.any(Number) })
    await page.getByText('¡Canje exitoso! 🎉 Te enviaremos más info por correo.').waitFor()
    await stamp(page, 'Llavero').getByText('Te faltan 15.000').waitFor()
    expect(timesIn(calls, 'POST /api/puntos/canjear-producto/')).toBe(1)
    expect(await balanceOf(customer)).toBe(0)
    await page.getByRole('listitem').filter({ hasText: 'Premio' }).getByText('Sin usar').waitFor()
  })

  it('a failure says so, and the points are as they were', async () => {
    const { page, customer } = await openCanje(15_000)
    // Not the shop's words, and not shown
    await page.route(
      '**/api/puntos/canjear-producto/',
      (route) => route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' }),
      { times: 1 },
    )
    await press(page.getByRole('button', { name: 'Canjear ahora' }))
    await press(dialog(page).getByRole('button', { name: 'Sí, canjear' }))
    await dialog(page).getByText('No se pudo completar el canje. Intentá más tarde.').waitFor()
    expect(await dialog(page).getByText('Bad Gateway').count()).toBe(0)
    await press(dialog(page).getByRole('button', { name: 'Cerrar' }))
    await page.route('**/api/puntos/canjear-producto/', (route) =>
      route.fulfill({ status: 409, json: { detail: 'Ya no quedan unidades.' } }),
    )
    await press(page.getByRole('button', { name: 'Canjear ahora' }))
    await press(dialog(page).getByRole('button', { name: 'Sí, canjear' }))
    await dialog(page).getByRole('heading', { name: 'Error', exact: true }).waitFor()
    await dialog(page).getByText('No se pudo completar el canje. Intentá más tarde.').waitFor()
    await dialog(page).getByText('Ya no quedan unidades.').waitFor()
    await press(dialog(page).getByRole('button', { name: 'Cerrar' }))
    await page.getByRole('button', { name: 'Canjear ahora' }).waitFor()
    expect(await balanceOf(customer)).toBe(15_000)
  })
})

describe('free sheets', () => {
  it('the exact exchange is asked first; the code is listed, the rest of the points stays', async () => {
    const { page, customer } = await openCanje(42_860, PHONE)
    const calls = watchCalls(page)
    await press(sheets(page).getByRole('button', { name: 'Generar código' }))
    await dialog(page).getByText('Vas a cambiar 40.000 puntos por 20 hojas.').waitFor()
    await press(dialog(page).getByRole('button', { name: 'Ahora no' }))
    expect(timesIn(calls, 'POST /api/codigos-canje/')).toBe(0)
    await press(sheets(page).getByRole('button', { name: 'Generar código' }))
    const answer = page.waitForResponse('**/api/codigos-canje/')
    await press(dialog(page).getByRole('button', { name: 'Sí, cambiar' }))
    const codigos: { codigo: string; cantidad: number }[] = await (await answer).json()
    expect(codigos.reduce((sum, { cantidad }) => sum + cantidad, 0)).toBe(20)
    const ticket = page.getByRole('listitem').filter({ hasText: codigos[0]?.codigo })
    await ticket.getByText('Nuevo').waitFor()
    await ticket.getByText('20 hojas').waitFor()
    await ticket.getByText(/Sin usar · vence el \d\d\/\d\d\/\d{4}/).waitFor()
    await sheets(page).getByText('0 hojas', { exact: true }).waitFor()
    expect(await sheets(page).getByRole('button', { name: 'Generar código' }).isDisabled()).toBe(true)
    expect(await balanceOf(customer)).toBe(2_860)
    expect(timesIn(calls, 'GET /api/codigos-canje/pendientes/')).toBeGreaterThan(0)
    await page.getByText('-40.000').waitFor()
    await press(ticket.getByRole('button', { name: `Copiar ${codigos[0]?.codigo}` }))
    await page.getByText(/Código copiado al portapapeles/).waitFor()
    await expectGoodScreen(page, 'canje-codigos')
  })

  it('a failure alerts with what the server said, or with its own text', async () => {
    const { page } = await openCanje(20_000)
    const refuse = async (fulfil: { status: number; body: string }) => {
      await page.route('**/api/codigos-canje/', (route) => route.fulfill(fulfil), { times: 1 })
      await press(sheets(page).getByRole('button', { name: 'Generar código' }))
      await press(dialog(page).getByRole('button', { name: 'Sí, cambiar' }))
    }
    const told = async (text: string) => {
      await dialog(page).getByText(text, { exact: true }).waitFor()
      if (text.includes('puntos')) await expectGoodScreen(page, 'canje-error')
      await press(dialog(page).getByRole('button', { name: 'Cerrar' }))
    }
    await refuse({ status: 400, body: '{"detail":"No te alcanzan los puntos."}' })
    await told('Error: {"detail":"No te alcanzan los puntos."}')
    await refuse({ status: 400, body: 'Sin código' })
    await told('Error: Sin código')
    await refuse({ status: 500, body: '' })
    await told('Error al generar código. Intentalo más tarde.')
    await refuse({ status: 502, body: '<html><h1>Bad Gateway</h1></html>' })
    await told('Error al generar código. Intentalo más tarde.')
  })

  it('prizes that cannot be loaded say so, and are asked for again', async () => {
    const { page } = await openCanje(0)
    await page.getByText('Todavía no hay movimientos').waitFor()
    await page.route('**/api/productos-canje/', (route) => route.fulfill({ status: 400, json: {} }), {
      times: 1,
    })
    await page.reload()
    await page.getByRole('alert').getByText('No pudimos cargar los premios').waitFor()
    await press(page.getByRole('button', { name: 'Reintentar' }))
    await sheets(page).waitFor()
  })
})
