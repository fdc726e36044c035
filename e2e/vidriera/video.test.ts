import type { BrowserContext, Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { sampleVideo } from '../../server/src/testing/videos.ts'
import { DESKTOP, openPage, openToStay, PHONE, press } from '../support/browser.ts'
import { enterCounter } from '../support/mostrador.ts'
import { expectGoodOnAll, expectGoodOnBoth } from '../support/screen.ts'
import { ask } from '../support/server.ts'
import { openStage } from '../support/stage.ts'

const { shop, browser } = await openStage()

const YOUTUBE = 'https://www.youtube.com/watch?v=aqz-KE-bpKQ'
type Listed = { id: number; producto: { nombre: string }; imagenes: object[] }
type Detalle = Listed & { video: string | null; portada: string | null }

const withPicture = (await ask<Listed[]>(shop, '/api/v1/productos/')).find(
  ({ imagenes }) => imagenes.length > 0,
)
const { id = 0, producto: { nombre } = { nombre: '' } } = withPicture ?? {}
const detail = () => ask<Detalle>(shop, `/api/v1/productos/${id}/`)
const webm = { name: 'taza.webm', mimeType: 'video/webm', buffer: sampleVideo('corto.webm') }

let owner: Page
let dialog: Locator

async function openEditor(): Promise<void> {
  await owner.goto(`${shop.url}/mostrador/dueno/catalogo`)
  await owner.getByLabel('Buscar un producto').fill(nombre)
  await owner.getByRole('button', { name: `Editar ${nombre}`, exact: true }).click()
  await dialog.waitFor()
}
async function save(): Promise<void> {
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await dialog.waitFor({ state: 'detached' })
}
const viewer = (page: Page) => page.getByRole('region', { name: /^Imágenes de / })

/** Every host outside the shop that a page requests from now on; the requests are answered like a player. */
async function watchOutside(context: BrowserContext): Promise<string[]> {
  const asked: string[] = []
  await context.route(
    (url) => url.origin !== shop.url && url.protocol.startsWith('http'),
    (route) => {
      asked.push(route.request().url())
      return route.fulfill({
        contentType: 'text/html',
        body: '<!doctype html><html lang="es"><title>Reproductor</title><body style="background:#345;color:#fff"><button>Pausa</button>',
      })
    },
  )
  return asked
}

it('the owner uploads a video, sees why one is refused, and the customer plays it with the picture it came with', async () => {
  owner = (await openToStay(browser, DESKTOP)).page
  dialog = owner.getByRole('dialog')
  await enterCounter(owner, shop)
  await openEditor()
  const choose = dialog.getByLabel(/^Subir un video/)
  const text = { name: 'taza.mp4', mimeType: 'video/mp4', buffer: Buffer.from('Soy un texto.') }
  await choose.setInputFiles(text)
  await dialog.getByText('El archivo no es un video MP4 o WebM, o está dañado.').waitFor()
  expect(await dialog.getByRole('alert').count()).toBe(1)
  await expectGoodOnAll(owner, 'video-rechazado')

  // The progress is visible: the upload is held until the test lets it arrive
  const gate = Promise.withResolvers<void>()
  await owner.route('**/api/mostrador/videos', async (route) => {
    await gate.promise
    await route.continue()
  })
  await choose.setInputFiles(webm)
  await dialog.getByRole('progressbar', { name: 'Subida del video' }).waitFor()
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await dialog.getByText('Esperá a que termine de subir, o cancelá la subida.').waitFor()
  await expectGoodOnAll(owner, 'video-subiendo')
  gate.resolve()
  const preview = dialog.getByLabel('El video, como se va a ver')
  await preview.waitFor()
  expect(await preview.getAttribute('poster')).toMatch(/^\/imagenes\/[0-9a-f]{32}-640\.webp$/)
  expect(await dialog.getByRole('alert').count()).toBe(0) // the earlier problem is gone
  await expectGoodOnAll(owner, 'video-subido')
  await save()
  const { video, portada } = await detail()
  expect(video).toMatch(/^\/videos\/[0-9a-f]{32}\.webm$/)
  expect(portada).toBe(await previewPoster())

  const { page, problems } = await openPage(browser, PHONE)
  const outside = await watchOutside(page.context())
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(`${shop.url}/producto/${id}`)
  const player = viewer(page).locator('video')
  await player.waitFor()
  await page.getByRole('link', { name: 'Más info por WhatsApp' }).waitFor()
  expect(await player.getAttribute('poster')).toBe(portada)
  await expectGoodOnBoth(page, 'producto-video-portada')
  expect(asked.filter((path) => path.startsWith('/videos/'))).toEqual([])
  // The video is played by keyboard, since the browser itself draws the buttons for the finger
  await player.focus()
  await page.keyboard.press('Space')
  await expect.poll(() => player.evaluate((one: HTMLVideoElement) => one.currentTime)).toBeGreaterThan(0)
  expect(await player.evaluate((one: HTMLVideoElement) => [one.error, one.videoWidth])).toEqual([null, 96])
  await expectGoodOnBoth(page, 'producto-video-reproduce')
  // Showing another picture stops it
  await press(viewer(page).getByRole('button', { name: 'Siguiente' }))
  await expect.poll(() => player.evaluate((one: HTMLVideoElement) => one.paused)).toBe(true)
  expect([outside, problems]).toEqual([[], []])
})

async function previewPoster(): Promise<string | null> {
  await openEditor()
  return dialog.getByLabel('El video, como se va a ver').getAttribute('poster')
}

it('another moment of it becomes its picture; taken away, its file is gone', async () => {
  await openEditor()
  const preview = dialog.getByLabel('El video, como se va a ver')
  const { video, portada } = await detail()
  await preview.evaluate(async (one: HTMLVideoElement) => {
    const found = new Promise((resolve) => one.addEventListener('seeked', resolve, { once: true }))
    one.currentTime = 1.8
    await found
  })
  await dialog.getByRole('button', { name: 'Usar este cuadro de portada' }).click()
  await expect.poll(() => preview.getAttribute('poster')).not.toBe(portada)
  await save()
  expect((await detail()).portada).not.toBe(portada)
  expect((await detail()).video).toBe(video)
  await openEditor()
  await dialog.getByRole('button', { name: 'Quitar el video' }).click()
  await dialog.getByLabel('Dirección en YouTube o Vimeo').waitFor()
  await save()
  expect(await detail()).toMatchObject({ video: null, portada: null })
  await expect.poll(async () => (await fetch(shop.url + video)).status).toBe(404)
})

it('a video of YouTube is requested only when it is played, and ends with the next picture', async () => {
  await openEditor()
  const address = dialog.getByLabel('Dirección en YouTube o Vimeo')
  await address.fill('https://otro.example/v.mp4')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await dialog.getByText(/los de otros sitios no se pueden mostrar/).waitFor()
  await expect.poll(() => address.evaluate((field) => field === document.activeElement)).toBe(true)
  await address.fill('youtu.be/aqz-KE-bpKQ?si=abc')
  await dialog.getByRole('link', { name: 'Verlo en YouTube' }).waitFor()
  expect(await address.getAttribute('aria-invalid')).toBeNull()
  await expectGoodOnAll(owner, 'video-youtube')
  await save()
  expect(await detail()).toMatchObject({ video: YOUTUBE, portada: null })

  const { page, problems } = await openPage(browser, PHONE)
  const outside = await watchOutside(page.context())
  await page.goto(shop.url)
  // Opened from Home without loading another document, whose CSP decides which frames are allowed
  await press(page.getByRole('link', { name: `Ver más de ${nombre}`, exact: true }).first())
  const play = viewer(page).getByRole('button', { name: 'Reproducir el video' })
  await play.waitFor()
  await viewer(page)
    .getByText(/El video está en YouTube: al reproducirlo se carga desde ahí/)
    .waitFor()
  const link = viewer(page).getByRole('link', { name: 'Verlo en YouTube' })
  expect([await link.getAttribute('href'), await link.getAttribute('target')]).toEqual([YOUTUBE, '_blank'])
  await page.waitForLoadState('networkidle')
  await expectGoodOnBoth(page, 'producto-youtube')
  expect(outside).toEqual([])
  const before = await viewer(page).boundingBox()
  await play.focus()
  await page.keyboard.press('Enter')
  const frame = viewer(page).locator('iframe')
  await frame.contentFrame().getByRole('button', { name: 'Pausa' }).waitFor()
  expect(outside).toEqual([
    expect.stringMatching(/^https:\/\/www\.youtube-nocookie\.com\/embed\/aqz-KE-bpKQ\?/),
  ])
  expect(await frame.evaluate((one) => one === document.activeElement)).toBe(true)
  expect(await viewer(page).boundingBox()).toEqual(before)
  await expectGoodOnBoth(page, 'producto-youtube-reproduce')
  await press(viewer(page).getByRole('button', { name: 'Siguiente' }))
  await expect.poll(() => frame.count()).toBe(0)
  expect(problems).toEqual([])
})
