// @vitest-environment happy-dom
import { DEFAULT_OPCIONES } from '@imprimitodo/shared/rules/compra/archivo'
import { DEFAULT_TARIFAS, splitTomos } from '@imprimitodo/shared/rules/compra/precio'
import { leafingOf, type ParaHojear } from '@imprimitodo/shared/rules/taller/hojear'
import { cleanup, configure, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Borrado, type Draw } from './dibujos.ts'
import { Hojear } from './hojear.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

const file = (change: Partial<ParaHojear>): ParaHojear => ({
  ...DEFAULT_OPCIONES,
  nombre: 'manual.pdf',
  paginas: 1,
  tamanos: [],
  ...change,
})

let isWide = false
/** The requested pictures: file, page, width. */
let asked: [number, number, number][] = []
let urls = 0

beforeEach(() => {
  isWide = false
  asked = []
  vi.stubGlobal('devicePixelRatio', 1)
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), {
      matches: isWide,
      media,
      onchange: null,
      addListener: () => {},
      removeListener: () => {},
    }) as unknown as MediaQueryList
  URL.createObjectURL = () => `blob:${++urls}`
  URL.revokeObjectURL = () => {}
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const drawSheet: Draw = async (archivo, pagina, ancho) => {
  asked.push([archivo, pagina, ancho])
  return { imagen: new Blob(['x']), bytes: 0 }
}

function open(
  archivos: ParaHojear[],
  { draw = drawSheet, inicio = 1, wide = false }: { draw?: Draw; inicio?: number; wide?: boolean } = {},
) {
  isWide = wide
  const of = leafingOf(archivos, 0, (hojas) => splitTomos(hojas, DEFAULT_TARIFAS))
  if (!of) throw new Error('Nothing is printed')
  const onClose = vi.fn()
  render(
    <Hojear
      of={of}
      nombres={archivos.map(({ nombre }) => nombre)}
      inicio={inicio}
      draw={draw}
      onClose={onClose}
    />,
  )
  return { onClose }
}

const told = () => screen.getByRole('status').textContent
const press = (key: string, target: Element | Document = document) => fireEvent.keyDown(target, { key })
const button = (name: string) => screen.getByRole('button', { name })
const swipe = (by: number) => {
  const sheet = screen.getAllByRole('figure')[0] as Element
  fireEvent.pointerDown(sheet, { clientX: 200, clientY: 300, isPrimary: true })
  fireEvent.pointerUp(sheet, { clientX: 200 + by, clientY: 310 })
}

describe('on a phone, one side at a time', () => {
  test('it says the sheet, the side and the pages, and the arrows turn to the next side', () => {
    open([file({ paginas: 3 })])
    expect(screen.getByRole('dialog', { name: 'Hojear: manual' })).toBeTruthy()
    expect(screen.getByText('2 hojas, doble faz')).toBeTruthy()
    expect(told()).toBe('Hoja 1 de 2, frente, página 1')
    press('ArrowRight')
    expect(told()).toBe('Hoja 1 de 2, dorso, página 2')
    press('ArrowRight')
    expect(told()).toBe('Hoja 2 de 2, frente, página 3')
    press('ArrowLeft')
    expect(told()).toBe('Hoja 1 de 2, dorso, página 2')
  })

  test('other paper than A4 is named', () => {
    open([file({ paginas: 3, hoja: 'A3' })])
    expect(screen.getByText('2 hojas A3, doble faz')).toBeTruthy()
  })

  test('at both ends nothing more is turned, and the buttons say so', () => {
    open([file({ paginas: 3 })])
    expect(button('Carilla anterior').getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(button('Carilla anterior'))
    expect(told()).toBe('Hoja 1 de 2, frente, página 1')
    press('End')
    press('ArrowRight')
    expect(told()).toBe('Hoja 2 de 2, dorso, en blanco')
    expect(button('Carilla siguiente').getAttribute('aria-disabled')).toBe('true')
    press('Home')
    expect(told()).toBe('Hoja 1 de 2, frente, página 1')
  })

  test('the finger turns the sheets; a tap and a scroll do not', () => {
    open([file({ paginas: 4 })])
    swipe(-120)
    expect(told()).toBe('Hoja 1 de 2, dorso, página 2')
    swipe(120)
    expect(told()).toBe('Hoja 1 de 2, frente, página 1')
    swipe(-10)
    expect(told()).toBe('Hoja 1 de 2, frente, página 1')
    const sheet = screen.getAllByRole('figure')[0] as Element
    fireEvent.pointerDown(sheet, { clientX: 200, clientY: 300, isPrimary: true })
    fireEvent.pointerUp(sheet, { clientX: 140, clientY: 100 })
    expect(told()).toBe('Hoja 1 de 2, frente, página 1')
  })

  test('front and back are a choice, whose arrows are its own', () => {
    open([file({ paginas: 4 })])
    const choice = within(screen.getByRole('group', { name: 'Cara de la hoja' }))
    fireEvent.click(choice.getByRole('radio', { name: 'Dorso' }))
    expect(told()).toBe('Hoja 1 de 2, dorso, página 2')
    press('ArrowRight', choice.getByRole('radio', { name: 'Dorso' }))
    expect(told()).toBe('Hoja 1 de 2, dorso, página 2')
  })

  test('printed on one side there is no back to look at', () => {
    open([file({ paginas: 2, doble_faz: false })])
    expect(screen.queryByRole('group', { name: 'Cara de la hoja' })).toBeNull()
    expect(told()).toBe('Hoja 1 de 2, página 1')
    fireEvent.click(button('Hoja siguiente'))
    expect(told()).toBe('Hoja 2 de 2, página 2')
  })

  test('ten sheets at a time, to the next tome, and to a sheet of the strip', () => {
    open([file({ paginas: 1001, anillado: true })])
    expect(screen.getByText('Tomo 1 de 2 · 501 hojas, doble faz')).toBeTruthy()
    press('PageDown')
    expect(told()).toBe('Hoja 11 de 501, frente, página 21')
    press('PageUp')
    press('PageUp')
    expect(told()).toBe('Hoja 1 de 501, frente, página 1')
    press('t')
    expect(told()).toBe('Hoja 252 de 501, frente, página 503')
    expect(screen.getByText('Tomo 2 de 2 · 501 hojas, doble faz')).toBeTruthy()
    fireEvent.click(button('Hoja 251'))
    expect(told()).toBe(
      'Hoja 251 de 501, frente, página 501. El tomo 1 termina en la hoja 251: sigue en la 252',
    )
    expect(button('Hoja 251').getAttribute('aria-current')).toBe('true')
    press('T')
    press('T')
    expect(told()).toBe('Hoja 1 de 501, frente, página 1')
  })

  test('Escape and the button close it', () => {
    const { onClose } = open([file({ paginas: 2 })])
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
    fireEvent.click(button('Cerrar'))
    expect(onClose).toHaveBeenCalledTimes(2)
  })
})

describe('a blank side says why, and that it is not charged', () => {
  const grupo = 'grupo0'
  const volumen = [
    file({ paginas: 3, grupo }),
    file({ nombre: 'atlas.pdf', paginas: 1, grupo, doble_faz: false }),
    file({ nombre: 'guía.pdf', paginas: 1, grupo }),
  ]
  test.each<[number, string]>([
    [2, '«manual» termina en la página 3 y «atlas» empieza en hoja nueva. No se cobra.'],
    [3, '«atlas» va en simple faz. No se cobra.'],
    [4, '«guía» termina en la página 1. No se cobra.'],
  ])('the back of sheet %i', (inicio, text) => {
    open(volumen, { inicio })
    press('ArrowRight')
    expect(screen.getByText('Dorso en blanco')).toBeTruthy()
    expect(screen.getByText(text)).toBeTruthy()
  })
})

describe('on a wide screen', () => {
  test('the open volume: the back of a sheet beside the front of the next', () => {
    open([file({ paginas: 5, anillado: true })], { wide: true })
    expect(told()).toBe('Hoja 1 de 3, frente, página 1')
    press('ArrowRight')
    expect(told()).toBe('Hoja 1 de 3, dorso, página 2. Hoja 2 de 3, frente, página 3')
    press('End')
    expect(told()).toBe('Hoja 3 de 3, dorso, en blanco')
    press('ArrowLeft')
    expect(told()).toBe('Hoja 2 de 3, dorso, página 4. Hoja 3 de 3, frente, página 5')
  })

  test('a tome ends and the next one begins by itself', () => {
    open([file({ paginas: 1001, anillado: true })], { wide: true, inicio: 251 })
    const cut = 'El tomo 1 termina en la hoja 251: sigue en la 252'
    expect(told()).toBe(`Hoja 250 de 501, dorso, página 500. Hoja 251 de 501, frente, página 501. ${cut}`)
    press('ArrowRight')
    expect(told()).toBe(`Hoja 251 de 501, dorso, página 502. ${cut}`)
    press('ArrowRight')
    expect(told()).toBe('Hoja 252 de 501, frente, página 503')
    press('ArrowLeft')
    expect(told()).toBe(`Hoja 251 de 501, dorso, página 502. ${cut}`)
  })

  test('a loose file: both sides of a sheet', () => {
    open([file({ paginas: 4 })], { wide: true })
    expect(told()).toBe('Hoja 1 de 2, frente, página 1. Hoja 1 de 2, dorso, página 2')
    fireEvent.click(button('Hoja siguiente'))
    expect(told()).toBe('Hoja 2 de 2, frente, página 3. Hoja 2 de 2, dorso, página 4')
  })
})

describe('the pictures of the pages', () => {
  test('visible pages are drawn first and large, and distant ones not at all', async () => {
    open([file({ paginas: 400 })])
    await expect.poll(() => document.querySelectorAll('figure img')).toHaveLength(1)
    expect(asked[0]).toEqual([0, 1, 340])
    press('End')
    await vi.waitFor(() => expect(asked).toContainEqual([0, 400, 340]))
    expect(asked.some(([, pagina]) => pagina > 60 && pagina < 340)).toBe(false)
  })

  test('several pages on a side are drawn no larger than they are seen', async () => {
    open([file({ paginas: 8, por_carilla: 4 })])
    await vi.waitFor(() => expect(document.querySelectorAll('figure img')).toHaveLength(4))
    expect(told()).toBe('Hoja 1 de 1, frente, páginas 1 a 4')
    expect(Math.max(...asked.map(([, , ancho]) => ancho))).toBeLessThan(170)
  })

  test('before the customer does anything only a first view is loaded', async () => {
    let done = 0
    const heavy: Draw = async () => {
      done++
      return { imagen: new Blob(['x']), bytes: 60_000 }
    }
    const before = urls
    open([file({ paginas: 400 })], { draw: heavy })
    await vi.waitFor(() => expect(urls - before).toBe(3))
    expect(done).toBe(3)
    press('ArrowRight')
    await vi.waitFor(() => expect(done).toBeGreaterThan(5))
  })

  test('a page that cannot be loaded says so, and can be loaded again', async () => {
    let broken = true
    const drawOnce: Draw = (...args) =>
      broken ? Promise.reject(new TypeError('offline')) : drawSheet(...args)
    open([file({ paginas: 2 })], { draw: drawOnce })
    await screen.findByText(/No pudimos mostrar la página 1/)
    broken = false
    fireEvent.click(button('Reintentar la página 1'))
    await expect.poll(() => document.querySelectorAll('figure img')).toHaveLength(1)
    expect(screen.queryByText(/No pudimos/)).toBeNull()
  })

  test('a page that was deleted says so, without a button', async () => {
    open([file({ paginas: 2 })], { draw: () => Promise.reject(new Borrado()) })
    await screen.findByText('La página 1 ya no está guardada.')
    expect(screen.queryByRole('button', { name: /Reintentar/ })).toBeNull()
  })
})
