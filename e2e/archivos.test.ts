import { existsSync, readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openPage, PHONE, press } from './support/browser.ts'
import { drop, notPdf, pdf } from './support/files.ts'
import { expectStep3, heading, next, openStep1, pick, STEP2, toStep2 } from './support/print.ts'
import { expectGoodScreen } from './support/screen.ts'
import { estados, setAjustes } from './support/server.ts'
import { openStage } from './support/stage.ts'

const { shop, browser } = await openStage()

/** A visitor on step 1. Nothing red in the console, unless told. */
async function onStep1(test: (page: Page) => Promise<void>, options = {}): Promise<void> {
  const { page, problems } = await openPage(browser, options)
  await openStep1(page, shop)
  await test(page)
  expect(problems).toEqual([])
}

const listed = (page: Page) => page.getByRole('region', { name: 'Tus archivos' }).getByRole('listitem')

describe('what step 1 says before the first file', () => {
  it('explains how to send files and asks for A4', () =>
    onStep1(async (page) => {
      await page.getByText('En tamaño A4, varios a la vez.').waitFor()
      await press(page.getByText('Cómo mandar tus archivos', { exact: true }))
      await page.getByRole('heading', { name: '4. Confirmá y pagá' }).waitFor()
      await expectGoodScreen(page, 'paso1-explicacion')
    }))

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

  it('tells the discount in force, and nothing of it when there is none', async () => {
    for (const [descuentoCompra, title] of [
      [12, '12% off por pedir desde la web'],
      [0, 'Empezá tu pedido'],
    ] as const) {
      await setAjustes(shop, { descuentoCompra })
      await onStep1(async (page) => {
        await heading(page, title).waitFor()
        await expectGoodScreen(page, `paso1-descuento-${descuentoCompra}`)
        await page.goto(shop.url)
        const imprimir = page.getByRole('main').getByRole('link', { name: /^Imprimir/ })
        await imprimir.waitFor()
        await page.waitForLoadState('networkidle')
        expect(/(\d+)% off/.exec((await imprimir.textContent()) ?? '')?.[1]).toBe(
          descuentoCompra ? '12' : undefined,
        )
      })
    }
    await setAjustes(shop, { descuentoCompra: 5 })
  })
})

describe('adding files', () => {
  it('lists what is dropped with name, size and bar, to be removed one by one', () =>
    onStep1(async (page) => {
      const [a, b] = [await pdf('apunte.pdf', 2), await pdf('tesis.pdf', 40)]
      await drop(page, [a, b], () => page.getByRole('heading', { name: 'Soltalos acá' }).waitFor())
      await listed(page).nth(1).waitFor()
      expect(await listed(page).nth(0).textContent()).toMatch(
        new RegExp(`^apunte\\.pdf.*${sizeOf(a.buffer)}`),
      )
      expect(await listed(page).nth(1).textContent()).toMatch(new RegExp(`^tesis\\.pdf.*${sizeOf(b.buffer)}`))
      expect(await page.getByRole('progressbar', { name: /^Carga de / }).count()).toBe(2)
      await press(page.getByRole('button', { name: 'Quitar apunte.pdf' }))
      await expect.poll(() => listed(page).count()).toBe(1)
      expect(await listed(page).textContent()).toContain('tesis.pdf')
    }))

  it('what is dropped before the code of the page is here is taken once it is', async () => {
    const { page, problems } = await openPage(browser)
    await page.route('**/assets/*.js', async (route) => {
      await sleep(1_500)
      await route.continue()
    })
    await page.goto(`${shop.url}/imprimitodo`, { waitUntil: 'commit' })
    await page.getByRole('region', { name: 'Subir archivos' }).waitFor()
    expect(await page.locator('button:enabled', { hasText: 'Siguiente' }).count()).toBe(0)
    await drop(page, [await pdf('apurado.pdf')])
    await expect.poll(() => listed(page).allInnerTexts()).toHaveLength(1)
    await drop(page, [await pdf('tranquilo.pdf')])
    await expect.poll(() => listed(page).allInnerTexts()).toHaveLength(2)
    expect(problems).toEqual([])
  })

  it('sizes are Bytes, KB or MB', () =>
    onStep1(async (page) => {
      const sized = (name: string, size: number) => ({ ...notPdf(name), buffer: Buffer.alloc(size) })
      await pick(page, [sized('a.pdf', 900), sized('b.pdf', 2048), sized('c.pdf', 3.5 * 1024 ** 2)])
      await expect.poll(() => listed(page).allInnerTexts()).toHaveLength(3)
      const texts = await listed(page).allInnerTexts()
      expect(texts.map((text) => /[\d,]+ (?:Bytes|KB|MB)/.exec(text)?.[0])).toEqual([
        '900 Bytes',
        '2 KB',
        '3,5 MB',
      ])
    }))

  it('refuses a name that is listed already', () =>
    onStep1(async (page) => {
      await pick(page, [await pdf('tesis.pdf', 3)])
      await pick(page, [await pdf('tesis.pdf', 4), await pdf('otro.pdf')])
      const alert = page.getByRole('alert')
      await alert.getByText('Archivo ya agregado', { exact: true }).waitFor()
      expect(await alert.textContent()).toContain('tesis.pdf')
      expect(await listed(page).count()).toBe(2)
      await expectGoodScreen(page, 'paso1-repetido')
    }))

  it('starts with the default options', () =>
    onStep1(async (page) => {
      await pick(page, [await pdf('tesis.pdf')])
      await listed(page).waitFor()
      const [archivo] = await page.evaluate(
        () => JSON.parse(localStorage.getItem('carrito') ?? '{}').archivos,
      )
      const defaults = { dobleFaz: true, orientacion: 'vertical', color: 'blanco y negro', grupo: 'default' }
      expect(archivo).toMatchObject({ ...defaults, duplicado: 1, anillado: false })
    }))

  it('a file picked, removed and picked again is there', () =>
    onStep1(async (page) => {
      const file = await pdf('tesis.pdf')
      await pick(page, [file])
      await press(page.getByRole('button', { name: 'Quitar tesis.pdf' }))
      await expect.poll(() => listed(page).count()).toBe(0)
      await pick(page, [file])
      await expect.poll(() => listed(page).count()).toBe(1)
      expect(await page.getByText('Archivo ya agregado').count()).toBe(0)
    }))
})

const sizeOf = ({ length }: Buffer): string =>
  length < 1024
    ? `${length} Bytes`
    : `${new Intl.NumberFormat('es-AR', { maximumFractionDigits: 1 }).format(length / 1024)} KB`

describe('leaving step 1', () => {
  it.each([
    ['a phone', PHONE],
    ['a desktop', {}],
  ])('not without a file, on %s', (device, options) =>
    onStep1(async (page) => {
      await next(page)
      await page
        .getByRole('alert')
        .getByText('Por favor, sube al menos un archivo antes de continuar.')
        .waitFor()
      await expectGoodScreen(page, 'paso1-sin-archivos')
      expect(new URL(page.url()).pathname, device).toBe('/imprimitodo')
    }, options),
  )

  it('says which files are no PDF and removes only those', () =>
    onStep1(async (page) => {
      await drop(page, [
        await pdf('tesis.pdf'),
        notPdf('foto.jpg'),
        notPdf('notas.docx'),
        await pdf('OTRO.PDF'),
      ])
      await expect.poll(() => listed(page).count()).toBe(4)
      await next(page)
      const alert = page.getByRole('alert')
      await alert
        .getByText('Archivo inválido - Solo se permiten archivos PDF. Se eliminarán los archivos no válidos.')
        .waitFor()
      expect(await alert.textContent()).toContain('foto.jpg, notas.docx')
      await expectGoodScreen(page, 'paso1-invalidos')
      expect((await listed(page).allInnerTexts()).map((text) => text.split('\n')[0])).toEqual([
        'tesis.pdf',
        'OTRO.PDF',
      ])
      await next(page)
      await heading(page, STEP2).waitFor()
    }))

  it('a .pdf that is no PDF is refused by the server, which keeps nothing of it', async () => {
    const { page } = await openPage(browser)
    const before = await estados(shop)
    await toStep2(page, shop, [await pdf('tesis.pdf'), notPdf('trucho.pdf')])
    await next(page)
    const wrong = page.getByRole('article', { name: 'trucho.pdf' })
    await wrong
      .getByText('«trucho.pdf»: no es un PDF. Guardalo o exportalo como PDF y volvé a subirlo')
      .waitFor()
    await page
      .getByText(
        'Hay archivos que no se pueden imprimir. Mirá qué dice cada uno, quitalo o cambialo, y seguí.',
      )
      .waitFor()
    await expectGoodScreen(page, 'paso2-rechazado')
    expect(await estados(shop)).toEqual(before)
    await press(page.getByRole('button', { name: 'Quitar trucho.pdf' }))
    // What was wrong went with it
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)
    await next(page)
    await expectStep3(page)
    expect(await estados(shop)).toEqual([...before, 'borrador'])
  })
})

describe('step 2 without files', () => {
  it('opened directly leads to step 1', async () => {
    const { page } = await openPage(browser)
    await page.goto(`${shop.url}/imprimitodo/paso2`)
    await page.waitForURL(/\/imprimitodo(?:\/paso1)?$/)
    await heading(page, '5% off por pedir desde la web').waitFor()
  })

  it('emptied there, Next says what is missing', async () => {
    const { page, problems } = await openPage(browser, PHONE)
    await toStep2(page, shop, [await pdf('tesis.pdf')])
    await press(page.getByRole('button', { name: 'Quitar tesis.pdf' }))
    await next(page)
    await page.getByRole('alert').getByText('Subí al menos un archivo antes de continuar.').waitFor()
    await expectGoodScreen(page, 'paso2-vacio')
    expect(problems).toEqual([])
  })
})

/** Real documents, where the machine has some: ok-*, encrypted-*. */
const CORPUS = dirname(
  process.env.PDF_CORPUS ?? fileURLToPath(new URL('../../shared/corpus/manifest.json', import.meta.url)),
)
describe.skipIf(!existsSync(CORPUS))('documents from the world', () => {
  it('as many as a person would send at once are priced, and the protected one is named', {
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
