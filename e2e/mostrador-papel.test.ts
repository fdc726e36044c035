import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPrinter, type TestPrinter } from '../agent/src/testing/printer.ts'
import { startTermica } from '../agent/src/testing/termica.ts'
import { textosDe } from '../server/src/testing/escpos.ts'
import { type Agent, addAgent, addPrinter, createAgent } from './support/agent.ts'
import { openToStay } from './support/browser.ts'
import { orderPaid } from './support/clientela.ts'
import { enterCounter } from './support/mostrador.ts'
import { expectGoodOnAll } from './support/screen.ts'
import { openStage } from './support/stage.ts'

const { shop, browser } = await openStage()
let printer: TestPrinter
let termica: Awaited<ReturnType<typeof startTermica>>
let agent: Agent | undefined

beforeAll(async () => {
  printer = await startPrinter()
  termica = await startTermica()
  await addPrinter(shop, { nombre: 'Ricoh', sucursal: 'Alberdi', uri: printer.uri })
  await addPrinter(shop, { nombre: 'Epson de tickets', sucursal: 'Alberdi', uri: termica.uri })
  agent = createAgent(shop, await addAgent(shop, 'Alberdi'))
  agent.start()
})
afterAll(async () => {
  await agent?.remove()
  await printer?.close()
  await termica?.close()
})

describe('paper that says whose it is', () => {
  it('the owner turns a printer’s cover on; an order’s ticket is one tap', async () => {
    const { page } = await openToStay(browser)
    await enterCounter(page, shop)
    await page.goto(`${shop.url}/mostrador/impresoras`)
    const ricoh = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Ricoh' }) })
    const cover = ricoh.getByRole('checkbox', { name: /^Carátula delante de cada pedido/ })
    await cover.focus()
    await page.keyboard.press('Space')
    await page.getByText('Ricoh: guardado.').waitFor()
    await expect.poll(() => cover.isChecked()).toBe(true)
    await page.getByText('Solo tickets, en papel de 80 mm').waitFor()
    await expectGoodOnAll(page, 'impresoras-papel')

    const { id, numero } = await orderPaid(shop, { sucursal: 'Alberdi', archivos: [{ paginas: 3 }] })
    await page.goto(`${shop.url}/mostrador/pedidos/${id}`)
    const button = page.getByRole('button', { name: 'Ticket', exact: true })
    await button.focus()
    await page.keyboard.press('Enter')
    await page.getByText('El ticket salió en Epson de tickets.').waitFor()
    await expectGoodOnAll(page, 'pedido-ticket')
    expect(termica.tickets).toHaveLength(1)
    expect(textosDe(termica.tickets[0] ?? Buffer.alloc(0))).toContain(`${numero}`)

    await page.getByRole('button', { name: 'Más papeles' }).click()
    const papeles = page.getByRole('dialog', { name: `Papeles del pedido ${numero}` })
    await papeles.getByRole('button', { name: 'Etiqueta', exact: true }).click()
    await papeles.getByText('La etiqueta salió en Epson de tickets.').waitFor()
    await expectGoodOnAll(page, 'papeles')
    const texts = textosDe(termica.tickets[1] ?? Buffer.alloc(0)).filter(Boolean)
    expect([texts[0], texts.includes('ESTANTE ____')]).toEqual([`${numero}`, true])
  })
})
