import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { openPage, PHONE, press } from '../support/browser.ts'
import { pdf } from '../support/files.ts'
import { CONTACTO, carritoOf, heading, payButton, toPay } from '../support/print.ts'
import { expectGoodScreen } from '../support/screen.ts'
import { setAjustes } from '../support/server.ts'
import { openStage } from '../support/stage.ts'

const { shop, browser } = await openStage()
beforeAll(async () => {
  await setAjustes(shop, { descuentoCompra: 100 })
})

async function buyForFree(options = {}): Promise<{ page: Page; problems: string[] }> {
  const { page, problems } = await openPage(browser, options)
  await toPay(page, shop, [await pdf('tesis.pdf', 2)], { ...CONTACTO, email: 'gratis@example.com' })
  await press(payButton(page))
  await heading(page, '¡Compra Gratis!').waitFor()
  return { page, problems }
}

/** Waits until Home is drawn. Its address comes earlier: going back then shows the same celebration again. */
async function isHome(page: Page): Promise<void> {
  await page.waitForURL((url) => url.pathname === '/')
  await heading(page, 'Subí tu PDF y mirá el precio al instante').waitFor()
}

describe('the free purchase', () => {
  it('trophy, confetti, sound on demand, and ¡Entendido! to Home; a second visit goes straight to Home', async () => {
    const { page, problems } = await buyForFree()
    await page.getByRole('img', { name: 'Trofeo' }).waitFor()
    // Something is drawn on the canvas: the page's CSP allowed the confetti
    await expect
      .poll(() =>
        page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
          const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data
          return data?.some((byte) => byte !== 0) ?? false
        }),
      )
      .toBe(true)
    const sound = page.getByRole('button', { name: 'Sonido' })
    expect(await sound.getAttribute('aria-pressed')).toBe('false')
    await press(sound)
    expect(await sound.getAttribute('aria-pressed')).toBe('true')
    await press(sound)
    expect(await sound.getAttribute('aria-pressed')).toBe('false')
    await press(page.getByRole('heading', { level: 1 }))
    await page.getByText(/Cubriste todo el pedido \d+ con tus códigos/).waitFor()
    await press(page.getByRole('link', { name: '¡Entendido!' }))
    await isHome(page)
    expect((await carritoOf(page)).archivos).toEqual([])
    await page.goBack()
    await isHome(page)
    expect(problems).toEqual([])
  })

  it('a reload goes Home; nothing moves with reduced motion', async () => {
    const { page } = await buyForFree({ ...PHONE, reducedMotion: 'reduce' })
    await expectGoodScreen(page, 'logro (un teléfono)')
    await page.reload()
    await isHome(page)
  })

  it('without the flag it goes straight to Home', async () => {
    const { page } = await openPage(browser)
    await page.goto(`${shop.url}/logro-compra-gratis`)
    await isHome(page)
  })
})
