// @vitest-environment happy-dom
import { act, cleanup, configure, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Answer } from '../../api/call.ts'
import { Toasts } from '../../ui/notice/toasts.tsx'
import { type Fila, ListaOrdenable } from './lista-ordenable.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

const FILAS = ['Taza', 'Lápiz', 'Gorra', 'Bolsa'].map((nombre, index) => ({ id: index + 1, nombre }))
const done = { ok: true, status: 200, codigo: null, data: [], errores: null } as const
const CAMBIO = 'La lista cambió mientras la ordenabas.'
const refused: Answer<unknown> = { ok: false, status: 409, codigo: 'conflicto', data: {}, errores: CAMBIO }

/** The server's list, and calls that end when the test says so. */
function server() {
  let there: readonly Fila[] = FILAS
  const asked: number[][] = []
  const waiting: ((answer: Answer<unknown> | Promise<never>) => void)[] = []
  return {
    asked,
    set: (filas: readonly Fila[]) => {
      there = filas
    },
    read: () => there,
    save: (ids: number[]) => {
      asked.push(ids)
      return new Promise<Answer<unknown>>((resolve) => waiting.push(resolve))
    },
    /** Null: the network is gone. */
    async answer(answer: Answer<unknown> | null) {
      const ids = asked.at(-waiting.length)
      if (answer?.ok && ids) there = ids.map((id) => FILAS.find((one) => one.id === id) ?? { id, nombre: '' })
      await act(async () => waiting.shift()?.(answer ?? Promise.reject(new TypeError('network'))))
    },
  }
}
let shop = server()

function Screen() {
  const [filas, setFilas] = useState(shop.read())
  return (
    <ListaOrdenable
      label="Premios"
      filas={filas}
      save={shop.save}
      onSettled={async () => setFilas(shop.read())}
    />
  )
}

beforeEach(() => {
  shop = server()
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const names = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent?.replace(/^\d+/, ''))
const button = (name: string) => screen.getByRole('button', { name })
const said = () => screen.getByRole('status').textContent

describe('a list that is sorted by hand', () => {
  it('moves a row with the buttons: at once, read out, and the whole order is saved', async () => {
    const user = userEvent.setup()
    render(<Screen />)
    await user.click(button('Bajar Taza'))
    expect(names()).toEqual(['Lápiz', 'Taza', 'Gorra', 'Bolsa'])
    expect(said()).toBe('Taza: lugar 2 de 4.')
    expect(shop.asked).toEqual([[2, 1, 3, 4]])
    await user.click(button('Subir Bolsa'))
    expect(names()).toEqual(['Lápiz', 'Taza', 'Bolsa', 'Gorra'])
    expect(shop.asked).toHaveLength(1) // the next call waits for the one under way
    await shop.answer(done)
    expect(shop.asked.at(-1)).toEqual([2, 1, 4, 3])
    await shop.answer(done)
    expect(names()).toEqual(['Lápiz', 'Taza', 'Bolsa', 'Gorra'])
  })

  it('moves a row with the arrow keys on its handle, which keeps the focus; it stops at the ends', async () => {
    const user = userEvent.setup()
    render(<Screen />)
    button('Mover Gorra').focus()
    await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}')
    expect(names()).toEqual(['Gorra', 'Taza', 'Lápiz', 'Bolsa'])
    expect(said()).toBe('Gorra: lugar 1 de 4.')
    expect(document.activeElement).toBe(button('Mover Gorra'))
    await user.keyboard('{End}')
    expect(names()).toEqual(['Taza', 'Lápiz', 'Bolsa', 'Gorra'])
    await user.keyboard('{Home}{ArrowDown}')
    expect(names()).toEqual(['Taza', 'Gorra', 'Lápiz', 'Bolsa'])
    expect(button('Subir Taza').getAttribute('aria-disabled')).toBe('true')
    await user.click(button('Subir Taza'))
    expect(names()).toEqual(['Taza', 'Gorra', 'Lápiz', 'Bolsa'])
    await shop.answer(done)
    // After several moves meanwhile, only the newest order of the list is sent
    expect(shop.asked).toEqual([
      [1, 3, 2, 4],
      [1, 3, 2, 4],
    ])
  })

  it('keeps a move that was saved while the list was reloaded after the move before it', async () => {
    const reloads: (() => void)[] = []
    const user = userEvent.setup()
    render(
      <ListaOrdenable
        label="Premios"
        filas={FILAS}
        save={shop.save}
        onSettled={() => new Promise<void>((resolve) => reloads.push(resolve))}
      />,
    )
    button('Mover Gorra').focus()
    await user.keyboard('{ArrowUp}')
    await shop.answer(done)
    await user.keyboard('{ArrowUp}')
    await shop.answer(done)
    await act(async () => reloads[0]?.()) // it brought the list of the first move, or none
    expect(names()).toEqual(['Gorra', 'Taza', 'Lápiz', 'Bolsa'])
    await user.keyboard('{ArrowDown}')
    expect(shop.asked.at(-1)).toEqual([1, 3, 2, 4])
  })

  it.each([
    ['what the server refuses', refused, CAMBIO],
    ['no network', null, 'Se cortó la conexión y no sabemos si se guardó el orden. Fijate antes de repetir.'],
  ])('with %s it says so, and shows the order that the server has', async (_, answer, text) => {
    const user = userEvent.setup()
    render(<Screen />)
    await user.click(button('Bajar Taza'))
    const now = FILAS.toReversed()
    shop.set(now) // another person, meanwhile
    await shop.answer(answer)
    expect((await screen.findByRole('alert')).textContent).toContain(text)
    expect(names()).toEqual(now.map(({ nombre }) => nombre))
  })

  it('if the list was left before the answer, a refusal is shown in a toast', async () => {
    const user = userEvent.setup()
    const { rerender } = render(
      <>
        <Toasts />
        <Screen />
      </>,
    )
    await user.click(button('Bajar Taza'))
    rerender(<Toasts />)
    await shop.answer(refused)
    await screen.findByText(CAMBIO)
  })

  it('drags a row by its handle, and Escape puts it back', () => {
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
      const top = [...(this.parentElement?.children ?? [])].indexOf(this) * 50
      return new DOMRect(0, top, 300, 50)
    })
    HTMLElement.prototype.setPointerCapture = () => {}
    render(<Screen />)
    const drag = (name: string, from: number, to: number) => {
      const at = (clientY: number) => ({ clientY, button: 0, isPrimary: true, pointerId: 1 })
      fireEvent.pointerDown(button(name), at(from))
      fireEvent.pointerMove(button(name), at((from + to) / 2))
      fireEvent.pointerMove(button(name), at(to))
    }
    drag('Mover Taza', 25, 130)
    expect(shop.asked).toEqual([])
    fireEvent.pointerUp(button('Mover Taza'), { clientY: 130 })
    expect(names()).toEqual(['Lápiz', 'Gorra', 'Taza', 'Bolsa'])
    expect(said()).toBe('Taza: lugar 3 de 4.')
    expect(shop.asked).toEqual([[2, 3, 1, 4]])

    drag('Mover Bolsa', 175, 10)
    fireEvent.keyDown(window, { key: 'Escape' })
    fireEvent.pointerUp(button('Mover Bolsa'), { clientY: 10 })
    expect(names()).toEqual(['Lápiz', 'Gorra', 'Taza', 'Bolsa'])
    expect(shop.asked).toHaveLength(1)
  })
})
