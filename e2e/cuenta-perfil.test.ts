import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openPage, openTab, PHONE, press } from './support/browser.ts'
import {
  access,
  type Customer,
  chooseInMenu,
  comeBack,
  enter,
  makeCustomer,
  password,
  timesIn,
  watchCalls,
} from './support/cuenta.ts'
import { type Picked, pdf } from './support/files.ts'
import { onRawUpload, partsOf } from './support/multipart.ts'
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
} from './support/print.ts'
import { expectGoodScreen } from './support/screen.ts'
import { mailsTo, request } from './support/server.ts'
import { openStage } from './support/stage.ts'

const { shop, browser } = await openStage()

async function profileOf(customer?: Customer, options = {}): Promise<{ page: Page; customer: Customer }> {
  const who = customer ?? (await makeCustomer(shop))
  const { page } = await openPage(browser, options)
  await comeBack(page, shop, who)
  return { page, customer: who }
}
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const dialog = (page: Page) => page.getByRole('alertdialog')

/** The answer of cliente-actual, changed. */
async function showAs(page: Page, change: object): Promise<void> {
  await page.route('**/api/auth/cliente-actual/', async (route) => {
    const answer = await route.fetch()
    const list = answer.ok() ? await answer.json() : []
    await route.fulfill({
      response: answer,
      json: list.map((one: object) => ({ ...one, ...change })),
    })
  })
  await page.reload()
  await heading(page, /^Hola, /).waitFor()
}

describe('the profile', () => {
  it('greets with the capitalised name, and tells since when', async () => {
    const { page, customer } = await profileOf()
    await heading(page, 'Hola, Carla Juárez').waitFor()
    await page.locator('main').getByText(customer.email, { exact: true }).waitFor()
    await showAs(page, { nombre: '', fecha_registro: '2024-03-05' })
    await heading(page, `Hola, ${customer.email.split('@')[0]}`).waitFor()
    await page.getByText('Miembro desde 05/03/2024').waitFor()
  })

  it.each([
    [0, '¡Tu próxima compra te dará puntos!', '0'],
    [9_999, 'Rango: Principiante', '19'],
    [10_000, 'Rango: Activo', '20'],
    [99_999, 'Rango: Activo', '100'],
    [100_000, 'Rango: Cliente estrella', '100'],
  ])('%i points', async (puntos, rank, percent) => {
    const { page } = await profileOf(undefined, { reducedMotion: 'reduce' })
    await showAs(page, { puntos })
    const points = section(page, 'Tus puntos')
    await points.getByText(rank, { exact: true }).waitFor()
    const shown = puntos.toLocaleString('es-AR')
    await points.getByText(shown, { exact: true }).waitFor()
    expect(await points.getByRole('progressbar').getAttribute('aria-valuenow')).toBe(percent)
  })

  it('the counter goes up in steps and ends at the number', async () => {
    const { page } = await profileOf()
    await showAs(page, { puntos: 42_860 })
    await section(page, 'Tus puntos').getByText('42.860', { exact: true }).waitFor()
  })

  it.each([
    ['una computadora', {}],
    ['un teléfono', PHONE],
  ])('is a good screen on %s, with and without points', async (name, device) => {
    const { page } = await profileOf(undefined, device)
    await page.getByText('Todavía no hiciste ningún pedido').waitFor()
    await expectGoodScreen(page, `perfil vacío (${name})`)
    await showAs(page, { puntos: 42_860 })
    await section(page, 'Tus puntos').getByText('42.860', { exact: true }).waitFor()
    await expectGoodScreen(page, `perfil con puntos (${name})`)
  })
})

describe('the e-mail', () => {
  it('the same one is not sent; another one is, and a toast says so', async () => {
    const { page, customer } = await profileOf()
    const form = section(page, 'Actualizar correo electrónico')
    const calls = watchCalls(page)
    await press(form.getByRole('button', { name: 'Actualizar correo' }))
    await form.getByText('Ese ya es tu correo.').waitFor()
    expect(timesIn(calls, 'PATCH /api/clientes/actualizar/')).toBe(0)
    await form.getByLabel('Correo electrónico').fill(`otra.${customer.email}`)
    const [sent] = await Promise.all([
      page.waitForRequest('**/api/clientes/actualizar/'),
      press(form.getByRole('button', { name: 'Actualizar correo' })),
    ])
    expect(sent.postDataJSON()).toEqual({ email: `otra.${customer.email}` })
    await page.getByRole('status').getByText('Correo actualizado correctamente').waitFor()
    await page.getByRole('status').getByText('Confirmalo desde el mail que te mandamos').waitFor()
    await form.getByText(`El mail está en otra.${customer.email}.`).waitFor()
    await page.locator('main').getByText(customer.email, { exact: true }).waitFor()
    await expect.poll(async () => (await mailsTo(shop, customer.email)).length).toBe(2)
  })

  it.each([
    ['una computadora', {}],
    ['un teléfono', PHONE],
  ])('is the account’s once the link of the new mailbox is confirmed (%s)', async (name, device) => {
    const { page, customer } = await profileOf(undefined, device)
    const next = `nueva.${customer.email}`
    const form = section(page, 'Actualizar correo electrónico')
    const linksOf = async () =>
      (await mailsTo(shop, next)).flatMap(({ texto }) => /\S+\/confirmar-correo\/\S+/.exec(texto) ?? [])
    await form.getByLabel('Correo electrónico').fill(next)
    await press(form.getByRole('button', { name: 'Actualizar correo' }))
    await form.getByText('Confirmalo desde el mail que te mandamos').waitFor()
    await expectGoodScreen(page, `perfil: correo pendiente (${name})`)
    await press(form.getByRole('button', { name: 'Mandarlo de nuevo' }))
    await page.getByRole('status').getByText('Te mandamos el mail.').waitFor()
    await expect.poll(async () => (await linksOf()).length).toBe(2)
    await press(form.getByRole('button', { name: 'Seguir con el de antes' }))
    await page.getByRole('status').getByText(`Tu correo sigue siendo ${customer.email}`).waitFor()
    const [dropped = ''] = await linksOf()
    await page.goto(`${shop.url}${new URL(dropped).pathname}`)
    await heading(page, 'El enlace ya no sirve').waitFor()
    await expectGoodScreen(page, `confirmar correo: enlace vencido (${name})`)

    await press(page.getByRole('link', { name: 'Ir a mi perfil' }))
    await form.getByLabel('Correo electrónico').fill(next)
    await press(form.getByRole('button', { name: 'Actualizar correo' }))
    await expect.poll(async () => (await linksOf()).length).toBe(3)
    const [link = ''] = await linksOf()
    await page.goto(`${shop.url}${new URL(link).pathname}`)
    await heading(page, 'Confirmá tu correo').waitFor()
    await expectGoodScreen(page, `confirmar correo (${name})`)
    await press(page.getByRole('button', { name: 'Confirmar mi correo' }))
    await heading(page, '¡Correo confirmado!').waitFor()
    await expectGoodScreen(page, `correo confirmado (${name})`)
    await press(page.getByRole('link', { name: 'Ir a mi perfil' }))
    await page.locator('main').getByText(next, { exact: true }).waitFor()
    expect(await form.getByRole('button', { name: 'Mandarlo de nuevo' }).count()).toBe(0)
  })

  it.each([
    ['una computadora', {}],
    ['un teléfono', PHONE],
  ])('can be stopped from the mailbox of before (%s)', async (name, device) => {
    const { page, customer } = await profileOf(undefined, device)
    const form = section(page, 'Actualizar correo electrónico')
    await form.getByLabel('Correo electrónico').fill(`ajena.${customer.email}`)
    await press(form.getByRole('button', { name: 'Actualizar correo' }))
    await form.getByText('Confirmalo desde el mail que te mandamos').waitFor()
    const [notice] = await mailsTo(shop, customer.email)
    const [link = ''] = /\S+\/deshacer-correo\/\S+/.exec(notice?.texto ?? '') ?? []
    const { page: mailbox } = await openTab(page.context())
    await mailbox.goto(`${shop.url}${new URL(link).pathname}`)
    await heading(mailbox, '¿No pediste el cambio de correo?').waitFor()
    await expectGoodScreen(mailbox, `dejar sin efecto (${name})`)
    await press(mailbox.getByRole('button', { name: 'Dejarlo sin efecto' }))
    await heading(mailbox, 'Listo').waitFor()
    await expectGoodScreen(mailbox, `sin efecto (${name})`)
    await press(mailbox.getByRole('link', { name: 'Elegir otra contraseña' }))
    await heading(mailbox, '¿Olvidaste tu contraseña?').waitFor()
  })

  it("a refusal is a red toast with the server's message, or ours", async () => {
    const { page } = await profileOf()
    const form = section(page, 'Actualizar correo electrónico')
    await form.getByLabel('Correo electrónico').fill('otra@example.com')
    await page.route('**/api/clientes/actualizar/', (route) =>
      route.fulfill({ status: 400, json: { email: ['Ese correo no sirve.'] } }),
    )
    await press(form.getByRole('button', { name: 'Actualizar correo' }))
    const toast = page.getByRole('region', { name: 'Avisos' }).getByText('Ese correo no sirve.')
    await toast.waitFor()
    // Gone after its time; the form goes on saying it
    await toast.waitFor({ state: 'detached' })
    await form.getByRole('alert').getByText('Ese correo no sirve.').waitFor()
    await page.unroute('**/api/clientes/actualizar/')
    await expectGoodScreen(page, 'perfil: correo rechazado')
    await page.route('**/api/clientes/actualizar/', (route) => route.fulfill({ status: 500 }))
    await press(form.getByRole('button', { name: 'Actualizar correo' }))
    await form.getByRole('alert').getByText('Error al actualizar el correo').waitFor()
  })

  it('the welcome coupon is told until it is generated, here and on Home', async () => {
    const { page } = await profileOf()
    const told = page.getByText('Te espera tu cupón de bienvenida del 10 %.')
    await told.waitFor()
    await page.goto(shop.url)
    await page.getByRole('heading', { name: 'Cupón de bienvenida del 10 %' }).scrollIntoViewIfNeeded()
    await press(page.getByRole('link', { name: 'Quiero mi cupón' }))
    await heading(page, 'Tu cupón de hoy').waitFor()
    await press(page.getByRole('button', { name: 'Generar cupón' }))
    await page.getByRole('button', { name: 'Copiar código' }).waitFor()
    await page.goto(`${shop.url}/perfil`)
    await page.getByText('Todavía no hiciste ningún pedido').waitFor()
    expect(await told.count()).toBe(0)
    await page.goto(shop.url)
    await page.getByRole('heading', { name: 'Descuentos para hoy' }).scrollIntoViewIfNeeded()
    await press(page.getByRole('link', { name: 'Probar la ruleta' }))
    await page.waitForURL('**/ruleta')
    expect(await page.getByRole('heading', { name: /^Cupón de bienvenida/ }).count()).toBe(0)
  })
})

describe('the password', () => {
  const form = (page: Page) => section(page, 'Cambiar contraseña')
  const change = (page: Page) => press(form(page).getByRole('button', { name: 'Cambiar contraseña' }))
  async function fill(page: Page, actual: string, nueva: string, confirmacion = nueva): Promise<void> {
    await password(page, 'Contraseña actual').fill(actual)
    await password(page, 'Contraseña nueva').fill(nueva)
    await password(page, 'Confirmar contraseña nueva').fill(confirmacion)
  }

  it('what is wrong is said, and nothing is sent; each field has its own toggle, the new one its strength', async () => {
    const { page } = await profileOf()
    const calls = watchCalls(page)
    for (const [fields, text] of [
      [['', '', ''], 'Completa todos los campos'],
      [['a', 'Yerba-2027', ''], 'Completa todos los campos'],
      [['a', 'Yerba-2027', 'Yerba-2028'], 'Las contraseñas no coinciden'],
      [['a', 'debilidad', 'debilidad'], 'La contraseña es demasiado débil'],
      [['a', 'A1!', 'A1!'], 'La contraseña es demasiado débil'],
    ] as const) {
      await fill(page, ...(fields as unknown as [string, string, string]))
      await change(page)
      await form(page).getByRole('alert').getByText(text, { exact: true }).waitFor()
    }
    expect(timesIn(calls, 'PATCH /api/clientes/actualizar/')).toBe(0)
    const strength = form(page).getByRole('progressbar', { name: 'Seguridad de la contraseña' })
    await password(page, 'Contraseña nueva').fill('Abcdefg1')
    await expect.poll(() => strength.getAttribute('aria-valuenow')).toBe('75')
    expect(await form(page).getByRole('button', { name: 'Mostrar' }).count()).toBe(3)
    await press(form(page).getByRole('button', { name: 'Mostrar' }).nth(1))
    const types = form(page).locator('input[name]:not([type=hidden])')
    expect(await types.evaluateAll((inputs) => inputs.map((input) => input.getAttribute('type')))).toEqual([
      'password',
      'text',
      'password',
    ])
  })

  it("a refusal shows the server's first message, or ours", async () => {
    const { page } = await profileOf()
    await fill(page, 'no-es-Esta-1', 'Yerba-2027')
    await change(page)
    await expect.poll(() => password(page, 'Contraseña actual').getAttribute('aria-invalid')).toBe('true')
    await page.route('**/api/clientes/actualizar/', (route) =>
      route.fulfill({ status: 400, json: { non_field_errors: ['Hoy no.'] } }),
    )
    await change(page)
    await form(page).getByRole('alert').getByText('Hoy no.').waitFor()
    await page.unroute('**/api/clientes/actualizar/')
    await page.route('**/api/clientes/actualizar/', (route) => route.abort())
    await change(page)
    await form(page).getByRole('alert').getByText('Error al cambiar la contraseña').waitFor()
  })

  it.each([
    ['una computadora', {}],
    ['un teléfono', PHONE],
  ])('changed (%s), it counts 5 s and goes to the login; every session is over', async (name, device) => {
    const { page, customer } = await profileOf(undefined, device)
    const { page: elsewhere } = await profileOf(customer)
    await fill(page, customer.password, 'Yerba-2027')
    const [sent] = await Promise.all([page.waitForRequest('**/api/clientes/actualizar/'), change(page)])
    expect(sent.postDataJSON()).toEqual({ password_actual: customer.password, password: 'Yerba-2027' })
    await dialog(page).getByRole('heading', { name: 'Contraseña actualizada' }).waitFor()
    const since = Date.now()
    expect(await dialog(page).textContent()).toContain('Por seguridad, volverás al login en 5 segundos.')
    await expectGoodScreen(page, `contraseña actualizada (${name})`)
    await page.waitForURL(`${shop.url}/login`)
    expect(Date.now() - since).toBeGreaterThan(3_500)
    await heading(page, 'Iniciar sesión').waitFor()
    expect(await access(page)).toBeNull()
    await elsewhere.reload()
    await elsewhere.waitForURL(`${shop.url}/`)
    await enter(page, { ...customer, password: 'Yerba-2027' })
    await page.waitForURL(`${shop.url}/perfil`)
  })
})

describe('logout', () => {
  it('asks first; no leaves the session as it is', async () => {
    const { page } = await profileOf()
    await chooseInMenu(page, 'Cerrar Sesión')
    await page.getByText('¿Estás seguro de que querés salir del sistema?').waitFor()
    await expectGoodScreen(page, 'cerrar sesión')
    await press(page.getByRole('link', { name: 'Volver' }))
    await heading(page, /^Hola, /).waitFor()
    expect(await access(page)).not.toBeNull()
  })

  it.each([
    ['', (_: Page) => Promise.resolve()],
    [', even if the server fails', (page: Page) => page.route('**/logout/', (route) => route.abort())],
  ])('yes ends it%s: message, bar, and after about 5 s Home', async (failing, prepare) => {
    const { page } = await profileOf()
    await prepare(page)
    const calls = watchCalls(page)
    const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'refresh')
    await chooseInMenu(page, 'Cerrar Sesión')
    await press(page.getByRole('button', { name: 'Sí, cerrar sesión' }))
    await heading(page, 'Sesión finalizada').waitFor()
    const since = Date.now()
    expect(calls).toEqual(expect.arrayContaining(['POST /api/auth/logout/', 'POST /api/logout/']))
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
    const bar = page.getByRole('progressbar')
    await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(10)
    await expectGoodScreen(page, `sesión finalizada${failing}`)
    await page.waitForURL(`${shop.url}/`)
    expect(Date.now() - since).toBeGreaterThan(3_500)
    if (failing) return
    const renewal = await request(shop, '/api/auth/refresh/', undefined, {
      method: 'POST',
      headers: { cookie: `refresh=${cookie?.value}` },
    })
    expect(renewal.status).toBe(401)
  })
})

describe('orders of the account', () => {
  /** To step 3; whom the upload said it was by. */
  async function uploadedBy(page: Page, files: Picked[]) {
    let sent = ''
    const session = await onRawUpload(page, (body) => {
      sent = body
    })
    await toStep3(page, shop, files)
    await session.detach()
    const { email, celular, sucursal } = Object.fromEntries(partsOf(sent))
    return { email, celular, sucursal }
  }

  it.each([
    ['una computadora', {}],
    ['un teléfono', PHONE],
  ])('step 3 knows the customer (%s); the order is listed, and can be repeated', async (name, device) => {
    const { page, customer } = await profileOf(undefined, device)
    expect(await uploadedBy(page, [await pdf('tesis.pdf', 4), await pdf('anexo.pdf', 2)])).toEqual({
      email: customer.email,
      celular: customer.celular,
      sucursal: 'Alberdi',
    })
    const email = page.getByLabel('E-mail')
    await expect.poll(() => email.inputValue()).toBe(customer.email)
    expect(await page.getByLabel('Celular').inputValue()).toBe('3865 15 41-2233')
    expect([await email.isEditable(), await page.getByLabel('Celular').isEditable()]).toEqual([false, false])
    await chooseSucursal(page, 'Alberdi')
    await expectGoodScreen(page, `paso 3 con cuenta (${name})`)
    expect(JSON.stringify(await carritoOf(page))).not.toContain(customer.email)
    const id = await pedidoIdOf(page)
    await pay(page)
    await checkout(page, 'Tarjeta aprobada')
    await page.waitForURL(`**/pedido/${id}`)

    await page.goto(`${shop.url}/perfil`)
    const orders = section(page, 'Tus pedidos')
    await orders.getByRole('heading', { name: 'tesis y anexo' }).waitFor()
    await orders.getByText('Pagado', { exact: true }).waitFor()
    await expectGoodScreen(page, `perfil con pedidos (${name})`)
    await press(orders.getByRole('button', { name: /^Repetir pedido/ }))
    await page.waitForURL('**/imprimitodo/paso3')
    await expectStep3(page)
    expect(await pedidoIdOf(page)).not.toBe(id)
    await press(page.getByRole('link', { name: 'Volver a las opciones' }))
    await page.getByText('tesis.pdf').first().waitFor()
    await page.goto(`${shop.url}/perfil`)
    await press(orders.getByRole('button', { name: /^Repetir pedido/ }))
    await dialog(page).getByRole('heading', { name: 'Tenés un pedido sin terminar' }).waitFor()
    await expectGoodScreen(page, `repetir: hay un pedido sin terminar (${name})`)
    await press(dialog(page).getByRole('button', { name: /^Sí, repetir/ }))
    await page.waitForURL('**/imprimitodo/paso3')
    await payButton(page).waitFor()
  })

  it('a visitor writes both', async () => {
    const { page } = await openPage(browser)
    const { email } = await uploadedBy(page, [await pdf('tesis.pdf', 2)])
    expect(email).toBe('anonimo@imprimitodo.local')
    expect(await page.getByLabel('E-mail').isEditable()).toBe(true)
    expect(await page.getByLabel('Celular').isEditable()).toBe(true)
  })

  it('a failed load says so and can be tried again', async () => {
    const { page } = await profileOf()
    await page.route('**/api/clientes/pedidos*', (route) => route.fulfill({ status: 400 }))
    await page.reload()
    const orders = section(page, 'Tus pedidos')
    await orders.getByRole('alert').waitFor()
    await page.unroute('**/api/clientes/pedidos*')
    await press(orders.getByRole('button', { name: 'Reintentar' }))
    await orders.getByText('Todavía no hiciste ningún pedido').waitFor()
  })
})

describe('what the law gives', () => {
  it('the data can be downloaded', async () => {
    const { page, customer } = await profileOf()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      press(page.getByRole('button', { name: 'Descargar mis datos' })),
    ])
    const text = readFileSync(await download.path(), 'utf8')
    expect(text).toContain(customer.email)
    expect(text).toContain('1999-03-14')
  })

  it('the account can be deleted, with its password', async () => {
    const { page, customer } = await profileOf(undefined, PHONE)
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
})
