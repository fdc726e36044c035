// A sale at the counter in which things fail: files that cannot be printed, a reload, a lost network in the
// middle of the charge, a second tab; and a sale made by keyboard alone.
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterEach, describe, expect, it } from 'vitest'
import { type OpenPage, openToStay } from '../support/browser.ts'
import { notPdf, type Picked, pdf } from '../support/files.ts'
import { enterCounter, pressAtajo } from '../support/mostrador.ts'
import { expectGoodOnAll, shoot } from '../support/screen.ts'
import { rows } from '../support/server.ts'
import { openStage } from '../support/stage.ts'

const { shop, browser } = await openStage()
let open: OpenPage
let page: Page
afterEach(({ task }) => {
  if (task.result?.state === 'fail') return shoot(page, `FAILED ${task.name.slice(0, 40)}`).catch(() => {})
})

const good = (name: string) => expectGoodOnAll(page, name)
const button = (name: string | RegExp) => page.getByRole('button', { name })
const pick = (files: Picked | Picked[]) => page.getByLabel('Archivos del cliente').setInputFiles(files)
const begin = async () => {
  await page.getByRole('link', { name: 'Nuevo' }).click()
  await page.getByRole('heading', { name: 'Venta', level: 1 }).waitFor()
}
/** A shortcut acts a moment after its key. */
const focused = (label: string) =>
  expect.poll(() => page.getByLabel(label).evaluate((field) => field === document.activeElement)).toBe(true)
const charged = () =>
  rows<{ importe: number }>(shop, `select importe::int as importe from pagos order by creado, id`)

const foto = async (name: string): Promise<Picked> => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 900, height: 1200, channels: 3, background: '#d0d0ff' } })
    .jpeg()
    .toBuffer(),
})

describe('files that cannot be printed', () => {
  it('is marked in its row beside the price of the others, and gives way, as an unknown code does; a customer is found by the name', async () => {
    await rows(
      shop,
      `insert into clientes (email, email_confirmado, nombre, celular, password_hash, creado, activado, fecha_nacimiento)
       values ('mili@example.com', 'mili@example.com', 'Milagros Fernández', '3865412233', 'x', now(), now(), '2000-01-01')`,
    )
    open = await openToStay(browser, {})
    page = open.page
    await enterCounter(page, shop)
    await begin()
    await pick([
      await pdf('apunte.pdf', 4),
      notPdf('roto.pdf'),
      notPdf('tesis.docx'),
      await foto('IMG-1.jpg'),
    ])
    const list = page.getByRole('list', { name: 'Archivos', exact: true })
    await list.getByText('No es un PDF ni una foto: guardalo como PDF y cambialo.').waitFor()
    await list.getByText('Es un documento de Word: guardalo como PDF y cambialo.').waitFor()
    await list.getByText(/^Foto en A4 · 1 página/).waitFor()
    await button('Cobrar $ 420,00').waitFor()
    await page.getByText('2 archivos no se pueden imprimir: cambialos o quitalos para cobrar.').waitFor()
    await button('Código').click()
    await page.getByLabel('Código, escaneado o escrito').fill('K7M2-XQ9D-4RTB')
    await page.getByLabel('Código, escaneado o escrito').press('Enter')
    await page.getByText(/^El código .* no existe\.$/).waitFor()
    await good('venta-malos')
    await button('Quitar el código K7M2-XQ9D-4RTB').click()
    await button('Cobrar $ 420,00').click({ force: true }) // it is marked as disabled
    expect(await charged()).toEqual([])
    await page.getByLabel('Archivo en lugar de roto.pdf').setInputFiles(await pdf('sano.pdf', 2))
    await button('Quitar tesis.docx').click()
    await button('Cobrar $ 580,00').waitFor()
    await page.getByRole('textbox', { name: 'Cliente' }).fill('fernandez mila')
    await button(/^Milagros Fernández/).waitFor()
    await good('venta-clientes')
    await page.getByRole('textbox', { name: 'Cliente' }).press('Enter')
    await page.getByText(/•• •••• 2233 · 0 puntos/).waitFor()
    await good('venta-cliente')
    await button('Cobrar $ 580,00').click()
    await page.getByRole('heading', { name: /Pedido \d+ cobrado/, level: 1 }).waitFor()
    await page.getByText('Milagros Fernández sumó 580 puntos.').waitFor()
    expect(await charged()).toEqual([{ importe: 580_00 }])
  })

  it('was charged too much: a part goes back in another way than it came, with a reason', async () => {
    await page.getByRole('link', { name: 'Ver el pedido' }).click()
    await button('Devolver dinero').click()
    const dialog = page.getByRole('dialog', { name: /^Devolver dinero de la venta \d+$/ })
    await dialog.getByText(/^Entregalo en mano.* Como mucho \$ 580,00\.$/).waitFor()
    await dialog.getByText('Transferencia').click()
    await dialog.getByText('Una parte').click()
    await dialog.getByLabel('Importe ($)').fill('80')
    await dialog.getByText('Se cobró de más').click()
    await good('venta-devolver')
    await dialog.getByRole('button', { name: 'Devolver', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    const back = await rows(shop, `select importe::int as importe, motivo from devoluciones`)
    expect(back).toEqual([{ importe: 80_00, motivo: 'Se cobró de más' }])
  })

  it('however long their names are, twenty files, 300 pages and seven figures fit on each machine', async () => {
    await begin()
    const long = `${'Apuntes de química orgánica y bioquímica clínica, segunda parte '.repeat(3)}.pdf`
    const few = await Promise.all(Array.from({ length: 18 }, (_, n) => pdf(`unidad-${n + 1}.pdf`, 2)))
    await pick([await pdf(long, 2), await pdf('trescientas.pdf', 300), ...few])
    await page.getByText('300 páginas · 150 hojas').waitFor()
    await page.getByLabel('Copias de trescientas.pdf', { exact: true }).fill('99')
    await page.getByLabel('Copias de trescientas.pdf', { exact: true }).press('Enter')
    await button(/^Cobrar \$ \d\.\d{3}\.\d{3},00$/).waitFor()
    await page
      .getByRole('textbox', { name: 'Nombre' })
      .fill('María de los Ángeles Fernández de la Vega y Ortiz')
    await good('venta-veinte')
    await button('Vaciar').click()
    await button('Sí, vaciar').click()
    await page.getByText('Agregá archivos, productos o un importe para ver el precio.').waitFor()
  })
})

describe('a sale in progress', () => {
  it('is there after the page is loaded again, with its files, and is charged once when the answer is lost', async () => {
    await begin()
    await pick([await pdf('uno.pdf', 2), await pdf('dos.pdf', 2)])
    await button('Cobrar $ 320,00').waitFor()
    await page.getByLabel('Faz de dos.pdf').selectOption('simple')
    await page.getByRole('textbox', { name: 'Nombre' }).fill('Carla')
    await page.getByLabel('Paga con').fill('1000')
    await button('Cobrar $ 360,00').waitFor()
    await page.reload()
    await button('Cobrar $ 360,00').waitFor()
    expect(await page.getByRole('textbox', { name: 'Nombre' }).inputValue()).toBe('Carla')
    await page.getByText('$ 640,00').waitFor()

    const before = (await charged()).length
    // The server makes the sale, but its answer is lost
    await page.route('**/api/mostrador/ventas', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await button('Cobrar $ 360,00').click()
    await page.getByRole('heading', { name: /Pedido \d+ cobrado/, level: 1 }).waitFor()
    await page.getByText('Vuelto: $ 640,00').waitFor()
    await page.unroute('**/api/mostrador/ventas')
    expect((await charged()).slice(before)).toEqual([{ importe: 360_00 }])
    // Its change is still shown after a reload; the next sale begins empty
    await page.reload()
    await page.getByText('Vuelto: $ 640,00').waitFor()
    await button('Otra venta').click()
    await page.getByText('Agregá archivos, productos o un importe para ver el precio.').waitFor()
  })

  it('that is without its network, or loaded again, in the middle of the charge is charged once', async () => {
    await pick(await pdf('uno.pdf', 2))
    await button('Cobrar $ 160,00').waitFor()
    const before = (await charged()).length
    await page.context().setOffline(true)
    await button('Cobrar $ 160,00').click()
    await page.getByText(/^No hay conexión, y no sabemos si la venta se cobró/).waitFor()
    await good('venta-sin-respuesta')
    await page.context().setOffline(false)
    await page.getByText(/^La venta no se llegó a cobrar/).waitFor()
    expect(await charged()).toHaveLength(before)
    await good('venta-sin-cobrar')

    let arrived = () => {}
    const isThere = new Promise<void>((resolve) => {
      arrived = resolve
    })
    await page.route('**/api/mostrador/ventas', async (route) => {
      await route.fetch().catch(() => undefined)
      arrived()
    })
    await button('Cobrar $ 160,00').click()
    await isThere
    await page.reload()
    await page.getByRole('heading', { name: /Pedido \d+ cobrado/, level: 1 }).waitFor()
    await page.unroute('**/api/mostrador/ventas')
    expect((await charged()).slice(before)).toEqual([{ importe: 160_00 }])
  })

  it('is in one tab at a time', async () => {
    await begin() // where one was charged it begins the next one
    await pick(await pdf('uno.pdf', 2))
    await button('Cobrar $ 160,00').waitFor()
    const first = page
    page = await page.context().newPage()
    await enterCounter(page, shop)
    await begin()
    await page.getByText(/^Hay una venta sin cobrar de las .*: 1 archivo\.$/).waitFor()
    await good('venta-otra')
    await button('Seguirla acá').click()
    await button('Cobrar $ 160,00').waitFor()
    await first.getByRole('heading', { name: 'Esta venta sigue en otra pestaña' }).waitFor()
    await expectGoodOnAll(first, 'venta-otra-pestana')
    await first.close()
    await button('Vaciar').click()
    await good('venta-vaciar')
    await button('Sí, vaciar').click()
  })
})

describe('by keyboard alone', () => {
  it('a sale is begun, found, charged with its change in sight, and the next one begins', async () => {
    await page.goto(`${shop.url}/mostrador`)
    await page.getByRole('heading', { name: 'Pedidos', level: 1 }).waitFor()
    const { keyboard } = page
    await pressAtajo(page, 'n')
    await page.getByRole('heading', { name: 'Venta', level: 1 }).waitFor()
    await pressAtajo(page, '/')
    await focused('Producto, código escaneado o importe')
    await keyboard.type('1.800')
    await keyboard.press('Enter')
    await keyboard.type('Plastificado')
    await keyboard.press('Enter')
    await button('Cobrar $ 1.800,00').waitFor()
    await pressAtajo(page, 'c')
    await focused('Paga con')
    await keyboard.type('2000')
    await page.getByText('$ 200,00', { exact: true }).waitFor()
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: /Pedido \d+ cobrado/, level: 1 }).waitFor()
    await page.getByText('Vuelto: $ 200,00').waitFor()
    await pressAtajo(page, 'n')
    await page.getByRole('heading', { name: 'Venta', level: 1 }).waitFor()
    await pressAtajo(page, '?')
    await page.getByText('Venta: elegir archivos').waitFor()
  })
})
