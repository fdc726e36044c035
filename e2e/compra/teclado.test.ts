import type { FileChooser, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openPage } from '../support/browser.ts'
import { pdf } from '../support/files.ts'
import { CONTACTO, expectStep3, heading, pedidoIdOf, STEP2 } from '../support/print.ts'
import { staffPedidoOf } from '../support/server.ts'
import { openStage } from '../support/stage.ts'

const { shop, browser } = await openStage()

it('the whole print flow by keyboard alone', { timeout: 120_000 }, async () => {
  const { page, problems } = await openPage(browser)
  await page.goto(shop.url)
  await heading(page, /^Subí tu PDF/).waitFor()
  await tabTo(page, 'link', /^Imprimir ·/)
  await page.keyboard.press('Enter')

  await heading(page, '5% off por pedir desde la web').waitFor()
  await pickByKeyboard(page)
  await tabTo(page, 'button', 'Siguiente')
  await page.keyboard.press('Enter')

  await heading(page, STEP2).waitFor()
  await chooseByKeyboard(page)
  await tabTo(page, 'button', 'Siguiente')
  await page.keyboard.press('Enter')

  await expectStep3(page)
  await confirmByKeyboard(page)
  const id = await pedidoIdOf(page)
  await tabTo(page, 'button', /^Pagar \$/)
  await page.keyboard.press('Enter')

  await page.waitForURL('**/pago-simulado/*')
  await page.getByText('PAGO SIMULADO').waitFor()
  await tabTo(page, 'radio', /^Tarjeta aprobada/)
  await page.keyboard.press('Space')
  await tabTo(page, 'button', /^Pagar/)
  await page.keyboard.press('Enter')
  await page.getByText('Pago aprobado.').waitFor()
  await tabTo(page, 'link', 'Volver a imprimitodo')
  await page.keyboard.press('Enter')
  await heading(page, 'Recibimos tu pedido').waitFor()

  const { estado, archivos, sucursal } = await staffPedidoOf(shop, id)
  expect({ estado, sucursal }).toEqual({ estado: 'pagado', sucursal: 'Aguilares' })
  const bound = { grupo: 'grupo0', duplicado: 3 }
  expect(archivos).toMatchObject([
    { nombre: 'tesis.pdf', doble_faz: false, color: 'color', ...bound },
    { nombre: 'anexo.pdf', doble_faz: true, color: 'blanco y negro', ...bound },
  ])
  expect(problems).toEqual([])
})

async function pickByKeyboard(page: Page): Promise<void> {
  // A <summary> has no role to look for
  const words = page.locator('summary', { hasText: 'Cómo mandar tus archivos' })
  const isOnWords = () => words.evaluate((summary) => summary === document.activeElement)
  for (let tabs = 0; tabs < 90 && !(await isOnWords()); tabs++) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: '4. Confirmá y pagá' }).waitFor()
  await tabTo(page, 'button', 'Elegir archivos', 'back')
  const chooser = await chooserByKeyboard(page)
  await chooser.setFiles([await pdf('tesis.pdf', 5), await pdf('anexo.pdf', 2), await pdf('sobra.pdf')])
  await tabTo(page, 'button', 'Quitar sobra.pdf')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByRole('listitem').filter({ hasText: 'sobra.pdf' }).count()).toBe(0)
}

/** On a busy machine a press was once seen without effect. */
async function chooserByKeyboard(page: Page): Promise<FileChooser> {
  for (let tries = 3; ; tries--) {
    const opened = page.waitForEvent('filechooser', { timeout: 5_000 })
    await page.keyboard.press('Space')
    try {
      return await opened
    } catch (error) {
      if (tries === 1) throw error
    }
  }
}

async function chooseByKeyboard(page: Page): Promise<void> {
  await tabTo(page, 'button', 'Opciones de tesis.pdf')
  await page.keyboard.press('Enter')
  await tabTo(page, 'spinbutton', 'Copias de tesis.pdf')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await tabTo(page, 'radio', 'Doble faz')
  await page.keyboard.press('ArrowRight')
  await tabTo(page, 'radio', 'Blanco y negro')
  await page.keyboard.press('ArrowRight')
  await tabTo(page, 'button', 'Agrupar archivos', 'back')
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Anillado 1' }).waitFor()
  for (const name of ['tesis.pdf', 'anexo.pdf']) {
    await tabTo(page, 'combobox', `Mover a… ${name}`)
    await page.keyboard.type('Anillado 1')
    await page.getByRole('button', { name: `Quitar del grupo ${name}` }).waitFor()
  }
}

async function confirmByKeyboard(page: Page): Promise<void> {
  await tabTo(page, 'textbox', 'E-mail')
  await page.keyboard.type(CONTACTO.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(CONTACTO.celular)
  await tabTo(page, 'radio', 'Alberdi')
  await page.keyboard.press('ArrowDown')
  await tabTo(page, 'button', 'Detalle del Pedido')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Detalle del Pedido' }).waitFor()
  await page.keyboard.press('Escape')
  await expectFocus(page, 'button', 'Detalle del Pedido')
  await tabTo(page, 'button', /^Pagar/, 'back')
}

type Role = Parameters<Page['getByRole']>[0]

/** Presses Tab until this has the focus; fails after the whole page. The focus must be visible. */
async function tabTo(page: Page, role: Role, name: string | RegExp, way?: 'back'): Promise<void> {
  const wanted = page.getByRole(role, { name, exact: typeof name === 'string' })
  await wanted.first().waitFor({ state: 'attached' })
  for (let tabs = 0; tabs < 90; tabs++) {
    await page.keyboard.press(way ? 'Shift+Tab' : 'Tab')
    const found = await wanted.evaluateAll((all) => all.includes(document.activeElement as HTMLElement))
    if (!found) continue
    await expectVisibleFocus(page)
    return
  }
  throw new Error(`No Tab leads to the ${role} ${name}`)
}

async function expectFocus(page: Page, role: Role, name: string | RegExp): Promise<void> {
  const wanted = page.getByRole(role, { name, exact: typeof name === 'string' })
  await expect
    .poll(() => wanted.evaluateAll((all) => all.includes(document.activeElement as HTMLElement)))
    .toBe(true)
}

/**
 * An outline on it, or on the element that shows its focus (a label around a radio), inside the window and
 * under nothing sticky.
 */
async function expectVisibleFocus(page: Page): Promise<void> {
  const what = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120))
  // The page scrolls to it smoothly
  await expect.poll(() => page.evaluate(lookAtFocus), { message: what }).toBe('seen')
}

/** Runs in the page. */
function lookAtFocus(): string {
  const focused = document.activeElement
  const around = [focused, focused?.closest('label'), focused?.parentElement].filter(
    (one) => one instanceof Element,
  )
  const outlined = around.find((one) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(one)
    return outlineStyle !== 'none' && outlineWidth !== '0px'
  })
  if (!outlined) return 'no outline'
  const { top, bottom } = outlined.getBoundingClientRect()
  if (bottom <= 0) return 'above the window'
  return top < innerHeight ? 'seen' : 'below the window'
}
