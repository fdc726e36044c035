import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { TAG } from '../../agent/src/ipp/model.ts'
import { startPrinter, type TestPrinter } from '../../agent/src/testing/printer.ts'
import { type Agent, addAgent, addPrinter, createAgent } from '../support/agent.ts'
import { openToStay } from '../support/browser.ts'
import { orderPaid } from '../support/clientela.ts'
import { enterCounter } from '../support/mostrador.ts'
import { expectGoodScreen, shoot } from '../support/screen.ts'
import { rows } from '../support/server.ts'
import { openStage } from '../support/stage.ts'

const SLOW = 30_000
const { shop, browser } = await openStage()
let printer: TestPrinter
let agent: Agent | undefined
let page: Page

beforeAll(async () => {
  printer = await startPrinter()
  agent = createAgent(shop, await addAgent(shop, 'Alberdi'))
  agent.start()
  await addPrinter(shop, { nombre: 'Ricoh', sucursal: 'Alberdi', uri: printer.uri })
})
afterEach(({ task }) => {
  if (task.result?.state === 'fail') return shoot(page, `FAILED ${task.name.slice(0, 40)}`).catch(() => {})
})
afterAll(async () => {
  await agent?.remove()
  await printer?.close()
})

const paid = (paginas = 4, duplicado = 1) =>
  orderPaid(shop, { sucursal: 'Alberdi', archivos: [{ paginas, opciones: { duplicado } }] })
const button = (within: Page | Locator, name: string | RegExp) => within.getByRole('button', { name })
const dialog = () => page.getByRole('dialog')
const works = () => page.getByRole('region', { name: 'Qué hay que hacer' })
const open = async (id: string) => {
  await page.goto(`${shop.url}/mostrador/pedidos/${id}`)
  await works().waitFor()
}

describe('prints that stop half way, with a real agent', () => {
  it('a printer that is off, or cannot do it after all: the work goes to another one, and prints once', async () => {
    page = (await openToStay(browser)).page
    page.setDefaultTimeout(SLOW)
    await enterCounter(page, shop)
    const xerox = await startPrinter()
    await addPrinter(shop, { nombre: 'Xerox', sucursal: 'Alberdi', uri: xerox.uri })
    printer.mode = 'refuse'
    const before = printer.paper.length
    const { id } = await paid()
    await open(id)
    const choose = async (nombre: string) => {
      await button(dialog(), new RegExp(`^${nombre}`)).click()
      await dialog().waitFor({ state: 'detached' })
    }
    await button(works(), 'Elegir impresora').click()
    await choose('Ricoh')
    await button(works(), /^Pasar a otra impresora «/).click()
    await expectGoodScreen(page, 'pasar-a-otra')
    await choose('Xerox')
    await works().getByText('Xerox', { exact: true }).waitFor()
    await works()
      .getByText(/^Impreso/)
      .waitFor()
    expect([printer.paper.length, xerox.paper.length]).toEqual([before, 1])

    printer.mode = 'ok'
    printer.quirks.ignores = [[TAG.keyword, 'sides', 'two-sided-long-edge']]
    const { id: next } = await paid()
    await open(next)
    await button(works(), 'Elegir impresora').click()
    await choose('Ricoh')
    const question = page.getByRole('region', { name: '«apunte.pdf» se detuvo. ¿Qué hacemos?' })
    await question.getByText('Según la impresora no salió ninguna de 2 hojas.').waitFor()
    await button(question, 'Pasar a otra impresora…').click()
    await choose('Xerox')
    await works()
      .getByText(/^Impreso/)
      .waitFor()
    expect([printer.paper.length, xerox.paper.length]).toEqual([before, 2])
    await rows(shop, `update impresoras set retirada = now() where nombre = 'Xerox'`)
    printer.quirks.ignores = []
    await xerox.close()
  })

  it('several copies that stop half way: missing ones are printed; a work that waited all night needs a confirmation', async () => {
    printer.mode = 'abort'
    printer.sidesBeforeAbort = 9 // of 5 copies of 4: two whole ones and a sheet
    const { id } = await paid(4, 5)
    await open(id)
    await button(page, 'Imprimir todo').click()
    const question = page.getByRole('region', { name: '«apunte.pdf» se detuvo. ¿Qué hacemos?' })
    await question.getByText(/salieron 5 de 10 hojas: 2 copias completas y 1 hoja de la que sigue/).waitFor()
    await expectGoodScreen(page, 'pedido-copias')
    printer.mode = 'ok'
    await button(question, 'Reimprimir las copias que faltan…').click()
    const field = dialog().getByLabel('Copias que faltan')
    expect(await field.inputValue()).toBe('3')
    await field.fill('6')
    await button(dialog(), 'Reimprimir').click()
    await dialog().getByText('Escribí un número de 1 a 5.').waitFor()
    await field.fill('3')
    await expectGoodScreen(page, 'copias-que-faltan')
    await button(dialog(), 'Reimprimir').click()
    await works()
      .getByText(/^Impreso/)
      .waitFor()
    expect(printer.paper.at(-1)?.copies).toBe(3)

    const before = printer.paper.length
    await rows(
      shop,
      `insert into impresiones (pedido_id, trabajo, nombre, copias, lados, borde, color, hojas, paginas,
         impresora_id, sha256, bytes, motivo, consultar, pedida, pedida_por)
       select pedido_id, trabajo, nombre, copias, lados, borde, color, hojas, paginas,
         impresora_id, sha256, bytes, 'Salió manchado', true, now() - interval '9 hours', 'Nadia'
       from impresiones where pedido_id = $1 order by id desc limit 1`,
      [id],
    )
    await page.reload()
    const old = page.getByRole('region', { name: 'Esperó muchas horas: ¿imprimir ahora?' })
    await old.getByText('hace 9 h').waitFor()
    await expectGoodScreen(page, 'pedido-espero')
    await button(old, 'Imprimir ahora').click()
    await old.waitFor({ state: 'detached' })
    await expect.poll(() => printer.paper.length, { timeout: SLOW }).toBe(before + 1)
    await works()
      .getByText(/^Impreso/)
      .waitFor()
  })
})
