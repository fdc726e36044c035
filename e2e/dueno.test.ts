import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { stepOf, totpOf } from '../server/src/mostrador/totp.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import { openPage } from './support/browser.ts'
import { rows } from './support/server.ts'
import { OWNER } from './support/shop.ts'
import { openStage } from './support/stage.ts'

const CLERK = { ...OWNER, email: 'nadia@imprimitodo.test' }
const { shop, browser } = await openStage()
let page: Page
beforeAll(async () => {
  await rows(
    shop,
    `insert into operadores (email, nombre, rol, sucursal_id, password_hash)
     select $1, 'Nadia Sosa', 'operador', 1, password_hash from operadores limit 1`,
    [CLERK.email],
  )
})

async function fillLogin(into: Page, who: typeof OWNER): Promise<void> {
  await into.goto(`${shop.url}/mostrador/ingresar`)
  await into.getByLabel('E-mail').fill(who.email)
  await into.getByLabel('Contraseña', { exact: true }).fill(who.password)
  await into.getByRole('button', { name: 'Ingresar' }).click()
}
const isIn = (into: Page) => into.getByRole('heading', { name: 'Pedidos', level: 1 }).waitFor()

it('the owner changes a price, and the shop window has it at once; a mistake is told under its field', async () => {
  page = (await openPage(browser, { viewport: { width: 1280, height: 800 } })).page
  await fillLogin(page, OWNER)
  await isIn(page)
  await page.goto(`${shop.url}/mostrador/dueno`)
  await page.getByRole('heading', { name: 'Catálogo', level: 1 }).waitFor()
  const name = 'Impresión A4 blanco y negro'
  await page.getByRole('button', { name: `Editar ${name}`, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Precio ($)').fill('mil pesos')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await dialog.getByRole('alert').first().waitFor()
  expect(await dialog.getByLabel('Precio ($)').getAttribute('aria-invalid')).toBe('true')
  await dialog.getByLabel('Precio ($)').fill('87.654,5')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await page.getByRole('cell', { name: '$ 87.654,50' }).waitFor()

  const visitor = await openPage(browser, { viewport: { width: 390, height: 844 } })
  const products = (await (await fetch(`${shop.url}/api/v1/productos/`)).json()) as {
    id: number
    importe_actual: number | null
    producto: { nombre: string }
  }[]
  const found = products.find(({ importe_actual }) => importe_actual === 87_654.5)
  expect(found?.producto.nombre).toBe(name)
  await visitor.page.goto(`${shop.url}/producto/${found?.id}`)
  await visitor.page.getByText('$ 87.654,50').first().waitFor()
  await visitor.page.context().close()
})

it('every screen of the owner is good for everybody, on the counter’s tablet too', async () => {
  for (const [path, title] of [
    ['catalogo', 'Catálogo'],
    ['premios', 'Premios'],
    ['sucursales', 'Sucursales'],
    ['negocio', 'Negocio'],
    ['personas', 'Personas'],
    ['clientes', 'Clientes'],
    ['cambios', 'Cambios'],
  ] as const) {
    await page.goto(`${shop.url}/mostrador/dueno/${path}`)
    await page.getByRole('heading', { name: title, level: 1 }).waitFor()
    await expect.poll(() => page.getByText('Cargando…').count()).toBe(0)
    for (const width of [820, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await expectNoAxeViolations(page)
    }
  }
  expect(await page.getByRole('row', { name: /cambió producto/ }).count()).toBe(1)
})

it('who works at a branch changes nothing of the shop', async () => {
  const clerk = await openPage(browser, { viewport: { width: 820, height: 1180 } })
  await fillLogin(clerk.page, CLERK)
  await isIn(clerk.page)
  await clerk.page.goto(`${shop.url}/mostrador/dueno/catalogo`)
  await clerk.page.getByText('Esto es solo del dueño.').first().waitFor()
  await clerk.page.context().close()
})

it('with the second factor on, the password alone lets nobody in', async () => {
  await page.goto(`${shop.url}/mostrador/dueno/personas`)
  await page.getByRole('button', { name: 'Activar el segundo factor' }).click()
  const secret = page.getByText(/^[A-Z2-7]{32}$/)
  const secreto = (await secret.textContent()) ?? ''
  await expectNoAxeViolations(page)
  await page.getByLabel('Código de la aplicación').fill(totpOf(secreto, stepOf(new Date()) - 1))
  await page.getByRole('button', { name: 'Guardar' }).click()
  await page.getByRole('heading', { name: 'Códigos de recuperación' }).waitFor()
  await page.getByRole('button', { name: 'Ya los guardé' }).click()

  const again = await openPage(browser, { viewport: { width: 820, height: 1180 } })
  await fillLogin(again.page, OWNER)
  const code = again.page.getByLabel('Código de tu teléfono')
  await code.fill('000000')
  await again.page.getByRole('button', { name: 'Ingresar' }).click()
  await again.page.getByText('Ese código no va o ya se usó.').waitFor()
  await code.fill(totpOf(secreto, stepOf(new Date())))
  await again.page.getByRole('button', { name: 'Ingresar' }).click()
  await isIn(again.page)
  await again.page.context().close()
})
