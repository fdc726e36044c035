import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openPage, PHONE, press } from '../support/browser.ts'
import { access, enter, linkIn, makeCustomer, password, timesIn, watchCalls } from '../support/cuenta.ts'
import { heading } from '../support/print.ts'
import { expectGoodOnBoth, expectGoodScreen } from '../support/screen.ts'
import { mailsTo } from '../support/server.ts'
import { openStage } from '../support/stage.ts'

const { shop, browser } = await openStage()

async function openAt(path: string, options = {}): Promise<Page> {
  const { page } = await openPage(browser, options)
  await page.goto(shop.url + path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}
const error = (page: Page, text: string) => page.getByRole('alert').getByText(text, { exact: true })
const send = (page: Page) => press(page.getByRole('button', { name: /^(Registrarme|Procesando)/ }))
const dialog = (page: Page) => page.getByRole('alertdialog')

async function fill(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Nombre completo').fill('Ana Pérez')
  await page.getByLabel('Celular').fill('3865412233')
  await page.getByLabel('Fecha de nacimiento').fill('1999-03-14')
  await password(page).fill('mate-Amargo-7')
  await password(page, 'Repetir contraseña').fill('mate-Amargo-7')
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'))

/** Holds the answer to such calls until the returned function is called. */
async function hold(page: Page, calls: string): Promise<() => void> {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(calls, async (route) => {
    await held
    await route.continue()
  })
  return letGo
}

it('registration: problems are shown and nothing is sent; a valid form is sent once and replaced by the message', async () => {
  const page = await openAt('/registro', PHONE)
  const calls = watchCalls(page)
  await expectGoodOnBoth(page, 'registro')
  await send(page)
  for (const text of [
    'El email es obligatorio',
    'El nombre es obligatorio',
    'El celular es obligatorio',
    'La fecha de nacimiento es obligatoria',
    'La contraseña debe tener al menos 8 caracteres',
  ])
    await error(page, text).waitFor()
  expect(await focused(page)).toBe('email')
  await expectGoodOnBoth(page, 'registro con errores')

  // The mobile keeps its digits, spaced, wherever the customer types
  const celular = page.getByLabel('Celular')
  await celular.pressSequentially('38a1 5555-12')
  expect(await celular.inputValue()).toBe('38 1555 512')
  await celular.blur()
  await error(page, 'El celular debe tener al menos 10 dígitos').waitFor()
  await celular.press('End')
  await celular.press('3')
  expect(await celular.inputValue()).toBe('38 1555 5123')
  await error(page, 'El celular debe tener al menos 10 dígitos').waitFor({ state: 'detached' })
  for (let step = 0; step < 5; step++) await celular.press('ArrowLeft')
  await celular.press('Backspace')
  await celular.press('9')
  expect(await celular.inputValue()).toBe('38 1559 5123')
  expect(timesIn(calls, 'POST /api/clientes/')).toBe(0)

  const { email: taken } = await makeCustomer(shop)
  await fill(page, taken.toUpperCase())
  await send(page)
  await dialog(page).getByText('Por favor corrige los errores en el formulario').waitFor()
  await dialog(page).getByRole('heading', { name: 'Error' }).waitFor()
  await expectGoodOnBoth(page, 'registro rechazado')
  await page.keyboard.press('Enter')
  await error(page, 'Ya existe una cuenta con este email').waitFor()
  await expect.poll(() => focused(page)).toBe('email')

  const email = 'nueva@example.com'
  await fill(page, email)
  const letGo = await hold(page, '**/api/clientes/')
  const asked = page.waitForRequest('**/api/clientes/')
  await page.getByRole('button', { name: 'Registrarme' }).dblclick()
  const busy = page.getByRole('button', { name: 'Procesando...' })
  await busy.waitFor()
  expect(await busy.isDisabled()).toBe(true)
  expect((await asked).postDataJSON()).toEqual({
    email,
    nombre: 'Ana Pérez',
    celular: '3865412233',
    fecha_nacimiento: '1999-03-14',
    password: 'mate-Amargo-7',
  })
  letGo()
  await heading(page, '¡Registro exitoso!').waitFor()
  await page
    .getByText('Te enviamos un correo. Revisá tu bandeja de entrada para activar tu cuenta.')
    .waitFor()
  expect(await page.getByRole('textbox').count()).toBe(0)
  await expectGoodOnBoth(page, 'registro exitoso')
  await linkIn(shop, email, 'activar')
  expect(timesIn(calls, 'POST /api/clientes/')).toBe(2) // with the refused one
  expect(await mailsTo(shop, email)).toHaveLength(1)
})

it('an account lets in once its mail’s link activated it; a link that is not valid says so, and a new one can be had', async () => {
  const page = await openAt('/registro', PHONE)
  const customer = {
    email: `activa${Date.now()}@example.com`,
    password: 'mate-Amargo-7',
    nombre: '',
    celular: '',
  }
  await fill(page, customer.email)
  await send(page)
  const first = await linkIn(shop, customer.email, 'activar')
  await page.goto(`${shop.url}/login`)
  await heading(page, 'Iniciar sesión').waitFor()
  await expectGoodOnBoth(page, 'login')
  await enter(page, customer)
  await dialog(page).getByRole('heading', { name: 'Error al iniciar sesión' }).waitFor()
  await dialog(page).getByText('Revisá tus credenciales e intentá de nuevo.', { exact: true }).waitFor()

  await page.goto(`${shop.url}/activar/no-es`)
  await heading(page, 'Error de activación').waitFor()
  await page
    .getByText('El enlace ya no es válido o expiró. Pedí uno nuevo desde la página de registro.')
    .waitFor()
  await expectGoodScreen(page, 'error de activación')
  await page.getByLabel('Email').fill(customer.email)
  await press(page.getByRole('button', { name: 'Mandar otro enlace' }))
  await page.getByRole('status').getByText('te mandamos un enlace nuevo').waitFor()
  await expect.poll(() => linkIn(shop, customer.email, 'activar')).not.toBe(first)

  const letGo = await hold(page, '**/api/clientes/activar/**')
  await page.goto(await linkIn(shop, customer.email, 'activar'))
  await page.getByRole('status').getByText('Verificando tu cuenta...').waitFor()
  letGo()
  await heading(page, '¡Cuenta activada!').waitFor()
  await expectGoodOnBoth(page, 'cuenta activada')
  await page.reload()
  await heading(page, '¡Cuenta activada!').waitFor()
  await press(page.getByRole('link', { name: 'Entrar' }))
  await page.waitForURL('**/login')

  // The anti-bot check comes first, then the credentials
  const calls = watchCalls(page)
  const [control, login] = await Promise.all([
    page.waitForRequest('**/api/auth/controlar_captcha/'),
    page.waitForRequest('**/api/auth/login/'),
    enter(page, customer),
  ])
  expect(control.postDataJSON()).toEqual({
    recaptcha_token: expect.stringMatching(/^altcha\./),
    action: 'login',
  })
  expect(login.postDataJSON()).toEqual({ email: customer.email, password: customer.password })
  await page.waitForURL(`${shop.url}/perfil`)
  expect(await access(page)).toMatch(/[\w-]{20,}/)
  expect(calls.filter((call) => /captcha|login/.test(call))).toEqual([
    'GET /api/auth/captcha-desafio',
    'POST /api/auth/controlar_captcha/',
    'POST /api/auth/login/',
  ])
})

it('login refused says so in one dialog, and the button is there again; by keyboard alone the right password comes in', async () => {
  const customer = await makeCustomer(shop)
  const page = await openAt('/login')
  await page.getByLabel('Email').focus()
  await page.keyboard.type(customer.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type('mal')
  await page.keyboard.press('Enter')
  await dialog(page).getByRole('heading', { name: 'Error al iniciar sesión' }).waitFor()
  await dialog(page).getByText('Revisá tus credenciales e intentá de nuevo.', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  expect(await focused(page)).toBe('password')
  expect(await page.getByRole('button', { name: 'Entrar' }).isEnabled()).toBe(true)

  const calls = watchCalls(page)
  await page.route('**/api/auth/controlar_captcha/', (route) =>
    route.fulfill({ status: 400, json: { detail: 'No.' } }),
  )
  await enter(page, customer)
  await dialog(page).getByText('Revisá tus credenciales e intentá de nuevo.').waitFor()
  await expectGoodScreen(page, 'login rechazado')
  expect(timesIn(calls, 'POST /api/auth/login/')).toBe(0)
  expect(await access(page)).toBeNull()
  await press(page.getByRole('button', { name: 'Entendido' }))
  await page.unroute('**/api/auth/controlar_captcha/')

  // After four failures the right password needs the anti-bot check
  for (let failure = 1; failure < 4; failure++) {
    await enter(page, { ...customer, password: 'no-es-Esta-1' })
    await press(page.getByRole('button', { name: 'Entendido' }))
  }
  await password(page).focus()
  await page.keyboard.press('Control+A')
  await page.keyboard.type(customer.password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/perfil')
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
})

it('a forgotten password is replaced through the link in the mail, which serves once', async () => {
  const customer = await makeCustomer(shop)
  const page = await openAt('/login', PHONE)
  await press(page.getByRole('link', { name: '¿Olvidaste tu contraseña?' }))
  await heading(page, '¿Olvidaste tu contraseña?').waitFor()
  await expectGoodScreen(page, 'recuperar')
  await page.getByLabel('Email').fill(customer.email)
  await press(page.getByRole('button', { name: 'Mandarme el enlace' }))
  await page.getByRole('status').getByText('te mandamos un enlace').waitFor()
  const link = await linkIn(shop, customer.email, 'recuperar')
  await page.goto(link)
  await heading(page, 'Elegí una contraseña nueva').waitFor()
  await password(page, 'Contraseña nueva').fill('debil-debil')
  await password(page, 'Confirmar contraseña nueva').fill('otra')
  await press(page.getByRole('button', { name: 'Guardar contraseña' }))
  await error(page, 'Las contraseñas no coinciden').waitFor()
  await expectGoodScreen(page, 'recuperar con errores')
  await password(page, 'Contraseña nueva').fill('Yerba-2027')
  await password(page, 'Confirmar contraseña nueva').fill('Yerba-2027')
  await press(page.getByRole('button', { name: 'Guardar contraseña' }))
  await heading(page, 'Contraseña actualizada').waitFor()
  await page.goto(link)
  await heading(page, 'El enlace ya no sirve').waitFor()
  await expectGoodScreen(page, 'recuperar: el enlace ya no sirve')
  await page.goto(`${shop.url}/login`)
  await enter(page, { ...customer, password: 'Yerba-2027' })
  await page.waitForURL('**/perfil')
})
