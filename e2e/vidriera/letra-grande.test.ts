import { expect, it } from 'vitest'
import { DESKTOP, expectNoSidewaysScroll, openBrowser, openPage, PHONE, press } from '../support/browser.ts'
import { notPdf, pdf } from '../support/files.ts'
import {
  choose,
  chooseGrupo,
  copies,
  fillContacto,
  heading,
  next,
  openFile,
  openStep1,
  pick,
  receipt,
  toStep2,
} from '../support/print.ts'
import { pathsOf, shoot } from '../support/screen.ts'
import { openStage } from '../support/stage.ts'

// Chromium's own setting for the font size, at twice its usual 16 px, as a customer with poor sight chooses it
const { shop, browser } = await openStage({}, () => openBrowser(['--blink-settings=defaultFontSize=32']))

const LARGO = 'Resumen de Derecho Constitucional unidad 4.pdf'

it.each([
  ['a phone', PHONE],
  ['a computer', DESKTOP],
])(
  'with letters twice as large %s shows the order from its files to Pay, and nothing sticks out',
  async (device, size) => {
    const { page } = await openPage(browser, size)
    const fits = async (name: string) => {
      await shoot(page, `letra-grande-${name} (${device})`)
      await expectNoSidewaysScroll(page)
    }
    await openStep1(page, shop)
    expect(await page.evaluate(() => getComputedStyle(document.body).fontSize)).toBe('32px')
    await pick(page, [notPdf('carta.docx')])
    await page.getByRole('status').getByText('No se puede imprimir así: «carta.docx»').waitFor()
    await fits('paso1')
    await press(page.getByRole('button', { name: 'Quitar carta.docx' }))
    await toStep2(page, shop, [await pdf(LARGO, 12, [2]), await pdf('guia.pdf', 5)])
    await choose(page, 'Páginas de guia.pdf', 'Algunas')
    await page.getByLabel('Qué páginas de guia.pdf').fill('1-4')
    await fits('paso2')
    await page
      .getByRole('status')
      .getByText(/, \d hojas, con el 5% off$/)
      .waitFor()
    await press(page.getByRole('button', { name: 'Agrupar archivos' }))
    await chooseGrupo(page, 'guia.pdf', 'Anillado 1')
    await fits('paso2-grupos')
    await next(page)
    await heading(page, 'Confirmá tu pedido').waitFor()
    await fillContacto(page)
    await fits('paso3')
  },
)

it('with letters twice as large the amounts of a large order stay in the receipt of a narrow phone', async () => {
  const { page } = await openPage(browser, { ...PHONE, viewport: { width: 360, height: 640 } })
  await toStep2(page, shop, [await pdf('guia.pdf', 5)])
  await openFile(page, 'guia.pdf')
  await copies(page, 'guia.pdf').fill('900')
  await next(page)
  await receipt(page).getByText('Total a pagar').waitFor()
  const room = await receipt(page).evaluate((paper) => {
    const end = paper.getBoundingClientRect().right
    return [...paper.querySelectorAll('dd')].map((amount) => end - amount.getBoundingClientRect().right)
  })
  expect(Math.min(...room)).toBeGreaterThanOrEqual(10)
})

it.each([...pathsOf(false), '/no-existe'])(
  'with letters twice as large nothing sticks out of %s',
  async (path) => {
    const { page } = await openPage(browser, PHONE)
    await page.goto(shop.url + path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.evaluate(() => document.fonts.ready)
    await expectNoSidewaysScroll(page)
  },
)
