import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { DESKTOP, openToStay, press } from '../support/browser.ts'
import { addClerk, enterCounter, type Staff } from '../support/mostrador.ts'
import { expectGoodOnAll, expectGoodScreen } from '../support/screen.ts'
import { rows } from '../support/server.ts'
import { openStage } from '../support/stage.ts'

const { shop, browser } = await openStage()
let page: Page
let who: Staff
beforeAll(async () => {
  who = await addClerk(shop, 'Nadia Soria', 1)
})

const button = (name: string | RegExp) => page.getByRole('button', { name })
const dialog = () => page.getByRole('dialog')

/** Inserted by hand: the row of a drawer's shift. */
async function charged(turno: number | null): Promise<void> {
  const one = `insert into movimientos_caja (turno_id, sucursal_id, tipo, medio, importe, motivo, clave, quien, cuando)
    values ($1, 1, $2, $3, $4, $5, $6, 'Nadia Soria', now())`
  for (const [tipo, medio, importe, motivo] of [
    ['venta', 'efectivo', 247_000, null],
    ['venta', 'posnet', 66_500, null],
    ['venta', null, 250_000, null],
    ['devolucion', 'efectivo', -120_000, 'salió torcido'],
  ])
    await rows(shop, one, [turno, tipo, medio, importe, motivo, randomUUID()])
}

describe('a till', () => {
  it('is opened, moved, counted blind and closed in six actions and the typing, by keyboard alone', async () => {
    page = (await openToStay(browser, DESKTOP)).page
    await enterCounter(page, shop, who)
    await charged(null)
    await press(page.getByRole('link', { name: 'Caja', exact: true }).first())
    await page.getByRole('heading', { name: 'No hay caja abierta en Alberdi' }).waitFor()
    await expectGoodOnAll(page, 'caja-sin-turno')

    await press(button('Abrir la caja'))
    await page.keyboard.type('30000')
    await page.keyboard.press('Enter')
    await page.getByText('Todavía no entró nada').waitFor()
    const [turno] = await rows<{ id: number }>(shop, 'select id from turnos where cerrado is null', [])
    await charged(turno?.id ?? 0)
    await press(button('Gasto'))
    await page.keyboard.type('6000')
    await page.keyboard.press('Tab')
    await page.keyboard.type('cinta y bandas, boleta 0044')
    await page.keyboard.press('Enter')
    await dialog().waitFor({ state: 'hidden' })
    const movements = page.getByRole('table', { name: 'Movimientos del turno' })
    await movements.getByRole('row', { name: /cinta y bandas/ }).waitFor()
    await page.getByText('1 cobro sin medio: $ 2.500,00').waitFor()
    await expectGoodOnAll(page, 'caja')
    // The expected cash is shown nowhere
    expect(await page.locator('main').textContent()).not.toMatch(/25\.270|27\.770/)

    await press(movements.getByRole('button', { name: /¿Cómo pagó\?/ }))
    await press(dialog().getByText('Transferencia'))
    await press(dialog().getByRole('button', { name: 'Anotar' }))
    await page.getByText('1 cobro sin medio').waitFor({ state: 'hidden' })

    // From the till's screen: 1 count, 2 counted, 3 close, and the sheet appears; 4 prints it
    await press(page.getByRole('link', { name: 'Contar y cerrar' }))
    await page.getByLabel('$ 20.000').waitFor()
    await expectGoodOnAll(page, 'caja-contar')
    for (const many of ['1', '0', '2', '', '1', '', '2']) {
      await page.keyboard.type(many)
      await page.keyboard.press('Tab')
    }
    await page.keyboard.type('70')
    await page.getByText('6 billetes y $ 70,00 en monedas').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Faltan', { exact: true }).waitFor()
    await expectGoodOnAll(page, 'caja-diferencia')
    await page.getByLabel('Qué pasó').fill('Creo que di mal un vuelto.')
    await page.getByLabel('Queda en el cajón').fill('20000')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: `Turno ${turno?.id}` }).waitFor()
    await page.getByText('«Creo que di mal un vuelto.»').waitFor()
    await expectGoodOnAll(page, 'turno')
    // The sheet is one page
    const pdf = await page.pdf({
      format: 'A4',
      printBackground: false,
      margin: { top: '15mm', left: '15mm', right: '15mm', bottom: '15mm' },
    })
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
    await press(page.getByRole('link', { name: 'Caja', exact: true }).last())
    await page.getByText(/faltaron \$ 500,00/).waitFor()
    await expectGoodScreen(page, 'caja-cerrada')
  })
})
