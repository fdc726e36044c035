// A customer's phone sends files to a clerk's sale in progress, and the counter sends it a price as a link.
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { DESKTOP, openPage, openToStay, PHONE, press } from '../support/browser.ts'
import { damagedPdf, notPdf, type Picked, pdf } from '../support/files.ts'
import { enterCounter } from '../support/mostrador.ts'
import { expectGoodOnAll, expectGoodScreen } from '../support/screen.ts'
import { shiftsOf, watchShifts } from '../support/shifts.ts'
import { openStage } from '../support/stage.ts'

const { shop, browser } = await openStage()

/** 400 kbit/s, 300 ms: the edge of a phone's signal. */
const SLOW_LINE = { offline: false, downloadThroughput: 50_000, uploadThroughput: 50_000, latency: 300 }

/** The counter's page, shared by the three tests. */
let counter: Page
const begin = async () => {
  await press(counter.getByRole('link', { name: 'Nuevo' }))
  await counter.getByRole('button', { name: 'Desde el celular' }).waitFor()
}

const foto = async (name: string): Promise<Picked> => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 900, height: 1200, channels: 3, background: '#d0d0ff' } })
    .jpeg()
    .toBuffer(),
})

/** On the phones that the page is designed for. */
async function goodOnPhones(page: Page, name: string): Promise<void> {
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    await expectGoodScreen(page, name)
  }
  await page.setViewportSize({ width: 390, height: 844 })
}

describe('files from a customer’s phone', () => {
  it('on a weak signal come to the sale with their price; a bad one says why; the code ends with the sale', async () => {
    counter = (await openToStay(browser, DESKTOP)).page
    await enterCounter(counter, shop)
    await begin()
    const answered = counter.waitForResponse(/\/api\/mostrador\/recepciones$/)
    await press(counter.getByRole('button', { name: 'Desde el celular' }))
    const { url, codigo } = (await (await answered).json()) as { url: string; codigo: string }
    const dialog = counter.getByRole('dialog', { name: 'Que los mande desde su celular' })
    await dialog.getByRole('img', { name: 'Código QR para mandar archivos' }).waitFor()
    await dialog.getByText(/^Vale 14:\d\d min/).waitFor()
    await dialog.getByText(`${codigo.slice(0, 3)} ${codigo.slice(3)}`).waitFor()

    const { page: phone, problems } = await openPage(browser, PHONE)
    await watchShifts(phone)
    const line = await phone.context().newCDPSession(phone)
    await line.send('Network.enable')
    const signal = (change: object = {}) =>
      line.send('Network.emulateNetworkConditions', { ...SLOW_LINE, ...change })
    await signal()
    const path = new URL(url).pathname
    await phone.goto(`${shop.url}${path}`)
    await phone.getByRole('heading', { name: 'Mandá tus archivos' }).waitFor()
    await phone.getByText('Todavía no mandaste nada.').waitFor()
    expect(await shiftsOf(phone)).toEqual({ sum: 0, what: [] })
    await goodOnPhones(phone, 'subir-vacio')

    const big = await pdf('apunte.pdf', 19)
    const wrong = [damagedPdf('malo.pdf'), notPdf('carta.pdf'), notPdf('tesis.docx')]
    const files = [big, await foto('IMG-20261124-WA0011.jpg'), ...wrong]
    await phone.getByLabel('Elegir archivos').setInputFiles(files)
    await phone.getByText('Ya lo tiene', { exact: false }).first().waitFor()
    await dialog.getByText('Listo, 19 páginas').waitFor()
    await phone.getByText(/^Ya lo tiene .* · 1 página$/).waitFor()
    await phone.getByText(/^Está dañado y no se puede leer/).waitFor()
    await phone.getByText(/«carta\.pdf» no es un PDF ni una foto/).waitFor()
    await phone.getByText(/«tesis\.docx» no es un PDF ni una foto/).waitFor()
    await goodOnPhones(phone, 'subir')
    await expectGoodOnAll(counter, 'mostrador-celular')

    // Cut in the middle they continue by themselves
    await signal({ offline: true })
    await phone.getByLabel('Elegir archivos').setInputFiles(await pdf('guia.pdf', 3))
    await phone.getByText('Sin señal: sigue solo cuando vuelva').waitFor()
    await signal({ downloadThroughput: -1, uploadThroughput: -1, latency: 0 })
    await phone.getByText(/^Ya lo tiene .* · 3 páginas$/).waitFor()
    await dialog.getByText('Listo, 3 páginas').waitFor()
    await press(dialog.getByRole('button', { name: 'Seguir con la venta' }))

    const list = counter.getByRole('list', { name: 'Archivos', exact: true })
    const fotoRow = list.getByText('IMG-20261124-WA0011.pdf', { exact: true })
    await fotoRow.waitFor()
    await list.getByText(/^19 páginas · 10 hojas/).waitFor()
    await list.locator('b', { hasText: 'malo.pdf' }).waitFor()
    await list.getByText(/^Está dañado y no se puede leer/).waitFor()
    await counter.getByText('«malo.pdf» no se puede imprimir: cambialo o quitalo para cobrar.').waitFor()
    // One copy of each: 9 two-sided sheets and a one-sided one, and the photo on one side
    await counter.getByRole('button', { name: 'Cobrar $ 1.900,00' }).waitFor()
    await expectGoodOnAll(counter, 'mostrador-nuevo-celular')

    await press(phone.getByRole('button', { name: 'Quitar IMG-20261124-WA0011.pdf' }))
    await fotoRow.waitFor({ state: 'detached' })
    await counter.getByRole('button', { name: 'Cobrar $ 1.800,00' }).waitFor()

    // The customer replaces it with another one
    await phone.getByLabel('Cambiarlo malo.pdf').setInputFiles(await pdf('bueno.pdf', 2))
    await phone.getByText(/^Ya lo tiene .* · 2 páginas$/).waitFor()
    await list.locator('b', { hasText: 'bueno.pdf' }).waitFor()
    await list.locator('b', { hasText: 'malo.pdf' }).waitFor({ state: 'detached' })
    await counter.getByRole('button', { name: 'Cobrar $ 1.960,00' }).waitFor()

    // Another phone, with the typed code
    const { page: other } = await openPage(browser, PHONE)
    await other.goto(`${shop.url}/subir/${codigo.toLowerCase()}`)
    await other.getByText(/^Ya lo tiene .* · 19 páginas$/).waitFor()

    await counter.getByLabel('Nombre').fill('Milagros')
    await press(counter.getByRole('button', { name: 'Cobrar $ 1.960,00' }))
    await counter.getByRole('heading', { name: /cobrado/, level: 1 }).waitFor()
    await phone.reload()
    await phone.getByRole('heading', { name: 'Acá no se puede mandar nada' }).waitFor()
    await phone.getByText('Este código ya no vale. Pedile uno nuevo a quien te atiende.').waitFor()
    await goodOnPhones(phone, 'subir-cerrado')
    await phone.goto(`${shop.url}/subir/ZZZZZZ`)
    await phone.getByRole('heading', { name: 'Acá no se puede mandar nada' }).waitFor()
    await phone.getByText(/^Ese código no existe\./).waitFor()
    const expected = / (410|400|404) |ERR_INTERNET_DISCONNECTED/
    expect(problems.filter((one) => !expected.test(one))).toEqual([])
  })
})

describe('a price as a link', () => {
  const link = async (within: Locator) =>
    (await within.getByText(/^https?:\/\/.*\/presupuesto\/[\w-]+$/).textContent()) ?? ''

  it('for files: the order has them, their options and the quoted price; without files it leads to step 1', async () => {
    await begin()
    await counter.getByLabel('Archivos del cliente').setInputFiles(await pdf('tesis.pdf', 40))
    await press(counter.getByRole('button', { name: 'Una más, tesis.pdf' }))
    await counter.getByRole('button', { name: 'Cobrar $ 6.400,00' }).waitFor()
    await press(counter.getByRole('button', { name: 'Presupuesto', exact: true }))
    const dialog = counter.getByRole('dialog')
    await dialog.getByLabel('Nombre (si querés)').fill('Brenda')
    await expectGoodOnAll(counter, 'mostrador-presupuesto')
    await press(dialog.getByRole('button', { name: 'Hacer el enlace' }))
    await dialog.getByText(/^\$ 6\.080,00 pagando por la web, hasta el/).waitFor()
    const deArchivos = await link(dialog)
    const whatsapp = dialog.getByRole('link', { name: 'Mandar por WhatsApp' })
    expect(decodeURIComponent((await whatsapp.getAttribute('href')) ?? '')).toContain(deArchivos)
    await expectGoodOnAll(counter, 'mostrador-presupuesto-listo')
    await counter.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })

    await press(counter.getByRole('button', { name: 'Precio sin archivos' }))
    await dialog.getByLabel('Páginas').fill('100')
    await press(dialog.getByRole('group', { name: 'Anillado' }).getByText('Sí'))
    await press(dialog.getByRole('button', { name: 'Una más' }))
    await dialog.getByText('2 copias de 50 hojas + anillado').waitFor()
    await expectGoodOnAll(counter, 'mostrador-precio')
    await press(dialog.getByRole('button', { name: 'Mandar presupuesto' }))
    await press(dialog.getByRole('button', { name: 'Hacer el enlace' }))
    // Two of 50 sheets and a binding, 5 % off
    await dialog.getByText(/^\$ 17\.480,00 pagando por la web/).waitFor()
    const sinArchivos = await link(dialog)

    const { page } = await openPage(browser, PHONE)
    await page.goto(`${shop.url}${new URL(deArchivos).pathname}`)
    await page.getByRole('heading', { name: 'Tu presupuesto' }).waitFor()
    await page.getByText(/^Brenda, te lo pasaron en imprimitodo/).waitFor()
    await goodOnPhones(page, 'presupuesto')
    await press(page.getByRole('button', { name: 'Hacer el pedido' }))
    await page.waitForURL('**/imprimitodo/paso3')
    await page.getByText('$ 6.080,00').first().waitFor()
    await page.goBack()
    // A half-made order is replaced only after a confirmation
    await press(page.getByRole('button', { name: 'Hacer el pedido' }))
    const asked = page.getByRole('alertdialog')
    await asked.getByText(/«tesis\.pdf»/).waitFor()
    await press(asked.getByRole('button', { name: 'No, seguir con el otro' }))
    await page.goto(`${shop.url}/imprimitodo/paso2`)
    await page.getByText('tesis.pdf').first().waitFor()

    await page.goto(`${shop.url}${new URL(sinArchivos).pathname}`)
    await page.getByText('2 copias de 100 páginas en 50 hojas').waitFor()
    await goodOnPhones(page, 'presupuesto-sin-archivos')
    await press(page.getByRole('link', { name: 'Subir mis archivos' }))
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.goto(`${shop.url}/presupuesto/nada`)
    await page.getByText(/^Ese presupuesto no existe\./).waitFor()
  })
})
