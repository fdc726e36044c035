import type { Route } from 'playwright-core'
import { expect, it } from 'vitest'
import { openPage, PHONE, press } from '../support/browser.ts'
import { pdf } from '../support/files.ts'
import { onRawUpload, partsOf } from '../support/multipart.ts'
import {
  carritoOf,
  choose,
  copies,
  expectChosen,
  expectStep3,
  next,
  openFile,
  openStep1,
  pedidoIdOf,
  pick,
  saveData,
  toStep2,
} from '../support/print.ts'
import { expectGoodScreen } from '../support/screen.ts'
import { estados, expectOneOrder, pedidoOf, rows } from '../support/server.ts'
import { openStage } from '../support/stage.ts'

const { shop, browser } = await openStage()

const UPLOAD = '**/api/upload_archivo'
const FAILED = 'No se pudo subir los archivos. Intentalo nuevamente.'
const NO_ROOM = 'No queda lugar en el servidor para tus archivos. Probá de nuevo en un rato.'

it('leaving step 2 sends the fields of the call, in order, for an anonymous customer; the draft is no order yet', async () => {
  const { page, problems } = await openPage(browser)
  await saveData(page)
  const bodies: string[] = []
  await onRawUpload(page, (body) => bodies.push(body))
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/api\/(?:subidas|upload_archivo)/.test(pathname)) calls.push(`${request.method()} ${pathname}`)
  })
  await toStep2(page, shop, [await pdf('tesis.pdf', 11), await pdf('años ñandú.pdf', 2)])
  await openFile(page, 'tesis.pdf')
  await copies(page, 'tesis.pdf').fill('2')
  await choose(page, 'Anillado de tesis.pdf', 'Anillado')
  await choose(page, 'Caras de años ñandú.pdf', 'Simple faz')
  await choose(page, 'Tinta de años ñandú.pdf', 'Color')
  await choose(page, 'Orientación de años ñandú.pdf', 'Horizontal')
  await page.getByRole('region', { name: 'Acciones' }).getByText('$ 4.180,00').waitFor() // 4.400, with 5 % off
  // With save-data on, no byte was uploaded before
  expect(calls).toEqual([])
  await next(page)
  await expectStep3(page)
  expect(calls).toEqual(['POST /api/upload_archivo'])
  expect(bodies).toHaveLength(1)
  const parts = partsOf(bodies[0] ?? '')
  expect(parts.map(([name]) => name)).toEqual([
    'email',
    'celular',
    'sucursal',
    'carrito',
    'archivos_data',
    'archivos',
    'archivos',
  ])
  const { email, celular, sucursal, archivos_data } = Object.fromEntries(parts)
  expect({ email, celular, sucursal }).toEqual({
    email: 'anonimo@imprimitodo.local',
    celular: '0000000000',
    sucursal: 'Alberdi',
  })
  const one = { nombre: 'tesis.pdf', grupo: 'default', doble_faz: 1, orientacion: 'vertical' }
  const two = { nombre: 'años ñandú.pdf', grupo: 'default', doble_faz: 0, orientacion: 'horizontal' }
  expect(JSON.parse(archivos_data ?? '')).toEqual([
    { ...one, color: 'blanco y negro', duplicado: 2, anillado: true },
    { ...two, color: 'color', duplicado: 1, anillado: false },
  ])
  const stored = await carritoOf(page)
  expect(stored).toMatchObject({
    precioEstimado: { total_impresion: 2000, total_anillado: 2400, total: 4400 },
  })
  await expectOneOrder(shop, stored.carrito, 'borrador')
  expect(await rows(shop, 'select 1 from pedidos where numero is not null')).toEqual([])
  expect(problems).toEqual([])
})

it('files of the site that a cut stopped are requested again: the code that sends files, and the next step’s style', async () => {
  const { page } = await openPage(browser, PHONE)
  let isCut = true
  const style = page.waitForResponse(/\/assets\/paso2.*\.css$/)
  await page.route(/\/assets\/(?:upload-in-parts.*\.js|paso2.*\.css)/, (route) =>
    isCut ? route.abort('internetdisconnected') : route.continue(),
  )
  await openStep1(page, shop)
  await pick(page, [await pdf('tesis.pdf', 4)])
  await page.getByText('«tesis.pdf» no terminó de subir.').waitFor()
  isCut = false
  await press(page.getByRole('button', { name: 'Reintentar' }))
  await page.getByText('Ya llegó', { exact: true }).waitFor()
  expect((await style).status()).toBe(200)
})

/** The ways in which an upload fails, each with the message that is shown besides the general one. */
const FAILURES: [string, (route: Route) => Promise<void>, string?][] = [
  ['the signal goes', (route) => route.abort('internetdisconnected')],
  ['the server fails', (route) => route.fulfill({ status: 500, json: { detail: 'Error interno.' } })],
  ['a proxy gives up', (route) => route.fulfill({ status: 502, body: '<html>Bad gateway</html>' })],
  [
    'the disk is full',
    (route) =>
      route.fulfill({ status: 507, headers: { 'x-codigo': 'sin_lugar' }, json: { detail: NO_ROOM } }),
    NO_ROOM,
  ],
]

it('an upload that fails, however it does, says so, keeps all, and a retry makes one order', async () => {
  const { page } = await openPage(browser, PHONE)
  await toStep2(page, shop, [await pdf('tesis.pdf', 4), await pdf('anexo.pdf', 2)])
  await openFile(page, 'tesis.pdf')
  await copies(page, 'tesis.pdf').fill('3')
  await choose(page, 'Caras de anexo.pdf', 'Simple faz')
  const { carrito } = await carritoOf(page)
  const alert = page.getByRole('alert')
  /** Presses Next until it failed; files and options are unchanged. */
  const expectFailure = async (how: string, fail: (route: Route) => Promise<void>, detail = '') => {
    const came = Promise.withResolvers<void>()
    await page.route(UPLOAD, (route) => fail(route).then(came.resolve, came.reject))
    await next(page)
    await came.promise
    await expect.poll(() => alert.allTextContents(), { message: how }).toEqual([FAILED + detail])
    await page.unroute(UPLOAD)
    expect(await copies(page, 'tesis.pdf').inputValue(), how).toBe('3')
    await expectChosen(page, 'Caras de anexo.pdf', 'Simple faz')
  }
  for (const [how, fail, detail] of FAILURES) {
    await expectFailure(how, fail, detail)
    expect(await estados(shop, carrito), how).toEqual([])
    if (how === 'the signal goes' || detail) await expectGoodScreen(page, `paso2-falla ${how}`)
  }
  // After the server made the order; the retry replaces it
  await expectFailure('the answer is lost', async (route) => {
    expect((await route.fetch()).status()).toBe(200)
    await route.abort('connectionreset')
  })
  await expectOneOrder(shop, carrito, 'borrador')
  await next(page)
  await expectStep3(page)
  await expectOneOrder(shop, carrito, 'borrador')
  expect(await pedidoOf(shop, await pedidoIdOf(page))).toMatchObject({
    archivos: [
      { nombre: 'tesis.pdf', duplicado: 3 },
      { nombre: 'anexo.pdf', doble_faz: false },
    ],
  })
})
