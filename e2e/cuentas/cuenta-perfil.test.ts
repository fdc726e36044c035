import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectNoSidewaysScroll, openPage, openTab, PHONE, press } from '../support/browser.ts'
import {
  access,
  type Customer,
  chooseInMenu,
  comeBack,
  enter,
  makeCustomer,
  password,
  watchCalls,
} from '../support/cuenta.ts'
import { pdf } from '../support/files.ts'
import { onRawUpload, partsOf } from '../support/multipart.ts'
import {
  carritoOf,
  checkout,
  chooseSucursal,
  expectStep3,
  heading,
  pay,
  payButton,
  pedidoIdOf,
  toStep3,
} from '../support/print.ts'
import { expectGoodOnBoth, expectGoodScreen } from '../support/screen.ts'
import { mailsTo, request } from '../support/server.ts'
import { openStage } from '../support/stage.ts'

const { shop, browser } = await openStage()

async function profileOf(options = {}, customer?: Customer): Promise<{ page: Page; customer: Customer }> {
  const who = customer ?? (await makeCustomer(shop))
  const { page } = await openPage(browser, options)
  await comeBack(page, shop, who)
  return { page, customer: who }
}
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const dialog = (page: Page) => page.getByRole('alertdialog')

/** Shows the customer with this many points from the next page on. */
const showWithPuntos = (page: Page, puntos: number) =>
  page.route('**/api/auth/cliente-actual/', async (route) => {
    const answer = await route.fetch()
    const list: object[] = await answer.json()
    await route.fulfill({ response: answer, json: list.map((one) => ({ ...one, puntos })) })
  })

/** Runs `look` while the page's clock almost stands: immediate timers run, but a countdown waits for a slow machine. */
async function withClockStopped(page: Page, look: () => Promise<void>): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 500)
  let isOver = false
  const looked = look().finally(() => {
    isOver = true
  })
  while (!isOver) await page.clock.runFor(1)
  await looked
}

it('long names without a space make no page of a phone wider', async () => {
  const { page } = await profileOf(PHONE, await makeCustomer(shop, { nombre: 'Maximiliana'.repeat(7) }))
  await expectNoSidewaysScroll(page)
  await toStep3(page, shop, [await pdf('apunte.pdf', 3)])
  await chooseSucursal(page, 'Alberdi')
  await page.getByText('Nombre y nota').click()
  await page.getByLabel('Nombre para el retiro').fill('Maximiliana'.repeat(5))
  await pay(page)
  await checkout(page, 'Tarjeta aprobada')
  await page.getByRole('heading', { name: 'Contacto' }).waitFor()
  await expectNoSidewaysScroll(page)
})

it('the welcome coupon is offered until it is generated, here and on Home', async () => {
  const { page } = await profileOf(PHONE)
  const told = page.getByText('Te espera tu cupón de bienvenida del 10 %.')
  await told.waitFor()
  await page.getByText('Todavía no hiciste ningún pedido').waitFor()
  await expectGoodOnBoth(page, 'perfil vacío')
  await page.goto(shop.url)
  await page.getByRole('heading', { name: 'Cupón de bienvenida del 10 %' }).scrollIntoViewIfNeeded()
  await press(page.getByRole('link', { name: 'Quiero mi cupón' }))
  await heading(page, 'Tu cupón de hoy').waitFor()
  await press(page.getByRole('button', { name: 'Generar cupón' }))
  await page.getByRole('button', { name: 'Copiar código' }).waitFor()
  await showWithPuntos(page, 42_860)
  await page.goto(`${shop.url}/perfil`)
  await section(page, 'Tus puntos').getByText('42.860', { exact: true }).waitFor()
  await page.getByText('Todavía no hiciste ningún pedido').waitFor()
  expect(await told.count()).toBe(0)
  await expectGoodOnBoth(page, 'perfil con puntos')
  await page.goto(shop.url)
  await page.getByRole('heading', { name: 'Descuentos para hoy' }).scrollIntoViewIfNeeded()
  await press(page.getByRole('link', { name: 'Probar la ruleta' }))
  await page.waitForURL('**/ruleta')
  expect(await page.getByRole('heading', { name: /^Cupón de bienvenida/ }).count()).toBe(0)
})

it('another e-mail replaces the account’s once its mailbox confirms it, and the old mailbox can prevent it', async () => {
  const { page, customer } = await profileOf(PHONE)
  const next = `nueva.${customer.email}`
  const form = section(page, 'Actualizar correo electrónico')
  const linksOf = async () =>
    (await mailsTo(shop, next)).flatMap(({ texto }) => /\S+\/confirmar-correo\/\S+/.exec(texto) ?? [])
  const askFor = async (email: string) => {
    await form.getByLabel('Correo electrónico').fill(email)
    await press(form.getByRole('button', { name: 'Actualizar correo' }))
  }

  await page.route('**/api/clientes/actualizar/', (route) =>
    route.fulfill({ status: 400, json: { email: ['Ese correo no sirve.'] } }),
  )
  await askFor(next)
  const toasts = page.getByRole('region', { name: 'Avisos' })
  await toasts.getByText('Ese correo no sirve.').waitFor()
  await press(toasts.getByRole('button', { name: 'Cerrar aviso' }))
  await form.getByRole('alert').getByText('Ese correo no sirve.').waitFor()
  await expectGoodOnBoth(page, 'perfil: correo rechazado')
  await page.unroute('**/api/clientes/actualizar/')

  await askFor(next)
  await page.getByRole('status').getByText('Correo actualizado correctamente').waitFor()
  await form.getByText('Confirmalo desde el mail que te mandamos').waitFor()
  await page.locator('main').getByText(customer.email, { exact: true }).waitFor()
  await expectGoodOnBoth(page, 'perfil: correo pendiente')
  await press(form.getByRole('button', { name: 'Mandarlo de nuevo' }))
  await page.getByRole('status').getByText('Te mandamos el mail.').waitFor()
  await expect.poll(async () => (await linksOf()).length).toBe(2)
  await press(form.getByRole('button', { name: 'Seguir con el de antes' }))
  await page.getByRole('status').getByText(`Tu correo sigue siendo ${customer.email}`).waitFor()
  const [dropped = ''] = await linksOf()
  await page.goto(`${shop.url}${new URL(dropped).pathname}`)
  await heading(page, 'El enlace ya no sirve').waitFor()
  await expectGoodOnBoth(page, 'confirmar correo: enlace vencido')

  await press(page.getByRole('link', { name: 'Ir a mi perfil' }))
  await askFor(next)
  await expect.poll(async () => (await linksOf()).length).toBe(3)
  const [link = ''] = await linksOf()
  await page.goto(`${shop.url}${new URL(link).pathname}`)
  await heading(page, 'Confirmá tu correo').waitFor()
  await expectGoodOnBoth(page, 'confirmar correo')
  await press(page.getByRole('button', { name: 'Confirmar mi correo' }))
  await heading(page, '¡Correo confirmado!').waitFor()
  await expectGoodOnBoth(page, 'correo confirmado')
  await press(page.getByRole('link', { name: 'Ir a mi perfil' }))
  await page.locator('main').getByText(next, { exact: true }).waitFor()
  expect(await form.getByRole('button', { name: 'Mandarlo de nuevo' }).count()).toBe(0)

  await askFor(`ajena.${customer.email}`)
  await form.getByText('Confirmalo desde el mail que te mandamos').waitFor()
  const stopped = async () =>
    (await mailsTo(shop, next)).flatMap(({ texto }) => /\S+\/deshacer-correo\/\S+/.exec(texto) ?? [])
  const [stop = ''] = await stopped()
  const { page: mailbox } = await openTab(page.context())
  await mailbox.goto(`${shop.url}${new URL(stop).pathname}`)
  await heading(mailbox, '¿No pediste el cambio de correo?').waitFor()
  await expectGoodOnBoth(mailbox, 'dejar sin efecto')
  await press(mailbox.getByRole('button', { name: 'Dejarlo sin efecto' }))
  await heading(mailbox, 'Listo').waitFor()
  await expectGoodOnBoth(mailbox, 'sin efecto')
  await press(mailbox.getByRole('link', { name: 'Elegir otra contraseña' }))
  await heading(mailbox, '¿Olvidaste tu contraseña?').waitFor()
})

it('a changed password counts down and goes to the login; every session is over', async () => {
  const { page, customer } = await profileOf(PHONE)
  const { page: elsewhere } = await profileOf({}, customer)
  const form = section(page, 'Cambiar contraseña')
  await password(page, 'Contraseña nueva').fill('Yerba-2027')
  await password(page, 'Confirmar contraseña nueva').fill('Yerba-2027')
  const change = form.getByRole('button', { name: 'Cambiar contraseña' })
  await password(page, 'Contraseña actual').fill('no-es-Esta-1')
  await press(change)
  await expect.poll(() => password(page, 'Contraseña actual').getAttribute('aria-invalid')).toBe('true')
  await password(page, 'Contraseña actual').fill(customer.password)
  await page.clock.install()
  await press(change)
  await dialog(page).getByRole('heading', { name: 'Contraseña actualizada' }).waitFor()
  expect(await dialog(page).textContent()).toMatch(/Por seguridad, volverás al login en [1-5] segundos?\./)
  await withClockStopped(page, () => expectGoodOnBoth(page, 'contraseña actualizada'))
  await dialog(page).getByRole('heading', { name: 'Contraseña actualizada' }).waitFor()
  await page.clock.runFor(5_000)
  await page.waitForURL(`${shop.url}/login`)
  await page.clock.resume()
  await heading(page, 'Iniciar sesión').waitFor()
  expect(await access(page)).toBeNull()
  await elsewhere.reload()
  await elsewhere.waitForURL(`${shop.url}/`)
  await enter(page, { ...customer, password: 'Yerba-2027' })
  await page.waitForURL(`${shop.url}/perfil`)
})

it('logout asks first; yes ends the session: message, bar, and after about 5 s Home', async () => {
  const { page } = await profileOf()
  await chooseInMenu(page, 'Cerrar Sesión')
  await page.getByText('¿Estás seguro de que querés salir del sistema?').waitFor()
  await expectGoodScreen(page, 'cerrar sesión')
  await press(page.getByRole('link', { name: 'Volver' }))
  await heading(page, /^Hola, /).waitFor()
  expect(await access(page)).not.toBeNull()

  const calls = watchCalls(page)
  const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'refresh')
  await chooseInMenu(page, 'Cerrar Sesión')
  await page.clock.install()
  await press(page.getByRole('button', { name: 'Sí, cerrar sesión' }))
  await heading(page, 'Sesión finalizada').waitFor()
  expect(calls).toEqual(expect.arrayContaining(['POST /api/auth/logout/', 'POST /api/logout/']))
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
  await withClockStopped(page, () => expectGoodScreen(page, 'sesión finalizada'))
  await heading(page, 'Sesión finalizada').waitFor()
  await page.clock.runFor(5_000)
  await page.waitForURL(`${shop.url}/`)
  const renewal = await request(shop, '/api/auth/refresh/', undefined, {
    method: 'POST',
    headers: { cookie: `refresh=${cookie?.value}` },
  })
  expect(renewal.status).toBe(401)
})

it('step 3 knows the customer; the order is listed, and can be repeated', async () => {
  const { page, customer } = await profileOf(PHONE)
  let sent = ''
  const uploads = await onRawUpload(page, (body) => {
    sent = body
  })
  await toStep3(page, shop, [await pdf('tesis.pdf', 4), await pdf('anexo.pdf', 2)])
  await uploads.detach()
  const { email: by, celular, sucursal } = Object.fromEntries(partsOf(sent))
  expect([by, celular, sucursal]).toEqual([customer.email, customer.celular, 'Alberdi'])
  const email = page.getByLabel('E-mail')
  await expect.poll(() => email.inputValue()).toBe(customer.email)
  expect(await page.getByLabel('Celular').inputValue()).toBe('3865 15 41-2233')
  expect([await email.isEditable(), await page.getByLabel('Celular').isEditable()]).toEqual([false, false])
  await chooseSucursal(page, 'Alberdi')
  await expectGoodOnBoth(page, 'paso 3 con cuenta')
  expect(JSON.stringify(await carritoOf(page))).not.toContain(customer.email)
  const id = await pedidoIdOf(page)
  await pay(page)
  await checkout(page, 'Tarjeta aprobada')
  await page.waitForURL(`**/pedido/${id}`)

  await page.goto(`${shop.url}/perfil`)
  const orders = section(page, 'Tus pedidos')
  await orders.getByRole('heading', { name: 'tesis y anexo' }).waitFor()
  await orders.getByText('Pagado', { exact: true }).waitFor()
  await expectGoodOnBoth(page, 'perfil con pedidos')
  await press(orders.getByRole('button', { name: /^Repetir pedido/ }))
  await page.waitForURL('**/imprimitodo/paso3')
  await expectStep3(page)
  expect(await pedidoIdOf(page)).not.toBe(id)
  await press(page.getByRole('link', { name: 'Volver a las opciones' }))
  await page.getByText('tesis.pdf').first().waitFor()
  await page.goto(`${shop.url}/perfil`)
  await press(orders.getByRole('button', { name: /^Repetir pedido/ }))
  await dialog(page).getByRole('heading', { name: 'Tenés un pedido sin terminar' }).waitFor()
  await expectGoodOnBoth(page, 'repetir: hay un pedido sin terminar')
  await press(dialog(page).getByRole('button', { name: /^Sí, repetir/ }))
  await page.waitForURL('**/imprimitodo/paso3')
  await payButton(page).waitFor()
})

it('the rights by law: the data can be downloaded, and the account deleted, with its password', async () => {
  const { page, customer } = await profileOf(PHONE)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    press(page.getByRole('button', { name: 'Descargar mis datos' })),
  ])
  const text = readFileSync(await download.path(), 'utf8')
  expect(text).toContain(customer.email)
  expect(text).toContain('1999-03-14')

  await press(page.getByRole('button', { name: 'Eliminar la cuenta' }))
  await dialog(page).waitFor()
  await dialog(page).getByLabel('Contraseña').fill('no-es')
  await press(dialog(page).getByRole('button', { name: 'Sí, eliminarla para siempre' }))
  await dialog(page).getByRole('alert').waitFor()
  await expectGoodScreen(page, 'eliminar la cuenta')
  await dialog(page).getByLabel('Contraseña').fill(customer.password)
  await press(dialog(page).getByRole('button', { name: 'Sí, eliminarla para siempre' }))
  await page.waitForURL(`${shop.url}/`)
  await page.goto(`${shop.url}/login`)
  await enter(page, customer)
  await dialog(page).getByRole('heading', { name: 'Error al iniciar sesión' }).waitFor()
})
