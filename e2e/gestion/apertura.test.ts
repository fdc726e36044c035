// A new production shop without a terminal: from the installation's code to the first order that is paid.
import { readFile } from 'node:fs/promises'
import { SIN_ABRIR } from '@imprimitodo/shared/rules/gestion/apertura'
import type { Locator, Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { startPrinter } from '../../agent/src/testing/printer.ts'
import { stepOf, totpOf } from '../../server/src/mostrador/acceso/totp.ts'
import { startArca } from '../../server/src/testing/peers/arca.ts'
import { issueCertificate } from '../../server/src/testing/peers/arca-cert.ts'
import { startMercadoPago, TOKEN } from '../../server/src/testing/peers/mercadopago.ts'
import { openSmtp } from '../../server/src/testing/peers/smtp.ts'
import { type Agent, createAgent } from '../support/agent.ts'
import { DESKTOP, openPage, openToStay, PHONE, press } from '../support/browser.ts'
import { pdf } from '../support/files.ts'
import { CONTACTO, heading, payButton, pedidoIdOf, toPay } from '../support/print.ts'
import { expectGoodOnAll, expectGoodScreen } from '../support/screen.ts'
import { rows } from '../support/server.ts'
import { openStage } from '../support/stage.ts'

const CUIT = '30500010912'
const mercadopago = await startMercadoPago({ tells: true })
afterAll(mercadopago.close)
const arca = await startArca({ cuit: CUIT, condicion: 'RI' })
afterAll(arca.close)
arca.puntosVenta.splice(0, Number.POSITIVE_INFINITY, { numero: 7 })
const smtp = await openSmtp({ user: 'hola@copias.example', password: 'clave-de-aplicacion' })
afterAll(smtp.close)
const printer = await startPrinter()
afterAll(printer.close)
let agent: Agent | undefined
afterAll(() => agent?.remove())
const { shop, browser } = await openStage({
  plantilla: undefined,
  env: {
    NODE_ENV: 'production',
    OWNER_EMAIL: '',
    OWNER_PASSWORD: '',
    MP_API_URL: mercadopago.url,
    ARCA_WSAA_URL: arca.urls.wsaaUrl,
    ARCA_WSFE_URL: arca.urls.wsfeUrl,
    ARCA_PADRON_URL: arca.urls.padronUrl,
    GEOCODER_URL: 'off',
    MAP_TILES_URL: 'off', // no server outside
  },
})

const WIDE = { width: 1280, height: 800 }
const ANA = { nombre: 'Ana', email: 'ana@copias.example', password: 'tinta-cian-y-papel-77' }
const counted = { actions: 0, fields: 0 }
let owner: Page
let secreto: string

async function click(
  name: string,
  role: 'button' | 'link' = 'button',
  within: Pick<Page, 'getByRole'> = owner,
) {
  await within.getByRole(role, { name, exact: true }).click()
  counted.actions++
}
async function fill(label: string, text: string, within: Pick<Page, 'getByLabel'> = owner) {
  await within.getByLabel(label, { exact: true }).fill(text)
  counted.fields++
}
const pasos = () => owner.getByRole('navigation', { name: 'Primeros pasos' })
const goOn = async (to: string) => {
  await pasos()
    .getByRole('link', { name: new RegExp(`: ${to}$`) })
    .click()
  counted.actions++
}
const dialog = () => owner.getByRole('dialog')
/**
 * Waits for `what`, to which a click leads, and confirms the identity if that is asked first, as it is again every five
 * minutes.
 */
async function comes(what: Locator): Promise<void> {
  const asked = owner.getByRole('dialog', { name: 'Confirmá que sos vos' })
  await what.or(asked).first().waitFor()
  if (!(await asked.isVisible())) return
  await fill('Tu contraseña', ANA.password, asked)
  await click('Confirmar', 'button', asked)
  await what.waitFor()
}

it('a person with the code of the log becomes the owner, in the browser', async () => {
  owner = (await openToStay(browser, DESKTOP)).page
  await owner.goto(`${shop.url}/mostrador`)
  await heading(owner, 'Primeros pasos').waitFor()
  await expectGoodOnAll(owner, 'instalar')
  const enlace = /http\S+\/mostrador\/instalar#[0-9A-Z-]{14}/.exec(shop.printed())?.[0] ?? ''
  await owner.getByLabel('Código de la instalación').fill('0000-0000-0000')
  await owner.getByLabel('Tu nombre').fill(ANA.nombre)
  await owner.getByLabel('Tu e-mail').fill(ANA.email)
  await owner.getByLabel('Contraseña').fill(ANA.password)
  await owner.getByRole('button', { name: 'Crear mi cuenta' }).click()
  await owner.getByText(/Ese código no es el de esta instalación/).waitFor()
  // The link of the log brings the code
  await owner.goto('about:blank')
  await owner.goto(enlace)
  await fill('Tu nombre', ANA.nombre)
  await fill('Tu e-mail', ANA.email)
  await fill('Contraseña', ANA.password)
  await click('Crear mi cuenta')
  await heading(owner, 'Para abrir').waitFor()
  await owner.getByText('Faltan 6 cosas. La tienda se ve, y todavía no se puede pagar.').waitFor()
  await expectGoodOnAll(owner, 'para-abrir')
})

it('steps lead from page to page, and can be skipped; each says what is missing and what the shop does meanwhile', async () => {
  await owner.setViewportSize(WIDE)
  await owner.getByRole('link', { name: 'Completar segundo factor de tu cuenta' }).click()
  counted.actions++
  await click('Activar el segundo factor')
  const clave = owner.getByText(/^(?:[A-Z2-7]{4} ?){8}$/)
  await comes(clave)
  // The last step's code is taken until this one ends: not typed in its last seconds
  const left = 30_000 - (Date.now() % 30_000)
  if (left < 8_000) await owner.waitForTimeout(left)
  secreto = (await clave.textContent())?.replaceAll(' ', '') ?? ''
  await fill('Código de la aplicación', totpOf(secreto, stepOf(new Date()) - 1))
  await dialog().getByRole('button', { name: 'Activar' }).click()
  counted.actions++
  await dialog().getByRole('button', { name: 'Ya los guardé' }).click()
  counted.actions++
  await owner.reload()
  await pasos().getByText('Acá ya está todo.').waitFor()

  await goOn('Precios y ajustes')
  await pasos()
    .getByText(/nadie puede hacer un pedido/)
    .waitFor()
  await expectGoodOnAll(owner, 'primeros-pasos-precios')
  await owner.setViewportSize(WIDE)
  for (const [name, price] of [
    ['Blanco y negro, simple faz', '90'],
    ['Blanco y negro, doble faz', '150'],
    ['Color, simple faz', '300'],
    ['Color, doble faz', '500'],
  ])
    await fill(`${name}, en pesos`, price ?? '')
  await click('Agregar un grosor')
  await owner.getByLabel('Anillado 1: hasta cuántas hojas').fill('100')
  await owner.getByLabel('Anillado 1: precio en pesos').fill('1.000')
  counted.fields += 2
  await click('Guardar ajustes')
  await pasos().getByText('Acá ya está todo.').waitFor()
})

it('visitors read on Home and above the forms that the shop cannot be paid yet', async () => {
  const { page } = await openPage(browser, PHONE)
  await page.goto(shop.url)
  await page.getByText(SIN_ABRIR).waitFor()
  await expectGoodScreen(page, 'sin-abrir-home')
  await toPay(page, shop, [await pdf('tesis.pdf', 2)])
  await page.getByText(SIN_ABRIR).first().waitFor()
  expect(await payButton(page).getAttribute('aria-disabled')).toBe('true')
  await expectGoodScreen(page, 'sin-abrir-paso3')
})

it('another computer continues where the first one stopped, until the shop is open', async () => {
  await owner.close()
  owner = (await openToStay(browser, DESKTOP)).page
  await owner.goto(`${shop.url}/mostrador`)
  await owner.getByLabel('E-mail').fill(ANA.email)
  await owner.getByRole('textbox', { name: 'Contraseña' }).fill(ANA.password)
  await owner.getByRole('button', { name: 'Ingresar' }).click()
  await owner.getByLabel('Código de tu teléfono').fill(totpOf(secreto, stepOf(new Date())))
  await owner.getByRole('button', { name: 'Ingresar' }).click()
  await owner.getByText('La tienda está sin abrir: se ve, y todavía no se puede pagar.').waitFor()
  await click('Para abrir', 'link')
  await owner.getByText('Faltan 4 cosas.', { exact: false }).waitFor()
  await owner.getByRole('link', { name: 'Completar dirección' }).click()
  counted.actions++
  await click('Editar Alberdi')
  await fill('Dirección', 'Belgrano 100', dialog())
  await dialog().getByLabel('Lunes', { exact: true }).check()
  counted.actions++
  await click('Igual de martes a viernes', 'button', dialog())
  await click('Guardar', 'button', dialog())
  await dialog().waitFor({ state: 'hidden' })

  await goOn('Datos del negocio')
  await click('Editar quién vende')
  for (const [label, text] of [
    ['Nombre o razón social', 'Copias Reales SRL'],
    ['CUIT', CUIT],
    ['E-mail', 'hola@copias.example'],
    ['Teléfono', '381 400-0000'],
  ])
    await fill(label ?? '', text ?? '', dialog())
  await dialog().getByLabel('Condición frente al IVA').selectOption('RI')
  counted.fields++
  await click('Guardar', 'button', dialog())
  await dialog().waitFor({ state: 'hidden' })

  await owner.getByText(CUIT).first().waitFor() // the page shows the saved value
  await click('Editar facturación')
  expect(await dialog().getByLabel('Ingresos brutos').inputValue()).toBe(CUIT)
  await fill('Inicio de actividades', '2020-03-01', dialog())
  await click('Guardar', 'button', dialog())
  await dialog().waitFor({ state: 'hidden' })

  await goOn('Cobros, mails y facturas')
  await click('Conectar Pagos')
  await owner.getByText(`${shop.url}/api/pagos/mercadopago`).waitFor()
  await owner.getByLabel('Access Token').fill('hola')
  await owner.getByLabel('Clave secreta de los avisos').fill('d3f1 9a')
  await owner.getByRole('button', { name: 'Guardar y probar' }).click()
  await owner.getByText(/^Le faltan letras: son 64/).waitFor()
  await expectGoodOnAll(owner, 'conectar-cobros')
  await owner.setViewportSize(WIDE)
  await fill('Access Token', TOKEN)
  await fill('Clave secreta de los avisos', 'd3f19a0b'.repeat(8))
  await click('Guardar y probar')
  await comes(owner.getByText(/Mercado Pago responde: cuenta IMPRIMITODO/))
  await expectGoodOnAll(owner, 'cobros-conectados')
  await owner.setViewportSize(WIDE)

  await click('Conectar Correo')
  await fill('Servidor de salida (SMTP)', '127.0.0.1')
  await fill('Puerto', String(new URL(smtp.url).port))
  await fill('Contraseña (opcional)', 'clave-de-aplicacion')
  expect(await owner.getByLabel('Usuario (opcional)').inputValue()).toBe('hola@copias.example')
  await click('Guardar y probar')
  await comes(owner.getByText(`Te mandamos un mail de prueba a ${ANA.email}`, { exact: false }))
  expect(smtp.received.at(-1)?.to).toEqual([ANA.email])

  await click('Conectar Facturas')
  expect(await owner.getByLabel('CUIT de quien factura').inputValue()).toBe(CUIT)
  await click('Guardar y probar')
  await comes(owner.getByText(/Falta el certificado: bajá la solicitud/))
  const download = owner.waitForEvent('download')
  await click('Bajar la solicitud')
  const solicitud = await readFile(await (await download).path(), 'utf8')
  const certificado = owner.getByLabel('Certificado', { exact: true })
  const give = (text: string) =>
    certificado.setInputFiles({ name: 'arca.crt', mimeType: 'text/plain', buffer: Buffer.from(text) })
  await give(solicitud)
  await owner.getByRole('button', { name: 'Guardar y probar' }).click()
  await owner.getByText(/^Esa es la solicitud, que se sube a ARCA/).waitFor()
  await expectGoodOnAll(owner, 'conectar-arca')
  await owner.setViewportSize(WIDE)
  await give(issueCertificate(solicitud, { cuit: CUIT }))
  counted.fields++
  await click('Guardar y probar')
  await owner.getByText(/ARCA responde y nos deja entrar/).waitFor()
  // ARCA has only one
  expect(await owner.getByLabel('De Alberdi').inputValue()).toBe('7')
  await click('Guardar puntos de venta')
  await owner.getByText('Puntos de venta guardados').waitFor()
  await expectGoodOnAll(owner, 'arca-conectada')
  await owner.setViewportSize(WIDE)

  await pasos().getByRole('link', { name: 'Para abrir' }).click()
  counted.actions++
  await owner.getByText('No falta nada: ya podés abrir.').waitFor()
  await click('Abrir la tienda')
  await comes(owner.getByText('La tienda está abierta: los clientes ya pueden pagar.'))
  await expectGoodOnAll(owner, 'abierta')
  console.log(`From the start to the opening: ${counted.actions} actions, ${counted.fields} fields`)
  expect(counted.actions).toBeLessThanOrEqual(40)
  expect(counted.fields).toBeLessThanOrEqual(25)
})

it('a computer of the branch is paired by its code, and its printer prints', async () => {
  await owner.goto(`${shop.url}/mostrador/impresoras`)
  await click('Agregar agente')
  await fill('Nombre', 'PC mostrador', dialog())
  await click('Crear', 'button', dialog())
  const letras = owner.getByText(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){2}$/)
  await comes(letras)
  const codigo = (await letras.textContent()) ?? ''
  await click('Volver a Impresoras', 'link')
  await click('Agregar impresora')
  await fill('Nombre', 'Copiadora grande', dialog())
  await fill('Dirección', printer.uri, dialog())
  await click('Guardar', 'button', dialog())
  agent = createAgent(shop, { codigo })
  agent.start()
  await owner.getByText('Conectado').waitFor()
  await owner.getByText('Copiadora de prueba.').waitFor()
})

it('then the first customer pays, has an invoice with its CAE and the mails, and the order is printed', async () => {
  const { page } = await openPage(browser, PHONE)
  await toPay(page, shop, [await pdf('tesis.pdf', 2)], CONTACTO)
  expect(await page.getByText(SIN_ABRIR).count()).toBe(0)
  const id = await pedidoIdOf(page)
  await press(payButton(page))
  await page.waitForURL(`${mercadopago.url}/checkout/v1/redirect?*`)
  await press(page.getByRole('button', { name: 'approved', exact: true }))
  await page.waitForURL(`**/pedido/${id}`)
  await heading(page, 'Recibimos tu pedido').waitFor()

  await press(page.getByRole('link', { name: 'Pedir factura' }))
  await heading(page, 'Pedí tu factura').waitFor()
  await page.getByLabel('CUIT').fill('20123456786')
  await page.getByLabel('Nombre o razón social').fill('Lucía Gómez')
  await page.getByLabel('Dirección').fill('Belgrano 348, Alberdi')
  await press(page.getByText('Consumidor final', { exact: true }))
  await press(page.getByRole('button', { name: 'Emitir factura' }))
  const factura = async () =>
    (await rows<{ cae: string | null; punto_venta: number }>(shop, 'select * from facturas'))[0]
  await expect.poll(async () => (await factura())?.cae, { timeout: 30_000 }).toMatch(/^\d{14}$/)
  expect((await factura())?.punto_venta).toBe(7)

  // The customer gets it by mail
  const told = () => smtp.received.filter(({ to }) => to.includes(CONTACTO.email)).map(subjectOf)
  await expect
    .poll(told, { timeout: 60_000 })
    .toEqual(expect.arrayContaining([expect.stringMatching(/pedido/i), expect.stringMatching(/factura/i)]))

  await owner.goto(`${shop.url}/mostrador`)
  await owner
    .locator('[data-pedido]')
    .first()
    .getByRole('button', { name: /^Imprimir/ })
    .click()
  await expect.poll(() => printer.paper.length, { timeout: 60_000 }).toBe(1)
  expect(printer.paper).toMatchObject([{ truncated: false }])
  await owner.locator('[data-pedido]').first().getByText('Impreso').waitFor()
  console.log(`With the first order printed: ${counted.actions} actions, ${counted.fields} fields`)
})

/** The text of a received mail, its words decoded (RFC 2047). */
function subjectOf({ raw }: { raw: string }): string {
  const folded = /^subject: ((?:.*(?:\r?\n[ \t]+)?)+)/im.exec(raw)?.[1] ?? ''
  return folded
    .replaceAll(/=\?utf-8\?q\?([^?]*)\?=\s*/gi, (_, text: string) =>
      decodeURIComponent(text.replaceAll('_', ' ').replaceAll('=', '%')),
    )
    .replaceAll(/=\?utf-8\?b\?([^?]*)\?=\s*/gi, (_, text: string) => Buffer.from(text, 'base64').toString())
}
