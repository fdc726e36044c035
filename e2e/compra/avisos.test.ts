import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { tinyPages } from '../../server/src/testing/tiny-pdf.ts'
import { openPage, PHONE, press } from '../support/browser.ts'
import { type Picked, pdf } from '../support/files.ts'
import { enterCounter } from '../support/mostrador.ts'
import {
  checkout,
  choose,
  expectStep3,
  fillContacto,
  heading,
  next,
  openFile,
  pay,
  payButton,
  pedidoIdOf,
  STEP2,
  toStep2,
} from '../support/print.ts'
import { expectGoodOnAll, expectGoodOnBoth } from '../support/screen.ts'
import { rows } from '../support/server.ts'
import { openStage } from '../support/stage.ts'

const { shop, browser } = await openStage()

const BOX = '0 g 100 100 300 300 re f'
const box = (width: number, height: number) => `/MediaBox [0 0 ${width} ${height}]`

/** Pages: A4, blank, A3, letter, lying, and printed up to the edge. */
const apuntes: Picked = {
  name: 'apuntes.pdf',
  mimeType: 'application/pdf',
  buffer: tinyPages([
    { content: BOX },
    { content: '' },
    { content: BOX, entries: box(841.89, 1190.55) },
    { content: BOX, entries: box(612, 792) },
    { content: BOX, entries: box(841.89, 595.28) },
    { content: '0 g 0 100 300 300 re f' },
  ]),
}

const LOUD = [
  'Sale en blanco y se cobra como las demás: página 2.',
  'No es A4 y se ajusta a la hoja: página 3.',
  'Llega a menos de 3 mm del borde y puede salir cortado: página 6.',
]
const DETAILS = [
  'Es tamaño carta y se ajusta apenas a A4: página 4.',
  'Es apaisada y se gira para entrar en la hoja: página 5.',
]

/** The whole screen, with the details opened. */
async function expectAvisos(page: Page, where: string): Promise<void> {
  const place = page.locator(where)
  for (const text of LOUD) await place.getByText(text).waitFor({ timeout: 20_000 })
  for (const text of DETAILS) expect(await place.getByText(text).isVisible()).toBe(false)
  await press(place.getByText('2 detalles'))
  for (const text of DETAILS) await place.getByText(text).waitFor()
}

/**
 * The server keeps answering that it examines the pages. @returns a function that lets it answer the result
 */
async function holdAvisos(page: Page): Promise<() => Promise<void>> {
  await page.route('**/api/pedidos/*', async (route) => {
    const answer = await route.fetch()
    const pedido = await answer.json()
    const archivos = pedido.archivos.map((archivo: object) => ({ ...archivo, avisos: [] }))
    await route.fulfill({ json: { ...pedido, prueba_pendiente: true, archivos } })
  })
  return () => page.unrouteAll({ behavior: 'wait' }) // a request under way would be answered twice
}

it('a file’s avisos are shown wherever it is listed, from its price to its paper', async () => {
  const { page, problems } = await openPage(browser, PHONE)
  await toStep2(page, shop, [apuntes, await pdf('anexo.pdf', 2), await pdf('tesis.pdf', 3)])
  const tell = await holdAvisos(page)
  await next(page)
  await expectStep3(page)

  // It reaches step 2 while the pages are still being examined
  await press(page.getByRole('link', { name: 'Volver a las opciones' }))
  await heading(page, STEP2).waitFor()
  for (const name of ['apuntes.pdf', 'anexo.pdf', 'tesis.pdf']) await openFile(page, name)
  expect(await page.getByText('2 detalles').count()).toBe(0)
  await tell()
  await expectAvisos(page, 'article[aria-label="apuntes.pdf"]')
  await expectGoodOnBoth(page, 'avisos-paso2')
  expect(await page.getByRole('article', { name: 'anexo.pdf' }).getByText('detalle').count()).toBe(0)

  await next(page)
  await expectStep3(page)
  await press(page.getByRole('button', { name: 'Detalle del Pedido' }))
  await expectAvisos(page, 'dialog[open], [role=dialog]')
  await expectGoodOnBoth(page, 'avisos-paso3-detalle')
  await press(page.getByRole('dialog').getByText('Cerrar', { exact: true }))

  // Pages that cannot be printed are named before the payment, and at their file
  await fillContacto(page)
  await expect.poll(() => payButton(page).getAttribute('aria-disabled'), { timeout: 20_000 }).toBe('false')
  const id = await pedidoIdOf(page)
  await rows(
    shop,
    `update contenidos set prueba = '{"imagen": [], "imposibles": [2], "avisos": []}'
     where id = (select contenido_id from archivos where pedido_id = $1 and nombre = 'tesis.pdf')`,
    [id],
  )
  await press(payButton(page))
  const said = '«tesis.pdf», página 2: no se puede imprimir'
  await page.getByRole('alert').getByText(said).waitFor()
  await expectGoodOnBoth(page, 'avisos-imposible-paso3')
  await press(page.getByRole('link', { name: 'Ver el archivo' }))
  await page.getByRole('article', { name: 'tesis.pdf' }).getByText(said).waitFor()
  await expectGoodOnBoth(page, 'avisos-imposible-paso2')
  await press(page.getByRole('button', { name: 'Quitar tesis.pdf' }))
  await choose(page, 'Caras de anexo.pdf', 'Simple faz')
  await next(page)
  await expectStep3(page)
  const paid = await pedidoIdOf(page)
  await pay(page)
  await checkout(page, 'Tarjeta aprobada')
  await page.waitForURL(`**/pedido/${paid}`)
  await expectAvisos(page, 'main')
  await expectGoodOnBoth(page, 'avisos-pedido')
  expect(problems.filter((text) => !text.includes('400'))).toEqual([])

  const counter = await openPage(browser, PHONE)
  await enterCounter(counter.page, shop)
  await counter.page.goto(`${shop.url}/mostrador/pedidos/${paid}`)
  await expectAvisos(counter.page, 'main')
  await expectGoodOnAll(counter.page, 'avisos-mostrador')
  expect(counter.problems).toEqual([])
})
