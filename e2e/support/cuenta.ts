import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import { press } from './browser.ts'
import { ask, mailsTo, request } from './server.ts'
import type { Shop } from './shop.ts'

export type Customer = { email: string; nombre: string; celular: string; password: string }

let made = 0

/** A customer with an active account, made through the calls that the screens use. */
export async function makeCustomer(shop: Shop, change: Partial<Customer> = {}): Promise<Customer> {
  const customer = {
    email: `clienta${++made}@example.com`,
    nombre: 'carla juárez',
    celular: '3865412233',
    password: 'mate-Amargo-7',
    ...change,
  }
  await ask(shop, '/api/clientes/', { ...customer, fecha_nacimiento: '1999-03-14' })
  await ask(shop, `/api/clientes/activar/${tokenIn(await linkIn(shop, customer.email, 'activar'))}/`)
  return customer
}

/** The newest link to /{page}/{token} that was mailed to an address. */
export async function linkIn(shop: Shop, email: string, page: string): Promise<string> {
  const pattern = new RegExp(`https?://\\S+/${page}/[\\w-]+`, 'g')
  for (const deadline = Date.now() + 15_000; ; await sleep(200)) {
    const found = (await mailsTo(shop, email)).flatMap(({ texto }) => texto.match(pattern) ?? [])[0]
    if (found) return found
    if (Date.now() > deadline) throw new Error(`No mail to ${email} with /${page}/`)
  }
}

const tokenIn = (link: string): string => link.split('/').at(-1) ?? ''

export const password = (page: Page, label = 'Contraseña'): Locator =>
  page.getByRole('textbox', { name: label, exact: true })

/** Types the credentials and presses 'Entrar'. */
export async function enter(page: Page, { email, password: word }: Customer): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await password(page).fill(word)
  await press(page.getByRole('button', { name: 'Entrar' }))
}

/** Logs in, from the login page to the profile. */
export async function logIn(page: Page, shop: Shop, customer: Customer): Promise<void> {
  await page.goto(`${shop.url}/login`)
  await enter(page, customer)
  await page.waitForURL('**/perfil')
  await page.getByRole('heading', { level: 1, name: /^Hola, / }).waitFor()
}

/**
 * A customer whose session began on an earlier day: the browser has its cookie, and the profile opens without
 * a login.
 */
export async function comeBack(page: Page, shop: Shop, customer: Customer): Promise<void> {
  await addSession(page, shop, customer)
  await page.goto(`${shop.url}/perfil`)
  await page.getByRole('heading', { level: 1, name: /^Hola, / }).waitFor()
}

/** The cookie of a session that began on an earlier day. */
export async function addSession(page: Page, shop: Shop, { email, password }: Customer): Promise<void> {
  const headers = { 'user-agent': await page.evaluate(() => navigator.userAgent) }
  const answer = await request(shop, '/api/auth/login/', { email, password }, { headers })
  const value = /\brefresh=([^;]+)/.exec(answer.headers.getSetCookie().join())?.[1]
  if (!value) throw new Error(`${email} could not log in: ${answer.status}`)
  await page
    .context()
    .addCookies([{ name: 'refresh', value, url: shop.url, httpOnly: true, sameSite: 'Lax' }])
}

/** On a phone the account stands at the end of the site's menu. */
export const accountButton = (page: Page): Locator =>
  page
    .getByRole('navigation', { name: 'Principal' })
    .getByRole('button', { name: /^(?:Mi cuenta|(?:Abrir|Cerrar) el menú)/ })

/** Opens the account menu and presses an entry. */
export async function chooseInMenu(page: Page, entry: string): Promise<void> {
  await press(accountButton(page))
  await press(page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: entry }))
}

export const access = (page: Page): Promise<string | null> =>
  page.evaluate(() => sessionStorage.getItem('access'))

/** Paths of the calls that the page makes from now on, 'METHOD /path'. */
export function watchCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/(?:api\/|get_token_local)/.test(pathname)) calls.push(`${request.method()} ${pathname}`)
  })
  return calls
}

export const timesIn = (calls: string[], call: string): number => calls.filter((one) => one === call).length
