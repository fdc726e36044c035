import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { press } from './browser.ts'
import { heading } from './print.ts'
import { rows } from './server.ts'
import { OWNER, type Shop } from './shop.ts'

export type Staff = { email: string; password: string }

/** The counter's login, filled and sent. */
export async function fillCounterLogin(page: Page, shop: Shop, who: Staff = OWNER, path = ''): Promise<void> {
  await page.goto(`${shop.url}/mostrador${path}`)
  await page.getByLabel('E-mail').fill(who.email)
  await page.getByRole('textbox', { name: 'Contraseña' }).fill(who.password)
  await press(page.getByRole('button', { name: 'Ingresar' }))
}

/** Signs in on the way to a screen of the counter, by default the board, and waits until it is shown. */
export async function enterCounter(
  page: Page,
  shop: Shop,
  who: Staff = OWNER,
  [path, title]: readonly [string, string] = ['', 'Pedidos'],
): Promise<void> {
  await fillCounterLogin(page, shop, who, path)
  await heading(page, title).waitFor()
}

/** Confirms the identity, which is asked before a sensitive call and then not again for five minutes. */
export async function confirmIdentity(page: Page, { password }: Staff = OWNER): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirmá que sos vos' })
  await dialog.getByLabel('Tu contraseña').fill(password)
  await dialog.getByRole('button', { name: 'Confirmar' }).click()
  await dialog.waitFor({ state: 'hidden' })
}

/** A clerk of a branch (1 Alberdi, 2 Aguilares) or, without one, for all; with the owner's password. */
export async function addClerk(shop: Shop, nombre: string, sucursal_id: number | null): Promise<Staff> {
  const email = `${nombre.split(' ')[0]?.toLowerCase()}@imprimitodo.test`
  await rows(
    shop,
    `insert into operadores (email, nombre, rol, sucursal_id, password_hash)
     select $1, $2, 'operador', $3, password_hash from operadores order by id limit 1`,
    [email, nombre, sucursal_id],
  )
  return { email, password: OWNER.password }
}

/**
 * A shortcut of the counter, as a hand presses it: a key that follows another one without a pause is a scanner's
 * (web/src/mostrador/atajos).
 */
export async function pressAtajo(page: Page, key: string): Promise<void> {
  await sleep(100)
  await page.keyboard.press(key)
}
