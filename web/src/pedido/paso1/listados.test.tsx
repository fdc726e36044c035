// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { createRef } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { editArchivo } from '../carrito/archivos.ts'
import type { Carrito } from '../carrito/carrito-state.ts'
import { carritoOf } from '../carrito/testing.ts'
import { Listados } from './listados.tsx'
import type { Came } from './use-lista.ts'

const many = (count: number): string[] => Array.from({ length: count }, (_, at) => `archivo-${at + 1}.pdf`)
const NONE: Came = { ids: [], how: 'more' }

function open(first: Carrito) {
  const heading = createRef<HTMLHeadingElement>()
  const onRemove = vi.fn()
  const list = (carrito: Carrito, came: Came) => (
    <QueryClientProvider client={new QueryClient()}>
      <h2 ref={heading} tabIndex={-1}>
        Tus archivos
      </h2>
      <Listados
        heading={heading}
        came={came}
        onRemove={onRemove}
        archivos={carrito.archivos}
        restored
        onReplace={vi.fn()}
        onConvert={vi.fn()}
      />
    </QueryClientProvider>
  )
  const { rerender } = render(list(first, NONE))
  return { onRemove, show: (carrito: Carrito, came = NONE) => rerender(list(carrito, came)) }
}

const rows = () => screen.queryAllByRole('listitem').length
const passTurn = () => act(() => vi.runOnlyPendingTimers())

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('fetch', () => new Promise(() => {}))
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('many files picked at once are drawn a screen at a time, so that the page answers in between', () => {
  open(carritoOf(...many(20)))
  const drawn = [rows()]
  for (let turn = 0; turn < 3; turn++) {
    passTurn()
    drawn.push(rows())
  }
  expect(drawn).toEqual([8, 16, 20, 20])
})

it('files picked again after a removal are drawn a screen at a time, too', () => {
  const { show } = open(carritoOf(...many(20)))
  for (let turn = 0; turn < 3; turn++) passTurn()
  show(carritoOf('otro.pdf'))
  show(carritoOf(...many(20)))
  expect(rows()).toBe(8)
})

it('scrolls to the first added file once it is drawn', () => {
  const led: (string | undefined)[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    led.push((this as HTMLElement).dataset.id)
  })
  const { show } = open(carritoOf(...many(8)))
  const after = carritoOf(...many(20))
  const came: Came = { ids: after.archivos.slice(10).map(({ id }) => id), how: 'more' }
  show(after, came)
  expect(led).toEqual([])
  passTurn()
  expect(led).toEqual([after.archivos[10]?.id])
  passTurn()
  show(editArchivo(after, 'a', { subida: 'x' }), came)
  expect(led).toHaveLength(1)
})

it('after a removal the focus is on the list’s heading', () => {
  const { onRemove } = open(carritoOf('uno.pdf', 'dos.pdf'))
  act(() => screen.getByRole('button', { name: 'Quitar dos.pdf' }).click())
  expect(onRemove).toHaveBeenCalledExactlyOnceWith('b')
  expect(document.activeElement).toBe(screen.getByRole('heading'))
})
