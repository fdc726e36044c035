import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openPage, openTab, PHONE, press } from '../support/browser.ts'
import { pdf } from '../support/files.ts'
import {
  amountsOf,
  CONTACTO,
  carritoOf,
  checkout,
  choose,
  chooseGrupo,
  copies,
  expectChosen,
  expectKept,
  expectStep3,
  fillContacto,
  heading,
  next,
  openFile,
  openStep1,
  pay,
  payButton,
  pedidoIdOf,
  pick,
  receipt,
  STEP2,
  saveData,
  sucursales,
  toStep2,
  toStep3,
} from '../support/print.ts'
import { expectGoodScreen } from '../support/screen.ts'
import { estados, expectOneOrder, pedidoOf, request } from '../support/server.ts'
import { openStage } from '../support/stage.ts'

const { shop, browser } = await openStage()

it('step 2 can be used again where the way to step 3 is left before step 3 arrived', async () => {
  const { page, problems } = await openPage(browser, PHONE)
  await page.route('**/assets/paso3-*.js', () => {}) // it never arrives
  await toStep2(page, shop, [await pdf('apunte.pdf', 2)])
  for (const leave of [() => page.goBack(), () => press(page.getByRole('button', { name: 'Cancelar' }))]) {
    await next(page)
    await page.waitForURL('**/imprimitodo/paso3')
    await page.getByRole('button', { name: 'Subiendo…' }).waitFor()
    await leave()
    await page.waitForURL('**/imprimitodo/paso2')
    await page.getByRole('button', { name: 'Siguiente' }).waitFor()
    await openFile(page, 'apunte.pdf')
    await copies(page, 'apunte.pdf').fill('3') // else it is priced already, and step 2 is not busy
    await copies(page, 'apunte.pdf').press('Enter')
  }
  expect(problems).toEqual([])
})

describe('a reload', () => {
  it('in each step loses nothing: files, options, price, contact; nor does leaving, since Home offers to go on', async () => {
    const { page } = await openPage(browser, PHONE)
    await openStep1(page, shop)
    await pick(page, [await pdf('tesis.pdf', 4), await pdf('anexo.pdf', 2)])
    await expectKept(page, 2)
    await page.reload()
    await expectKept(page, 2)
    await next(page)
    await heading(page, STEP2).waitFor()
    await page.goto(shop.url)
    await page.getByText('Dejaste un pedido sin terminar').waitFor()
    await expectGoodScreen(page, 'home-seguir')
    await press(page.getByRole('link', { name: 'Seguir con tu pedido' }))
    await heading(page, STEP2).waitFor()
    await openFile(page, 'tesis.pdf')
    await copies(page, 'tesis.pdf').fill('5')
    await copies(page, 'tesis.pdf').press('Enter')
    await press(page.getByRole('button', { name: 'Agrupar archivos' }))
    await chooseGrupo(page, 'anexo.pdf', 'Anillado 3')
    await page.reload()
    await page.getByRole('button', { name: 'Quitar del grupo anexo.pdf' }).waitFor()
    await openFile(page, 'tesis.pdf')
    expect(await copies(page, 'tesis.pdf').inputValue()).toBe('5')
    await next(page)
    await expectStep3(page)
    await fillContacto(page)
    await press(page.getByText('Delivery', { exact: true }).first())
    await page.getByLabel('Dirección de entrega').fill('Mitre 350')
    const before = await amountsOf(receipt(page))
    await page.reload()
    await expectStep3(page)
    await page.goto(shop.url)
    await press(page.getByRole('link', { name: 'Seguir con tu pedido' }))
    await expectStep3(page)
    expect(await page.getByLabel('E-mail').inputValue()).toBe(CONTACTO.email)
    expect(await page.getByLabel('Celular').inputValue()).toBe('3865 15 41-2233')
    expect(await sucursales(page).getByRole('radio', { name: 'Alberdi' }).isChecked()).toBe(true)
    expect(await page.getByLabel('Dirección de entrega').inputValue()).toBe('Mitre 350')
    expect((await amountsOf(receipt(page)))['Total a pagar']).toBe(before['Total a pagar'])
    const { carrito } = await carritoOf(page)
    await expectOneOrder(shop, carrito, 'borrador')
  })

  it('if the device stored no contents, the same file is asked for again, and keeps its options', async () => {
    const { page } = await openPage(browser)
    await saveData(page) // otherwise the file is uploaded by then, and need not be asked for again
    // The browser stores nothing, as in a private window or on a full phone
    await page.addInitScript(() => {
      navigator.storage.estimate = async () => ({ quota: 0, usage: 0 })
    })
    const file = await pdf('tesis.pdf', 4)
    await toStep2(page, shop, [file])
    await choose(page, 'Tinta de tesis.pdf', 'Color')
    await page.reload()
    await page.getByText('Elegilo de nuevo: sus opciones siguen acá.').waitFor()
    await expectGoodScreen(page, 'paso2-elegir-de-nuevo')
    await next(page)
    await page
      .getByRole('alert')
      .getByText(/^Volvé a elegir «tesis\.pdf»/)
      .waitFor()
    await page.getByLabel('Elegir de nuevo tesis.pdf').setInputFiles([file])
    await expectChosen(page, 'Tinta de tesis.pdf', 'Color')
    await next(page)
    await expectStep3(page)
  })
})

describe('going back from step 3', () => {
  /** The request of the second quote, which has everything but the bytes. */
  async function requote(page: Page): Promise<{ sent: number; subidas: number }> {
    const [upload] = await Promise.all([page.waitForRequest('**/api/upload_archivo'), next(page)])
    await expectStep3(page)
    const { requestBodySize } = await upload.sizes()
    return { sent: requestBodySize, subidas: (upload.postData()?.match(/"subida":"/g) ?? []).length }
  }

  it('without a change sends nothing, other options another draft but no bytes; confirmed, the first order is cancelled and its link ends; with a payment on its way it can no longer change', async () => {
    const { page } = await openPage(browser, PHONE)
    await toStep3(page, shop, [await pdf('tesis.pdf', 60), await pdf('anexo.pdf', 40)])
    const [draft, { carrito }] = [await pedidoIdOf(page), await carritoOf(page)]
    const uploads: string[] = []
    page.on(
      'request',
      (request) => void (request.url().endsWith('/api/upload_archivo') && uploads.push(request.url())),
    )
    await page.goBack()
    await heading(page, STEP2).waitFor()
    await next(page)
    await expectStep3(page)
    expect(uploads).toEqual([])
    expect(await pedidoIdOf(page)).toBe(draft)

    expect((await amountsOf(receipt(page)))['Total a pagar']).toBe(7600)
    await press(page.getByText('Volver a las opciones'))
    await heading(page, STEP2).waitFor()
    await openFile(page, 'tesis.pdf')
    await page.getByText('60 páginas').waitFor() // counted by now
    await expectGoodScreen(page, 'paso2-contado')
    await press(page.getByRole('button', { name: 'Una copia más de tesis.pdf' }))
    const { sent, subidas } = await requote(page)
    expect(subidas).toBe(2)
    expect(sent).toBeLessThan(4_000)
    const first = await pedidoIdOf(page)
    expect(first).not.toBe(draft)
    expect((await amountsOf(receipt(page)))['Total a pagar']).toBe(12_160)
    await expectOneOrder(shop, carrito, 'borrador')
    expect((await request(shop, `/api/pedidos/${draft}`)).status).toBe(404)

    await fillContacto(page)
    await pay(page)
    const oldLink = page.url()
    await page.goBack()
    await expectStep3(page)
    await press(page.getByText('Volver a las opciones'))
    await heading(page, STEP2).waitFor()
    await openFile(page, 'tesis.pdf')
    await press(page.getByRole('button', { name: 'Una copia menos de tesis.pdf' }))
    await requote(page)
    expect(await estados(shop, carrito)).toEqual(['cancelado', 'borrador'])
    expect((await pedidoOf(shop, first)).estado).toBe('cancelado')
    await expect.poll(() => payButton(page).textContent()).toBe('Pagar $ 7.600,00')
    const { page: other } = await openTab(page.context())
    await expect
      .poll(
        async () => {
          await other.goto(oldLink)
          await other.getByText('Comercio').waitFor()
          return other.getByText('Este pago venció').count()
        },
        { timeout: 15_000, interval: 500 },
      )
      .toBe(1)
    await other.close()

    const second = await pedidoIdOf(page)
    await pay(page)
    await checkout(page, 'Pagar después en efectivo')
    await page.getByRole('heading', { name: 'Cupón de pago' }).waitFor()
    await expect.poll(async () => (await pedidoOf(shop, second)).pago).toBe('pendiente') // the provider told us
    await page.goto(`${shop.url}/imprimitodo/paso2`)
    await heading(page, STEP2).waitFor()
    await openFile(page, 'tesis.pdf')
    await press(page.getByRole('button', { name: 'Una copia más de tesis.pdf' }))
    await next(page)
    await page.getByText('Este pedido ya tiene un pago, así que no se puede cambiar.').waitFor()
    await expectGoodScreen(page, 'paso2-ya-pagado')
    expect(await estados(shop, carrito)).toEqual(['cancelado', 'confirmado'])
    await press(page.getByRole('button', { name: 'Hacer otro pedido con estos archivos' }))
    await next(page)
    await expectStep3(page)
    expect((await pedidoOf(shop, second)).estado).toBe('confirmado')
    expect((await carritoOf(page)).carrito).not.toBe(carrito)
  })
})

describe('two tabs of one browser', () => {
  it('files and options changed in one tab are shown in the other; a replaced quote leads the other back to the options', async () => {
    const { page: one } = await openPage(browser)
    await openStep1(one, shop)
    const { page: two } = await openTab(one.context())
    await openStep1(two, shop)
    await pick(one, [await pdf('tesis.pdf', 4)])
    await two.getByRole('button', { name: 'Quitar tesis.pdf' }).waitFor()
    await pick(two, [await pdf('anexo.pdf', 2)])
    await one.getByRole('button', { name: 'Quitar anexo.pdf' }).waitFor()
    await next(one)
    await heading(one, STEP2).waitFor()
    await openFile(one, 'tesis.pdf')
    await copies(one, 'tesis.pdf').fill('3')
    await copies(one, 'tesis.pdf').press('Enter')
    await next(two)
    await heading(two, STEP2).waitFor()
    await openFile(two, 'tesis.pdf')
    await expect.poll(() => copies(two, 'tesis.pdf').inputValue()).toBe('3')
    await one.close()
    // Either tab may send: both have the contents of all files
    await next(two)
    await expectStep3(two)
    const { carrito, archivos } = await carritoOf(two)
    await expectOneOrder(shop, carrito, 'borrador')

    const form = new FormData()
    form.append('carrito', carrito)
    form.append('archivos_data', JSON.stringify([{ nombre: 'tesis.pdf', subida: archivos[0]?.subida }]))
    expect((await fetch(`${shop.url}/api/upload_archivo`, { method: 'POST', body: form })).status).toBe(200)
    await two.reload()
    await two.getByText('Este presupuesto ya no vale.').waitFor()
    await expectGoodScreen(two, 'paso3-presupuesto-viejo')
    await press(two.getByRole('button', { name: 'Volver a calcular' }))
    await heading(two, STEP2).waitFor()
    await next(two)
    await expectStep3(two)
  })

  it('both send at once and the older answer comes last: one live order, which one pays and the other does not pay again', async () => {
    const { page: one } = await openPage(browser)
    await toStep2(one, shop, [await pdf('tesis.pdf', 4)])
    const { page: two } = await openTab(one.context())
    await two.goto(`${shop.url}/imprimitodo/paso2`)
    await heading(two, STEP2).waitFor()
    await copies(two, 'tesis.pdf').waitFor()
    const made = Promise.withResolvers<void>()
    const late = Promise.withResolvers<void>()
    await one.route('**/api/upload_archivo', async (route) => {
      const response = await route.fetch()
      made.resolve()
      await late.promise
      await route.fulfill({ response })
    })
    await next(one)
    await made.promise
    await two.bringToFront()
    await next(two)
    await expectStep3(two)
    late.resolve()
    // The first tab's answer no longer holds: its draft was replaced. Whichever tab notices first drops the
    // old quote in both; the files and options are still there
    await one.close()
    await two.goto(`${shop.url}/imprimitodo/paso2`)
    await heading(two, STEP2).waitFor()
    await next(two)
    await expectStep3(two)
    await expectOneOrder(shop, (await carritoOf(two)).carrito, 'borrador')
    await fillContacto(two)
    const id = await pedidoIdOf(two)

    const { page: other } = await openTab(two.context())
    await other.goto(`${shop.url}/imprimitodo/paso3`)
    await expectStep3(other)
    await two.bringToFront()
    await pay(two)
    await two.reload()
    await checkout(two, 'Tarjeta aprobada')
    await two.getByText('Pago aprobado.').waitFor()
    await two.reload()
    await two.getByText('Pago aprobado.').waitFor()
    await expect.poll(async () => (await pedidoOf(shop, id)).estado).toBe('pagado') // the provider told us
    await other.bringToFront()
    await press(payButton(other))
    await other.waitForURL(`**/pedido/${id}`)
    await heading(other, 'Recibimos tu pedido').waitFor()
    await other.reload()
    await heading(other, 'Recibimos tu pedido').waitFor()
    await two.waitForURL(`**/pedido/${id}`)
    expect((await pedidoOf(shop, id)).historial.map(({ estado }) => estado)).toEqual(['confirmado', 'pagado'])
  })
})
