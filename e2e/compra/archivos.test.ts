import { existsSync, readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openPage, PHONE, press } from '../support/browser.ts'
import { damagedPdf, drop, notPdf, pdf } from '../support/files.ts'
import { expectStep3, heading, next, openFile, openStep1, pick, STEP2, toStep2 } from '../support/print.ts'
import { expectGoodOnBoth, expectGoodScreen } from '../support/screen.ts'
import { estados } from '../support/server.ts'
import { openStage } from '../support/stage.ts'

const { shop, browser } = await openStage()

const listed = (page: Page) =>
  page.getByRole('region', { name: 'Tus archivos', exact: true }).getByRole('listitem')
const names = async (page: Page) => (await listed(page).allInnerTexts()).map((text) => text.split('\n')[0])

it('its video is not downloaded until it is played, with captions', async () => {
  const { page, problems } = await openPage(browser, PHONE)
  const films: string[] = []
  page.on('request', (request) => {
    if (/\.(?:mp4|webm)$/.test(request.url())) films.push(request.url())
  })
  await openStep1(page, shop)
  await page.waitForLoadState('networkidle')
  expect(films).toEqual([])
  const video = page.getByLabel('Video: cómo mandar tus archivos')
  await video.evaluate((element: HTMLVideoElement) => {
    element.muted = true
  })
  await press(page.getByRole('button', { name: 'Reproducir el video' }))
  expect(await video.evaluate((element: HTMLVideoElement) => element.controls)).toBe(true)
  await expect
    .poll(() => video.evaluate(({ currentTime }: HTMLVideoElement) => currentTime))
    .toBeGreaterThan(0.2)
  expect(films).not.toEqual([])
  const cues = () => video.evaluate(({ textTracks }: HTMLVideoElement) => textTracks[0]?.cues?.length ?? 0)
  await expect.poll(cues).toBe(8)
  const seconds = await video.evaluate(({ duration }: HTMLVideoElement) => duration)
  expect(seconds).toBeGreaterThan(40)
  expect(seconds).toBeLessThanOrEqual(60)
  await page.getByText(`Video de ${Math.round(seconds)} s`).waitFor()
  await video.evaluate((element: HTMLVideoElement) => element.pause())
  await expectGoodScreen(page, 'paso1-video')
  expect(problems).toEqual([])
})

it('files are dropped, picked, removed and refused, by the server, too; the customer can go on only with printable ones', async () => {
  const { page, problems } = await openPage(browser)
  await openStep1(page, shop)
  await page.getByText('En tamaño A4, varios a la vez.').waitFor()
  await press(page.getByText('Cómo mandar tus archivos', { exact: true }))
  await page.getByRole('heading', { name: '4. Confirmá y pagá' }).waitFor()
  await expectGoodScreen(page, 'paso1-explicacion')

  const [a, b] = [await pdf('apunte.pdf', 2), await pdf('tesis.pdf', 40)]
  await drop(page, [a, b], () => page.getByRole('heading', { name: 'Soltalos acá' }).waitFor())
  await listed(page).nth(1).waitFor()
  expect(await listed(page).nth(0).textContent()).toMatch(new RegExp(`^apunte\\.pdf.*${sizeOf(a.buffer)}`))
  expect(await listed(page).nth(1).textContent()).toMatch(new RegExp(`^tesis\\.pdf.*${sizeOf(b.buffer)}`))
  expect(await page.getByRole('progressbar', { name: /^Carga de / }).count()).toBe(2)
  const takeOut = async (name: string) => {
    await press(page.getByRole('button', { name: `Quitar ${name}` }))
    await expect.poll(() => listed(page).filter({ hasText: name }).count()).toBe(0)
  }
  await takeOut('apunte.pdf')
  expect(await names(page)).toEqual(['tesis.pdf'])
  // Picked, removed and picked again: a picker reports only a changed choice
  await pick(page, [a])
  await takeOut('apunte.pdf')
  await pick(page, [a])
  await expect.poll(() => listed(page).count()).toBe(2)
  expect(await page.getByText('Archivo ya agregado').count()).toBe(0)

  await pick(page, [await pdf('tesis.pdf', 4), await pdf('OTRO.PDF')])
  const alert = page.getByRole('alert')
  await alert.getByText('Archivo ya agregado', { exact: true }).waitFor()
  expect(await alert.textContent()).toContain('tesis.pdf')
  expect(await listed(page).count()).toBe(3)
  await expectGoodScreen(page, 'paso1-repetido')

  await drop(page, [notPdf('foto.jpg'), notPdf('notas.docx'), notPdf('trucho.pdf')])
  await expect.poll(() => listed(page).count()).toBe(6)
  // By its first bytes, before it is sent
  await page.getByText(/^Este archivo no es un PDF/).waitFor()
  await next(page)
  await alert
    .getByText('Archivo inválido - Solo se permiten archivos PDF. Se eliminarán los archivos no válidos.')
    .waitFor()
  expect(await alert.textContent()).toContain('foto.jpg, notas.docx, trucho.pdf')
  await expectGoodScreen(page, 'paso1-invalidos')
  expect(await names(page)).toEqual(['tesis.pdf', 'apunte.pdf', 'OTRO.PDF'])
  await pick(page, [damagedPdf('roto.pdf')])
  await expect.poll(() => listed(page).count()).toBe(4)
  await next(page)
  await heading(page, STEP2).waitFor()

  // Refused by the server, which stores nothing of it
  const before = await estados(shop)
  await next(page)
  await page
    .getByRole('article', { name: 'roto.pdf' })
    .getByText('«roto.pdf»: está dañado y no se puede leer. Probá exportarlo de nuevo')
    .waitFor()
  await page
    .getByText('Hay archivos que no se pueden imprimir. Mirá qué dice cada uno, quitalo o cambialo, y seguí.')
    .waitFor()
  await expectGoodScreen(page, 'paso2-rechazado')
  expect(await estados(shop)).toEqual(before)
  await press(page.getByRole('button', { name: 'Quitar roto.pdf' }))
  // Its message was removed with it
  await expect.poll(() => alert.count()).toBe(0)
  await next(page)
  await expectStep3(page)
  expect(await estados(shop)).toEqual([...before, 'borrador'])
  await press(page.getByRole('link', { name: 'Volver a las opciones' }))
  await heading(page, STEP2).waitFor()

  for (const name of ['tesis.pdf', 'apunte.pdf', 'OTRO.PDF']) {
    await openFile(page, name)
    await press(page.getByRole('button', { name: `Quitar ${name}` }))
    await expect.poll(() => page.getByRole('article', { name }).count()).toBe(0)
  }
  await next(page)
  await alert.getByText('Subí al menos un archivo antes de continuar.').waitFor()
  await expectGoodOnBoth(page, 'paso2-vacio')
  // The browser's console message about the refused upload
  expect(problems).toEqual([expect.stringMatching(/ 400 .*\/api\/upload_archivo\)$/)])
})

const sizeOf = ({ length }: Buffer): string =>
  length < 1024
    ? `${length} Bytes`
    : `${new Intl.NumberFormat('es-AR', { maximumFractionDigits: 1 }).format(length / 1024)} KB`

it('files dropped before the page’s code is loaded are taken once it is', async () => {
  const { page, problems } = await openPage(browser)
  const code = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await code.promise
    await route.continue()
  })
  await page.goto(`${shop.url}/imprimitodo`, { waitUntil: 'commit' })
  await page.getByRole('region', { name: 'Subir archivos' }).waitFor()
  expect(await page.locator('button:enabled', { hasText: 'Siguiente' }).count()).toBe(0)
  await drop(page, [await pdf('apurado.pdf')])
  code.resolve()
  await expect.poll(() => listed(page).allInnerTexts()).toHaveLength(1)
  await drop(page, [await pdf('tranquilo.pdf')])
  await expect.poll(() => listed(page).allInnerTexts()).toHaveLength(2)
  expect(problems).toEqual([])
})

/** Real documents, if the machine has some: ok-*, encrypted-*. */
const CORPUS = dirname(
  process.env.PDF_CORPUS ?? fileURLToPath(new URL('../../../shared/corpus/manifest.json', import.meta.url)),
)
describe.skipIf(!existsSync(CORPUS))('documents from the world', () => {
  it('a realistic number of them is priced, and the protected one is named', {
    timeout: 90_000,
  }, async () => {
    const { page } = await openPage(browser)
    const some = readdirSync(CORPUS).filter((name) => /^(?:ok-00\d|encrypted-038)/.test(name))
    await toStep2(
      page,
      shop,
      some.map((name) => `${CORPUS}/${name}`),
    )
    await next(page)
    await page.getByText(/^«encrypted-038.*»: está protegido con contraseña$/).waitFor({ timeout: 30_000 })
    await press(page.getByRole('button', { name: /^Quitar encrypted/ }))
    await next(page)
    await heading(page, 'Confirmá tu pedido').waitFor({ timeout: 40_000 })
  })
})
