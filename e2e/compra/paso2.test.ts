import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openPage, PHONE, press } from '../support/browser.ts'
import { type Picked, pdf } from '../support/files.ts'
import {
  choose,
  copies,
  expectChosen,
  expectStep3,
  heading,
  next,
  openFile,
  pedidoIdOf,
  STEP2,
  toStep2,
} from '../support/print.ts'
import { expectGoodOnBoth, expectGoodScreen, shoot } from '../support/screen.ts'
import { pedidoOf } from '../support/server.ts'
import { openStage } from '../support/stage.ts'

const { shop, browser } = await openStage()

const SMALL = { width: 390, height: 844 }
const COMPUTER = { width: 1280, height: 800 }

/** On a phone. */
async function open(files: Picked[] | Promise<Picked[]>, test: (page: Page) => Promise<void>): Promise<void> {
  const { page, problems } = await openPage(browser, PHONE)
  await toStep2(page, shop, await files)
  await test(page)
  expect(problems).toEqual([])
}

/** Goes to step 3 and back, so that the server has read the files. */
async function thereAndBack(page: Page): Promise<void> {
  await next(page)
  await expectStep3(page)
  await press(page.getByRole('link', { name: 'Volver a las opciones' }))
  await heading(page, STEP2).waitFor()
}

/** 12 pages; three have colour. */
const guia = async () => [await pdf('guia.pdf', 12, [2, 5, 9])]
const twelve = () =>
  Promise.all(
    Array.from({ length: 12 }, (_, at) => pdf(`unidad-${at + 1}.pdf`, at + 3, at === 4 ? [1, 2, 3] : [])),
  )

const bar = (page: Page) => page.getByRole('region', { name: 'Acciones' })
const areaOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** In how many lines a word at the beginning of a text stands. */
const linesOf = (text: Locator, word: string): Promise<number> =>
  text.evaluate((element, word) => {
    const range = document.createRange()
    const letters = element.firstChild ?? element
    range.setStart(letters, 0)
    range.setEnd(letters, word.length)
    return range.getClientRects().length
  }, word)

/** Between the header and the bar. */
const expectHeadInView = (page: Page, area: string): Promise<void> =>
  expect
    .poll(async () => {
      const [head, foot] = await Promise.all([
        page.getByRole('heading', { name: area, exact: true }).boundingBox(),
        bar(page).boundingBox(),
      ])
      return head && foot && head.y > 64 && head.y + head.height < foot.y
    })
    .toBe(true)

it('one file stands open; a hint says its price, does it with one tap, and the pages are chosen as they are written', () =>
  open(guia(), async (page) => {
    await choose(page, 'Caras de guia.pdf', 'Simple faz')
    await thereAndBack(page)
    const hints = page.getByRole('list', { name: 'Sugerencias para guia.pdf' })
    await hints.getByText('3 páginas tienen color').waitFor()
    await shoot(page, 'paso2-uno-primera')
    await expectOnOneScreen(page)
    await expectGoodOnBoth(page, 'paso2-uno')
    await press(hints.getByRole('button', { name: /^Doble faz\s*−\s\$\s240/ }))
    await expectChosen(page, 'Caras de guia.pdf', 'Doble faz')
    await bar(page).getByText('$ 912,00').waitFor()
    await press(hints.getByRole('button', { name: /^A color/ }))
    await expectChosen(page, 'Tinta de guia.pdf', 'Color')
    await choose(page, 'Tinta de guia.pdf', 'Blanco y negro')

    await choose(page, 'Páginas de guia.pdf', 'Algunas')
    const field = page.getByLabel('Qué páginas de guia.pdf')
    await field.fill('1 a 10, 15')
    await page.getByText('El archivo tiene 12 páginas y el rango pide la 15.').waitFor()
    await expectGoodOnBoth(page, 'paso2-rango-mal')
    await next(page)
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true)
    await bar(page).getByText('$ 912,00').waitFor() // the last pages that could be named
    await field.fill('1 a 10, 12')
    await choose(page, 'Páginas por carilla de guia.pdf', '2')
    await expect.poll(() => field.inputValue()).toBe('1-10, 12')
    // 11 pages, 2 a side, two-sided: 3 sheets, of 6 sides
    await bar(page).getByText('$ 456,00').waitFor()
    await page.getByText('Así ahorrás $ 480').waitFor()
    await expectGoodOnBoth(page, 'paso2-uno-rango')
    await next(page)
    await expectStep3(page)
    const { archivos } = await pedidoOf(shop, await pedidoIdOf(page))
    expect(archivos).toMatchObject([{ rango: '1-10,12', por_carilla: 2, hojas: 3, doble_faz: true }])
  }))

it('several files are set all at once, and one by one, and undone with one tap; ticked in the order of their binding, and the changed copies are told above the buttons', () =>
  open(twelve(), async (page) => {
    await press(page.getByRole('radio', { name: 'Trámite' }), { force: true })
    await bar(page).getByText('Los 12 van como «Trámite».').waitFor()
    await shoot(page, 'paso2-preset')
    await press(page.getByRole('button', { name: 'Deshacer' }))
    await openTodos(page)
    await expectChosen(page, 'Caras de todos los archivos', 'Doble faz')
    await choose(page, 'Tinta de unidad-3.pdf', 'Color')
    await copies(page, 'unidad-3.pdf').fill('4')
    await copies(page, 'unidad-3.pdf').press('Enter')
    const group = page.getByRole('group', { name: 'Tinta de todos los archivos' })
    await expect.poll(() => group.getByRole('radio', { checked: true }).count()).toBe(0)
    await page.getByText('Donde no hay nada marcado, los archivos tienen cosas distintas.').waitFor()
    await thereAndBack(page)
    await page.getByText('3 a color').waitFor()
    await openTodos(page)
    await openFile(page, 'unidad-1.pdf')
    await expectGoodOnBoth(page, 'paso2-doce')
    await choose(page, 'Caras de todos los archivos', 'Simple faz')
    await press(page.getByRole('button', { name: 'Una copia más de todos los archivos' }))
    await next(page)
    await expectStep3(page)
    const { archivos } = await pedidoOf(shop, await pedidoIdOf(page))
    expect(archivos.every(({ doble_faz, duplicado }) => !doble_faz && duplicado === 4)).toBe(true)
    expect(archivos.filter(({ color }) => color === 'color').map(({ nombre }) => nombre)).toEqual([
      'unidad-3.pdf',
    ])

    await press(page.getByRole('link', { name: 'Volver a las opciones' }))
    await heading(page, STEP2).waitFor()
    await openFile(page, 'unidad-2.pdf')
    await copies(page, 'unidad-2.pdf').fill('5')
    await copies(page, 'unidad-2.pdf').press('Enter')
    await expectPanelsStay(page, ['Todos los archivos'])
    await press(page.getByRole('button', { name: 'Agrupar archivos' }))
    await page.getByRole('region', { name: 'Sin agrupar' }).waitFor()
    await expect.poll(() => linesOf(page.getByRole('heading', { name: 'Anillado 3' }), 'Anillado')).toBe(1)
    for (const area of AREAS) await page.getByRole('heading', { name: area }).waitFor()
    await expectPanelsStay(page, AREAS)
    await expectGoodOnBoth(page, 'paso2-agrupar')
    await tick(page, 'unidad-3.pdf')
    await bar(page).getByText('Tocá otro más.').waitFor()
    await tick(page, 'unidad-1.pdf')
    await tick(page, 'unidad-2.pdf')
    await page.getByRole('checkbox', { name: 'unidad-2.pdf, lugar 3' }).waitFor()
    await bar(page).getByText('3 elegidos').waitFor()
    await shoot(page, 'paso2-elegir-primera')
    await expectGoodOnBoth(page, 'paso2-elegir')
    await press(page.getByRole('button', { name: 'Anillar juntos' }))
    const told = 'ahora llevan 5 copias, igual que «unidad-2.pdf».'
    await bar(page).getByText(told).waitFor()
    // The new volume is in view, not the foot of the list
    await expectHeadInView(page, 'Anillado 1')
    await shoot(page, 'paso2-anillado-primera')
    await expectGoodOnBoth(page, 'paso2-anillado')
    await press(page.getByRole('button', { name: 'Deshacer' }))
    await expect.poll(() => page.getByText('Quitar del grupo').count()).toBe(0)
    await expectHeadInView(page, 'Sin agrupar')
    // On a computer, too
    await page.setViewportSize(COMPUTER)
    for (const name of ['unidad-2.pdf', 'unidad-1.pdf']) await tick(page, name)
    await press(page.getByRole('button', { name: 'Anillar juntos' }))
    await expectHeadInView(page, 'Anillado 1')
    await page.setViewportSize(SMALL)
    await tick(page, 'unidad-4.pdf')
    await shoot(page, 'paso2-sumar-primera')
    await press(bar(page).getByRole('button', { name: 'Anillado 1' }))
    await press(page.getByRole('button', { name: 'Opciones de unidad-4.pdf' }))
    // Scrolled to the top, since a part half under the header would be measured at its full size
    await page.evaluate(() => window.scrollTo(0, 0))
    await expectGoodOnBoth(page, 'paso2-anillado-abierto')
    await next(page)
    await expectStep3(page)
    const bound = await pedidoOf(shop, await pedidoIdOf(page))
    expect(bound.volumenes).toMatchObject([{ grupo: 'grupo0', copias: 5 }])
    const inOrder = bound.archivos.filter(({ grupo }) => grupo === 'grupo0')
    expect(inOrder.map(({ nombre }) => nombre)).toEqual(['unidad-2.pdf', 'unidad-1.pdf', 'unidad-4.pdf'])
  }))

/** On a laptop they stay in view while the list scrolls. The window is left as on a phone. */
async function expectPanelsStay(page: Page, panels: string[]): Promise<void> {
  await page.setViewportSize(COMPUTER)
  await page.evaluate(() => scrollTo({ top: 500, behavior: 'instant' }))
  const isInView = (name: string) =>
    areaOf(page, name).evaluate((one) => {
      const { top, bottom } = one.getBoundingClientRect()
      return top >= 64 && bottom <= innerHeight
    })
  for (const panel of panels) await expect.poll(() => isInView(panel), { message: panel }).toBe(true)
  await shoot(page, `paso2-${panels.length}-primera-1280`)
  await page.setViewportSize(SMALL)
}

it('in a low window grouping begins and ends in view, where the focus is', () =>
  open(twelve(), async (page) => {
    await page.setViewportSize({ width: 844, height: 390 })
    await openFile(page, 'unidad-1.pdf')
    for (const [name, title] of [
      ['Agrupar archivos', '¿Qué va junto?'],
      ['Cancelar agrupación', '¿Cómo los imprimimos?'],
    ] as const) {
      await page.getByRole('button', { name }).focus()
      await page.keyboard.press('Enter')
      await heading(page, title).waitFor()
      await expectHeadInView(page, title)
      expect(await page.evaluate(() => document.activeElement?.querySelector('h1')?.textContent)).toBe(title)
    }
  }))

it('sixty files are a page of less than 6,000 px on a phone', async () => {
  const one = await pdf('archivo.pdf', 3)
  const files = Array.from({ length: 60 }, (_, at) => ({ ...one, name: `archivo-${at + 1}.pdf` }))
  await open(files, async (page) => {
    await expectGoodScreen(page, 'paso2-sesenta')
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(6_000)
  })
})

const AREAS = ['Anillado 1', 'Anillado 2', 'Anillado 3']

const tick = (page: Page, name: string) => press(page.getByRole('checkbox', { name, exact: true }))

async function openTodos(page: Page): Promise<void> {
  const more = page.getByRole('button', { name: 'Cambiar una opción en los 12' })
  if ((await more.getAttribute('aria-expanded')) === 'false') await press(more)
}

/** The file's last choice ends above the bar, so that all of its options fit on one screen. */
async function expectOnOneScreen(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  const last = page.getByRole('group', { name: 'Páginas de guia.pdf' })
  const [bottom, top] = await Promise.all([
    last.evaluate((one) => one.getBoundingClientRect().bottom),
    bar(page).evaluate((one) => one.getBoundingClientRect().top),
  ])
  expect(bottom).toBeLessThanOrEqual(top)
}
