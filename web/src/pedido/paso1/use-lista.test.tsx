// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { addArchivos } from '../carrito/archivos.ts'
import { getCarrito, startOver, updateCarrito } from '../carrito/carrito.ts'
import { CARRITO_KEY } from '../carrito/carrito-key.ts'
import { serialise } from '../carrito/carrito-state.ts'
import { dropContents } from '../carrito/contenidos.ts'
import { carritoOf, file } from '../carrito/testing.ts'
import { keepLecturas, setLectura } from '../lectura/lectura.ts'
import { useFotos } from './use-fotos.tsx'
import { useLista } from './use-lista.ts'

// The dialog has its own tests: here its result is given
vi.mock('./use-fotos.tsx', () => ({ useFotos: vi.fn(() => ({ convert: () => {}, dialog: null })) }))
vi.mock('../carrito/contenidos.ts', async (original) => ({
  ...(await original<typeof import('../carrito/contenidos.ts')>()),
  dropContents: vi.fn(async () => {}),
  keepContents: vi.fn(async () => {}),
}))

const names = () => getCarrito().archivos.map(({ name }) => name)

function open(...listed: string[]) {
  updateCarrito((carrito) => ({ ...carrito, archivos: carritoOf(...listed).archivos }))
  const { result } = renderHook(() => useLista(), { wrapper: MemoryRouter })
  const done = (pdf: File, ids: string[]) =>
    act(() => vi.mocked(useFotos).mock.lastCall?.[1].onDone(pdf, ids))
  return { result, done }
}

beforeEach(() => void vi.stubGlobal('fetch', () => new Promise(() => {})))
afterEach(() => {
  cleanup()
  startOver()
  vi.clearAllMocks()
  vi.unstubAllGlobals()
})

it('the PDF of pictures replaces the first, and the others are removed', () => {
  const { result, done } = open('x.pdf', 'a.jpg', 'b.jpg')
  done(file('a.pdf'), ['b', 'c'])
  expect(names()).toEqual(['x.pdf', 'a.pdf'])
  expect(result.current.came).toMatchObject({ how: 'instead' })
})

it('a PDF that is refused removes no picture, and the reason is shown', () => {
  const { result, done } = open('x.pdf', 'a.jpg', 'b.jpg')
  done(file('x.pdf'), ['b', 'c'])
  expect(names()).toEqual(['x.pdf', 'a.jpg', 'b.jpg'])
  expect(result.current.messages).toEqual({ repetidos: ['x.pdf'], distintos: [], refused: [] })
})

it('the PDF is listed even if its pictures were removed meanwhile', () => {
  const { done } = open('x.pdf', 'b.jpg')
  done(file('a.pdf'), ['gone', 'b'])
  expect(names()).toEqual(['x.pdf', 'a.pdf'])
  done(file('c.pdf'), ['gone'])
  expect(names()).toEqual(['x.pdf', 'a.pdf', 'c.pdf'])
})

it('a file removed because it is no PDF leaves no copy on the device', () => {
  const { result } = open('x.PDF', 'notas.docx', 'pdf')
  act(() => void expect(result.current.check(false)).toBe(false))
  expect(names()).toEqual(['x.PDF'])
  expect(vi.mocked(dropContents).mock.calls).toEqual([['b'], ['c']])
})

it('a file that another tab has just added stays in the list when one is added or replaced here', () => {
  const { result } = open('a.pdf')
  const addThere = (name: string) =>
    localStorage.setItem(
      CARRITO_KEY,
      serialise(addArchivos(getCarrito(), [file(name)], () => `there-${name}`).carrito),
    )
  addThere('b.pdf')
  act(() => result.current.take([file('c.pdf')]))
  expect(names()).toEqual(['a.pdf', 'b.pdf', 'c.pdf'])
  addThere('d.pdf')
  act(() => void expect(result.current.takeInstead('a', file('a.pdf', 9))).toBe(true))
  expect(names()).toEqual(['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf'])
})

it('"Siguiente" removes a file that is no PDF by its bytes, and names it', () => {
  const { result } = open('x.pdf', 'foto.pdf')
  setLectura('b', { estado: 'no-es-pdf' })
  act(() => expect(result.current.check(false)).toBe(false))
  expect(names()).toEqual(['x.pdf'])
  expect(result.current.problem).toEqual({
    text: 'Archivo inválido - Solo se permiten archivos PDF. Se eliminarán los archivos no válidos.',
    names: ['foto.pdf'],
  })
  keepLecturas(new Set())
})
