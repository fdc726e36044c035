import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { startArca } from '../../server/src/testing/peers/arca.ts'
import { makeCredentials } from '../../server/src/testing/peers/arca-cert.ts'
import { openPage, PHONE, press } from '../support/browser.ts'
import { orderPaid } from '../support/clientela.ts'
import { heading } from '../support/print.ts'
import { expectGoodOnBoth, expectGoodScreen } from '../support/screen.ts'
import { enlaceOf, mailsTo, rows } from '../support/server.ts'
import { openStage } from '../support/stage.ts'

const CUIT = '20123456786'
const CLIENTE = '30500010912'
/** A CUIT that is not looked up in the register before its own test. */
const OTRO = '27000000006'
const EMAIL = 'ana@example.com'
const DENIED = '⚠️ No se encontró un pedido válido para facturación.'
const INVALID =
  'CUIT inválido. Debe tener 11 dígitos y ser válido según ARCA. No utilizar - para separar dígitos'

/** The shop talks to ARCA over HTTP and SOAP, as it would in earnest; ARCA is on this machine. */
const arca = await startArca({ cuit: CUIT, condicion: 'MT' })
afterAll(arca.close)
const { cert, key } = makeCredentials(CUIT)
const { wsaaUrl, wsfeUrl, padronUrl } = arca.urls
const { shop, browser } = await openStage({
  env: {
    ARCA_CUIT: CUIT,
    ARCA_CERT: cert,
    ARCA_KEY: key,
    ARCA_ISSUER: 'MT',
    ARCA_WSAA_URL: wsaaUrl,
    ARCA_WSFE_URL: wsfeUrl,
    ARCA_PADRON_URL: padronUrl,
  },
})

/** A paid order of 304 pesos, made by calls and not in the browser. */
async function paidOrder(email = EMAIL): Promise<string> {
  return (await orderPaid(shop, { sucursal: 'Alberdi', email })).id
}

/** Opens the form by the link of the order's mail. */
async function openForm(page: Page, id: string, email = EMAIL): Promise<void> {
  await page.goto(await enlaceOf(shop, { id, email }, 'facturar'))
  await heading(page, 'Pedí tu factura').waitFor()
}

async function fill(page: Page, cuit = CLIENTE): Promise<void> {
  await page.getByLabel('CUIT').fill(cuit)
  await page.getByLabel('Nombre o razón social').fill('Lucía Gómez')
  await page.getByLabel('Dirección').fill('Belgrano 348, Alberdi')
  await press(page.getByText('Consumidor final', { exact: true }))
}
const issueButton = (page: Page) => page.getByRole('button', { name: 'Emitir factura' })
const facturasOf = (id: string) => rows(shop, 'select * from facturas where pedido_id = $1', [id])

describe('which order', () => {
  it('without its id, the browser’s last paid order, and denied where there is none; with the loading state, and a state that cannot be loaded', async () => {
    const { page } = await openPage(browser)
    await page.goto(`${shop.url}/facturar`)
    await page.getByRole('alert').getByText(DENIED).waitFor()
    await press(page.getByRole('button', { name: 'Quedarme acá' }))
    await expectGoodOnBoth(page, 'facturar-denegado')
    const id = await paidOrder()
    await page.goto(await enlaceOf(shop, { id, email: EMAIL }))
    await heading(page, 'Recibimos tu pedido').waitFor()
    await page.getByRole('link', { name: 'Pedir factura' }).waitFor()
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/pedido_para_facturar/', async (route) => {
      await held
      await route.continue()
    })
    await page.route('**/api/estado_pedido/**', (route) => route.fulfill({ status: 404, body: '' }))
    await page.goto(`${shop.url}/facturar`)
    await page.getByRole('status').getByText('Buscando tu pedido…').waitFor()
    release()
    await page.getByRole('alert').getByText('❌ Error al consultar el estado del pedido.').waitFor()
    await expectGoodScreen(page, 'facturar-error-estado')
    await page.unroute('**/api/estado_pedido/**')
    await press(page.getByRole('button', { name: 'Reintentar' }))
    await heading(page, 'Pedí tu factura').waitFor()
    await page
      .getByRole('region', { name: /^Pedido \d+$/ })
      .getByText('$ 304,00')
      .waitFor()
  })
})

describe('issuing', () => {
  it('a bad CUIT sends nothing, ARCA’s register helps, a double click issues one: shown, downloaded, mailed, found again', async () => {
    const email = 'doble@example.com'
    const id = await paidOrder(email)
    const { page, problems } = await openPage(browser, PHONE)
    await openForm(page, id, email)
    await page.getByRole('region', { name: /^Pedido \d+$/ }).waitFor()
    await expectGoodOnBoth(page, 'facturar-vacio')
    const sent: string[] = []
    page.on(
      'request',
      (request) => void (request.url().includes('/api/facturar/') && sent.push(request.url())),
    )
    await fill(page, '20-12345678-6')
    await press(issueButton(page))
    await page.getByRole('alert').getByText(INVALID).waitFor()
    await page.getByRole('alert').getByText('CUIT inválido. Corregí el número antes de continuar.').waitFor()
    await expectGoodScreen(page, 'facturar-error')
    expect(sent).toEqual([])

    arca.personas.set(OTRO, {
      datosGenerales:
        '<razonSocial>PAPELES DEL SUR SA</razonSocial><domicilioFiscal><direccion>MITRE 10</direccion><descripcionProvincia>TUCUMAN</descripcionProvincia></domicilioFiscal>',
      rest: '<datosRegimenGeneral><impuesto><idImpuesto>30</idImpuesto></impuesto></datosRegimenGeneral>',
    })
    await page.getByLabel('CUIT').fill(OTRO)
    await page.getByText('PAPELES DEL SUR SA · MITRE 10, TUCUMAN · Responsable inscripto').waitFor()
    await expectGoodOnBoth(page, 'facturar-padron')
    await press(page.getByRole('button', { name: 'Usar estos datos' }))
    expect(await page.getByLabel('Nombre o razón social').inputValue()).toBe('PAPELES DEL SUR SA')
    expect(await page.getByRole('radio', { name: 'Responsable inscripto' }).isChecked()).toBe(true)
    arca.personas.clear()

    await fill(page)
    await issueButton(page).dblclick()
    await heading(page, 'Tu pedido ya tiene factura').waitFor()
    expect(await facturasOf(id)).toMatchObject([{ estado: 'emitida', tipo: 11, clase: 'factura' }])
    await page.getByText('Lucía Gómez').waitFor()
    await expectGoodOnBoth(page, 'facturar-listo')
    const href = await page.getByRole('link', { name: 'Descargar factura (PDF)' }).getAttribute('href')
    const downloaded = await fetch(href ?? '')
    expect(downloaded.headers.get('content-type')).toBe('application/pdf')
    expect(
      Buffer.from(await downloaded.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    await expect
      .poll(async () => (await mailsTo(shop, email)).map(({ asunto }) => asunto.replace(/\d+/, 'N')))
      .toEqual(['Tu factura del pedido N', 'Recibimos tu pedido N'])
    const [, paid] = await mailsTo(shop, email)
    expect(paid?.texto).toContain(`/facturar?pedido=${id}`)

    await page.goto(`${shop.url}/facturar?pedido=${id}`)
    await heading(page, 'Tu pedido ya tiene factura').waitFor()
    await press(page.getByRole('link', { name: 'Volver al pedido' }))
    expect(await page.getByRole('link', { name: 'Descargar factura (PDF)' }).getAttribute('href')).toBe(href)
    expect(problems).toEqual([])
    expect(arca.problems).toEqual([])
  })

  it('refused by ARCA, or without a connection or an answer, the page says so, and no second invoice is made', async () => {
    const id = await paidOrder()
    const { page } = await openPage(browser)
    await openForm(page, id)
    await fill(page)
    arca.moods.push({ on: 'FECAESolicitar', as: { code: 10015, message: 'El CUIT no existe en el padrón' } })
    await press(issueButton(page))
    await page
      .getByRole('alert')
      .getByText('❌ Error al emitir la factura: ARCA no la aceptó. El CUIT no existe en el padrón (10015)')
      .waitFor()
    await expectGoodScreen(page, 'facturar-rechazada')
    await page.route('**/api/facturar/**', (route) => route.abort(), { times: 1 })
    await press(issueButton(page))
    await page.getByRole('alert').getByText('❌ Error de conexión con el servidor').waitFor()
    // Now the call arrives, and its answer is lost
    await page.route(
      '**/api/facturar/**',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await press(issueButton(page))
    await heading(page, 'Tu pedido ya tiene factura').waitFor()
    await page.reload()
    await heading(page, 'Tu pedido ya tiene factura').waitFor()
    expect(await facturasOf(id)).toHaveLength(1)
  })

  it('while ARCA does not answer it is queued, shown as such, and issued later', async () => {
    const id = await paidOrder()
    const { page } = await openPage(browser, PHONE)
    await openForm(page, id)
    await fill(page)
    for (let times = 0; times < 50; times++) arca.moods.push({ on: 'FECAESolicitar', as: 'html' })
    await press(issueButton(page))
    await heading(page, 'Tu factura está en camino').waitFor()
    await page.getByText(/❌ Error al emitir la factura: ARCA no responde en este momento/).waitFor()
    await expectGoodScreen(page, 'facturar-en-proceso')
    arca.moods.length = 0
    await heading(page, 'Tu pedido ya tiene factura').waitFor({ timeout: 40_000 })
    expect(await facturasOf(id)).toHaveLength(1)
  })
})
