import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { stepOf, totpOf } from '../../server/src/mostrador/acceso/totp.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { openPage, openToStay } from '../support/browser.ts'
import { linkIn } from '../support/cuenta.ts'
import {
  addClerk,
  confirmIdentity,
  enterCounter,
  fillCounterLogin,
  type Staff,
} from '../support/mostrador.ts'
import { heading } from '../support/print.ts'
import { expectGoodOnAll } from '../support/screen.ts'
import { rows } from '../support/server.ts'
import { openStage } from '../support/stage.ts'

const { shop, browser } = await openStage()
const CALL = /\/api\/mostrador\/seguridad(?:\?|$)/
const NEW_PASSWORD = 'tinta-y-papel-2027'
let clerk: Staff
let page: Page
beforeAll(async () => {
  clerk = await addClerk(shop, 'Nadia Sosa', 1)
})

const tableRows = () => page.getByRole('region', { name: 'Actividad de seguridad' }).getByRole('row')

it('the owner reads the log, searches it, and the search is in the address', async () => {
  // No retry: events of the first try would be counted too
  await rows(shop, 'delete from eventos_seguridad', [])
  const stranger = await openPage(browser, { viewport: { width: 390, height: 844 } })
  await fillCounterLogin(stranger.page, shop, { email: clerk.email, password: 'no-es-esta' })
  await stranger.page.getByText('Revisá tus credenciales e intentá de nuevo.').waitFor()
  // Many events of earlier days, for a second page
  await rows(
    shop,
    `insert into eventos_seguridad (cuando, que, origen, detalle, veces)
     select now() - make_interval(hours => n), 'limite', 'kqN4-sXy1v9ZpQ2w', 'Calcular un envío', n
     from generate_series(24, 90) n`,
    [],
  )
  page = (await openToStay(browser, { viewport: { width: 1280, height: 800 } })).page
  await enterCounter(page, shop)
  await page.goto(`${shop.url}/mostrador/ajustes`)
  await page.getByRole('link', { name: 'Seguridad', exact: true }).click()
  await heading(page, 'Actividad de seguridad').waitFor()
  const failed = page.getByRole('row', { name: /Ingreso fallido.*Nadia Sosa.*Mostrador/ })
  await failed.waitFor()
  expect(await tableRows().count()).toBe(51)
  await expectGoodOnAll(page, 'seguridad')

  await page.getByRole('link', { name: 'Más viejos' }).click()
  await page.getByText('Límite alcanzado (90 veces)').waitFor()
  await page.getByLabel('Qué').selectOption('Ingreso fallido')
  await failed.waitFor()
  await expect.poll(() => tableRows().count()).toBe(2)
  await failed.getByRole('link', { name: 'Nadia Sosa' }).click()
  await expect.poll(() => page.getByLabel('De quién').inputValue()).not.toBe('')
  expect(new URL(page.url()).search).toMatch(/^\?que=ingreso_fallido&operador=\d+$/)
  await page.reload()
  await failed.waitFor()
  await expect
    .poll(() => page.getByLabel('De quién').locator('option:checked').textContent())
    .toBe('Nadia Sosa')

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ])
  const text = await readFile(await file.path(), 'utf8')
  expect(text.split('\r\n').map((line) => line.split(';').slice(1, 5).join(' '))).toEqual([
    'Qué Cuenta Quién Detalle',
    'Ingreso fallido Mostrador Nadia Sosa Mostrador',
    '',
  ])

  await page.getByLabel('Qué').selectOption('Devolución')
  await page.getByText('No pasó nada así en estos días.').waitFor()
  await expectGoodOnAll(page, 'seguridad-vacia')
  await page.getByLabel('Desde').fill('2026-11-20')
  await page.getByLabel('Hasta').fill('2026-11-10')
  await page.getByText('Es antes del primer día.').waitFor()
})

it('a customer’s own activity opens from their page; without network the screen says so and tries again', async () => {
  const [cliente] = await rows<{ id: number; nombre: string }>(
    shop,
    `insert into clientes (email, nombre, celular, fecha_nacimiento, password_hash, activado)
     values ('lucia@example.com', 'Lucía Paz', '3815551234', '1990-05-17', 'x', now()) returning id, nombre`,
    [],
  )
  await rows(
    shop,
    `insert into eventos_seguridad (cuando, que, cuenta_tipo, cuenta_id, detalle)
     values (now(), 'correo_cambiado', 'cliente', $1, 'Pedido')`,
    [cliente?.id],
  )
  await page.goto(`${shop.url}/mostrador/dueno/clientes/${cliente?.id}`)
  await page.getByRole('link', { name: 'Actividad de seguridad' }).click()
  await page.getByRole('row', { name: /Cambio de correo.*Lucía Paz \(cliente\).*Pedido/ }).waitFor()
  await expect.poll(() => tableRows().count()).toBe(2)
  await expectGoodOnAll(page, 'seguridad-cliente')

  await page.route(CALL, (route) => route.abort())
  await page.getByRole('button', { name: 'Ver de todos' }).click()
  const again = page.getByRole('button', { name: 'Reintentar' })
  await again.waitFor()
  await expectGoodOnAll(page, 'seguridad-sin-red')
  await page.unroute(CALL)
  await again.click()
  await expect.poll(() => tableRows().count()).toBe(51)
})

it('with the second factor on, the password alone is not enough; a person who lost the phone logs in with a recovery code, once', async () => {
  const own = (await openToStay(browser, { viewport: { width: 820, height: 1180 } })).page
  await enterCounter(own, shop, clerk)
  await own.goto(`${shop.url}/mostrador/cuenta`)
  await own.getByRole('button', { name: 'Activar el segundo factor' }).click()
  const asked = own.getByRole('dialog', { name: 'Confirmá que sos vos' })
  await asked.getByLabel('Tu contraseña').fill('no es')
  await asked.getByRole('button', { name: 'Confirmar' }).click()
  await asked.getByText('Esa no es tu contraseña.').waitFor()
  await expectNoAxeViolations(own)
  await confirmIdentity(own, clerk)
  const secreto = (await own.getByText(/^(?:[A-Z2-7]{4} ?){8}$/).textContent())?.replaceAll(' ', '') ?? ''
  await expectNoAxeViolations(own)
  await own.getByLabel('Código de la aplicación').fill(totpOf(secreto, stepOf(new Date())))
  await own.getByRole('button', { name: 'Activar', exact: true }).click()
  await own.getByRole('heading', { name: 'Códigos de recuperación' }).waitFor()
  const codes = await own
    .getByRole('listitem')
    .filter({ hasText: /^[\dA-Z]{4}(-[\dA-Z]{4}){2}$/ })
    .allTextContents()
  expect(codes).toHaveLength(10)
  await expectGoodOnAll(own, 'codigos-de-recuperacion')
  await own.getByRole('button', { name: 'Ya los guardé' }).click()

  const login = async (at: Page, code: string) => {
    await at.getByLabel('Código de tu teléfono').fill(code)
    await at.getByRole('button', { name: 'Ingresar' }).click()
  }
  const elsewhere = await openPage(browser, { viewport: { width: 390, height: 844 } })
  await fillCounterLogin(elsewhere.page, shop, clerk)
  await login(elsewhere.page, '000000')
  await elsewhere.page.getByText('Ese código no va o ya se usó.').waitFor()
  await login(elsewhere.page, codes[0] ?? '')
  await heading(elsewhere.page, 'Pedidos').waitFor()
  await elsewhere.page.goto(`${shop.url}/mostrador/cuenta`)
  await elsewhere.page.getByText(/9 códigos/).waitFor()
  await expectGoodOnAll(elsewhere.page, 'cuenta-con-segundo-factor')

  const third = await openPage(browser, { viewport: { width: 390, height: 844 } })
  await fillCounterLogin(third.page, shop, clerk)
  await login(third.page, codes[0] ?? '')
  await third.page.getByText('Ese código no va o ya se usó.').waitFor()
  // The step of the code that turned it on is spent; a phone's clock may be one ahead
  await login(third.page, totpOf(secreto, stepOf(new Date()) + 1))
  await heading(third.page, 'Pedidos').waitFor()
})

it('a forgotten password of staff is set by the link of a mail, which works once; the second factor stays', async () => {
  const { page: own } = await openPage(browser, { viewport: { width: 390, height: 844 } })
  await own.goto(`${shop.url}/mostrador/ingresar`)
  await own.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).click()
  await own.getByLabel('E-mail').fill('sin-arroba')
  await own.getByRole('button', { name: 'Mandarme el enlace' }).click()
  await expect.poll(() => own.getByLabel('E-mail').getAttribute('aria-invalid')).toBe('true')
  await expectGoodOnAll(own, 'mostrador-recuperar')
  await own.getByLabel('E-mail').fill(clerk.email)
  await own.getByRole('button', { name: 'Mandarme el enlace' }).click()
  await own.getByText('Si hay alguien del mostrador con ese e-mail').waitFor()

  const link = await linkIn(shop, clerk.email, 'mostrador/recuperar')
  await own.goto(link)
  await heading(own, 'Elegí una contraseña nueva').waitFor()
  await own.getByLabel('Contraseña nueva', { exact: true }).fill(NEW_PASSWORD)
  await own.getByLabel('Confirmar contraseña nueva').fill('otra')
  await own.getByRole('button', { name: 'Guardar contraseña' }).click()
  await expect
    .poll(() => own.getByLabel('Confirmar contraseña nueva').getAttribute('aria-invalid'))
    .toBe('true')
  await expectGoodOnAll(own, 'mostrador-contrasena-nueva')
  await own.getByLabel('Confirmar contraseña nueva').fill(NEW_PASSWORD)
  await own.getByRole('button', { name: 'Guardar contraseña' }).click()
  await heading(own, 'Contraseña actualizada').waitFor()

  await own.goto(link)
  await own.getByText('El enlace ya no es válido o expiró.').waitFor()
  await fillCounterLogin(own, shop, { ...clerk, password: NEW_PASSWORD })
  await own.getByLabel('Código de tu teléfono').waitFor()

  await page.goto(`${shop.url}/mostrador/dueno/seguridad?que=contrasena_cambiada`)
  await page.getByRole('row', { name: /Cambio de contraseña.*Nadia Sosa/ }).waitFor()
})
