// @vitest-environment happy-dom
import { cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addArchivos } from '../carrito/archivos.ts'
import { getCarrito } from '../carrito/carrito.ts'
import { CARRITO_KEY } from '../carrito/carrito-key.ts'
import { serialise } from '../carrito/carrito-state.ts'
import { file } from '../carrito/testing.ts'
import { keepLecturas } from '../lectura/lectura.ts'
import { openPaso2 as open, pages, showPaso2, stubPage } from './testing.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

// Files are not read here: each test sets their readings
vi.mock('../lectura/read.ts', () => ({ readPdf: () => {} }))

beforeEach(stubPage)

const PRECIOS_A3 = { byn: { una: 250, dos: 400 }, color: { una: 900, dos: 1500 } }

afterEach(() => {
  cleanup()
  keepLecturas(new Set())
  vi.unstubAllGlobals()
})

const archivo = (id: string) => getCarrito().archivos.find((one) => one.id === id)
const group = (name: string) => within(screen.getByRole('group', { name }))
const radio = (name: string, choice: string) =>
  group(name).getByRole<HTMLInputElement>('radio', { name: choice })
const checked = (name: string) =>
  group(name)
    .getAllByRole<HTMLInputElement>('radio')
    .filter((one) => one.checked)
    .map((one) => one.closest('label')?.textContent)
const bar = () => within(screen.getByRole('region', { name: 'Acciones' }))
/** Amounts are drawn in two sizes. */
const shownPrice = () => screen.getByRole('region', { name: 'Acciones' }).textContent
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const TODOS = 'todos los archivos'

describe('all files at once', () => {
  it('where they differ nothing is marked, a line says why, and one choice makes them equal', () => {
    open({ 'a.pdf': pages(4), 'b.pdf': pages(2), 'c.pdf': pages(2) })
    expect(checked(`Tinta de ${TODOS}`)).toEqual(['Blanco y negro'])
    expect(screen.queryByText(/tienen cosas distintas/)).toBeNull()
    press('Opciones de b.pdf')
    fireEvent.click(radio('Tinta de b.pdf', 'Color'))
    expect(checked(`Tinta de ${TODOS}`)).toEqual([])
    expect(screen.getByText(/tienen cosas distintas/)).toBeTruthy()
    fireEvent.click(radio(`Tinta de ${TODOS}`, 'Color'))
    expect(getCarrito().archivos.map(({ color }) => color)).toEqual(['color', 'color', 'color'])
    expect(bar().getByText('Los 3 van a color.')).toBeTruthy()
    fireEvent.click(radio(`Tinta de ${TODOS}`, 'Blanco y negro'))
    expect(bar().getByText('Los 3 van en blanco y negro.')).toBeTruthy()
  })

  it('copies that differ: a button leads to the least or the most of them, a number counts for all', () => {
    open({ 'a.pdf': pages(4), 'b.pdf': pages(2) })
    press('Opciones de b.pdf')
    fireEvent.click(screen.getByRole('button', { name: 'Una copia más de b.pdf' }))
    fireEvent.click(screen.getByRole('button', { name: 'Una copia más de b.pdf' }))
    const box = () => screen.getByLabelText<HTMLInputElement>(`Copias de ${TODOS}`)
    expect(box().value).toBe('')
    expect(screen.getByText('varias')).toBeTruthy()
    press(`Una copia más de ${TODOS}`)
    expect(getCarrito().archivos.map(({ duplicado }) => duplicado)).toEqual([3, 3])
    fireEvent.change(box(), { target: { value: '0' } })
    fireEvent.blur(box())
    expect(screen.getByText('Las copias van de 1 a 9.999.')).toBeTruthy()
    expect(getCarrito().archivos.map(({ duplicado }) => duplicado)).toEqual([3, 3])
    fireEvent.change(box(), { target: { value: '7' } })
    fireEvent.keyDown(box(), { key: 'Enter' })
    expect(getCarrito().archivos.map(({ duplicado }) => duplicado)).toEqual([7, 7])
  })

  it.each([
    ['Apunte', { dobleFaz: true, color: 'blanco y negro', anillado: true }],
    ['Tesis', { dobleFaz: false, color: 'color', anillado: true }],
    ['Trámite', { dobleFaz: false, color: 'blanco y negro', anillado: false }],
  ])(
    '%s sets several options, leaves copies and orientation, and is undone as a whole',
    (nombre, opciones) => {
      open({ 'a.pdf': pages(4), 'b.pdf': pages(2) })
      press('Opciones de a.pdf')
      fireEvent.click(radio('Orientación de a.pdf', 'Horizontal'))
      fireEvent.click(radio('Tinta de a.pdf', 'Color'))
      press('Una copia más de a.pdf')
      const before = getCarrito().archivos
      const preset = screen.getByRole<HTMLInputElement>('radio', { name: nombre })
      expect(preset.checked).toBe(false)
      fireEvent.click(preset)
      expect(preset.checked).toBe(true)
      expect(getCarrito().archivos).toMatchObject([
        { ...opciones, orientacion: 'horizontal', duplicado: 2 },
        { ...opciones, orientacion: 'vertical', duplicado: 1 },
      ])
      press('Deshacer')
      expect(getCarrito().archivos).toEqual(before)
      expect(bar().queryByText('Deshacer')).toBeNull()
    },
  )

  it('a file that another tab has just added stays, and is changed with the others', () => {
    open({ 'a.pdf': pages(4), 'b.pdf': pages(2) })
    const theirs = addArchivos(getCarrito(), [file('c.pdf')], () => 'c.pdf').carrito
    localStorage.setItem(CARRITO_KEY, serialise(theirs))
    fireEvent.click(screen.getByRole('radio', { name: 'Tesis' }))
    expect(getCarrito().archivos.map(({ id, color }) => [id, color])).toEqual([
      ['a.pdf', 'color'],
      ['b.pdf', 'color'],
      ['c.pdf', 'color'],
    ])
    expect(bar().getByText('Los 3 van como «Tesis».')).toBeTruthy()
    press('Deshacer')
    expect(getCarrito().archivos.map(({ color }) => color)).toEqual(theirs.archivos.map(({ color }) => color))
  })

  it('undo is no longer offered once something else was changed', () => {
    open({ 'a.pdf': pages(4), 'b.pdf': pages(2) })
    fireEvent.click(screen.getByRole('radio', { name: 'Tesis' }))
    expect(bar().getByText('Los 2 van como «Tesis».')).toBeTruthy()
    press('Opciones de a.pdf')
    press('Una copia más de a.pdf')
    expect(bar().queryByText('Deshacer')).toBeNull()
  })
})

describe('one file', () => {
  it('stands open, with no panel for all and no line to press', () => {
    open({ 'a.pdf': pages(4) })
    expect(screen.getByRole('heading', { level: 1, name: '¿Cómo lo imprimimos?' })).toBeTruthy()
    expect(checked('Caras de a.pdf')).toEqual(['Doble faz'])
    expect(screen.queryByText('Todos los archivos')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Opciones de a.pdf' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Agrupar archivos' })).toBeNull()
  })
})

describe('copies', () => {
  const box = () => screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Copias de a.pdf' })
  const type = (text: string) => {
    fireEvent.change(box(), { target: { value: text } })
    fireEvent.blur(box())
  }
  const refusals = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)

  it.each(['0', '-1', 'x', '10000', '1.5', ''])('%j are refused and the last good number stays', (text) => {
    open({ 'a.pdf': pages(4) })
    type('3')
    type(text)
    expect(refusals()).toEqual(['Las copias van de 1 a 9.999.'])
    expect([box().value, archivo('a.pdf')?.duplicado]).toEqual(['3', 3])
    press('Una copia más de a.pdf')
    expect(refusals()).toEqual([])
    expect([box().value, archivo('a.pdf')?.duplicado]).toEqual(['4', 4])
  })

  it('one is the least, and 9,999 are the most', () => {
    open({ 'a.pdf': pages(4) })
    const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
    expect(button('Una copia menos de a.pdf').disabled).toBe(true)
    type('9999')
    expect(button('Una copia menos de a.pdf').disabled).toBe(false)
    expect(button('Una copia más de a.pdf').disabled).toBe(true)
  })
})

describe('the bar', () => {
  it('says the amount after the web’s discount, as step 1 did and step 3 will', () => {
    open({ 'a.pdf': pages(4) })
    fireEvent.click(radio('Anillado de a.pdf', 'Anillado'))
    // 2 sheets are 320 and their binding 1200: each 5 % less
    expect(shownPrice()).toContain('$ 1.444,00')
    expect(bar().getByText('2 hojas, con el 5% off')).toBeTruthy()
  })

  it('takes the discount off a minimum, too: the charge is never less', () => {
    open({ 'a.pdf': pages(4), 'b.pdf': null })
    // 320 and the 100 of a file without a price of its own
    expect(shownPrice()).toContain('desde $ 399,00')
    expect(bar().getByText('2 archivos, con el 5% off')).toBeTruthy()
  })
})

describe('a line', () => {
  it('is one button that says whether it is open, and tells what was chosen', () => {
    open({ 'a.pdf': pages(4), 'b.pdf': pages(2) })
    const line = screen.getByRole('button', { name: 'Opciones de a.pdf' })
    expect(line.getAttribute('aria-expanded')).toBe('false')
    fireEvent.click(line)
    expect(line.getAttribute('aria-expanded')).toBe('true')
    press('Una copia más de a.pdf')
    fireEvent.click(radio('Anillado de a.pdf', 'Anillado'))
    fireEvent.click(radio('Páginas por carilla de a.pdf', '2'))
    const said = () => document.getElementById(line.getAttribute('aria-describedby') ?? '')?.textContent
    fireEvent.click(line)
    // Two sides of one sheet, twice, and two bindings
    expect(said()).toContain('$ 2.720,00')
    expect(said()).toContain('2 copias · doble faz · b/n · anillado · 2 por carilla')
    // Its sheets lie down, which comes before what it saves
    expect(said()).toContain('Apaisado')
    fireEvent.click(line)
    fireEvent.click(radio('Orientación de a.pdf', 'Horizontal'))
    fireEvent.click(line)
    expect(said()).toContain('Ahorrás $ 320')
  })
})

describe('hints', () => {
  it('say what they cost, do it with one tap, and leave the focus at what they chose', () => {
    open({ 'a.pdf': pages(12, [2, 5, 9]) })
    fireEvent.click(radio('Caras de a.pdf', 'Simple faz'))
    const hints = within(screen.getByRole('list', { name: 'Sugerencias para a.pdf' }))
    expect(hints.getByText('3 páginas tienen color')).toBeTruthy()
    const color = hints.getByRole('button', { name: /^A color/ })
    expect(color.textContent).toBe('A color+ $ 900 en a.pdf'.replaceAll('+ $ ', '+\u00a0$\u00a0'))
    expect(shownPrice()).toContain('$ 1.140,00')
    fireEvent.click(color)
    expect(archivo('a.pdf')?.color).toBe('color')
    expect(document.activeElement).toBe(radio('Tinta de a.pdf', 'Color'))
    expect(shownPrice()).toContain('$ 1.995,00')
    // Two-sided, twice as many sides would be on a sheet with colour: it saves nothing any more
    expect(screen.queryByRole('list', { name: 'Sugerencias para a.pdf' })).toBeNull()
    fireEvent.click(radio('Tinta de a.pdf', 'Blanco y negro'))
    press(/^Doble faz/)
    expect(archivo('a.pdf')?.dobleFaz).toBe(true)
    expect(document.activeElement).toBe(radio('Caras de a.pdf', 'Doble faz'))
    expect(shownPrice()).toContain('$ 912,00')
  })

  it('a closed line shows the most important one', () => {
    open({
      'a3.pdf': pages(1, [], { ancho_mm: 297, alto_mm: 420 }),
      'color.pdf': pages(3, [1]),
      'clase.pdf': pages(4, [], { ancho_mm: 297, alto_mm: 210 }),
    })
    expect(screen.getByText('Es A3')).toBeTruthy()
    expect(screen.getByText('1 a color')).toBeTruthy()
    expect(screen.getByText('Apaisado')).toBeTruthy()
    press('Opciones de a3.pdf')
    expect(screen.getByText('Es A3: la achicamos a A4')).toBeTruthy()
    press('Opciones de clase.pdf')
    fireEvent.click(screen.getByRole('button', { name: /^Horizontal/ }))
    expect(archivo('clase.pdf')?.orientacion).toBe('horizontal')
  })

  it('a file that could not be read has none, and no price of its own', () => {
    open({ 'a.pdf': null, 'b.pdf': pages(2) })
    press('Opciones de a.pdf')
    expect(screen.queryByRole('list', { name: 'Sugerencias para a.pdf' })).toBeNull()
    expect(bar().getByText('Precio estimado')).toBeTruthy()
  })
})

describe('which pages', () => {
  const field = () => screen.getByLabelText<HTMLInputElement>('Qué páginas de a.pdf')
  const type = (text: string) => fireEvent.change(field(), { target: { value: text } })

  it('the field opens with the focus in it, and takes what people write', () => {
    open({ 'a.pdf': pages(12) })
    fireEvent.click(radio('Páginas de a.pdf', 'Algunas'))
    expect(document.activeElement).toBe(field())
    type('1 a 4 y 9')
    expect(archivo('a.pdf')?.rango).toBe('1-4,9')
    expect(screen.getByText('5 de 12 páginas')).toBeTruthy()
    expect(field().value).toBe('1 a 4 y 9')
    fireEvent.blur(field())
    expect(field().value).toBe('1-4, 9')
    expect(screen.getByText('Así ahorrás $ 540')).toBeTruthy() // 960 - (2 x 160 + 100)
  })

  it.each([
    ['15', 'El archivo tiene 12 páginas y el rango pide la 15.'],
    ['0', 'La primera página es la 1.'],
    ['tapa', 'No entendemos qué páginas son. Escribilas así: 1-10, 15.'],
    ['9, 3', 'Las páginas del rango van de menor a mayor, cada una una sola vez.'],
  ])('%s is refused at the field, the price stays, and Next leads back to it', async (text, problem) => {
    open({ 'a.pdf': pages(12) })
    fireEvent.click(radio('Páginas de a.pdf', 'Algunas'))
    type('1-2')
    type(text)
    expect(screen.getByRole('alert').textContent).toBe(problem)
    expect(field().getAttribute('aria-invalid')).toBe('true')
    expect(document.getElementById(field().getAttribute('aria-describedby') ?? '')?.textContent).toBe(problem)
    expect(archivo('a.pdf')?.rango).toBe('1-2')
    expect(shownPrice()).toContain('$ 152,00')
    fireEvent.blur(field())
    expect(field().value).toBe(text)
    press('Siguiente')
    expect(document.activeElement).toBe(field())
    expect(screen.queryByText('Subiendo…')).toBeNull()
    fireEvent.keyDown(field(), { key: 'Escape' })
    expect(field().value).toBe('1-2')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it.each(['', '1-12'])('%j is all of them once the field is left', (text) => {
    open({ 'a.pdf': pages(12) })
    fireEvent.click(radio('Páginas de a.pdf', 'Algunas'))
    type('3')
    type(text)
    fireEvent.blur(field())
    expect(archivo('a.pdf')?.rango).toBeNull()
    expect(checked('Páginas de a.pdf')).toEqual(['Todas'])
  })
})

it('a line whose pages are wrong stays open, and the focus goes to them', () => {
  open({ 'a.pdf': pages(12), 'b.pdf': pages(2) })
  const toggle = () => screen.getByRole('button', { name: 'Opciones de a.pdf' })
  fireEvent.click(toggle())
  fireEvent.click(radio('Páginas de a.pdf', 'Algunas'))
  const field = screen.getByLabelText<HTMLInputElement>('Qué páginas de a.pdf')
  fireEvent.change(field, { target: { value: '15' } })
  fireEvent.blur(field)
  fireEvent.click(toggle())
  expect(toggle().getAttribute('aria-expanded')).toBe('true')
  expect(document.activeElement).toBe(field)
  fireEvent.change(field, { target: { value: '3' } })
  fireEvent.click(toggle())
  expect(toggle().getAttribute('aria-expanded')).toBe('false')
})

describe('grouping', () => {
  it('is offered only with more than one file', () => {
    open({ 'a.pdf': pages(4), 'b.pdf': pages(2) })
    press('Agrupar archivos')
    press('Cancelar agrupación')
    screen.getByRole('button', { name: 'Agrupar archivos' })
    press('Opciones de b.pdf')
    press('Quitar b.pdf')
    expect(screen.queryByRole('button', { name: 'Agrupar archivos' })).toBeNull()
  })

  const tick = (name: RegExp | string) => fireEvent.click(screen.getByRole('checkbox', { name }))
  async function start(): Promise<void> {
    press('Agrupar archivos')
    await screen.findByRole('checkbox', { name: 'a.pdf' })
  }

  it('ticks carry the place in the volume; bound together, the changed copies are told and undone', async () => {
    open({ 'a.pdf': pages(4), 'b.pdf': pages(2), 'c.pdf': pages(6) })
    press('Opciones de c.pdf')
    press('Una copia más de c.pdf')
    const before = getCarrito().archivos
    await start()
    tick('b.pdf')
    expect(bar().getByText('Tocá otro más.')).toBeTruthy()
    tick('c.pdf')
    tick('a.pdf')
    tick('b.pdf, lugar 1')
    expect(screen.getByRole('checkbox', { name: 'c.pdf, lugar 1' })).toBeTruthy()
    tick('b.pdf')
    expect(screen.getByRole('checkbox', { name: 'b.pdf, lugar 3' })).toBeTruthy()
    // 6 sheets bound twice, and a second copy of a and b
    expect(bar().getByText('6 hojas · + $ 2.880')).toBeTruthy()
    press('Anillar juntos')
    expect(getCarrito().archivos.map(({ id, grupo, duplicado }) => [id, grupo, duplicado])).toEqual([
      ['c.pdf', 'grupo0', 2],
      ['a.pdf', 'grupo0', 2],
      ['b.pdf', 'grupo0', 2],
    ])
    expect(bar().getByText('«a.pdf» y «b.pdf» ahora llevan 2 copias, igual que «c.pdf».')).toBeTruthy()
    const volume = within(screen.getByRole('region', { name: 'Anillado 1' }))
    expect(volume.getByText('6 hojas por copia')).toBeTruthy()
    press('Deshacer')
    expect(getCarrito().archivos).toEqual(before)
  })

  it('by keyboard: each file has a place to choose, its order in the volume, and the focus goes with it', async () => {
    open({ 'a.pdf': pages(4), 'b.pdf': pages(2) })
    await start()
    for (const name of ['a.pdf', 'b.pdf'])
      fireEvent.change(screen.getByRole('combobox', { name: `Mover a… ${name}` }), {
        target: { value: 'grupo1' },
      })
    const toggle = screen.getByRole('button', { name: 'Opciones de b.pdf' })
    await waitFor(() => expect(document.activeElement).toBe(toggle.closest('[data-archivo]')))
    fireEvent.click(toggle)
    press('Subir b.pdf en el anillado')
    expect(getCarrito().archivos.map(({ id, grupo }) => [id, grupo])).toEqual([
      ['b.pdf', 'grupo1'],
      ['a.pdf', 'grupo1'],
    ])
    fireEvent.click(screen.getByRole('button', { name: 'Quitar del grupo b.pdf' }))
    expect(archivo('b.pdf')?.grupo).toBe('default')
    const mover = screen.getByRole('combobox', { name: 'Mover a… b.pdf' })
    await waitFor(() => expect(document.activeElement).toBe(mover))
  })

  it('a ticked file joins an existing volume', async () => {
    open({ 'a.pdf': pages(4), 'b.pdf': pages(2), 'c.pdf': pages(2) })
    await start()
    tick('a.pdf')
    tick('b.pdf')
    press('Anillar juntos')
    tick('c.pdf')
    fireEvent.click(bar().getByRole('button', { name: 'Anillado 1' }))
    expect(getCarrito().archivos.map(({ grupo }) => grupo)).toEqual(['grupo0', 'grupo0', 'grupo0'])
    expect(screen.getByText('Todos los archivos están en un anillado.')).toBeTruthy()
  })

  it('options of a loose file stay editable meanwhile', async () => {
    open({ 'a.pdf': pages(4), 'b.pdf': pages(2) })
    await start()
    press('Opciones de a.pdf')
    fireEvent.click(radio('Tinta de a.pdf', 'Color'))
    expect(archivo('a.pdf')?.color).toBe('color')
  })
})

describe('other paper', () => {
  const a3 = { ancho_mm: 297, alto_mm: 420 }

  it('is no choice where the shop sells none', () => {
    open({ 'plano.pdf': pages(4, [], a3) })
    expect(screen.getByText('Es A3: la achicamos a A4')).toBeTruthy()
    expect(screen.queryByRole('group', { name: 'Hoja de plano.pdf' })).toBeNull()
    expect(screen.queryByRole('button', { name: /En A3/ })).toBeNull()
  })

  it('one tap takes the sheet of the file, its price follows, and the focus is at the choice', () => {
    open({ 'plano.pdf': pages(4, [], a3) }, undefined, { A3: PRECIOS_A3 })
    expect(checked('Hoja de plano.pdf')).toEqual(['A4'])
    fireEvent.click(screen.getByRole('button', { name: /En A3.*480/s }))
    expect(archivo('plano.pdf')?.hoja).toBe('A3')
    expect(document.activeElement).toBe(radio('Hoja de plano.pdf', 'A3'))
    expect(screen.queryByText('Es A3: la achicamos a A4')).toBeNull()
    expect(shownPrice()).toContain('$ 760,00')
  })

  it('paper that is no longer sold becomes A4, and a line names the files until it is closed', () => {
    open({ 'plano.pdf': pages(4, [], a3) }, undefined, { A3: PRECIOS_A3 })
    fireEvent.click(radio('Hoja de plano.pdf', 'A3'))
    expect(archivo('plano.pdf')?.hoja).toBe('A3')
    cleanup()
    showPaso2()
    expect(archivo('plano.pdf')?.hoja).toBe('A4')
    expect(screen.queryByRole('group', { name: 'Hoja de plano.pdf' })).toBeNull()
    const told = () => screen.queryByText(/Ya no imprimimos en hojas A3/)
    expect(told()?.parentElement?.textContent).toContain('«plano.pdf» va en A4')
    // It survives a reload, and closing it is final
    cleanup()
    showPaso2()
    expect(told()).not.toBeNull()
    press('Cerrar aviso')
    expect(told()).toBeNull()
    cleanup()
    showPaso2()
    expect(told()).toBeNull()
  })
})
