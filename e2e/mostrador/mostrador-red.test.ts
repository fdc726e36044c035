// The counter while its network, or the server, is gone.
import type { Page } from 'playwright-core'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { openToStay, sharedBrowser } from '../support/browser.ts'
import { orderPaid } from '../support/clientela.ts'
import { enterCounter } from '../support/mostrador.ts'
import { expectGoodOnAll, shoot } from '../support/screen.ts'
import { rows } from '../support/server.ts'
import { type Shop, startShop } from '../support/shop.ts'
import { startCopy } from '../support/stage.ts'

const TOLD_MS = 2_000
let shop: Shop = await startCopy()
const browser = await sharedBrowser()
let page: Page
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await shoot(page, `FAILED ${task.name.slice(0, 40)}`).catch(() => {})
})
afterAll(async () => {
  await page.context().close()
  await shop.remove()
})

const lost = (on: Page) => on.getByRole('region', { name: 'Conexión' })
const note = () => page.getByRole('dialog', { name: /^Nota del equipo/ })

describe('the counter without its connection', () => {
  it('the network is lost for a minute: shown within 2 s, and typed text is saved once it is back', async () => {
    page = (await openToStay(browser)).page
    const { id, numero } = await orderPaid(shop, { sucursal: 'Alberdi' })
    await enterCounter(page, shop)
    await page.getByRole('link', { name: `Pedido ${numero}`, exact: true }).waitFor()
    await page.goto(`${shop.url}/mostrador/pedidos/${id}`)
    await page.getByRole('button', { name: 'Nota del equipo' }).click()
    await note().getByLabel('Nota', { exact: true }).fill('Llama a las seis.')
    await page.context().setOffline(true)
    await lost(page).waitFor({ timeout: TOLD_MS })
    await note().getByRole('button', { name: 'Guardar nota' }).click()
    await note()
      .getByText('Se cortó la conexión y no sabemos si se guardó. Fijate antes de repetir.')
      .waitFor()
    await expectGoodOnAll(page, 'red-nota')
    await page.setViewportSize({ width: 1280, height: 800 })
    // Another one comes in meanwhile
    const other = await orderPaid(shop, { sucursal: 'Alberdi' })
    await page.context().setOffline(false)
    await note().getByRole('button', { name: 'Guardar nota' }).click()
    await note().waitFor({ state: 'detached' })
    await page.getByText('Llama a las seis.').waitFor()
    await lost(page).waitFor({ state: 'detached' })
    const kept = await rows<{ texto: string }>(shop, 'select texto from notas_equipo')
    expect(kept).toEqual([{ texto: 'Llama a las seis.' }])
    await page.getByRole('link', { name: 'Volver a los pedidos' }).click()
    await page.getByRole('link', { name: `Pedido ${other.numero}`, exact: true }).waitFor()
  })

  it('the server is killed: shown within 2 s on the board, which stays; after its start the board is up to date', async () => {
    await page.goto(`${shop.url}/mostrador`)
    await page.locator('[data-pedido]').first().waitFor()
    const cards = await page.locator('[data-pedido]').count()
    const port = Number(new URL(shop.url).port)
    await shop.kill9()
    await lost(page).waitFor({ timeout: TOLD_MS })
    expect(await page.locator('[data-pedido]').count()).toBe(cards)
    await expectGoodOnAll(page, 'red-tablero')
    await page.setViewportSize({ width: 1280, height: 800 })
    shop = await startShop({ dataDir: shop.dataDir, port })
    const { numero } = await orderPaid(shop, { sucursal: 'Aguilares' })
    await page.getByRole('link', { name: `Pedido ${numero}`, exact: true }).waitFor({ timeout: 40_000 })
    await lost(page).waitFor({ state: 'detached' })
  })
})
