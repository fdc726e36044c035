// A shop comes back on a new machine, in the browser: from the downloaded backup to its owner's board.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { testFolder } from '../../server/src/testing/folder.ts'
import { DESKTOP, openToStay } from '../support/browser.ts'
import { confirm, sendTo, upload } from '../support/buy.ts'
import { pdf } from '../support/files.ts'
import { isGrande } from '../support/grande.ts'
import { heading } from '../support/print.ts'
import { expectGoodOnAll } from '../support/screen.ts'
import { ask, ownerBearer, request, rows } from '../support/server.ts'
import { OWNER, startShop } from '../support/shop.ts'
import { openStage } from '../support/stage.ts'

const { shop: before, browser } = await openStage()
const shop = await startShop({
  env: {
    NODE_ENV: 'production',
    OWNER_EMAIL: '',
    OWNER_PASSWORD: '',
    GEOCODER_URL: 'off',
    MAP_TILES_URL: 'off',
  },
})
afterAll(shop.remove)

const WIDE = { width: 1280, height: 900 }
let page: Page
let path: string
let clave: string

const pedidosOf = (of: typeof shop) =>
  rows<{ n: number }>(of, `select count(*)::int as n from pedidos`).then(([row]) => row?.n)

it.skipIf(isGrande)(
  'a backup that was downloaded from the old shop is given with its key, by keyboard alone',
  async () => {
    const send = sendTo(before.url)
    const { pedido_id } = await upload(send, { bytes: (await pdf('tesis.pdf', 3)).buffer })
    await confirm(send, pedido_id)
    const headers = await ownerBearer(before)
    await ask(before, '/api/mostrador/confirmar', { actual: OWNER.password }, { headers })
    clave = (await ask<{ clave: string }>(before, '/api/mostrador/respaldo/clave', {}, { headers })).clave
    const archive = await request(before, '/api/mostrador/respaldo', {}, { headers })
    path = join(testFolder('bajado'), 'imprimitodo-2026-11-20.respaldo')
    writeFileSync(path, Buffer.from(await archive.arrayBuffer()))
    expect(await pedidosOf(before)).toBeGreaterThan(0)

    page = (await openToStay(browser, DESKTOP)).page
    await page.goto(`${shop.url}/mostrador`)
    await heading(page, 'Primeros pasos').waitFor()
    await page.getByRole('link', { name: 'Tengo un respaldo de mi tienda' }).press('Enter')
    await heading(page, 'Tengo un respaldo').waitFor()
    const codigo = /Código para serlo.*: ([0-9A-Z-]{14})/.exec(shop.printed())?.[1] ?? ''
    await page.getByLabel('Código de la instalación').focus()
    await page.keyboard.type(codigo)
    await page.keyboard.press('Tab')
    await page.keyboard.type('f'.repeat(64))
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('file')
    await page.getByLabel('Elegir el archivo').setInputFiles(path)
    await page.getByRole('button', { name: 'Ver los que hay en el servidor' }).press('Enter')
    await page.getByText('En el servidor no hay ningún respaldo.').waitFor()
    await page.getByRole('button', { name: 'Restaurar' }).press('Enter')
    await page.getByText(/Esa clave no abre este respaldo/).waitFor()
    await page.getByText(/La instalación sigue vacía, como estaba/).waitFor()
    await expectGoodOnAll(page, 'restaurar')
    await page.setViewportSize(WIDE)
  },
)

it.skipIf(isGrande)(
  'with the right key the whole shop is back, also after a cut on the way; its owner signs in as before',
  async () => {
    await page.getByLabel('Clave del respaldo').fill(`${clave.slice(0, 30)} ${clave.slice(30)}`)
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Restaurar' }).click()
    await page.getByText(/Sigue solo, desde donde quedó/).waitFor()
    await expectGoodOnAll(page, 'restaurar-cortado')
    await page.setViewportSize(WIDE)
    await page.context().setOffline(false)
    await page.getByText('Listo: tu tienda volvió entera.').waitFor({ timeout: 120_000 })
    await expectGoodOnAll(page, 'restaurado')
    expect(shop.printed()).toContain('Se restauró un respaldo: ImprimiTodo empieza de nuevo.')
    await page.getByRole('link', { name: 'Ingresar' }).click()
    await page.getByLabel('E-mail').fill(OWNER.email)
    await page.getByRole('textbox', { name: 'Contraseña' }).fill(OWNER.password)
    await page.getByRole('button', { name: 'Ingresar' }).click()
    await heading(page, 'Pedidos').waitFor()
    expect(await pedidosOf(shop)).toBe(await pedidosOf(before))
    expect(readFileSync(join(shop.dataDir, 'secretos/respaldo'), 'utf8')).toBe(clave)
  },
)

it.skipIf(isGrande)('a restored shop stays after the machine is switched off', async () => {
  await shop.kill9()
  const again = await startShop({
    dataDir: shop.dataDir,
    env: {
      NODE_ENV: 'production',
      OWNER_EMAIL: '',
      OWNER_PASSWORD: '',
      GEOCODER_URL: 'off',
      MAP_TILES_URL: 'off',
    },
  })
  try {
    expect(await pedidosOf(again)).toBe(await pedidosOf(before))
    expect((await request(again, '/api/mostrador/ingresar', OWNER)).status).toBe(200)
  } finally {
    await again.stop()
  }
})
