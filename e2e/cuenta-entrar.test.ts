import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openPage, PHONE, press } from './support/browser.ts'
import { access, enter, linkIn, makeCustomer, password, timesIn, watchCalls } from './support/cuenta.ts'
import { heading } from './support/print.ts'
import { expectGoodScreen } from './support/screen.ts'
import { mailsTo } from './support/server.ts'
import { openStage } from './support/stage.ts'

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

describe('registration', () => {
  it('the e-mail is checked on blur', async () => {
    const page = await openAt('/registro')
    const email = page.getByLabel('Email')
    await email.focus()
    await email.blur()
    await error(page, 'El email es obligatorio').waitFor()
    await email.fill('abc@')
    await email.blur()
    await error(page, 'Por favor ingresa un email válido').waitFor()
    expect(await email.getAttribute('aria-invalid')).toBe('true')
    const described = (await email.getAttribute('aria-describedby')) ?? ''
    expect(await page.locator(`[id="${described}"]`).textContent()).toBe('Por favor ingresa un email válido')
  })

  it.each([
    ['una computadora', {}],
    ['un teléfono', PHONE],
  ])('sent empty (%s) it says what is missing, leads there, and sends nothing', async (name, device) => {
    const page = await openAt('/registro', device)
    const calls = watchCalls(page)
    await expectGoodScreen(page, `registro (${name})`)
    await send(page)
    for (const text of [
      'El email es obligatorio',
      'El nombre es obligatorio',
      'El celular es obligatorio',
      'La fecha de nacimiento es obligatoria',
      'La contraseña debe tener al menos 8 caracteres',
    ])
      await error(page, text).waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email')
    expect(timesIn(calls, 'POST /api/clientes/')).toBe(0)
    await expectGoodScreen(page, `registro con errores (${name})`)
  })

  it('the mobile keeps its digits, spaced, and wants ten of them', async () => {
    const page = await openAt('/registro')
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
  })

  it('passwords must agree; each can be shown and hidden', async () => {
    const page = await openAt('/registro')
    await fill(page, 'no@example.com')
    await password(page, 'Repetir contraseña').fill('otra')
    await send(page)
    await error(page, 'Las contraseñas no coinciden').waitFor()
    const first = page.locator('[name=password]')
    await press(page.getByRole('button', { name: 'Mostrar' }).first())
    expect([await first.getAttribute('type'), await first.inputValue()]).toEqual(['text', 'mate-Amargo-7'])
    await press(page.getByRole('button', { name: 'Ocultar' }))
    expect([await first.getAttribute('type'), await first.inputValue()]).toEqual([
      'password',
      'mate-Amargo-7',
    ])
  })

  it('the strength bar', async () => {
    const page = await openAt('/registro')
    const bar = page.getByRole('progressbar', { name: 'Seguridad de la contraseña' })
    for (const [typed, score, word] of [
      ['abc', '25', 'Débil'],
      ['abcdefgh', '25', 'Débil'],
      ['Abcdefgh', '50', 'Moderada'],
      ['Abcdefg1', '75', 'Fuerte'],
      ['Abcdef1!', '100', 'Fuerte'],
    ] as const) {
      await password(page).fill(typed)
      await expect.poll(() => bar.getAttribute('aria-valuenow'), { message: typed }).toBe(score)
      await page.getByRole('status').getByText(word, { exact: true }).waitFor()
    }
  })

  it.each([
    ['una computadora', {}],
    ['un teléfono', PHONE],
  ])('a good form (%s) is sent once and gives way to the message; one mail', async (name, device) => {
    const page = await openAt('/registro', device)
    const email = `nueva${name.length}@example.com`
    const calls = watchCalls(page)
    await page.route('**/api/clientes/', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 400))
      await route.continue()
    })
    await fill(page, email)
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
    await heading(page, '¡Registro exitoso!').waitFor()
    await page
      .getByText('Te enviamos un correo. Revisá tu bandeja de entrada para activar tu cuenta.')
      .waitFor()
    expect(await page.getByRole('textbox').count()).toBe(0)
    await expectGoodScreen(page, `registro exitoso (${name})`)
    await linkIn(shop, email, 'activar')
    expect(timesIn(calls, 'POST /api/clientes/')).toBe(1)
    expect(await mailsTo(shop, email)).toHaveLength(1)
  })

  it('what the server refuses stands under its field, with the dialog', async () => {
    const { email } = await makeCustomer(shop)
    const page = await openAt('/registro')
    await fill(page, email.toUpperCase())
    await send(page)
    await dialog(page).getByText('Por favor corrige los errores en el formulario').waitFor()
    await dialog(page).getByRole('heading', { name: 'Error' }).waitFor()
    await expectGoodScreen(page, 'registro rechazado')
    await page.keyboard.press('Enter')
    await error(page, 'Ya existe una cuenta con este email').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email')
  })

  it.each([
    [
      'an error of its own',
      (page: Page) => page.route('**/api/clientes/', (r) => r.fulfill({ status: 500 })),
    ],
    ['no network', (page: Page) => page.route('**/api/clientes/', (r) => r.abort())],
  ])('%s says so, and the form can be sent again', async (_, fail) => {
    const page = await openAt('/registro')
    await fail(page)
    await fill(page, 'otravez@example.com')
    await send(page)
    await dialog(page).getByText('Algo salió mal al registrar. Intentá de nuevo.').waitFor()
    await press(page.getByRole('button', { name: 'Entendido' }))
    await page.getByRole('button', { name: 'Registrarme' }).waitFor()
  })
})

describe('activation', () => {
  it('spins, activates, and leads to the login', async () => {
    const page = await openAt('/registro')
    await fill(page, 'activa@example.com')
    await send(page)
    const link = await linkIn(shop, 'activa@example.com', 'activar')
    await page.route('**/api/clientes/activar/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500))
      await route.continue()
    })
    await page.goto(link)
    await page.getByRole('status').getByText('Verificando tu cuenta...').waitFor()
    await heading(page, '¡Cuenta activada!').waitFor()
    await expectGoodScreen(page, 'cuenta activada')
    await page.reload()
    await heading(page, '¡Cuenta activada!').waitFor()
    await press(page.getByRole('link', { name: 'Entrar' }))
    await page.waitForURL('**/login')
  })

  it('a link that is not valid says so, and a new one can be had right there', async () => {
    const page = await openAt('/registro', PHONE)
    await fill(page, 'tarde@example.com')
    await send(page)
    const first = await linkIn(shop, 'tarde@example.com', 'activar')
    await page.goto(`${shop.url}/activar/no-es`)
    await heading(page, 'Error de activación').waitFor()
    await page
      .getByText('El enlace ya no es válido o expiró. Pedí uno nuevo desde la página de registro.')
      .waitFor()
    await expectGoodScreen(page, 'error de activación')
    await page.getByLabel('Email').fill('tarde@example.com')
    await press(page.getByRole('button', { name: 'Mandar otro enlace' }))
    await page.getByRole('status').getByText('te mandamos un enlace nuevo').waitFor()
    await expect.poll(() => linkIn(shop, 'tarde@example.com', 'activar')).not.toBe(first)
    await page.goto(await linkIn(shop, 'tarde@example.com', 'activar'))
    await heading(page, '¡Cuenta activada!').waitFor()
  })

  it.each([
    ['something else', { status: 200, json: { mensaje: 'Hola' } }],
    ['no network', null],
  ])('%s is a failure too', async (_, answer) => {
    const { page } = await openPage(browser)
    await page.route('**/api/clientes/activar/**', (route) =>
      answer ? route.fulfill(answer) : route.abort(),
    )
    await page.goto(`${shop.url}/activar/abc`)
    await heading(page, 'Error de activación').waitFor()
  })
})

describe('login', () => {
  it.each([
    ['una computadora', {}],
    ['un teléfono', PHONE],
  ])('the check goes first, then the credentials; then the profile (%s)', async (name, device) => {
    const customer = await makeCustomer(shop)
    const page = await openAt('/login', device)
    await expectGoodScreen(page, `login (${name})`)
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
    const { email, password: word } = customer
    expect(login.postDataJSON()).toEqual({ email, password: word })
    await page.waitForURL(`${shop.url}/perfil`)
    expect(await access(page)).toMatch(/[\w-]{20,}/)
    const order = calls.filter((call) => /captcha|login/.test(call))
    expect(order).toEqual([
      'GET /api/auth/captcha-desafio',
      'POST /api/auth/controlar_captcha/',
      'POST /api/auth/login/',
    ])
  })

  it('shows what it does, with a word where it takes long', async () => {
    const customer = await makeCustomer(shop)
    const page = await openAt('/login')
    await page.route('**/api/auth/captcha-desafio*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 2500))
      await route.continue()
    })
    await enter(page, customer)
    const busy = page.getByRole('button', { name: 'Ingresando...' })
    await busy.waitFor()
    expect(await busy.isDisabled()).toBe(true)
    await page.getByRole('status').getByText('tarda unos segundos').waitFor()
    await page.waitForURL('**/perfil')
  })

  it('wrong password, account not active, refused check: one dialog, and the button is there again', async () => {
    const customer = await makeCustomer(shop)
    const page = await openAt('/registro')
    await fill(page, 'inactiva@example.com')
    await send(page)
    await heading(page, '¡Registro exitoso!').waitFor()
    await page.goto(`${shop.url}/login`)
    const attempts = [
      { ...customer, password: 'no-es-Esta-1' },
      { ...customer, email: 'inactiva@example.com', password: 'mate-Amargo-7' },
    ]
    for (const attempt of attempts) {
      await enter(page, attempt)
      await dialog(page).getByRole('heading', { name: 'Error al iniciar sesión' }).waitFor()
      await dialog(page).getByText('Revisá tus credenciales e intentá de nuevo.', { exact: true }).waitFor()
      await press(page.getByRole('button', { name: 'Entendido' }))
      expect(await page.getByRole('button', { name: 'Entrar' }).isEnabled()).toBe(true)
    }
    const calls = watchCalls(page)
    await page.route('**/api/auth/controlar_captcha/', (route) =>
      route.fulfill({ status: 400, json: { detail: 'No.' } }),
    )
    await enter(page, customer)
    await dialog(page).getByText('Revisá tus credenciales e intentá de nuevo.').waitFor()
    await expectGoodScreen(page, 'login rechazado')
    expect(timesIn(calls, 'POST /api/auth/login/')).toBe(0)
    expect(await access(page)).toBeNull()
  })

  it('too many tries say the same, and below it why', async () => {
    const customer = await makeCustomer(shop)
    const page = await openAt('/login')
    const why = 'Demasiados intentos. Probá de nuevo en 9 minutos.'
    await page.route('**/api/auth/login/', (route) => route.fulfill({ status: 429, json: { detail: why } }))
    await enter(page, customer)
    await dialog(page).getByRole('heading', { name: 'Error al iniciar sesión' }).waitFor()
    expect(await dialog(page).getByRole('paragraph').allTextContents()).toEqual([
      'Revisá tus credenciales e intentá de nuevo.',
      why,
    ])
    await expectGoodScreen(page, 'login con demasiados intentos')
  })

  it('after failures the check is what lets the right password in', async () => {
    const customer = await makeCustomer(shop)
    const page = await openAt('/login')
    for (let failure = 0; failure < 4; failure++) {
      await enter(page, { ...customer, password: 'no-es-Esta-1' })
      await press(page.getByRole('button', { name: 'Entendido' }))
    }
    await enter(page, customer)
    await page.waitForURL('**/perfil')
  })

  it('by keyboard alone', async () => {
    const customer = await makeCustomer(shop)
    const page = await openAt('/login')
    await page.getByLabel('Email').focus()
    await page.keyboard.type(customer.email)
    await page.keyboard.press('Tab')
    await page.keyboard.type('mal')
    await page.keyboard.press('Enter')
    await dialog(page).waitFor()
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('password')
    await page.keyboard.press('Control+A')
    await page.keyboard.type(customer.password)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/perfil')
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  })
})

describe('a forgotten password', () => {
  it('is replaced through the link in the mail, which serves once', async () => {
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
})
