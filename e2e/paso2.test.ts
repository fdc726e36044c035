import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { DESKTOP, openPage, PHONE, press } from './support/browser.ts'
import { type Picked, pdf } from './support/files.ts'
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
} from './support/print.ts'
import { expectGoodScreen, shoot } from './support/screen.ts'
import { pedidoOf } from './support/server.ts'
import { openStage } from './support/stage.ts'

const { shop, browser } = await openStage()

const DEVICES = [
  ['390 px, by touch', PHONE],
  ['1280 px, by mouse', DESKTOP],
] as const

async function open(
  files: Picked[] | Promise<Picked[]>,
  test: (page: Page) => Promise<void>,
  device = DESKTOP,
): Promise<void> {
  const { page, problems } = await openPage(browser, device)
  await toStep2(page, shop, await files)
  await test(page)
  expect(problems).toEqual([])
}

/** To step 3 and back: the server has read the files. */
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

/** Below the header and above the bar. */
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

describe.each(DEVICES)('one file, %s', (_, device) => {
  it('stands open; a hint says its price, does it with one tap, and the pages are chosen as they are written', () =>
    open(
      guia(),
      async (page) => {
        await choose(page, 'Caras de guia.pdf', 'Simple faz')
        await thereAndBack(page)
        const hints = page.getByRole('list', { name: 'Sugerencias para guia.pdf' })
        await hints.getByText('3 páginas tienen color').waitFor()
        await shoot(page, `paso2-uno-primera-${device.viewport?.width}`)
        if (device === PHONE) await expectOnOneScreen(page)
        await expectGoodScreen(page, 'paso2-uno')
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
        await expectGoodScreen(page, 'paso2-rango-mal')
        await next(page)
        expect(await field.evaluate((input) => input === document.activeElement)).toBe(true)
        await bar(page).getByText('$ 912,00').waitFor() // the last pages that could be named
        await field.fill('1 a 10, 12')
        await choose(page, 'Páginas por carilla de guia.pdf', '2')
        await expect.poll(() => field.inputValue()).toBe('1-10, 12')
        // 11 pages, 2 a side, two-sided: 3 sheets, of 6 sides
        await bar(page).getByText('$ 456,00').waitFor()
        await page.getByText('Así ahorrás $ 480').waitFor()
        await expectGoodScreen(page, 'paso2-uno-rango')
        await next(page)
        await expectStep3(page)
        const { archivos } = await pedidoOf(shop, await pedidoIdOf(page))
        expect(archivos).toMatchObject([{ rango: '1-10,12', por_carilla: 2, hojas: 3, doble_faz: true }])
      },
      device,
    ))
})

describe.each(DEVICES)('several files, %s', (_, device) => {
  it('are set all at once, and one by one; what is mixed is marked nowhere; undone with one tap', () =>
    open(
      twelve(),
      async (page) => {
        await press(page.getByRole('radio', { name: 'Trámite' }), { force: true })
        await bar(page).getByText('Los 12 van como «Trámite».').waitFor()
        await shoot(page, `paso2-preset-${device.viewport?.width}`)
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
        await expectGoodScreen(page, 'paso2-doce')
        await choose(page, 'Caras de todos los archivos', 'Simple faz')
        await press(page.getByRole('button', { name: 'Una copia más de todos los archivos' }))
        await next(page)
        await expectStep3(page)
        const { archivos } = await pedidoOf(shop, await pedidoIdOf(page))
        expect(archivos.every(({ doble_faz, duplicado }) => !doble_faz && duplicado === 4)).toBe(true)
        expect(archivos.filter(({ color }) => color === 'color').map(({ nombre }) => nombre)).toEqual([
          'unidad-3.pdf',
        ])
      },
      device,
    ))

  it('are ticked in the order of their binding, and the changed copies are told above the buttons', () =>
    open(
      twelve(),
      async (page) => {
        await choose(page, 'Caras de unidad-2.pdf', 'Simple faz')
        await copies(page, 'unidad-2.pdf').fill('2')
        await copies(page, 'unidad-2.pdf').press('Enter')
        await thereAndBack(page)
        await press(page.getByRole('button', { name: 'Agrupar archivos' }))
        await page.getByRole('region', { name: 'Sin agrupar' }).waitFor()
        for (const area of AREAS) await page.getByRole('heading', { name: area }).waitFor()
        await expectGoodScreen(page, 'paso2-agrupar')
        await tick(page, 'unidad-3.pdf')
        await bar(page).getByText('Tocá otro más.').waitFor()
        await tick(page, 'unidad-1.pdf')
        await tick(page, 'unidad-2.pdf')
        await page.getByRole('checkbox', { name: 'unidad-2.pdf, lugar 3' }).waitFor()
        await bar(page).getByText('3 elegidos').waitFor()
        await shoot(page, `paso2-elegir-primera-${device.viewport?.width}`)
        await expectGoodScreen(page, 'paso2-elegir')
        await press(page.getByRole('button', { name: 'Anillar juntos' }))
        const told = 'ahora llevan 2 copias, igual que «unidad-2.pdf».'
        await bar(page).getByText(told).waitFor()
        // What was bound is what one sees, and not the foot of the list, where it was empty
        await expectHeadInView(page, 'Anillado 1')
        await shoot(page, `paso2-anillado-primera-${device.viewport?.width}`)
        await expectGoodScreen(page, 'paso2-anillado')
        await press(page.getByRole('button', { name: 'Deshacer' }))
        await expect.poll(() => page.getByText('Quitar del grupo').count()).toBe(0)
        await expectHeadInView(page, 'Sin agrupar')
        for (const name of ['unidad-2.pdf', 'unidad-1.pdf']) await tick(page, name)
        await press(page.getByRole('button', { name: 'Anillar juntos' }))
        await tick(page, 'unidad-4.pdf')
        await shoot(page, `paso2-sumar-primera-${device.viewport?.width}`)
        await press(bar(page).getByRole('button', { name: 'Anillado 1' }))
        await press(page.getByRole('button', { name: 'Opciones de unidad-4.pdf' }))
        // From its top: what has scrolled half under the header is no smaller for it
        await page.evaluate(() => window.scrollTo(0, 0))
        await expectGoodScreen(page, 'paso2-anillado-abierto')
        await next(page)
        await expectStep3(page)
        const { archivos, volumenes } = await pedidoOf(shop, await pedidoIdOf(page))
        expect(volumenes).toMatchObject([{ grupo: 'grupo0', copias: 2 }])
        const bound = archivos.filter(({ grupo }) => grupo === 'grupo0')
        expect(bound.map(({ nombre }) => nombre)).toEqual(['unidad-2.pdf', 'unidad-1.pdf', 'unidad-4.pdf'])
      },
      device,
    ))
})

it('on a laptop the panel of all files and the three areas stay in view while the list scrolls', () =>
  open(twelve(), async (page) => {
    const isInView = (name: string) =>
      areaOf(page, name).evaluate((one) => {
        const { top, bottom } = one.getBoundingClientRect()
        return top >= 64 && bottom <= innerHeight
      })
    const scroll = () => page.evaluate(() => scrollTo({ top: 500, behavior: 'instant' }))
    await scroll()
    await expect.poll(() => isInView('Todos los archivos')).toBe(true)
    await press(page.getByRole('button', { name: 'Agrupar archivos' }))
    await scroll()
    for (const area of AREAS) await expect.poll(() => isInView(area), { message: area }).toBe(true)
    await shoot(page, 'paso2-areas-primera-1280')
  }))

it('sixty files are a page of less than 6,000 px on a phone', async () => {
  const files = await Promise.all(Array.from({ length: 60 }, (_, at) => pdf(`archivo-${at + 1}.pdf`, 3)))
  await open(
    files,
    async (page) => {
      await expectGoodScreen(page, 'paso2-sesenta')
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(6_000)
    },
    PHONE,
  )
})

const AREAS = ['Anillado 1', 'Anillado 2', 'Anillado 3']

const tick = (page: Page, name: string) => press(page.getByRole('checkbox', { name, exact: true }))

async function openTodos(page: Page): Promise<void> {
  const more = page.getByRole('button', { name: 'Cambiar una opción en los 12' })
  if ((await more.getAttribute('aria-expanded')) === 'false') await press(more)
}

/** Everything but what comes after the file: its last choice ends above the bar. */
async function expectOnOneScreen(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  const last = page.getByRole('group', { name: 'Páginas de guia.pdf' })
  const [bottom, top] = await Promise.all([
    last.evaluate((one) => one.getBoundingClientRect().bottom),
    bar(page).evaluate((one) => one.getBoundingClientRect().top),
  ])
  expect(bottom).toBeLessThanOrEqual(top)
}
