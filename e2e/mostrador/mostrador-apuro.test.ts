// A clerk who types on without waiting for the screen, at a slow computer and on a slow line.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openPage } from '../support/browser.ts'
import { order } from '../support/clientela.ts'
import { enterCounter } from '../support/mostrador.ts'
import { openStage } from '../support/stage.ts'

const { shop, browser } = await openStage()

/** A fast hand. A scanner's keys follow each other within 20 ms. */
const BETWEEN_KEYS_MS = 120
const LATENCY_MS = 400

async function typeOn(page: Page, text: string): Promise<void> {
  for (const key of text) {
    await page.keyboard.press(key === '\n' ? 'Enter' : key)
    await sleep(BETWEEN_KEYS_MS)
  }
}

async function slowDown(page: Page): Promise<void> {
  const line = await page.context().newCDPSession(page)
  await line.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await line.send('Network.enable')
  const open = { offline: false, downloadThroughput: -1, uploadThroughput: -1 }
  await line.send('Network.emulateNetworkConditions', { ...open, latency: LATENCY_MS })
}

it('a sale and the charge of an order take every key of a clerk who does not wait for the screen', async () => {
  const { page, problems } = await openPage(browser)
  const { numero } = await order(shop, { sucursal: 'Alberdi' })
  await enterCounter(page, shop)
  await page.getByRole('link', { name: `Pedido ${numero}`, exact: true }).waitFor()
  await slowDown(page)

  await typeOn(page, 'n/1000\nFotocopia\nc5000')
  const cash = page.getByLabel('Paga con')
  expect(await cash.inputValue()).toBe('5000')
  await page.getByText('$ 4.000,00').waitFor()
  await page.getByRole('button', { name: 'Cobrar $ 1.000,00' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: /cobrad/, level: 1 }).waitFor()

  await typeOn(page, 'b')
  await page.getByRole('link', { name: `Cobrar (pedido ${numero})` }).focus()
  await typeOn(page, '\n15000')
  expect(await cash.inputValue()).toBe('15000')
  await page.keyboard.press('Escape')
  await typeOn(page, `b/${numero}\n`)
  await page.getByRole('button', { name: 'Cobrar en el mostrador' }).focus()
  await typeOn(page, '\n5000')
  expect(await cash.inputValue()).toBe('5000')
  await page.getByText('Vuelto').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText(new RegExp(`^Pedido ${numero}: .* cobrados\\. Vuelto: `)).waitFor()
  expect(problems).toEqual([])
})
