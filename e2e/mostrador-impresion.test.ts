import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startPrinter, type TestPrinter } from '../agent/src/testing/printer.ts'
import { type Agent, createAgent } from './support/agent.ts'
import { type OpenPage, openPage, openToStay } from './support/browser.ts'
import { orderPaid } from './support/clientela.ts'
import { pdf } from './support/files.ts'
import { addClerk, confirmIdentity, enterCounter, type Staff } from './support/mostrador.ts'
import { expectGoodOnAll, expectGoodScreen, shoot } from './support/screen.ts'
import { rows } from './support/server.ts'
import { openStage } from './support/stage.ts'

const SLOW = 30_000

const { shop, browser } = await openStage()
let printer: TestPrinter
let agent: Agent | undefined
let nadiaSosa: Staff
let owner: OpenPage
let page: Page

beforeAll(async () => {
  printer = await startPrinter()
  nadiaSosa = await addClerk(shop, 'Nadia Sosa', null)
})
// One page for all of it: its picture where a step fails
afterEach(({ task }) => {
  if (task.result?.state === 'fail') return shoot(page, `FAILED ${task.name.slice(0, 40)}`).catch(() => {})
})
afterAll(async () => {
  await agent?.remove()
  await printer?.close()
})

const paid = (paginas = 4) => orderPaid(shop, { sucursal: 'Alberdi', archivos: [{ paginas }] })

const button = (within: Page | Locator, name: string | RegExp) => within.getByRole('button', { name })
const dialog = () => page.getByRole('dialog')
const card = (numero: number, of = page) => of.locator('[data-pedido]').filter({ hasText: String(numero) })
const truth = () => page.getByRole('region', { name: 'Impresoras' })
const works = () => page.getByRole('region', { name: 'Qué hay que hacer' })
const open = async (id: string) => {
  await page.goto(`${shop.url}/mostrador/pedidos/${id}`)
  await works().waitFor()
}

describe('the counter prints, with a real agent and a printer that speaks IPP', () => {
  it('the owner adds an agent, whose token is shown once, and a printer, which tells what it can do', async () => {
    owner = await openToStay(browser)
    page = owner.page
    page.setDefaultTimeout(SLOW)
    await enterCounter(page, shop)
    await page.goto(`${shop.url}/mostrador/impresoras`)
    await page.getByText('Todavía no hay impresoras.').waitFor()
    await button(page, 'Agregar agente').click()
    await button(dialog(), 'Crear').click()
    await dialog().getByText('Poné un nombre.').waitFor()
    await dialog().getByLabel('Nombre').fill('PC mostrador')
    await button(dialog(), 'Crear').click()
    await confirmIdentity(page)
    await page.getByRole('heading', { name: 'Vincular la computadora de Alberdi' }).waitFor()
    const codigo = (await page.getByText(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){2}$/).textContent()) ?? ''
    await page.getByText(/^Vale 1[45]:\d\d min$/).waitFor()
    await expectGoodOnAll(page, 'agente-codigo')
    await page.getByRole('link', { name: 'Volver a Impresoras' }).click()
    await page.getByText('PC mostrador, Alberdi').waitFor()
    expect(await page.content()).not.toContain(codigo)

    await button(page, 'Agregar impresora').click()
    await dialog().getByLabel('Nombre').fill('Ricoh')
    await dialog().getByLabel('Dirección').fill('http://ricoh')
    await button(dialog(), 'Guardar').click()
    await dialog().getByText('La dirección empieza con ipp://, ipps:// o socket://.').waitFor()
    await expectGoodScreen(page, 'impresora-form')
    await dialog().getByLabel('Dirección').fill(printer.uri)
    await dialog().getByLabel('Clave').fill('secreta-1')
    await button(dialog(), 'Guardar').click()
    await page.getByText('Sin noticias del agente').waitFor()

    agent = createAgent(shop, { codigo })
    agent.start()
    await page.getByText('Copiadora de prueba.').waitFor()
    await page.getByText('Doble faz por borde largo y corto. Color.').waitFor()
    await page.getByText('Conectado').waitFor()
    await button(page, 'Página de prueba').click()
    await expect.poll(() => printer.paper.length, { timeout: SLOW }).toBe(1)
    await button(page, 'Cambiar Ricoh').click()
    await dialog().getByText('Ya tiene una, que no se muestra.').waitFor()
    expect(await dialog().getByLabel('Clave', { exact: true }).inputValue()).toBe('')
    await button(dialog(), 'No, volver').click()
    await expectGoodOnAll(page, 'impresoras')
  })

  it('out of paper: the board says which printer and how much waits; with paper it goes on by itself', async () => {
    const { numero } = await paid(8)
    await page.goto(`${shop.url}/mostrador`)
    await button(card(numero), /^Imprimir/).waitFor()
    printer.mode = 'paper'
    // By keyboard alone: to the first card, and print it
    await page.keyboard.press('j')
    await page.keyboard.press('p')
    await button(page, /^Impresoras:/).click()
    await truth().getByText('Sin papel · 1 pedido esperando, 4 hojas').waitFor()
    await card(numero).getByText('Sin papel: Ricoh').waitFor()
    await expectGoodOnAll(page, 'tablero-sin-papel')
    const before = printer.paper.length
    printer.mode = 'ok'
    await card(numero).getByText('Impreso').waitFor()
    await button(card(numero), /^Marcar listo/).waitFor()
    await truth().getByText('Lista · sin trabajos').waitFor()
    expect(printer.paper.length).toBe(before + 1)
  })

  it('a doubt is a question: nothing is ready until it is answered; what came out badly is printed again', async () => {
    const { id } = await paid(6)
    printer.mode = 'paper'
    // One that cannot is shown with its reason, and is not where it goes by itself
    await rows(
      shop,
      `insert into impresoras (nombre, sucursal_id, uri, perfil)
       select 'Simple faz', sucursal_id, 'ipp://127.0.0.1:9/ipp/print', perfil || '{"lados": ["one-sided"]}'
       from impresoras limit 1`,
    )
    await open(id)
    await button(works(), 'Elegir impresora').click()
    const unable = button(dialog(), 'Simple faz No imprime en doble faz de esa manera.')
    expect(await unable.getAttribute('aria-disabled')).toBe('true')
    await expectGoodScreen(page, 'elegir-impresora')
    await button(dialog(), 'No, volver').click()
    await button(page, 'Imprimir todo').click()
    await works().getByText('Imprimiendo', { exact: true }).waitFor()
    const ready = page.locator('main button', { hasText: 'Marcar listo' })
    await page.getByText('Falta imprimir 1 trabajo').waitFor()
    expect(await ready.getAttribute('aria-disabled')).toBe('true')

    printer.restart() // off and on: it forgot the job
    const question = page.getByRole('region', { name: '¿Salió entero «apunte.pdf»?' })
    await question.waitFor()
    await page.getByText('Falta resolver 1 trabajo').waitFor()
    await expectGoodOnAll(page, 'pedido-verificar')
    printer.mode = 'ok'
    await button(question, 'Reimprimir desde la página…').click()
    await dialog().getByLabel('Página').fill('7')
    await button(dialog(), 'Reimprimir').click()
    await dialog().getByText('Escribí una página de 1 a 6.').waitFor()
    await dialog().getByLabel('Página').fill('3')
    await button(dialog(), 'Reimprimir').click()
    await works()
      .getByText(/^Impreso/)
      .waitFor()
    expect(await question.count()).toBe(0)

    await button(works(), 'Reimprimir').click()
    await button(dialog(), 'Reimprimir').click()
    await dialog().getByText('Elegí por qué, o contalo en una línea.').waitFor()
    await dialog().getByLabel('Papel trabado o arrugado').check()
    await expectGoodScreen(page, 'reimprimir')
    const before = printer.paper.length
    await button(dialog(), 'Reimprimir').click()
    await works().getByText('Reimpresión: Papel trabado o arrugado').waitFor()
    await works()
      .getByText(/^Impreso/)
      .waitFor()
    expect(printer.paper.length).toBe(before + 1)
    await page.getByText(/Reimpresión de «apunte.pdf» en Ricoh: Papel trabado/).waitFor()
    await ready.click()
    await button(page, 'Entregar').waitFor()
  })

  it('a doubt is told on every screen: one tap opens its question, one key answers it, without scrolling', async () => {
    const { id, numero } = await paid(2)
    printer.mode = 'paper'
    await open(id)
    await button(page, 'Imprimir todo').click()
    await works().getByText('Imprimiendo', { exact: true }).waitFor()
    await page.goto(`${shop.url}/mostrador/ventas`)
    printer.restart()
    const strip = page.getByRole('region', { name: 'Necesita a alguien' })
    await strip.getByText(`¿Salió entero? ${numero}`, { exact: true }).waitFor()
    await page.waitForFunction(() => document.title.startsWith('(1) Ventas'))
    await expectGoodOnAll(page, 'tira')
    printer.mode = 'ok'
    await button(strip, /^Resolver/).click()
    await strip.getByText(`¿Salió entero «apunte.pdf» del ${numero}?`).waitFor()
    await expectGoodOnAll(page, 'tira-resolver')
    const before = printer.paper.length
    await page.keyboard.press('1')
    // The order itself may stay in the strip: near its promised hour it is there as late
    await strip.getByText('¿Salió entero').first().waitFor({ state: 'detached' })
    const estados = await rows<{ estado: string }>(
      shop,
      'select estado from impresiones where pedido_id = $1',
      [id],
    )
    expect([estados, printer.paper.length]).toEqual([[{ estado: 'impresa' }], before])
  })

  it('two clerks: who takes an order has it, and the other screen says so at once', async () => {
    const { id, numero } = await paid()
    const nadia = await openPage(browser)
    await enterCounter(nadia.page, shop, nadiaSosa)
    await page.goto(`${shop.url}/mostrador`)
    await button(card(numero), `Tomar el pedido ${numero}`).click()
    await card(numero).getByText('Lo tenés vos').waitFor()
    const hers = card(numero, nadia.page)
    await hers.getByText(/^Lo tiene /).waitFor()
    expect(await button(hers, /^Tomar/).count()).toBe(0)
    await open(id)
    await page.keyboard.press('t')
    await hers.getByRole('button', { name: /^Tomar/ }).waitFor()
    // Ordered and paid at once: one piece of news, told in the head of its column and reached from there
    const fresh = await paid()
    await nadia.page
      .getByText(`Pedido ${fresh.numero} pagado en Alberdi: ya se puede producir.`, { exact: true })
      .waitFor({ state: 'attached' })
    await button(nadia.page.getByRole('region', { name: /^Pagado/ }), '1 recién entró · Ver').click()
    await expect
      .poll(() => nadia.page.evaluate(() => document.activeElement?.textContent))
      .toBe(`Pedido ${fresh.numero}`)
    // What waited all night is asked about before it prints
    await rows(
      shop,
      `insert into impresiones (pedido_id, trabajo, nombre, copias, lados, borde, color, hojas, paginas,
         impresora_id, consultar, pedida, pedida_por)
       select $1, 1, 'apunte.pdf', 1, 2, 'largo', false, 2, 4, min(id), true, now() - interval '9 hours', 'Nadia'
       from impresoras`,
      [id],
    )
    await page.reload()
    const old = page.getByRole('region', { name: 'Esperó muchas horas: ¿imprimir ahora?' })
    await old.getByText('hace 9 h').waitFor()
    await expectGoodScreen(page, 'pedido-espero')
    await button(old, 'No imprimir').click()
    await works().getByText('Cancelada').waitFor()
    await button(page, 'Imprimir todo').waitFor()
    // Her screens have nothing that only the owner may do
    await nadia.page.goto(`${shop.url}/mostrador/impresoras`)
    await nadia.page.getByRole('heading', { name: 'Ricoh' }).waitFor()
    expect(await nadia.page.getByRole('button', { name: /^(Agregar|Cambiar|Retirar|Revocar)/ }).count()).toBe(
      0,
    )
    expect(nadia.problems).toEqual([])
  })

  it('a test page has no order: where it waits it is cancelled, and the next day asked about', async () => {
    const wait = (consultar: boolean) =>
      rows(
        shop,
        `insert into impresiones (pedido_id, trabajo, nombre, copias, lados, borde, color, hojas, paginas,
           impresora_id, consultar, pedida, pedida_por)
         select null, 0, 'Página de prueba', 2, 1, 'largo', false, 2, 2, id, $1, now() - interval '2 hours', 'Nadia'
         from impresoras where nombre = 'Simple faz'`,
        [consultar],
      )
    // Its printer does not answer
    await wait(false)
    await page.goto(`${shop.url}/mostrador/impresoras`)
    await button(page, 'Cancelar la prueba').click()
    await page.getByText('Simple faz: no se imprime la prueba.').waitFor()
    await expect.poll(() => button(page, 'Cancelar la prueba').count()).toBe(0)
    await wait(true)
    await page.reload()
    const old = page.getByRole('region', { name: 'Esperó muchas horas: ¿imprimir ahora?' })
    await button(old, 'No imprimir').click()
    await expect.poll(() => old.count()).toBe(0)
  })

  it('who stands there pays, and the next button prints it', async () => {
    await page.goto(`${shop.url}/mostrador/nuevo`)
    await page.getByLabel('Archivos del cliente').setInputFiles([await pdf('pendrive.pdf', 2)])
    await page.getByLabel('Nombre', { exact: true }).fill('Juana Paz')
    await page.getByLabel('Sucursal').selectOption('Alberdi')
    const before = printer.paper.length
    await button(page, /^Cobrar \$/).click()
    await page.getByRole('heading', { name: /Pedido \d+ cobrado/, level: 1 }).waitFor()
    await button(page, 'Imprimir').click()
    await page.getByText(/^Pedido \d+: a imprimir\.$/).waitFor()
    await expect.poll(() => printer.paper.length, { timeout: SLOW }).toBe(before + 1)
    await expect.poll(() => button(page, 'Imprimir').count()).toBe(0)
    await page.getByRole('link', { name: 'Ver el pedido' }).click()
    await works()
      .getByText(/^Impreso/)
      .waitFor()
  })

  it('the keys are told in a dialog, and can be turned off', async () => {
    await page.goto(`${shop.url}/mostrador`)
    await page.getByRole('heading', { name: 'Pedidos', level: 1 }).waitFor()
    await page.keyboard.press('?')
    await dialog().getByText('Buscar pedidos').waitFor()
    await expectGoodScreen(page, 'atajos')
    await page.keyboard.press('Escape')
    await page.keyboard.press('/')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search')
    await page.keyboard.type('j?')
    expect(await page.getByRole('searchbox').inputValue()).toBe('j?')
    const [last] = await rows<{ numero: number }>(shop, 'select max(numero)::int as numero from pedidos')
    await page.getByRole('searchbox').fill(String(last?.numero))
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: `Pedido ${last?.numero}`, level: 1 }).waitFor()
    await page.keyboard.press('b')
    await page.getByRole('heading', { name: 'Pedidos', level: 1 }).waitFor()
    await button(page, /Menú$/).click()
    await button(page, /^Atajos de teclado/).click()
    await dialog().getByLabel('Usar los atajos en esta computadora').uncheck()
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    expect(await dialog().count()).toBe(0)
    // The two forms that were sent wrong on purpose, and the call that first had to know who was there
    expect(owner.problems.filter((problem) => !/ 40[03] .*\/(agentes|impresoras)\)$/.test(problem))).toEqual(
      [],
    )
  })
})
