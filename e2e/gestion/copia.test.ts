// The owner chooses where the copies of the backups go, by keyboard, and sees what is wrong with it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, it } from 'vitest'
import { DESKTOP, openToStay } from '../support/browser.ts'
import { confirmIdentity, enterCounter } from '../support/mostrador.ts'
import { expectGoodOnAll } from '../support/screen.ts'
import { openStage } from '../support/stage.ts'

const { shop, browser } = await openStage()
const folder = mkdtempSync(join(tmpdir(), 'imprimitodo-copia-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('the fields follow the chosen place, and problems are shown', async () => {
  const { page } = await openToStay(browser, DESKTOP)
  await enterCounter(page, shop, undefined, ['/proveedores', 'Proveedores'])
  await page.getByRole('button', { name: 'Conectar Copia del respaldo' }).press('Enter')
  const lugar = page.getByLabel('Dónde va la copia')
  await lugar.focus()
  await lugar.selectOption('sftp')
  await page.getByLabel('Computadora').waitFor()
  await expectGoodOnAll(page, 'copia-sftp')
  await lugar.selectOption('s3')
  await page.getByRole('button', { name: 'Guardar y probar' }).press('Enter')
  await page.getByText('Falta: servidor S3.').waitFor()
  await expectGoodOnAll(page, 'copia-s3')
  await lugar.selectOption('carpeta')
  await page.getByLabel('Carpeta').fill(folder)
  await page.getByRole('button', { name: 'Guardar y probar' }).press('Enter')
  await confirmIdentity(page)
  await page.getByText(/está en el mismo disco que los respaldos|Todavía no hay ningún respaldo/).waitFor()
  await expectGoodOnAll(page, 'copia-carpeta')
})
