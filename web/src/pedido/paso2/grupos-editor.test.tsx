// @vitest-environment happy-dom
import { cleanup, configure, screen, waitFor, within } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { getCarrito, startOver } from '../carrito/carrito.ts'
import { keepLecturas } from '../lectura/lectura.ts'
import { openPaso2, pages, stubPage } from './testing.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

// Files are not read here: each test sets their readings
vi.mock('../lectura/read.ts', () => ({ readPdf: () => {} }))
// 'Mover a…' and the arrows do the same; dragging has e2e tests
vi.mock('./drag-parts-dnd.tsx', () => {
  throw new TypeError('No network')
})

let user: UserEvent
beforeEach(() => {
  stubPage()
  user = userEvent.setup()
})
afterEach(() => {
  cleanup()
  keepLecturas(new Set())
  startOver()
  vi.unstubAllGlobals()
})

const THREE = { 'a.pdf': pages(4), 'b.pdf': pages(2), 'c.pdf': pages(6) }
const grupos = () => getCarrito().archivos.map(({ id, grupo }) => `${id} ${grupo}`)
const bar = () => within(screen.getByRole('region', { name: 'Acciones' }))
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const box = (name: string | RegExp) => screen.findByRole('checkbox', { name })
const ticked = () =>
  screen
    .getAllByRole<HTMLInputElement>('checkbox')
    .filter(({ checked }) => checked)
    .map((one) => one.getAttribute('aria-label'))
const heading = () => screen.getByRole('heading', { level: 1 })
const isAtTop = () => heading().parentElement === document.activeElement

async function press(name: string | RegExp): Promise<void> {
  button(name).focus()
  await user.keyboard('{Enter}')
}

async function start(files: Parameters<typeof openPaso2>[0] = THREE): Promise<void> {
  openPaso2(files)
  await press('Agrupar archivos')
  await box('a.pdf')
}

async function tick(...names: string[]): Promise<void> {
  for (const name of names) {
    ;(await box(name)).focus()
    await user.keyboard(' ')
  }
}

describe('by keyboard alone', () => {
  it('files are ticked with the space bar, bound with Enter, and the focus begins at the heading', async () => {
    await start()
    expect(heading().textContent).toBe('¿Qué va junto?')
    expect(isAtTop()).toBe(true)
    await tick('c.pdf', 'a.pdf')
    expect(ticked()).toEqual(['a.pdf, lugar 2', 'c.pdf, lugar 1'])
    await press('Anillar juntos')
    expect(grupos()).toEqual(['b.pdf default', 'c.pdf grupo0', 'a.pdf grupo0'])
    bar().getByText('2 archivos en el Anillado 1.')
    expect(isAtTop()).toBe(true)
    expect(ticked()).toEqual([])
  })

  it('a binding is undone, and the focus stays on the page', async () => {
    await start()
    await tick('a.pdf', 'b.pdf')
    await press('Anillar juntos')
    await press('Deshacer')
    expect(grupos()).toEqual(['a.pdf default', 'b.pdf default', 'c.pdf default'])
    expect(screen.queryByRole('button', { name: 'Deshacer' })).toBeNull()
    expect(isAtTop()).toBe(true)
  })

  it('a place is chosen from a list, which says aloud where the file went', async () => {
    await start()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Mover a… b.pdf' }), 'Anillado 3')
    expect(grupos()).toEqual(['a.pdf default', 'b.pdf grupo2', 'c.pdf default'])
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
      '«b.pdf» pasó a Anillado 3.',
    )
    within(screen.getByRole('region', { name: 'Anillado 3' })).getByText('b.pdf')
    await press('Quitar del grupo b.pdf')
    // Last among the loose ones
    expect(grupos()).toEqual(['a.pdf default', 'c.pdf default', 'b.pdf default'])
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
      '«b.pdf» pasó a Sin agrupar.',
    )
  })

  it('the order inside a volume is changed with arrows, and the first and the last have only one direction', async () => {
    await start()
    await tick('a.pdf', 'b.pdf', 'c.pdf')
    await press('Anillar juntos')
    await press('Opciones de b.pdf')
    await press('Bajar b.pdf en el anillado')
    expect(grupos()).toEqual(['a.pdf grupo0', 'c.pdf grupo0', 'b.pdf grupo0'])
    expect(button('Bajar b.pdf en el anillado').hasAttribute('disabled')).toBe(true)
    // When its own button has no effect any more, the focus is on the other one
    expect(document.activeElement).toBe(button('Subir b.pdf en el anillado'))
    await user.keyboard('{Enter}{Enter}')
    expect(grupos()).toEqual(['b.pdf grupo0', 'a.pdf grupo0', 'c.pdf grupo0'])
    expect(button('Subir b.pdf en el anillado').hasAttribute('disabled')).toBe(true)
  })
})

describe('ticks', () => {
  it('a single tick binds nothing, and the bar says what is missing', async () => {
    await start()
    await tick('a.pdf')
    bar().getByText('1 elegido')
    bar().getByText('Tocá otro más.')
    expect(button('Anillar juntos').getAttribute('aria-disabled')).toBe('true')
    await press('Anillar juntos')
    expect(grupos()).toEqual(['a.pdf default', 'b.pdf default', 'c.pdf default'])
  })

  it('are dropped together', async () => {
    await start()
    await tick('a.pdf', 'b.pdf')
    await press('Soltar los elegidos')
    expect(ticked()).toEqual([])
    expect(isAtTop()).toBe(true)
    button('Siguiente')
  })

  it('end with the grouping', async () => {
    await start()
    await tick('a.pdf', 'b.pdf')
    await press('Cancelar agrupación')
    expect(heading().textContent).toBe('¿Cómo los imprimimos?')
    expect(isAtTop()).toBe(true)
    await press('Agrupar archivos')
    await box('a.pdf')
    expect(ticked()).toEqual([])
  })

  it('end when their file is moved to a volume another way, also after it comes back', async () => {
    await start()
    await tick('a.pdf', 'b.pdf')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Mover a… a.pdf' }), 'Anillado 2')
    expect(ticked()).toEqual(['b.pdf, lugar 1'])
    await press('Quitar del grupo a.pdf')
    expect(ticked()).toEqual(['b.pdf, lugar 1'])
  })

  it('can join an existing volume, which is the only choice without a free one', async () => {
    await start({ ...THREE, 'd.pdf': pages(2) })
    for (const [name, area] of [
      ['a.pdf', 'Anillado 1'],
      ['b.pdf', 'Anillado 2'],
      ['c.pdf', 'Anillado 3'],
    ] as const)
      await user.selectOptions(screen.getByRole('combobox', { name: `Mover a… ${name}` }), area)
    await tick('d.pdf')
    bar().getByText('Los tres anillados ya tienen archivos.')
    expect(screen.queryByRole('button', { name: 'Anillar juntos' })).toBeNull()
    await press('Anillado 2')
    expect(grupos()).toContain('d.pdf grupo1')
    screen.getByText('Todos los archivos están en un anillado.')
  })
})

it('cancelled, every file is on its own again', async () => {
  await start()
  await tick('b.pdf', 'a.pdf')
  await press('Anillar juntos')
  await press('Cancelar agrupación')
  expect(screen.queryByRole('region', { name: 'Anillado 1' })).toBeNull()
  expect(grupos().toSorted()).toEqual(['a.pdf default', 'b.pdf default', 'c.pdf default'])
})

it('cancelled, it is told and undone with its volumes; without a volume there is nothing to tell', async () => {
  await start()
  await tick('b.pdf', 'a.pdf')
  await press('Anillar juntos')
  await press('Una copia más de Anillado 1')
  const before = grupos()
  await press('Cancelar agrupación')
  bar().getByText('2 archivos salieron de su anillado.')
  await press('Deshacer')
  expect(grupos()).toEqual(before)
  screen.getByRole('region', { name: 'Anillado 1' })
  expect(isAtTop()).toBe(true)
  await press('Quitar del grupo a.pdf')
  await press('Quitar del grupo b.pdf')
  await press('Cancelar agrupación')
  expect(bar().queryByText('Deshacer')).toBeNull()
})

describe('a volume', () => {
  it('that is empty says how it is filled', async () => {
    await start()
    within(screen.getByRole('region', { name: 'Anillado 1' })).getByText(
      'Vacío. Arrastrá archivos acá, o elegilos y tocá «Anillar juntos».',
    )
  })

  it('has one number of copies and one orientation for all its files', async () => {
    await start()
    await tick('a.pdf', 'b.pdf')
    await press('Anillar juntos')
    await press('Una copia más de Anillado 1')
    await user.click(screen.getByRole('radio', { name: 'Horizontal' }))
    expect(getCarrito().archivos.map(({ duplicado, orientacion }) => [duplicado, orientacion])).toEqual([
      [2, 'horizontal'],
      [2, 'horizontal'],
      [1, 'vertical'],
    ])
    within(screen.getByRole('region', { name: 'Anillado 1' })).getByText('3 hojas por copia')
  })

  it('says no sheets and no price while one of its files was not read', async () => {
    await start({ 'a.pdf': pages(4), 'b.pdf': null })
    await tick('a.pdf', 'b.pdf')
    await press('Anillar juntos')
    expect(within(screen.getByRole('region', { name: 'Anillado 1' })).queryByText(/hojas/)).toBeNull()
    bar().getByText('Precio estimado')
  })
})

it('sixty files are all ticked, bound in their order, and undone at once', async () => {
  const names = Array.from({ length: 60 }, (_, at) => `${String(at + 1).padStart(2, '0')}.pdf`)
  openPaso2(Object.fromEntries(names.map((name) => [name, pages(2)])))
  await press('Agrupar archivos')
  await box('01.pdf')
  const before = getCarrito().archivos
  for (const one of screen.getAllByRole<HTMLInputElement>('checkbox').toReversed()) one.click()
  await waitFor(() => bar().getByText('60 elegidos'))
  bar().getByText(/^60 hojas · /)
  await press('Anillar juntos')
  expect(getCarrito().archivos.map(({ name }) => name)).toEqual(names.toReversed())
  bar().getByText('60 archivos en el Anillado 1.')
  await press('Deshacer')
  expect(getCarrito().archivos).toEqual(before)
})

describe('files that lie down, bound together', () => {
  const LYING = { ancho_mm: 297, alto_mm: 210 }
  const orientaciones = () => getCarrito().archivos.map(({ orientacion }) => orientacion)

  it('are offered horizontal by one tap, for all of them', async () => {
    await start({ 'a.pdf': pages(4, [], LYING), 'b.pdf': pages(2, [], LYING) })
    await tick('a.pdf', 'b.pdf')
    await press('Anillar juntos')
    screen.getByText('Está apaisado: ¿horizontal?')
    await press('Horizontal en Anillado 1')
    expect(orientaciones()).toEqual(['horizontal', 'horizontal'])
    expect(screen.queryByText('Está apaisado: ¿horizontal?')).toBe(null)
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Horizontal', checked: true }))
  })

  it('are not where one of them stands', async () => {
    await start({ 'a.pdf': pages(4, [], LYING), 'b.pdf': pages(2) })
    await tick('a.pdf', 'b.pdf')
    await press('Anillar juntos')
    expect(screen.queryByText('Está apaisado: ¿horizontal?')).toBe(null)
  })
})
