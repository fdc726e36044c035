// After a guest has paid: guest and counter see the same order, across devices, accounts and mistakes.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { newDevice } from '../../server/src/testing/peers/push.ts'
import { DESKTOP, openPage, PHONE, press, WITH_WORKER } from '../support/browser.ts'
import { enter, linkIn, password } from '../support/cuenta.ts'
import { pdf } from '../support/files.ts'
import { enterCounter } from '../support/mostrador.ts'
import {
  CONTACTO,
  checkout,
  heading,
  pay,
  payButton,
  pedidoIdOf,
  sucursales,
  toPay,
  toStep3,
} from '../support/print.ts'
import { expectGoodOnAll, expectGoodOnBoth, shoot } from '../support/screen.ts'
import { ask, mailsTo, ownerBearer, pedidoOf } from '../support/server.ts'
import { openStage } from '../support/stage.ts'

const { shop, browser } = await openStage()

/** The notices that a push service on this machine got, with their times. */
const received: { path: string; at: number }[] = []
const service = createServer((request, reply) => {
  request.resume().on('end', () => {
    received.push({ path: request.url ?? '', at: Date.now() })
    reply.writeHead(201).end()
  })
})
await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
afterAll(() => void service.close())

/**
 * Redirects the browser's push service to this machine; all other requests are the page's own. Before its
 * first page.
 */
const subscribeAt = (page: Page, path: string): Promise<unknown> => {
  const { port } = service.address() as AddressInfo
  const { body } = newDevice(`http://127.0.0.1:${port}/${path}`)
  return page.addInitScript((kept) => {
    const subscription = { toJSON: () => kept, unsubscribe: async () => true }
    PushManager.prototype.subscribe = async () => subscription as unknown as PushSubscription
    PushManager.prototype.getSubscription = async () => subscription as unknown as PushSubscription
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    Notification.requestPermission = async () => 'granted'
  }, body)
}

const step = async (id: string, estado: string): Promise<unknown> =>
  ask(shop, `/api/mostrador/pedidos/${id}/estado`, { estado }, { headers: await ownerBearer(shop) })

async function buy(page: Page, email: string): Promise<string> {
  await toPay(page, shop, [await pdf('apunte.pdf', 6)], { ...CONTACTO, email })
  await press(page.locator('summary', { hasText: 'Nombre y nota' }))
  await page.getByLabel('Nombre para el retiro').fill('Lucía Gómez')
  const id = await pedidoIdOf(page)
  await pay(page)
  await checkout(page, 'Tarjeta aprobada')
  await heading(page, 'Recibimos tu pedido').waitFor()
  return id
}

it('a guest who paid hears of it on this device, makes an account with its points, and is known at the next order; of a step that a clerk undoes within 8 s it hears nothing', {
  timeout: 180_000,
}, async () => {
  const email = 'huesped@example.com'
  const { page, problems } = await openPage(browser, { ...PHONE, ...WITH_WORKER })
  await subscribeAt(page, email)
  const id = await buy(page, email)
  await press(page.getByRole('button', { name: 'Avisame acá' }))
  await page.getByText('Este dispositivo te avisa cuando tu pedido avance').waitFor()
  await page.getByText(/^Este pedido vale/).waitFor()
  await expectGoodOnBoth(page, 'despues-pagado')

  // Another order: this browser fills in the known data, and asks for none of it again
  await toStep3(page, shop, [await pdf('otro.pdf', 2)])
  expect(await page.getByLabel('E-mail').inputValue()).toBe(email)
  expect(await page.getByLabel('Celular').inputValue()).toBe('3865 15 41-2233')
  expect(await sucursales(page).getByRole('radio', { name: 'Alberdi', exact: true }).isChecked()).toBe(true)
  await sucursales(page).getByText('La última vez').waitFor()
  await expect.poll(() => payButton(page).getAttribute('aria-disabled')).toBe('false')
  await expectGoodOnBoth(page, 'despues-vuelve')
  await page.goto(shop.url)
  await press(page.getByRole('link', { name: /En la fila de impresión/ }).first())
  await page.waitForURL(`**/pedido/${id}`)

  await press(page.getByRole('link', { name: 'Creá tu cuenta' }))
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Nombre completo').fill('Lucía Gómez')
  await page.getByLabel('Celular').fill(CONTACTO.celular)
  await page.getByLabel('Fecha de nacimiento').fill('1999-03-14')
  await password(page).fill('mate-Amargo-7')
  await password(page, 'Repetir contraseña').fill('mate-Amargo-7')
  await press(page.getByRole('button', { name: 'Registrarme' }))
  await heading(page, '¡Registro exitoso!').waitFor()
  await page.goto(await linkIn(shop, email, 'activar'))
  await heading(page, '¡Cuenta activada!').waitFor()
  await page.goto(`${shop.url}/login`)
  await enter(page, { email, password: 'mate-Amargo-7', nombre: '', celular: '' })
  await page.waitForURL('**/perfil')
  await page.goto(`${shop.url}/pedido/${id}`)
  await page.getByText(/^Sumaste/).waitFor()
  await expectGoodOnBoth(page, 'despues-sumaste')

  await step(id, 'en_produccion')
  await undoListo(id)
  await step(id, 'listo')
  await heading(page, 'Tu pedido está listo').waitFor()
  const told = () => received.filter(({ path }) => path === `/${email}`).length
  await expect.poll(told, { timeout: 30_000 }).toBe(1)
  // The notice of the undone step would have been due before
  const mails = (await mailsTo(shop, email)).map(({ asunto }) => asunto)
  expect(mails.filter((asunto) => asunto.includes('listo'))).toHaveLength(1)
  expect(problems).toEqual([])
})

/**
 * A clerk marks it ready by mistake and undoes it; the WhatsApp button then has the text of the present
 * state.
 */
async function undoListo(id: string): Promise<void> {
  const { numero } = await pedidoOf(shop, id)
  const { page, problems } = await openPage(browser, DESKTOP)
  await enterCounter(page, shop)
  await page.goto(`${shop.url}/mostrador/pedidos/${id}`)
  const whatsapp = (title: string) => page.getByRole('link', { name: `WhatsApp: ${title}` })
  const textOf = async (title: string) => new URL((await whatsapp(title).getAttribute('href')) ?? '')
  expect((await textOf('en marcha')).href).toMatch(/^https:\/\/wa\.me\/5493865412233\?text=/)
  expect((await textOf('en marcha')).searchParams.get('text')).toContain(
    `¡Hola Lucía Gómez! Ya estamos con tu pedido ${numero}`,
  )
  await press(page.getByRole('button', { name: 'Marcar listo' }))
  const undo = page.getByRole('region', { name: 'Último paso' }).getByRole('button', { name: /^Deshacer/ })
  await undo.waitFor()
  await shoot(page, 'despues-deshacer')
  expect((await textOf('está listo')).searchParams.get('text')).toContain('podés pasar a retirarlo')
  await press(undo)
  await expect.poll(async () => (await pedidoOf(shop, id)).estado).toBe('en_produccion')
  await expectGoodOnAll(page, 'despues-deshecho')
  expect(problems).toEqual([])
}
