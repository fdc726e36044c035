import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { expect, test } from 'vitest'
import { openPage, PHONE, press } from '../support/browser.ts'
import { heading } from '../support/print.ts'
import { expectGoodOnBoth, expectGoodScreen } from '../support/screen.ts'
import { mailsTo, rows } from '../support/server.ts'
import { OWNER } from '../support/shop.ts'
import { openStage } from '../support/stage.ts'

const { shop, browser } = await openStage()

test('taking a purchase back: no account, the code at once and by mail, the owner told', async () => {
  const { page, problems } = await openPage(browser, PHONE)
  await page.goto(`${shop.url}/arrepentimiento`)
  await heading(page, 'Botón de arrepentimiento').waitFor()
  const send = page.getByRole('button', { name: 'Arrepentirme de la compra' })
  await press(send)
  const compra = page.getByLabel('Número de pedido, o qué compraste')
  await expect.poll(() => compra.evaluate((input) => input === document.activeElement)).toBe(true)
  expect(await page.getByRole('alert').allTextContents()).toEqual([
    'Contanos qué compraste, o el número de pedido',
    'El nombre es obligatorio',
    'El email es obligatorio',
  ])
  await expectGoodScreen(page, 'arrepentimiento-errores')

  await compra.fill('Pedido 1042')
  await page.getByLabel('Nombre completo').fill('Carla Juárez')
  await page.getByLabel('Email').fill('carla@example.com')
  await page.getByLabel('Motivo (opcional)').fill('Me equivoqué de archivo')
  await press(send)
  await heading(page, 'Recibimos tu arrepentimiento').waitFor()
  const constancia = page.getByText(/^Código: [\w-]{14}$/)
  const codigo = (await constancia.textContent())?.replace('Código: ', '') ?? ''
  await expectGoodScreen(page, 'arrepentimiento-constancia')
  const [kept] = await rows<{ codigo: string; motivo: string }>(shop, 'select * from arrepentimientos')
  expect(kept).toMatchObject({ codigo, compra: 'Pedido 1042', motivo: 'Me equivoqué de archivo' })
  const [[mine], [owners]] = [await mailsTo(shop, 'carla@example.com'), await mailsTo(shop, OWNER.email)]
  expect(mine?.texto).toContain(codigo)
  expect(owners?.texto).toContain('Me equivoqué de archivo')
  expect(problems).toEqual([])
})

test('terms and privacy name the seller, the stored data and for how long; each part can be linked', async () => {
  const { page, problems } = await openPage(browser, PHONE)
  await page.goto(`${shop.url}/terminos`)
  await page.getByText('20-12345678-6').first().waitFor()
  expect(await page.getByRole('link', { name: 'Ingrese aquí' }).first().getAttribute('href')).toMatch(
    /^https:\/\/www\.argentina\.gob\.ar\//,
  )
  await expectGoodOnBoth(page, 'terminos')
  await press(
    page.getByRole('navigation', { name: 'En esta página' }).getByText('Derecho de arrepentimiento'),
  )
  await page.waitForURL('**/terminos#arrepentimiento')
  await press(page.getByRole('main').getByRole('link', { name: 'Privacidad' }))
  await heading(page, 'Privacidad').waitFor()
  await page.getByText('Hasta 7 días después de entregado').waitFor()
  await expectGoodOnBoth(page, 'privacidad')
  expect(problems).toEqual([])
})

test('without the seller the texts can still be read, and the seller can be loaded again', async () => {
  const { page } = await openPage(browser)
  await page.route('**/api/vidriera', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto(`${shop.url}/terminos`)
  await page.getByText('No pudimos cargar los datos del comercio.').waitFor()
  await page.getByRole('heading', { name: 'Derecho de arrepentimiento' }).waitFor()
  await page.unroute('**/api/vidriera')
  await press(page.getByRole('main').getByRole('button', { name: 'Reintentar' }))
  await page.getByRole('main').getByText('20-12345678-6').waitFor()
})

test('how to delete an account is explained without a login; the registration links the terms', async () => {
  const { page, problems } = await openPage(browser, PHONE)
  await page.goto(`${shop.url}/baja`)
  await expect
    .poll(() => page.getByRole('link', { name: 'Escribinos' }).getAttribute('href'))
    .toMatch(/^mailto:.+@.+\?subject=Baja/)
  await expectGoodScreen(page, 'baja')
  await press(page.getByRole('link', { name: 'Pedir el enlace' }))
  await heading(page, '¿Olvidaste tu contraseña?').waitFor()
  await page.goto(`${shop.url}/registro`)
  await press(page.getByRole('main').getByRole('link', { name: 'Términos y condiciones' }))
  await heading(page, 'Términos y condiciones').waitFor()
  expect(problems).toEqual([])
})

test('a seller with VAT shows below each price the one without taxes; one without VAT does not', async () => {
  const { page, problems } = await openPage(browser, PHONE)
  const [producto] = await rows<{ id: number; importe: string }>(
    shop,
    'select id, importe from productos where importe > 100 and retirado is null order by id limit 1',
  )
  const legend = page.getByText(/^PRECIO SIN IMPUESTOS NACIONALES: \$/)
  const open = async () => {
    await page.goto(`${shop.url}/producto/${producto?.id}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByText('CUIT 20').first().waitFor() // the seller is known
  }
  await open()
  expect(await legend.count()).toBe(0)
  await rows(
    shop,
    `update ajustes set valores = jsonb_set(valores, '{vidriera,vendedor,condicion_iva}', '"RI"')`,
  )
  await rows(shop, `select pg_notify('ajustes', '')`) // as the owner's edit tells it
  await open()
  const expected = formatPesos(Math.round(Number(producto?.importe) / 1.21) / 100)
  await expect.poll(() => legend.textContent()).toBe(`PRECIO SIN IMPUESTOS NACIONALES: ${expected}`)
  await expectGoodScreen(page, 'producto-ri')
  expect(problems).toEqual([])
})
