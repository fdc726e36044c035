import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { type OpenPage, openToStay } from '../support/browser.ts'
import { enterCounter } from '../support/mostrador.ts'
import { expectGoodOnAll } from '../support/screen.ts'
import { ask, rows } from '../support/server.ts'
import { openStage } from '../support/stage.ts'

const { shop, browser } = await openStage()
let owner: OpenPage
let page: Page
beforeAll(async () => {
  await rows(
    shop,
    `insert into pedidos (id, numero, estado, referencia, tarifas, descuento_porcentaje, total_impresion, total_anillado,
       final_impresion, final_anillado, importe_final, email, celular, sucursal_id, modo_entrega, codigo_retiro, confirmado, pagado)
     select 'reporte-' || n, 9000 + n, 'pagado', 'ref-' || n, (select valores from ajustes), 5, 100000, 120000, 95000, 114000, 209000,
       'ana@example.com', '3865412233', n, 'retiro', 'R-' || n, now(), now() from generate_series(1, 2) n`,
    [],
  )
  await rows(
    shop,
    `insert into pagos (id, proveedor, pedido_id, estado, importe, moneda, medio, creado, actualizado)
     select 'pago-' || id, 'mercadopago', id, 'approved', importe_final, 'ARS', 'tarjeta', pagado, pagado from pedidos`,
    [],
  )
  await ask(shop, '/api/arrepentimiento', {
    nombre: 'Ana Paz',
    email: 'ana@example.com',
    compra: 'Pedido 9001',
  })
})

const open = async (name: string | RegExp, title: string) => {
  await page.getByRole('navigation').getByRole('link', { name }).last().click()
  await page.getByRole('heading', { name: title, level: 1 }).waitFor()
}

describe('the papers and numbers of the shop', () => {
  it('the owner reads the sales, grouped, and downloads them as a file', async () => {
    owner = await openToStay(browser)
    page = owner.page
    await enterCounter(page, shop)
    await open('Reportes', 'Reportes')
    const caja = page.getByRole('region', { name: 'Caja', exact: true })
    await caja.getByRole('heading', { name: 'Quedaron $ 4.180,00. Lo que más, Tarjeta.' }).waitFor()
    const ventas = page.getByRole('region', { name: 'Ventas', exact: true })
    await ventas.getByText('Por producto').click()
    await ventas
      .getByRole('heading', { name: 'Se vendieron $ 4.180,00: lo que más, Anillado con $ 2.280,00.' })
      .waitFor()
    expect(await ventas.getByRole('row').count()).toBe(3)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      ventas.getByRole('button', { name: /^CSV/ }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^ventas-\d{4}-\d\d-\d\d-a-\d{4}-\d\d-\d\d\.csv$/)
    await page.getByText('Ayer', { exact: true }).click()
    await page.getByText('No entró ni salió plata.').waitFor()
    await page.getByText('7 días', { exact: true }).click()
    await caja.getByRole('heading', { name: 'Quedaron $ 4.180,00. Lo que más, Tarjeta.' }).waitFor()
    await expectGoodOnAll(page, 'reportes')
  })

  it('printed on A4, every column of a report is on the paper', async () => {
    const screen = page.viewportSize()
    await page.setViewportSize({ width: 703, height: 1000 }) // A4 between margins of 12 mm, in CSS pixels
    await page.emulateMedia({ media: 'print' })
    // As in a shop that sells for millions
    await page.locator('main td.num').evaluateAll((cells) => {
      for (const cell of cells) cell.textContent = '$ 1.234.567,89'
    })
    const beyond = await page.locator('main table').evaluateAll((tables) =>
      tables.map((table) => {
        const cut = table.closest('section')?.getBoundingClientRect().right ?? 0
        return table.getBoundingClientRect().right - Math.min(cut, document.documentElement.clientWidth)
      }),
    )
    expect(beyond.length).toBeGreaterThan(0)
    expect(Math.max(...beyond)).toBeLessThan(1)
    await page.emulateMedia({ media: null })
    if (screen) await page.setViewportSize(screen)
    await page.reload()
  })

  it('a sale without voucher gets one', async () => {
    await open('Comprobantes', 'Comprobantes')
    await page.getByText('Todavía no se emitió ningún comprobante.').waitFor()
    await page.getByText('Sin comprobante', { exact: true }).click()
    await page.getByRole('button', { name: 'Hacer comprobante (pedido 9001)' }).waitFor()
    await expectGoodOnAll(page, 'comprobantes')
    await page.getByRole('button', { name: 'Hacer comprobante (pedido 9001)' }).click()
    await page.getByText('Pedido 9001: comprobante pedido.').waitFor()
    await expect
      .poll(() => rows(shop, `select estado from facturas where pedido_id = 'reporte-1'`, []), {
        timeout: 20_000,
      })
      .toEqual([{ estado: 'emitida' }])
    await page.getByText('Emitidos', { exact: true }).click()
    await page.getByRole('link', { name: /^PDF de Factura/ }).waitFor()
  })

  it('an arrepentimiento is counted in the menu until a clerk attends it', async () => {
    await open(/^Arrepentimientos/, 'Arrepentimientos')
    await page.getByRole('link', { name: 'Reportes 1 arrepentimiento por atender' }).waitFor()
    await page.getByRole('button', { name: /^Marcar atendido/ }).click()
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.getByRole('alert').getByText('Escribí qué se hizo.').waitFor()
    await expectGoodOnAll(page, 'arrepentimientos')
    await page.setViewportSize({ width: 390, height: 844 })
    const tops = await page
      .getByRole('navigation', { name: 'Reportes y papeles' })
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top))
    expect(new Set(tops).size, 'a line of links').toBe(1)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByLabel('Qué se hizo').fill('Le devolvimos todo.')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.getByText('No hay nadie esperando respuesta.').waitFor()
    await page.getByText('Atendidos', { exact: true }).click()
    await page.getByText('Atendió Dueño').waitFor()
    expect(owner.problems).toEqual([])
  })
})
