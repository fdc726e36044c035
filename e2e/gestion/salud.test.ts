import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { type OpenPage, openPage, openToStay, PHONE } from '../support/browser.ts'
import { addClerk, confirmIdentity, enterCounter } from '../support/mostrador.ts'
import { expectGoodOnAll, expectGoodScreen } from '../support/screen.ts'
import { rows } from '../support/server.ts'
import { openStage } from '../support/stage.ts'

const { shop, browser } = await openStage()
let owner: OpenPage
let page: Page
beforeAll(async () => {
  await rows(
    shop,
    `insert into respaldos (cuando, archivos, bytes, falla) values
       (now() - interval '3 days', 12, 5000000, null), (now() - interval '1 hour', 0, 0, 'No hay lugar en el disco de los respaldos.')`,
    [],
  )
  await rows(
    shop,
    `insert into agentes (nombre, sucursal_id, token_hash, creado, visto) values ('Norte', 1, 'a', now(), now() - interval '12 minutes')`,
    [],
  )
})

describe('how the shop’s machine is doing', () => {
  it('urgent problems are shown on the board, with a link to the instructions', async () => {
    owner = await openToStay(browser)
    page = owner.page
    await enterCounter(page, shop)
    const strip = page.getByRole('region', { name: 'Necesita a alguien' })
    await strip.getByText('Respaldo', { exact: true }).waitFor()
    await strip.getByText('El último respaldo bueno tiene 3 días').waitFor()
    await expectGoodScreen(page, 'salud-tablero')
    await strip.getByRole('link', { name: 'Qué hacer' }).click()
    await page.getByRole('heading', { name: 'Salud', level: 1 }).waitFor()
  })

  it('each part shows its state and what to do, at every size', async () => {
    const wrong = page.getByRole('region', { name: 'Para mirar' })
    const respaldo = wrong.getByRole('listitem').filter({ hasText: 'Respaldo' })
    await respaldo.getByText('falló: No hay lugar en el disco de los respaldos.').waitFor()
    await respaldo.getByText('npm run backup').waitFor()
    const agente = wrong.getByRole('listitem').filter({ hasText: 'Agente Norte' })
    await agente.getByText(/no se conecta hace 1\d minutos/).waitFor()
    await page
      .getByRole('region', { name: 'Lo que anda bien' })
      .getByRole('heading', { name: 'Base de datos' })
      .waitFor()
    await expectGoodOnAll(page, 'salud')
    await agente.getByRole('link', { name: 'Ir a Impresoras' }).click()
    await page.getByRole('heading', { name: 'Impresoras', level: 1 }).waitFor()
  })

  it('a person of another branch sees what is urgent, but not the agent', async () => {
    const clerk = await openPage(browser, PHONE)
    const who = await addClerk(shop, 'Nadia Sosa', 2)
    await enterCounter(clerk.page, shop, who, ['/salud', 'Salud'])
    const wrong = clerk.page.getByRole('region', { name: 'Para mirar' })
    await wrong.getByText('El último respaldo bueno tiene 3 días').waitFor()
    expect(await clerk.page.getByText('Agente Norte').count()).toBe(0)
    await expectGoodScreen(clerk.page, 'salud-sucursal')
  })

  it('a backup that came to its end takes the warning away', async () => {
    await rows(shop, `insert into respaldos (cuando, archivos, bytes) values (now(), 12, 5000000)`, [])
    await page.goto(`${shop.url}/mostrador/salud`)
    await page.getByRole('region', { name: 'Lo que anda bien' }).getByText('y se leyó entero').waitFor()
    expect(await page.getByRole('region', { name: 'Para mirar' }).getByText('Respaldo').count()).toBe(0)
    expect(owner.problems).toEqual([])
  })

  it('the owner downloads a whole backup, and sees the key that opens it', async () => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Bajar un respaldo' }).click()
    await confirmIdentity(page)
    expect((await download).suggestedFilename()).toMatch(/^imprimitodo-\d{4}-\d\d-\d\d\.respaldo$/)
    await page.getByText('Respaldo bajado').waitFor()
    await page.getByRole('button', { name: 'Ver la clave' }).click()
    await page.getByText(/^[\da-f]{64}$/).waitFor()
    await expectGoodOnAll(page, 'salud-clave')
  })
})
