import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { press } from './browser.ts'
import type { Picked } from './files.ts'
import type { Shop } from './shop.ts'

/** The customers' print flow: which buttons to press, by the texts of the screen. */

export const CONTACTO = { email: 'ana@example.com', celular: '3865412233', sucursal: 'Alberdi' }

export const heading = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('heading', { level: 1, name })

/** The heading of step 2, for one file or several. */
export const STEP2 = /^¿Cómo los? imprimimos\?$/

export async function openStep1(page: Page, { url }: Shop): Promise<void> {
  await page.goto(`${url}/imprimitodo`)
  // Enabled: the page arrived with its screen's HTML, and reacts to presses a moment later
  await page.locator('button:enabled', { hasText: 'Siguiente' }).waitFor()
}

/** Through the file picker. */
export async function pick(page: Page, files: Picked[] | string[]): Promise<void> {
  await page.getByLabel(/^(?:Elegir|Agregar más) archivos$/).setInputFiles(files)
}

/** Waits for this many files: before that a reload, or another tab, would have to ask for them again. */
export async function expectKept(page: Page, count: number): Promise<void> {
  await page.waitForFunction((count) => {
    const bars = [...document.querySelectorAll('[role=progressbar][aria-label^="Carga de "]')]
    return bars.filter((bar) => bar.getAttribute('aria-valuetext') !== 'Leyendo…').length === count
  }, count)
}

/** The browser was told to save data: no byte leaves before "Siguiente". Before its first page. */
export const saveData = (page: Page): Promise<unknown> =>
  page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))

export const next = (page: Page): Promise<void> => press(page.getByRole('button', { name: 'Siguiente' }))

export async function toStep2(page: Page, shop: Shop, files: Picked[] | string[]): Promise<void> {
  await openStep1(page, shop)
  await pick(page, files)
  await expectKept(page, files.length)
  await next(page)
  await heading(page, STEP2).waitFor()
}

/** Step 3 with its price on the receipt. */
export async function expectStep3(page: Page): Promise<void> {
  await heading(page, 'Confirmá tu pedido').waitFor()
  await receipt(page).getByText('Total a pagar').waitFor()
}

export async function toStep3(page: Page, shop: Shop, files: Picked[] | string[]): Promise<void> {
  await toStep2(page, shop, files)
  await next(page)
  await expectStep3(page)
}

/** Until Pay is on offer. */
export async function toPay(page: Page, shop: Shop, files: Picked[], contacto = CONTACTO): Promise<void> {
  await toStep3(page, shop, files)
  await fillContacto(page, contacto)
}

export async function fillContacto(page: Page, { email, celular, sucursal } = CONTACTO): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Celular').fill(celular)
  await chooseSucursal(page, sucursal)
}

export const sucursales = (page: Page): Locator => page.getByRole('radiogroup', { name: 'Sucursal' })

export const chooseSucursal = (page: Page, name: string): Promise<void> =>
  sucursales(page).getByRole('radio', { name, exact: true }).check()

export const payButton = (page: Page): Locator => page.getByRole('button', { name: /^Pagar/ })

/** Presses Pay and waits for the checkout. */
export async function pay(page: Page): Promise<void> {
  await press(payButton(page))
  await page.waitForURL('**/pago-simulado/*')
  await page.getByText('PAGO SIMULADO').waitFor()
}

type Outcome = 'Tarjeta aprobada' | 'Tarjeta rechazada' | 'Dejar pendiente' | 'Pagar después en efectivo'

/** Chooses how the simulated payment ends, and pays. */
export async function checkout(page: Page, outcome: Outcome): Promise<void> {
  await press(page.getByText(outcome, { exact: true }))
  await press(payButton(page))
}

/** Opens the line of a file; if there is only one file, it is open already. */
export async function openFile(page: Page, name: string): Promise<void> {
  const line = page.getByRole('button', { name: `Opciones de ${name}`, exact: true })
  if ((await line.count()) > 0 && (await line.getAttribute('aria-expanded')) === 'false') await press(line)
}

/**
 * Puts it into an area while grouping, without dragging; on a phone the choice is among the file's options.
 */
export async function chooseGrupo(page: Page, name: string, to: string): Promise<void> {
  await page.getByRole('region', { name: 'Sin agrupar' }).waitFor()
  const select = page.getByLabel(`Mover a… ${name}`)
  const line = page.getByRole('button', { name: `Opciones de ${name}`, exact: true })
  await select.or(line).first().waitFor()
  if ((await select.count()) === 0) await openFile(page, name)
  await select.selectOption({ label: to })
}

/** One choice of a file, whose line opens first: 'Caras de tesis.pdf' -> 'Simple faz'. */
export async function choose(page: Page, group: string, choice: string): Promise<void> {
  await openFile(page, group.split(' de ').slice(1).join(' de '))
  await press(page.getByRole('group', { name: group, exact: true }).getByText(choice, { exact: true }))
}

export async function expectChosen(page: Page, group: string, choice: string): Promise<void> {
  const radio = page
    .getByRole('group', { name: group, exact: true })
    .getByRole('radio', { name: choice, exact: true })
  await expect.poll(() => radio.isChecked(), { message: `${group}: ${choice}` }).toBe(true)
}

export const copies = (page: Page, of: string): Locator =>
  page.getByRole('spinbutton', { name: `Copias de ${of}`, exact: true })

export const receipt = (page: Page): Locator => page.getByRole('region', { name: 'Resumen del pedido' })

/** A receipt's lines, in pesos by their label: {'Impresión': 1800, 'Total a pagar': 3990} */
export async function amountsOf(receipt: Locator): Promise<Record<string, number>> {
  await receipt.waitFor()
  // All lines are read in one evaluation: one by one, a line that disappears meanwhile would be waited for
  const lines = await receipt
    .locator('dl > div')
    .evaluateAll((all) =>
      all.map((line): [string, string] => [
        line.querySelector('dt')?.firstChild?.textContent ?? '',
        line.querySelector('dd')?.textContent ?? '',
      ]),
    )
  return Object.fromEntries(lines.map(([label, amount]) => [label, pesosIn(amount)]))
}

/** '−$ 1.234,50' -> -1234.5; NaN for 'Gratis'. */
export function pesosIn(text: string): number {
  const amount = /(−?)\s*\$\s*([\d.]+),(\d\d)/.exec(text)
  if (!amount) return Number.NaN
  return Number(`${amount[1] ? '-' : ''}${amount[2]?.replaceAll('.', '')}.${amount[3]}`)
}

/** The id of this browser's half-made order on the server. */
export async function carritoOf(page: Page): Promise<{
  carrito: string
  pedidoId: string | null
  archivos: { subida: string | null }[]
}> {
  const stored = await page.evaluate(() => localStorage.getItem('carrito'))
  if (!stored) throw new Error('This browser keeps no order')
  return JSON.parse(stored)
}

/** The order that the last quote made. */
export async function pedidoIdOf(page: Page): Promise<string> {
  const { pedidoId } = await carritoOf(page)
  if (!pedidoId) throw new Error('Nothing was quoted')
  return pedidoId
}
