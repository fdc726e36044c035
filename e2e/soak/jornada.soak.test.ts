import type { CajaFila } from '@imprimitodo/shared/api/reportes'
import { dayOf } from '@imprimitodo/shared/rules/base/fecha'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startPrinter, type TestPrinter } from '../../agent/src/testing/printer.ts'
import { type Agent, addAgent, addPrinter, createAgent } from '../support/agent.ts'
import { type OpenPage, openPage } from '../support/browser.ts'
import { order, orderPaid, type Pedido } from '../support/clientela.ts'
import { pdf } from '../support/files.ts'
import { addClerk, enterCounter } from '../support/mostrador.ts'
import { heading } from '../support/print.ts'
import { shoot } from '../support/screen.ts'
import { ask, ownerBearer, rows, staffPedidoOf } from '../support/server.ts'
import { openStage } from '../support/stage.ts'

/** Each is six orders in both branches, one of each kind. Together the long day has 60. */
const ROUNDS = process.env.SOAK === '1' ? 5 : 1
const CLERKS = [
  { nombre: 'Nadia Sosa', sucursal: 'Alberdi', id: 1 },
  { nombre: 'Lucas Paz', sucursal: 'Aguilares', id: 2 },
] as const
type Sucursal = (typeof CLERKS)[number]['sucursal']

const { shop, browser } = await openStage()
let printer: TestPrinter
let agent: Agent
/** The final place of each order. */
const expected = new Map<string, string>()
/**
 * The cash that the till of each branch must have, and the sums that customers paid for parcels at their
 * door.
 */
const cash: Record<Sucursal, number> = { Alberdi: 0, Aguilares: 0 }

/** Alberdi has a printer; Aguilares prints by hand. */
beforeAll(async () => {
  printer = await startPrinter()
  agent = createAgent(shop, await addAgent(shop, 'Alberdi'))
  agent.start()
  await addPrinter(shop, { nombre: 'Ricoh', sucursal: 'Alberdi', uri: printer.uri })
})
afterAll(async () => {
  await agent?.remove()
  await printer?.close()
})

const button = (within: Page | Locator, name: string | RegExp) => within.getByRole('button', { name })
const card = (page: Page, numero: number) =>
  page
    .locator('[data-pedido]')
    .filter({ has: page.getByRole('link', { name: `Pedido ${numero}`, exact: true }) })
const toBoard = (page: Page) => page.getByRole('link', { name: /^Pedidos$/ }).click()

async function open(page: Page, { numero }: Pedido): Promise<void> {
  await card(page, numero).getByRole('link').first().click()
  await heading(page, `Pedido ${numero}`).waitFor()
}

/** Moves an order from paid to ready, on the board. */
async function make(page: Page, { numero }: Pedido, hasPrinter: boolean): Promise<void> {
  const own = card(page, numero)
  if (hasPrinter) {
    await button(own, /^Imprimir/).click()
    await own.getByText('Impreso').waitFor()
  } else await button(own, /^En producción/).click()
  await button(own, /^Marcar listo/).click()
  await button(own, /^Entregar/).waitFor()
}

/** One order of each kind, one after another: each reaches its last state before the next one begins. */
async function round({ page }: OpenPage, sucursal: Sucursal, isFirst: boolean): Promise<void> {
  const hasPrinter = sucursal === 'Alberdi'
  await toBoard(page)

  // Ordered and paid on the web; the customer comes with the pickup code
  const web = await orderPaid(shop, { sucursal })
  if (hasPrinter && isFirst) await failing(page, web)
  else await make(page, web, hasPrinter)
  await page.getByRole('link', { name: 'Escanear' }).click()
  await page.getByLabel('Código', { exact: true }).fill((await staffPedidoOf(shop, web.id)).codigo_retiro)
  await button(page, 'Buscar').click()
  await button(page.getByRole('region', { name: 'Resultado' }), 'Entregar').click()
  await page.getByText('Pedido entregado').first().waitFor()
  expected.set(web.id, 'entregado')

  // Ordered on the web, paid at the counter in cash
  await toBoard(page)
  const unpaid = await order(shop, { sucursal })
  await card(page, unpaid.numero).waitFor()
  await open(page, unpaid)
  await button(page, 'Cobrar en el mostrador').click()
  await button(page.getByRole('dialog'), /^Cobrar \$/).click()
  await page.getByText('Pagado', { exact: true }).first().waitFor()
  cash[sucursal] += unpaid.importe
  await toBoard(page)
  await make(page, unpaid, hasPrinter)
  expected.set(unpaid.id, 'listo')

  // A customer stands there with a pen drive; then wants the money back
  await page.getByRole('link', { name: 'Nuevo' }).click()
  await page.getByLabel('Archivos del cliente').setInputFiles([await pdf('apunte.pdf', 4)])
  await page.getByLabel('Nombre').fill('Juana Paz')
  await button(page, /^Cobrar \$/).click()
  await heading(page, /Pedido \d+ cobrado/).waitFor()
  await page.getByRole('link', { name: 'Ver el pedido', exact: true }).click()
  await button(page, 'Devolver dinero').click()
  await page.getByRole('dialog').getByLabel('Contalo en una línea').fill('Salió manchado')
  await button(page.getByRole('dialog'), /^Devolver$/).click()
  await page.getByText('Reembolsado', { exact: true }).first().waitFor()
  expected.set(page.url().split('/').at(-1) ?? '', 'reembolsado')

  // A parcel: paid on the web, the delivery to the courier
  await toBoard(page)
  const parcel = await orderPaid(shop, { sucursal, envio: true })
  await make(page, parcel, hasPrinter)
  await button(card(page, parcel.numero), /^Entregar/).click()
  await expect.poll(() => card(page, parcel.numero).count()).toBe(0)
  expected.set(parcel.id, 'entregado')

  // Cancelled: the online payment is refunded automatically
  const cancelled = await orderPaid(shop, { sucursal })
  await open(page, cancelled)
  await button(page, 'Cancelar y devolver el pago').click()
  await page.getByRole('dialog').getByLabel('Contalo en una línea').fill('Se rompió la máquina')
  await button(page.getByRole('dialog'), /^Sí, cancelar/).click()
  await page.getByText('Cancelado', { exact: true }).first().waitFor()
  expected.set(cancelled.id, 'cancelado')

  // It is not begun yet; Alberdi has no time for it, and the other branch takes it
  await toBoard(page)
  const waiting = await orderPaid(shop, { sucursal })
  await card(page, waiting.numero).waitFor()
  expected.set(waiting.id, 'pagado')
  if (sucursal === 'Aguilares') return
  await open(page, waiting)
  await button(page, 'Pasar a Aguilares').click()
  await button(page.getByRole('dialog'), 'Sí, pasar a Aguilares').click()
  await heading(page, 'Pedidos').waitFor()
  await expect.poll(() => card(page, waiting.numero).count()).toBe(0)
}

/** No paper, then a printer switched off during a job: a clerk looks, and has it printed again. */
async function failing(page: Page, pedido: Pedido): Promise<void> {
  printer.mode = 'paper'
  const own = card(page, pedido.numero)
  await button(own, /^Imprimir/).click()
  await own.getByText('Sin papel: Ricoh').waitFor()
  await shoot(page, 'jornada-sin-papel')
  // At the printer: a work that only waits for it is not in doubt when it goes off
  await expect
    .poll(() => rows(shop, `select estado from impresiones where pedido_id = $1`, [pedido.id]))
    .toEqual([{ estado: 'imprimiendo' }])
  printer.restart()
  await own.getByRole('link', { name: /^Resolver/ }).waitFor()
  printer.mode = 'ok'
  await own.getByRole('link', { name: /^Resolver/ }).click()
  await button(page.getByRole('region', { name: /^¿Salió entero/ }), 'Reimprimir todo').click()
  await page
    .getByText(/^Impreso/)
    .first()
    .waitFor()
  await toBoard(page)
  await button(own, /^Marcar listo/).click()
  await button(own, /^Entregar/).waitFor()
}

it('a day of two branches: every order is in the right place, and the cash adds up to the payments', async () => {
  await expect
    .poll(() => rows(shop, `select 1 from impresoras where perfil is not null`), { timeout: 40_000 })
    .toHaveLength(1)
  const clerks = await Promise.all(
    CLERKS.map(async ({ nombre, sucursal, id }) => {
      const [own, who] = [await openPage(browser), await addClerk(shop, nombre, id)]
      await enterCounter(own.page, shop, who)
      return { own, sucursal }
    }),
  )
  await Promise.all(
    clerks.map(async ({ own, sucursal }) => {
      for (let n = 0; n < ROUNDS; n++) await round(own, sucursal, n === 0)
      await shoot(own.page, `jornada-${sucursal.toLowerCase()}`)
    }),
  )

  expect(expected.size).toBe(ROUNDS * 12)
  // The provider's refunds are jobs
  const owed = `select 1 from pagos g join pedidos p on p.id = g.pedido_id
    where p.estado = 'cancelado' and g.estado = 'approved'`
  await expect.poll(() => rows(shop, owed)).toEqual([])
  // Orders moved away from Alberdi are on the other board
  for (const { own, sucursal } of clerks)
    await expect
      .poll(() => own.page.locator('[data-pedido]').filter({ hasText: 'Tomar' }).count())
      .toBe(sucursal === 'Aguilares' ? ROUNDS * 2 : 0)
  const found = await rows<{ id: string; estado: string }>(
    shop,
    `select id, estado from pedidos where estado <> 'borrador'`,
  )
  expect(new Map(found.map(({ id, estado }) => [id, estado]))).toEqual(expected)

  const dia = dayOf(new Date())
  const { filas } = await ask<{ filas: CajaFila[] }>(
    shop,
    `/api/mostrador/reportes/caja?desde=${dia}&hasta=${dia}`,
    undefined,
    { headers: await ownerBearer(shop) },
  )
  const [paid] = await rows<{ neto: number; parcels: number }>(
    shop,
    `select sum(importe - devuelto)::float8 / 100 as neto,
       (select sum(costo_delivery)::float8 / 100 from pedidos where estado = 'entregado') as parcels
     from pagos where estado in ('approved', 'refunded')`,
  )
  const sum = (of: (fila: CajaFila) => boolean) =>
    filas.filter(of).reduce((total, { neto }) => total + neto, 0)
  expect(sum(({ canal }) => canal !== 'envio')).toBeCloseTo(paid?.neto ?? 0, 2)
  expect(sum(({ canal }) => canal === 'envio')).toBeCloseTo(paid?.parcels ?? 0, 2)
  for (const { sucursal } of CLERKS) {
    const isDrawer = (fila: CajaFila) =>
      fila.canal === 'mostrador' && fila.medio === 'Efectivo' && fila.sucursal === sucursal
    expect(sum(isDrawer), sucursal).toBeCloseTo(cash[sucursal], 2)
  }
  for (const { own } of clerks) {
    // Errors stay until they are closed
    expect(await own.page.getByRole('region', { name: 'Avisos' }).getByRole('alert').count()).toBe(0)
    // An order handed over to the other branch is no longer Alberdi's, so late calls about it are refused
    expect(own.problems.filter((problem) => !/ 404 .*\/mostrador\/pedidos\//.test(problem))).toEqual([])
  }
})
