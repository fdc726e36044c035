import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { makePdf } from '../../server/src/testing/pdf.ts'
import { openPage, openToStay, PHONE, press } from '../support/browser.ts'
import { confirm, pay, sendTo, uploadAll } from '../support/buy.ts'
import { damagedPdf, heavyPdf, type Picked, pdf } from '../support/files.ts'
import { enterCounter } from '../support/mostrador.ts'
import { expectGoodOnAll, expectGoodScreen, shoot } from '../support/screen.ts'
import { mailsTo, pedidoOf, rows, staffPedidoOf } from '../support/server.ts'
import { openStage } from '../support/stage.ts'

const { shop, browser } = await openStage()
const SLOW = 30_000
let counter: Page
let first: { id: string; numero: number; bytes: Uint8Array }
let second: typeof first

/** A paid order of «tesis final.pdf», whose bytes the disk then loses, which the scrub notices. */
async function lostOrder(text: string): Promise<typeof first> {
  const bytes = await makePdf({ pages: 3, text })
  const send = sendTo(shop.url)
  const file = { nombre: 'tesis final.pdf', bytes, opciones: { color: 'blanco y negro' } }
  const { pedido_id: id } = await uploadAll(send, {}, [file])
  await pay(send, id, await confirm(send, id))
  await expect.poll(async () => (await pedidoOf(shop, id)).estado, { timeout: SLOW }).toBe('pagado')
  const [kept] = await rows<{ id: string }>(
    shop,
    `update contenidos set danado = 'no está' where id in (select contenido_id from archivos where pedido_id = $1) returning id`,
    [id],
  )
  const path = readdirSync(shop.archivos, { recursive: true }).find((name) =>
    String(name).includes(kept?.id ?? '-'),
  )
  rmSync(join(shop.archivos, String(path)), { recursive: true })
  return { id, numero: (await pedidoOf(shop, id)).numero ?? 0, bytes }
}

const mailsOf = async (numero: number) =>
  (await mailsTo(shop, 'ana@example.com')).filter(
    ({ asunto }) => asunto === `Necesitamos de nuevo un archivo de tu pedido ${numero}`,
  )
async function enlaceOf({ id, numero }: typeof first): Promise<string> {
  await expect.poll(async () => (await mailsOf(numero)).length, { timeout: SLOW }).toBeGreaterThan(0)
  const [mail] = await mailsOf(numero)
  const enlace = mail?.texto.match(/https?:\/\/\S+#llave=[\w-]{43}/)?.[0] ?? ''
  expect(enlace).toContain(`/pedido/${id}/archivo/1#`)
  return enlace
}
const picked = (name: string, bytes: Uint8Array): Picked => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(bytes),
})
const choose = (page: Page, file: Picked) =>
  page.getByLabel(/Elegir el archivo|mandar otro/).setInputFiles(file)
const open = async ({ id }: typeof first) => {
  await counter.goto(`${shop.url}/mostrador/pedidos/${id}`)
  await counter.getByRole('region', { name: 'Qué hay que hacer' }).waitFor()
}

describe('the customer is asked for a file that the disk lost', () => {
  it('one tap in Salud asks the customer, and the board says so in one sentence', async () => {
    first = await lostOrder('Primera')
    second = await lostOrder('Segunda')
    counter = (await openToStay(browser)).page
    await enterCounter(counter, shop)
    const card = counter
      .getByRole('listitem')
      .filter({ hasText: String(first.numero) })
      .filter({ hasText: 'Se dañó un archivo: pedíselo al cliente.' })
    await card.waitFor()
    await expectGoodOnAll(counter, 'reposicion-tablero')
    await counter.goto(`${shop.url}/mostrador/salud`)
    const line = counter.getByRole('listitem').filter({ hasText: `Archivos del pedido ${first.numero}` })
    await line.getByText('«tesis final.pdf» ya no está en el disco.').waitFor()
    await expectGoodOnAll(counter, 'reposicion-salud')
    await line.getByRole('button', { name: 'Pedírselo al cliente' }).click()
    await counter.getByText(`Pedido ${first.numero}: se lo pedimos por mail a ana@example.com.`).waitFor()
    await line.getByText('se le pidió al cliente hace').waitFor()
    expect(await line.getByRole('button').count()).toBe(0)
    const [mail] = await mailsOf(first.numero)
    const letter = await openPage(browser)
    await letter.page.setViewportSize({ width: 640, height: 700 })
    await letter.page.setContent(mail?.html ?? '')
    await shoot(letter.page, 'reposicion-mail')
  })

  it('the customer follows the mail on a phone and sends it: it is printed from it at once', async () => {
    const { page, problems } = await openPage(browser, PHONE)
    await page.goto(await enlaceOf(first))
    await page.getByRole('heading', { name: '«tesis final.pdf», 3 páginas' }).waitFor()
    expect(page.url()).not.toContain('llave')
    // The order's page says it too: its state alone would promise an order that cannot be made
    await page.goto(`${shop.url}/pedido/${first.id}`)
    await page.getByText('Necesitamos «tesis final.pdf» de nuevo.').waitFor()
    await expectGoodScreen(page, 'pedido-falta-archivo')
    await press(page.getByRole('link', { name: 'Mandar el archivo' }))
    await page.getByRole('heading', { name: '«tesis final.pdf», 3 páginas' }).waitFor()
    await expectGoodScreen(page, 'reposicion-cliente')
    await choose(page, { ...(await pdf('x.pdf')), buffer: Buffer.from('no es un pdf') })
    await page.getByRole('alert').getByText('«x.pdf»: no es un PDF').waitFor()
    await choose(page, damagedPdf('x.pdf'))
    await page.getByRole('alert').getByText('«tesis final.pdf»: está dañado y no se puede leer').waitFor()
    await expectGoodScreen(page, 'reposicion-rechazo')
    await choose(page, picked('copia (2).pdf', first.bytes))
    await page.getByText('¡Gracias! Ya tenemos tu archivo.').waitFor({ timeout: SLOW })
    await expectGoodScreen(page, 'reposicion-gracias')
    // A file that is no PDF, and the missing picture of the lost file
    expect(problems.filter((problem) => !/ 400 | 404 .*miniatura/.test(problem))).toEqual([])
    expect((await staffPedidoOf(shop, first.id)).reposiciones).toEqual([])
    await open(first)
    await counter.getByText('es el mismo archivo y ya se puede imprimir').waitFor()
  })

  it('a stranger with the link is told neither name nor customer, until the e-mail is typed', async () => {
    await open(second)
    const box = counter.getByRole('region', { name: '«tesis final.pdf» ya no está en el disco' })
    await expectGoodOnAll(counter, 'reposicion-pedido')
    await box.getByRole('button', { name: 'Pedírselo al cliente' }).click()
    await box.getByText('se lo pidió al cliente').waitFor()
    const whatsapp = await box
      .getByRole('link', { name: 'Mandar el enlace por WhatsApp' })
      .getAttribute('href')
    expect(decodeURIComponent(whatsapp ?? '')).toContain(`/pedido/${second.id}/archivo/1#llave=`)
    await expectGoodOnAll(counter, 'reposicion-pedida')
    const { page } = await openPage(browser, PHONE)
    await page.goto(`${shop.url}/pedido/${second.id}/archivo/1`)
    await page.getByRole('heading', { name: '¿Es tu pedido?' }).waitFor()
    expect(await page.locator('main').textContent()).not.toMatch(/tesis|ana@/)
    expect(await page.getByLabel('Elegir el archivo').count()).toBe(0)
    await expectGoodScreen(page, 'reposicion-extrano')
    await page.getByLabel('Correo').fill('ana@example.com')
    await press(page.getByRole('button', { name: 'Continuar' }))
    await page.getByLabel('Elegir el archivo').waitFor({ state: 'attached' })
  })

  it('other bytes, large ones too, wait for the counter, which sees both and takes them or not', async () => {
    const { page } = await openPage(browser)
    await page.clock.install()
    await page.goto(await enlaceOf(second))
    await choose(page, await heavyPdf('grande.pdf', 9))
    await page.getByText('Nos llegó tu archivo.').waitFor({ timeout: 2 * SLOW })
    await expectGoodScreen(page, 'reposicion-recibida')
    await open(second)
    const box = counter.getByRole('region', { name: 'El cliente mandó otro archivo' })
    await box.getByText('Tiene 3 páginas, como el del pedido, pero no es el mismo archivo.').waitFor()
    await box.getByRole('button', { name: 'Pedirlo de nuevo' }).click()
    await counter.getByRole('region', { name: '«tesis final.pdf» ya no está en el disco' }).waitFor()
    // The customer's page notices it by itself, since it polls every 15 s
    await page.clock.fastForward(15_000)
    await page.getByLabel('Elegir el archivo').waitFor({ state: 'attached', timeout: 2 * SLOW })
    await choose(page, await pdf('tesis corregida.pdf', 5))
    await page.getByText('Nos llegó tu archivo.').waitFor({ timeout: SLOW })
    await box.getByText('El del pedido tiene 3 páginas y este 5: 2 más.').waitFor({ timeout: SLOW })
    await counter.getByText('Todavía estamos revisando').waitFor({ state: 'detached', timeout: SLOW })
    await expectGoodOnAll(counter, 'reposicion-recibida-mostrador')
    const { importe_final } = await staffPedidoOf(shop, second.id)
    await box.getByRole('button', { name: 'Aceptar este archivo' }).click()
    await counter.getByText(`Pedido ${second.numero}: se imprime con el archivo que llegó.`).waitFor()
    const after = await staffPedidoOf(shop, second.id)
    expect(after).toMatchObject({ importe_final, reposiciones: [], archivos: [{ paginas: 5 }] })
    await page.clock.fastForward(15_000)
    await page.getByText('¡Gracias! Ya tenemos tu archivo.').waitFor({ timeout: 2 * SLOW })
  })
})
