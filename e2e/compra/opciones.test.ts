import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openPage, PHONE, press } from '../support/browser.ts'
import { pdf } from '../support/files.ts'
import {
  choose,
  chooseGrupo,
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
import { expectGoodOnBoth, expectGoodScreen } from '../support/screen.ts'
import { pedidoOf } from '../support/server.ts'
import { openStage } from '../support/stage.ts'

const { shop, browser } = await openStage()

async function onStep2(names: string[], test: (page: Page) => Promise<void>, options = {}): Promise<void> {
  const { page, problems } = await openPage(browser, options)
  await toStep2(page, shop, await Promise.all(names.map((name, index) => pdf(name, index + 2))))
  await test(page)
  expect(problems).toEqual([])
}

async function expectTesis(page: Page): Promise<void> {
  await openFile(page, 'tesis.pdf')
  await copies(page, 'tesis.pdf').waitFor()
  expect(await copies(page, 'tesis.pdf').inputValue()).toBe('7')
  await expectChosen(page, 'Caras de tesis.pdf', 'Simple faz')
  await expectChosen(page, 'Orientación de tesis.pdf', 'Horizontal')
  await expectChosen(page, 'Tinta de tesis.pdf', 'Color')
  await expectChosen(page, 'Anillado de tesis.pdf', 'Anillado')
}

const area = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })
const grip = (page: Page, name: string) => page.getByRole('button', { name: `Arrastrar ${name}` })

async function startGrouping(page: Page): Promise<void> {
  await press(page.getByRole('button', { name: 'Agrupar archivos' }))
  await area(page, 'Sin agrupar').waitFor()
}

async function expectIn(page: Page, title: string, names: string[]): Promise<void> {
  // The only button of a file inside an area is the one that takes it out
  const shown = () =>
    area(page, title)
      .locator('[data-archivo]')
      .evaluateAll((all) => all.map((one) => /[a-z-]+\.pdf/.exec(one.textContent ?? '')?.[0]))
  await expect.poll(shown, { message: `files in ${title}` }).toEqual(names)
}

/** Inside the window, without scrolling. */
const expectInSight = (text: Locator) =>
  expect
    .poll(() =>
      text.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect()
        return top >= 0 && bottom <= innerHeight
      }),
    )
    .toBe(true)

describe('grouping', () => {
  it("'Mover a…' on a phone: order, orientation and copies of the group, and the way out; options of each file are kept going back to step 1, forward again, through a reload, and reach the server", () =>
    onStep2(
      ['tesis.pdf', 'anexo.pdf', 'indice.pdf'],
      async (page) => {
        await choose(page, 'Orientación de anexo.pdf', 'Horizontal')
        await copies(page, 'anexo.pdf').fill('4')
        await copies(page, 'anexo.pdf').press('Enter')
        await startGrouping(page)
        await chooseGrupo(page, 'tesis.pdf', 'Anillado 2')
        await chooseGrupo(page, 'anexo.pdf', 'Anillado 2')
        const notice =
          '«anexo.pdf» ahora lleva orientación vertical, igual que el Anillado 2. «tesis.pdf» ahora lleva 4 copias, igual que «anexo.pdf».'
        await page.getByRole('status').getByText(notice).waitFor()
        await expectInSight(page.getByRole('status').getByText(notice))
        await chooseGrupo(page, 'indice.pdf', 'Anillado 2')
        await page
          .getByRole('status')
          .getByText('«indice.pdf» ahora lleva 4 copias, igual que el Anillado 2.')
          .waitFor()
        await expectInSight(page.getByText('«indice.pdf» ahora lleva 4 copias'))
        await expectIn(page, 'Anillado 2', ['tesis.pdf', 'anexo.pdf', 'indice.pdf'])
        await expectGoodScreen(page, 'paso2-anillado-lleno')
        await openFile(page, 'indice.pdf')
        await press(page.getByRole('button', { name: 'Subir indice.pdf en el anillado' }))
        await expectIn(page, 'Anillado 2', ['tesis.pdf', 'indice.pdf', 'anexo.pdf'])
        await press(page.getByRole('button', { name: 'Quitar del grupo indice.pdf' }))
        await expectIn(page, 'Anillado 2', ['tesis.pdf', 'anexo.pdf'])
        await expectIn(page, 'Sin agrupar', ['indice.pdf'])
        await next(page)
        await expectStep3(page)
        const pedido = await pedidoOf(shop, await pedidoIdOf(page))
        const shared = { grupo: 'grupo1', duplicado: 4, orientacion: 'vertical' }
        expect(pedido.archivos).toHaveLength(3)
        expect(pedido.archivos.filter(({ grupo }) => grupo !== 'default')).toMatchObject([
          { nombre: 'tesis.pdf', ...shared },
          { nombre: 'anexo.pdf', ...shared },
        ])
        expect(pedido.volumenes).toMatchObject([{ grupo: 'grupo1', copias: 4, hojas: 3 }])

        await press(page.getByRole('link', { name: 'Volver a las opciones' }))
        await press(page.getByRole('button', { name: 'Cancelar agrupación' }))
        await expect.poll(() => area(page, 'Anillado 2').count()).toBe(0)
        await openFile(page, 'tesis.pdf')
        await copies(page, 'tesis.pdf').fill('0')
        await copies(page, 'tesis.pdf').press('Tab')
        await page.getByRole('alert').getByText('Las copias van de 1 a 9.999.').waitFor()
        await expectGoodOnBoth(page, 'paso2-copias-mal')
        await copies(page, 'tesis.pdf').fill('7')
        await copies(page, 'tesis.pdf').press('Enter')
        // The button tapped while a field is left does not move: the field's message appears after the tap
        await copies(page, 'tesis.pdf').fill('0')
        await choose(page, 'Caras de tesis.pdf', 'Simple faz')
        await page.getByRole('alert').getByText('Las copias van de 1 a 9.999.').waitFor()
        await choose(page, 'Orientación de tesis.pdf', 'Horizontal')
        await choose(page, 'Tinta de tesis.pdf', 'Color')
        await choose(page, 'Anillado de tesis.pdf', 'Anillado')
        await press(page.getByRole('button', { name: 'Volver' }))
        await page.getByRole('heading', { name: 'Tus archivos' }).waitFor()
        await next(page)
        await heading(page, STEP2).waitFor()
        await expectTesis(page)
        await page.reload()
        await page.getByRole('button', { name: 'Opciones de tesis.pdf' }).waitFor()
        await expectTesis(page)
        await openFile(page, 'indice.pdf')
        await expectChosen(page, 'Tinta de indice.pdf', 'Blanco y negro')
        await next(page)
        await expectStep3(page)
        const { archivos, volumenes } = await pedidoOf(shop, await pedidoIdOf(page))
        // After the binding was undone none of it is left
        expect(volumenes).toHaveLength(1) // tesis.pdf, alone
        expect([...volumenes, ...archivos].filter(({ grupo }) => grupo && grupo !== 'default')).toEqual([])
        const others = { doble_faz: true, orientacion: 'vertical', color: 'blanco y negro', anillado: false }
        expect(Object.fromEntries(archivos.map((one) => [one.nombre, one]))).toMatchObject({
          'tesis.pdf': {
            duplicado: 7,
            doble_faz: false,
            orientacion: 'horizontal',
            color: 'color',
            anillado: true,
          },
          'anexo.pdf': { ...others, duplicado: 4 },
          'indice.pdf': { ...others, duplicado: 4 },
        })
      },
      PHONE,
    ))

  it('dragged by mouse into each area, and back out; by keyboard, announced in Spanish; Escape puts it back', () =>
    onStep2(['tesis.pdf', 'anexo.pdf', 'indice.pdf'], async (page) => {
      await startGrouping(page)
      const handle = grip(page, 'tesis.pdf')
      await handle.waitFor()
      await handle.focus()
      await page.keyboard.press('Space')
      await expectLifted(page, 'tesis.pdf')
      await page.keyboard.press('Escape')
      await page.getByText('tesis.pdf volvió a su lugar.').waitFor({ state: 'attached' })
      await expectIn(page, 'Sin agrupar', ['tesis.pdf', 'anexo.pdf', 'indice.pdf'])
      await dragByKeyboard(page, 'tesis.pdf', 'Anillado 1')
      await page.getByText('tesis.pdf quedó en Anillado 1.').waitFor({ state: 'attached' })
      await expectIn(page, 'Anillado 1', ['tesis.pdf'])

      for (const [name, to] of [
        ['anexo.pdf', 'Anillado 2'],
        ['indice.pdf', 'Anillado 3'],
      ] as const) {
        await dragByMouse(page, name, to)
        await expectIn(page, to, [name])
      }
      await expectGoodScreen(page, 'paso2-tres-anillados')
      await dragByMouse(page, 'anexo.pdf', 'Anillado 1')
      await expectIn(page, 'Anillado 1', ['tesis.pdf', 'anexo.pdf'])
      await dragByMouse(page, 'tesis.pdf', 'Sin agrupar')
      await expectIn(page, 'Sin agrupar', ['tesis.pdf'])
      await dragByMouse(page, 'tesis.pdf', 'Anillado 1')
      await expectIn(page, 'Anillado 1', ['anexo.pdf', 'tesis.pdf'])
      await expectIn(page, 'Anillado 2', [])
    }))

  it('dragged by a long press on a touch screen; a swipe scrolls', () =>
    onStep2(
      ['tesis.pdf', 'anexo.pdf'],
      async (page) => {
        await startGrouping(page)
        await grip(page, 'tesis.pdf').waitFor()
        // So little in sight that there is something to scroll
        await page.setViewportSize({ width: 1024, height: 560 })
        await swipe(page, 'tesis.pdf')
        await page.setViewportSize({ width: 1024, height: 1366 })
        await expectIn(page, 'Sin agrupar', ['tesis.pdf', 'anexo.pdf'])
        await dragByTouch(page, 'tesis.pdf', 'Anillado 1')
        await expectIn(page, 'Anillado 1', ['tesis.pdf'])
      },
      // A tablet: card and area are in sight together
      { ...PHONE, viewport: { width: 1024, height: 1366 } },
    ))
})

type Spot = { x: number; y: number }

async function middleOf(target: Locator): Promise<Spot> {
  const box = await target.boundingBox()
  if (!box) throw new Error('Nowhere to be seen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** The points where a drag of this file to this area begins and ends, both scrolled into view. */
async function trip(page: Page, name: string, to: string): Promise<{ from: Spot; end: Spot }> {
  await grip(page, name).scrollIntoViewIfNeeded()
  return {
    from: await middleOf(grip(page, name)),
    end: await middleOf(area(page, to).getByRole('heading', { name: to, exact: true })),
  }
}

async function dragByMouse(page: Page, name: string, to: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 1600 }) // so that nothing has to be scrolled on the way
  const { from, end } = await trip(page, name, to)
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(end.x, end.y, { steps: 12 })
  await expectAnnounced(page, `${name} está sobre ${to === 'Sin agrupar' ? '«Sin agrupar»' : to}.`)
  await page.mouse.up()
  await page.setViewportSize({ width: 1280, height: 800 })
}

async function dragByTouch(page: Page, name: string, to: string): Promise<void> {
  const { from, end } = await trip(page, name, to)
  const touch = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', spot?: Spot) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: spot ? [spot] : [] })
  await send('touchStart', from)
  await expectLifted(page, name) // held long enough
  for (let step = 1; step <= 12; step++)
    await send('touchMove', {
      x: from.x + ((end.x - from.x) * step) / 12,
      y: from.y + ((end.y - from.y) * step) / 12,
    })
  await expectAnnounced(page, `${name} está sobre ${to}.`)
  await send('touchEnd')
}

/** A finger that moves at once, on the card beside the grip. */
async function swipe(page: Page, name: string): Promise<void> {
  const box = await page.getByRole('article', { name }).boundingBox()
  if (!box) throw new Error('Nowhere to be seen')
  const touch = await page.context().newCDPSession(page)
  const x = box.x + box.width / 2
  await touch.send('Input.synthesizeScrollGesture', { x, y: box.y + 30, yDistance: -200, speed: 2000 })
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(50)
  await page.evaluate(() => scrollTo(0, 0))
}

async function dragByKeyboard(page: Page, name: string, to: string): Promise<void> {
  await grip(page, name).focus()
  await page.keyboard.press('Space')
  await expectLifted(page, name)
  // Each arrow moves the file 40 px, and the place of its visible slip decides where it is dropped
  const slip = await middleOf(page.locator('[class*=slip]'))
  const target = await middleOf(area(page, to))
  const across = Math.round((target.x - slip.x) / 40)
  const down = Math.round((target.y - slip.y) / 40)
  for (let step = 0; step < Math.abs(across); step++)
    await page.keyboard.press(across > 0 ? 'ArrowRight' : 'ArrowLeft')
  for (let step = 0; step < Math.abs(down); step++)
    await page.keyboard.press(down > 0 ? 'ArrowDown' : 'ArrowUp')
  await expectAnnounced(page, `${name} está sobre ${to}.`)
  await page.keyboard.press('Space')
}

/** Said by the live region while something is dragged. */
const expectAnnounced = (page: Page, text: string | RegExp) =>
  page.getByText(text, { exact: true }).waitFor({ state: 'attached' })

/** The first word is soon followed by where it is: over the area it came from. */
const expectLifted = (page: Page, name: string) =>
  expectAnnounced(page, new RegExp(`^(?:Levantaste ${name}|${name} está sobre «Sin agrupar»)\\.$`))
