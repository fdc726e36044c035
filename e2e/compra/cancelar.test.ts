// What a customer can still do with an order: change options while it is unpaid, or cancel it and get the
// money back.
import { expect, it } from 'vitest'
import { openPage, PHONE, press } from '../support/browser.ts'
import { comeBack, makeCustomer } from '../support/cuenta.ts'
import { pdf } from '../support/files.ts'
import {
  CONTACTO,
  checkout,
  choose,
  chooseGrupo,
  chooseSucursal,
  copies,
  expectStep3,
  heading,
  next,
  openFile,
  pay,
  payButton,
  pedidoIdOf,
  toPay,
  toStep2,
} from '../support/print.ts'
import { buyHojas } from '../support/puntos.ts'
import { expectGoodOnBoth, expectGoodScreen } from '../support/screen.ts'
import { mailsTo, pedidoOf, staffPedidoOf } from '../support/server.ts'
import { openStage } from '../support/stage.ts'

const { shop, browser } = await openStage()

/** The options of an order, as the counter sees them. */
async function chosenOf(id: string) {
  const { archivos, volumenes, codigos, importe_final, nombre, nota, ...all } = await staffPedidoOf(shop, id)
  const { costo_delivery, distancia_km, direccion_entrega, email, celular } = all
  return {
    archivos,
    volumenes,
    importe_final,
    nombre,
    nota,
    costo_delivery,
    distancia_km,
    direccion_entrega,
    email,
    celular,
    codigos: codigos.map(({ codigo }) => codigo),
  }
}

it('an unpaid order goes back to its options with all that was chosen (groups, ranges, colour, name, note, pin, codes), and is paid as changed', {
  timeout: 180_000,
}, async () => {
  const customer = await makeCustomer(shop)
  const codigo = await buyHojas(shop, customer, 10)
  const { page, problems } = await openPage(browser, PHONE)
  await comeBack(page, shop, customer)
  await toStep2(page, shop, [await pdf('tesis.pdf', 12), await pdf('anexo.pdf', 4), await pdf('guia.pdf', 9)])
  await openFile(page, 'guia.pdf')
  await choose(page, 'Páginas de guia.pdf', 'Algunas')
  await page.getByLabel('Qué páginas de guia.pdf').fill('2-7')
  await choose(page, 'Páginas por carilla de guia.pdf', '2')
  await choose(page, 'Tinta de guia.pdf', 'Color')
  await copies(page, 'guia.pdf').fill('3')
  await copies(page, 'guia.pdf').press('Enter')
  await press(page.getByRole('button', { name: 'Agrupar archivos' }))
  await chooseGrupo(page, 'anexo.pdf', 'Anillado 2')
  await chooseGrupo(page, 'tesis.pdf', 'Anillado 2')
  await next(page)
  await expectStep3(page)
  await chooseSucursal(page, 'Alberdi')
  await press(page.locator('summary', { hasText: 'Nombre y nota' }))
  await page.getByLabel('Nombre para el retiro').fill('Lucía Gómez')
  await page.getByLabel('Nota para el local').fill('La tesis con tapa transparente.')
  await press(page.getByText('Delivery', { exact: true }).first())
  await page.getByLabel('Dirección de entrega').fill('Belgrano 120')
  await page.getByLabel('Dirección de entrega').blur()
  await press(page.getByRole('button', { name: 'Pin al norte' }))
  await press(page.getByRole('listitem').filter({ hasText: codigo }).getByRole('button', { name: 'Aplicar' }))
  await page.getByText(`${codigo} aplicado`).waitFor()
  await expect.poll(() => payButton(page).getAttribute('aria-disabled'), { timeout: 20_000 }).toBe('false')
  const first = await pedidoIdOf(page)
  await pay(page)
  await page.goto(`${shop.url}/pedido/${first}`)
  await page.getByRole('link', { name: 'Cambiar opciones' }).waitFor()
  await expectGoodOnBoth(page, 'pedido-por-pagar')
  await press(page.getByRole('link', { name: 'Cambiar opciones' }))
  await page.getByRole('button', { name: 'Quitar del grupo anexo.pdf' }).waitFor()
  await expectGoodScreen(page, 'cambiar-opciones-paso2')
  await choose(page, 'Tinta de guia.pdf', 'Blanco y negro')
  await choose(page, 'Tinta de guia.pdf', 'Color')
  await choose(page, 'Caras de guia.pdf', 'Simple faz')
  const before = await chosenOf(first)
  await next(page)
  await expectStep3(page)
  await page.getByText(`${codigo} aplicado`).waitFor()
  expect(await page.getByLabel('E-mail').inputValue()).toBe(customer.email)
  await expectGoodScreen(page, 'cambiar-opciones-paso3')
  await expect.poll(() => payButton(page).getAttribute('aria-disabled'), { timeout: 20_000 }).toBe('false')
  const second = await pedidoIdOf(page)
  await pay(page)
  expect(await chosenOf(second)).toEqual({
    ...before,
    importe_final: expect.any(Number),
    archivos: before.archivos.map((archivo) =>
      archivo.nombre === 'guia.pdf'
        ? { ...archivo, doble_faz: false, hojas: expect.any(Number), importe: expect.any(Number) }
        : archivo,
    ),
  })
  await checkout(page, 'Tarjeta aprobada')
  await heading(page, 'Recibimos tu pedido').waitFor()
  await page.getByText(/^Sumaste/).waitFor()
  expect((await pedidoOf(shop, second)).estado).toBe('pagado')
  // No second order waits for its payment
  expect((await pedidoOf(shop, first)).estado).toBe('cancelado')
  expect(problems).toEqual([])
})

it('a paid one is cancelled: the refund is announced before, and shown on its page and in the mail', async () => {
  const email = 'cancela@example.com'
  const { page, problems } = await openPage(browser, PHONE)
  await toPay(page, shop, [await pdf('apunte.pdf', 6)], { ...CONTACTO, email })
  const id = await pedidoIdOf(page)
  await pay(page)
  await checkout(page, 'Tarjeta aprobada')
  await heading(page, 'Recibimos tu pedido').waitFor()
  await press(page.getByRole('button', { name: 'Cancelar el pedido' }))
  const dialog = page.getByRole('dialog', { name: /¿Cancelamos el pedido \d+\?/ })
  await dialog.getByText(/Te devolvemos/).waitFor()
  await expectGoodOnBoth(page, 'pedido-cancelar')
  await press(dialog.getByRole('button', { name: 'No, dejalo como está' }))
  expect((await pedidoOf(shop, id)).estado).toBe('pagado')
  await press(page.getByRole('button', { name: 'Cancelar el pedido' }))
  await dialog.getByLabel('¿Por qué? (opcional)').fill('Lo mandé dos veces')
  await press(dialog.getByRole('button', { name: 'Sí, cancelar y devolver' }))
  await page.getByText('Cancelamos tu pedido.').waitFor()
  await dialog.waitFor({ state: 'hidden' })
  const pago = page.getByRole('region', { name: 'Pago' })
  await pago.getByText('Vuelve a tu tarjeta').waitFor()
  expect(await page.getByRole('button', { name: 'Cancelar el pedido' }).count()).toBe(0)
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  await expectGoodOnBoth(page, 'pedido-cancelado')
  const { estado, importe_final } = await pedidoOf(shop, id)
  expect(estado).toBe('cancelado')
  const mails = async () => (await mailsTo(shop, email)).map(({ asunto }) => asunto)
  await expect
    .poll(mails)
    .toContainEqual(expect.stringMatching(/^Cancelamos tu pedido \d+ y te devolvemos \$/))
  expect(importe_final).toBeGreaterThan(0)
  expect(problems).toEqual([])
})
