import type { Impresion } from '@imprimitodo/shared/api/impresion'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeCertificado } from '../../agent/src/testing/certificado.ts'
import { startPrinter, type TestPrinter } from '../../agent/src/testing/printer.ts'
import { type Agent, addAgent, addPrinter, createAgent } from '../support/agent.ts'
import { openPage } from '../support/browser.ts'
import { orderPaid } from '../support/clientela.ts'
import { enterCounter } from '../support/mostrador.ts'
import { expectGoodOnAll } from '../support/screen.ts'
import { ask, ownerBearer } from '../support/server.ts'
import { openStage } from '../support/stage.ts'

const SLOW = { timeout: 60_000 }
const [first, second] = [makeCertificado(), makeCertificado()]
const grouped = (huella: string) => huella.match(/.{8}/g)?.join(' ') ?? ''

const { shop, browser } = await openStage()
let printer: TestPrinter
let agent: Agent

beforeAll(async () => {
  printer = await startPrinter({ tls: first })
  agent = createAgent(shop, await addAgent(shop, 'Alberdi'))
  await addPrinter(shop, { nombre: 'Ricoh', sucursal: 'Alberdi', uri: printer.uri, automatica: true })
})
afterAll(async () => {
  await agent?.remove()
  await printer?.close()
})

async function estadoOf(id: string) {
  const headers = await ownerBearer(shop)
  const path = `/api/mostrador/impresiones?pedido_id=${id}`
  return (await ask<Impresion[]>(shop, path, undefined, { headers }))[0]?.estado
}
const paid = async () => (await orderPaid(shop, { sucursal: 'Alberdi', archivos: [{ paginas: 2 }] })).id

it('an ipps:// printer is believed the first time; with another certificate nothing is printed until the owner accepts it', async () => {
  const { page } = await openPage(browser)
  page.setDefaultTimeout(SLOW.timeout)
  await enterCounter(page, shop)
  await page.goto(`${shop.url}/mostrador/impresoras`)
  await page.getByText('se va a anotar el primero que muestre').waitFor()
  agent.start()
  await page.getByText(grouped(first.huella)).waitFor()
  const before = await paid()
  await expect.poll(() => estadoOf(before), SLOW).toBe('impresa')
  expect(printer.paper).toHaveLength(1)
  await expectGoodOnAll(page, 'impresora-certificado-anotado')

  const port = Number(new URL(printer.uri).port)
  await printer.close()
  printer = await startPrinter({ port, tls: second })
  const after = await paid()
  await page.getByText('Cambió su certificado: no se le manda nada hasta que lo aceptes.').waitFor()
  await page.getByText(grouped(second.huella)).waitFor()
  await page.getByText('Cambió su certificado: hay que confirmarlo en Impresoras', { exact: true }).waitFor()
  await expectGoodOnAll(page, 'impresora-certificado-cambiado')
  expect(await estadoOf(after)).not.toBe('impresa')
  expect(printer.paper).toEqual([])

  await page.getByRole('button', { name: 'Aceptar el certificado nuevo' }).click()
  await page.getByText('Ricoh: certificado aceptado.').waitFor()
  await expect.poll(() => estadoOf(after), SLOW).toBe('impresa')
  expect(printer.paper).toHaveLength(1)
  await page.getByText('Lista · sin trabajos').waitFor()
}, 240_000)
