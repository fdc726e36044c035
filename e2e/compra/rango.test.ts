import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openPage, PHONE, press } from '../support/browser.ts'
import { orderPaid } from '../support/clientela.ts'
import { logIn, makeCustomer } from '../support/cuenta.ts'
import { enterCounter } from '../support/mostrador.ts'
import { choose, expectStep3, next } from '../support/print.ts'
import { expectGoodOnAll, expectGoodOnBoth } from '../support/screen.ts'
import { rows } from '../support/server.ts'
import { openStage } from '../support/stage.ts'

const { shop, browser } = await openStage()

const OPCIONES = { rango: '1-10,15,20-', por_carilla: 2 }
const TEXT = 'páginas 1 a 10, 15 y 20 a 30 · 2 por carilla'

async function expectDetalle(page: Page, counted: string): Promise<void> {
  await press(page.getByRole('button', { name: 'Detalle del Pedido' }))
  const dialog = page.getByRole('dialog')
  await dialog.getByText(TEXT).waitFor()
  await dialog.getByText(counted).waitFor()
  await expectGoodOnBoth(page, 'rango-paso3-detalle')
  await press(dialog.getByText('Cerrar', { exact: true }))
}

it('a range of pages and pages on a side are told wherever the file is, and go along when the order is repeated and changed', {
  timeout: 120_000,
}, async () => {
  const customer = await makeCustomer(shop)
  const { id } = await orderPaid(shop, {
    sucursal: 'Alberdi',
    email: customer.email,
    archivos: [{ nombre: 'tesis.pdf', paginas: 30, opciones: OPCIONES }],
  })
  await rows(
    shop,
    `update pedidos set cliente_id = (select id from clientes where email = '${customer.email}') where id = '${id}'`,
  )
  const { page, problems } = await openPage(browser, PHONE)
  await logIn(page, shop, customer)
  await page.goto(`${shop.url}/pedido/${id}`)
  await page.getByText(TEXT).waitFor()
  await page.getByText('22 de 30 páginas · 6 hojas').waitFor()
  await expectGoodOnBoth(page, 'rango-pedido')

  await page.goto(`${shop.url}/perfil`)
  await press(page.getByRole('button', { name: /^Repetir pedido/ }))
  await page.waitForURL('**/imprimitodo/paso3')
  await expectStep3(page)
  await expectDetalle(page, '22 de 30 páginas · 6 hojas')
  await press(page.getByRole('link', { name: 'Volver a las opciones' }))
  await page.getByRole('article', { name: 'tesis.pdf' }).getByText('páginas 1 a 10, 15').waitFor()
  await expectGoodOnBoth(page, 'rango-paso2')
  await choose(page, 'Caras de tesis.pdf', 'Simple faz')
  await next(page)
  await expectStep3(page)
  await expectDetalle(page, '22 de 30 páginas · 11 hojas')
  expect(problems).toEqual([])

  const counter = await openPage(browser)
  await enterCounter(counter.page, shop)
  await counter.page.goto(`${shop.url}/mostrador/pedidos/${id}`)
  await counter.page.getByText(TEXT).first().waitFor()
  expect(await counter.page.getByText(TEXT).count()).toBe(1) // a file is listed once
  await expectGoodOnAll(counter.page, 'rango-mostrador')
  expect(counter.problems).toEqual([])
})
