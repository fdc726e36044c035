import { HOJAS } from '@imprimitodo/shared/rules/compra/hoja'
import { describe, expect, it } from 'vitest'
import { makePdf } from '../../server/src/testing/pdf.ts'
import { addPrinter } from '../support/agent.ts'
import { DESKTOP, openPage, PHONE, press } from '../support/browser.ts'
import { enterCounter } from '../support/mostrador.ts'
import { expectChosen, expectStep3, next, payButton, sucursales, toStep2 } from '../support/print.ts'
import { expectGoodOnAll, expectGoodScreen } from '../support/screen.ts'
import { ask, ownerBearer, rows } from '../support/server.ts'
import { openStage } from '../support/stage.ts'

const { shop, browser } = await openStage()
const { A3 } = HOJAS

const PERFIL = {
  uuid: null,
  modelo: 'Ricoh',
  pdf: true,
  dos_pasos: true,
  color: true,
  copias_max: 99,
  escala: true,
  copias: 'impresora',
  ppm: 30,
  ppm_color: 30,
  hojas: ['A4', 'A3'],
  lados: ['one-sided', 'two-sided-long-edge', 'two-sided-short-edge'],
}

describe('A3, from the owner’s forms to the counter', () => {
  it('is turned on, offered with one tap, bought where it is printed, and told to the clerk', {
    timeout: 180_000,
  }, async () => {
    const { id: impresora } = await addPrinter(shop, {
      nombre: 'Ricoh',
      sucursal: 'Alberdi',
      uri: 'ipp://127.0.0.1:1/ipp/print',
    })
    await rows(shop, 'update impresoras set perfil = $1 where id = $2', [JSON.stringify(PERFIL), impresora])
    const owner = await openPage(browser, DESKTOP)
    await enterCounter(owner.page, shop)
    await owner.page.goto(`${shop.url}/mostrador/ajustes`)
    const amounts = { byn: ['250', '400'], color: ['900', '1500'] }
    for (const [tinta, title] of [
      ['byn', 'Blanco y negro'],
      ['color', 'Color'],
    ] as const)
      for (const [index, cara] of ['simple faz', 'doble faz'].entries())
        await owner.page
          .getByLabel(`A3, ${title}, ${cara}, en pesos`, { exact: true })
          .fill(amounts[tinta][index] ?? '')
    await expectGoodOnAll(owner.page, 'hojas-ajustes')
    await press(owner.page.getByRole('button', { name: /^Guardar/ }))
    const prices = () => ask<{ hojas?: object }>(shop, '/api/mostrador/ajustes', undefined, ownerHeaders)
    const ownerHeaders = { headers: await ownerBearer(shop) }
    await expect.poll(async () => Object.keys((await prices()).hojas ?? {})).toEqual(['A3'])
    await owner.page.goto(`${shop.url}/mostrador/dueno/sucursales`)
    await press(owner.page.getByRole('button', { name: /Editar.*Alberdi/ }))
    await owner.page.getByLabel('Imprime en hojas A3').check()
    await expectGoodScreen(owner.page, 'hojas-sucursal')
    await press(owner.page.getByRole('button', { name: 'Guardar', exact: true }))
    await owner.page.getByText('Sucursal guardada').waitFor()

    const { page, problems } = await openPage(browser, PHONE)
    const bytes = await makePdf({ pages: 4, size: [A3.width, A3.height] })
    await toStep2(page, shop, [
      { name: 'plano.pdf', mimeType: 'application/pdf', buffer: Buffer.from(bytes) },
    ])
    await page.getByText('Es A3: la achicamos a A4').waitFor()
    await expectGoodScreen(page, 'hojas-paso2')
    await page.setViewportSize(DESKTOP.viewport ?? { width: 1280, height: 800 })
    await expectGoodScreen(page, 'hojas-paso2')
    await page.setViewportSize(PHONE.viewport ?? { width: 390, height: 844 })
    await press(page.getByRole('button', { name: /^En A3/ }))
    await expectChosen(page, 'Hoja de plano.pdf', 'A3')
    await page.getByRole('region', { name: 'Acciones' }).getByText('$ 760,00').waitFor()
    await press(page.getByRole('button', { name: /^Hojear/ }))
    await page.getByRole('dialog', { name: /^Hojear/ }).waitFor()
    await expectGoodScreen(page, 'hojas-hojear')
    await press(page.getByRole('button', { name: 'Cerrar' }))
    await next(page)
    await expectStep3(page)
    await sucursales(page).getByText('No imprime en hojas A3').waitFor()
    await expectGoodScreen(page, 'hojas-paso3')
    await page.setViewportSize(DESKTOP.viewport ?? { width: 1280, height: 800 })
    await expectGoodScreen(page, 'hojas-paso3')
    await page.setViewportSize(PHONE.viewport ?? { width: 390, height: 844 })
    await page.getByLabel('E-mail').fill('ana@example.com')
    await page.getByLabel('Celular').fill('3865412233')
    await sucursales(page).getByRole('radio', { name: 'Aguilares', exact: true }).check()
    await press(payButton(page))
    await page.getByText(/^En Aguilares no imprimimos en hojas A3\./).waitFor()
    await sucursales(page).getByRole('radio', { name: 'Alberdi', exact: true }).check()
    await press(payButton(page))
    await page.waitForURL('**/pago-simulado/*')
    expect(problems.filter((problem) => !problem.includes('400'))).toEqual([])

    const [found] = await rows<{ id: string }>(shop, 'select id from pedidos order by creado desc limit 1')
    await owner.page.goto(`${shop.url}/mostrador/pedidos/${found?.id}`)
    await owner.page.getByText('hojas A3').first().waitFor()
    await expectGoodOnAll(owner.page, 'hojas-mostrador')
    expect(owner.problems).toEqual([])
  })
})
