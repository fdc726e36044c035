// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Toasts } from '../../ui/notice/toasts.tsx'
import { PAUSE_MS, useAtajo, useLectora } from './atajos.ts'
import { Atajos } from './atajos-dialog.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  pause()
  cleanup()
  vi.useRealTimers()
})

const acts: string[] = []

function Screen() {
  useAtajo('t', () => acts.push('t'))
  useAtajo('p', () => acts.push('p'))
  useAtajo('1', () => acts.push('1'))
  return (
    <>
      <input aria-label="Campo" />
      <button type="button" onClick={() => acts.push('button')}>
        Imprimir
      </button>
    </>
  )
}

function Branch() {
  const [value, setValue] = useState('Belgrano')
  return (
    <select aria-label="Sucursal" value={value} onChange={({ target }) => setValue(target.value)}>
      <option>Belgrano</option>
      <option>Aguilares</option>
    </select>
  )
}

function Reader() {
  useLectora('pantalla', (text) => acts.push(text))
  return null
}

function Card() {
  useAtajo('x', (at) => acts.push(`x: ${at?.textContent}`))
  return <a href="/">Pedido 1042</a>
}

const Address = () => {
  const { pathname, search } = useLocation()
  return <output>{pathname + search}</output>
}

function open(children?: React.ReactNode) {
  acts.length = 0
  render(
    <MemoryRouter initialEntries={['/mostrador/pedidos/P1']}>
      <Atajos board="/mostrador" isOpen={false} onOpen={() => acts.push('?')} />
      <Screen />
      {children}
      <Address />
    </MemoryRouter>,
  )
}

const pause = () => act(() => vi.advanceTimersByTime(PAUSE_MS))
/** Whether its default stays: a prevented Enter does not press the focused button. */
const key = (name: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key: name })
const scan = (text: string) => [...text].map(key).length > 0 && key('Enter')
const address = () => document.querySelector('output')?.textContent

it('a key acts when no other one came shortly before or after it', () => {
  open()
  key('t')
  expect(acts).toEqual([])
  pause()
  expect(acts).toEqual(['t'])
  key('p')
  pause()
  expect(acts).toEqual(['t', 'p'])
})

it.each(['http://localhost/c/K5GN-4JS1-APAF', "httpsÑ--tienda.com.ar-c-K5GN'4JS1'APAF", 'nbt1K5GN4JS1'])(
  'no key of a scanned text acts, and its Enter presses no button: %s',
  (text) => {
    open()
    screen.getByRole('button').focus()
    expect(scan(text)).toBe(false)
    pause()
    expect(acts).toEqual([])
  },
)

it.each([
  ['7791234567898', 'Eso es el código de barras de un producto: acá van los códigos de los clientes.'],
  ['779123456789', 'Eso es el código de barras de un producto: acá van los códigos de los clientes.'],
  ['clienteÑana"x.com', 'Eso es la cuenta de un cliente: usalo en una venta.'],
  ['https://afip.gob.ar/x', 'Eso no es un código: son 12 letras y números, como K7M2-XQ9D-4RTB.'],
])('a scanned text that is no code of ours is named, and changes nothing: %s', (text, says) => {
  open(<Toasts />)
  scan(text)
  pause()
  screen.getByText(says)
  expect(address()).toBe('/mostrador/pedidos/P1')
})

it('a scanned code is opened where codes are looked up', () => {
  open()
  scan("httpsÑ--tienda.com.ar-c-K5GN'4JS1'APAF")
  expect(address()).toBe('/mostrador/escanear?codigo=K5GN-4JS1-APAF')
  expect(acts).toEqual([])
})

it('a screen that reads scanned texts gets them itself', () => {
  open(<Reader />)
  scan('n7m2xq9d4rtb')
  pause()
  expect(acts).toEqual(['n7m2xq9d4rtb'])
  expect(address()).toBe('/mostrador/pedidos/P1')
})

it('keys typed in a field or over a dialog are neither a shortcut nor a scanned text', () => {
  open(<Reader />)
  screen.getByLabelText('Campo').focus()
  expect(scan('t5GN-4JS1-APAF')).toBe(true)
  pause()
  const dialog = document.body.appendChild(document.createElement('dialog'))
  dialog.setAttribute('open', '')
  screen.getByRole('button').focus()
  key('t')
  pause()
  expect(scan('K5GN-4JS1-APAF')).toBe(false)
  pause()
  dialog.remove()
  expect(acts).toEqual([])
})

it('a text scanned over a list is read, and the list keeps its choice', () => {
  open(
    <>
      <Reader />
      <Branch />
    </>,
  )
  const list = screen.getByLabelText<HTMLSelectElement>('Sucursal')
  list.focus()
  expect(key('a')).toBe(true)
  fireEvent.change(list, { target: { value: 'Aguilares' } }) // as a browser does with the first letter
  expect(scan('GN4-JS1A-PAF7')).toBe(false)
  expect(acts).toEqual(['aGN4-JS1A-PAF7'])
  expect(list.value).toBe('Belgrano')
  pause()
  expect(key('Enter')).toBe(true)
})

it('a key that a busy browser hands over late follows its pause all the same', () => {
  open()
  const late = (name: string) => {
    const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true })
    Object.defineProperty(event, 'timeStamp', { value: performance.now() + PAUSE_MS })
    fireEvent(document.activeElement ?? document.body, event)
  }
  key('t')
  late('p')
  expect(acts).toEqual(['t'])
  pause()
  expect(acts).toEqual(['t', 'p'])
})

it.each([
  ['a key that is no letter', { key: 'Backspace' }],
  ['a key with a modifier', { key: 'v', ctrlKey: true }],
])('%s, handed over late, finds what the shortcut before it did', (_, init) => {
  open()
  key('t')
  const event = new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true })
  Object.defineProperty(event, 'timeStamp', { value: performance.now() + PAUSE_MS })
  fireEvent(document.body, event)
  expect(acts).toEqual(['t'])
  pause()
  expect(acts).toEqual(['t'])
})

it('boxes are ticked with the space bar however soon one follows the other', () => {
  open()
  screen.getByRole('button').focus()
  expect([key(' '), key(' '), key(' ')]).toEqual([true, true, true])
})

it('Enter by hand presses the focused button', () => {
  open()
  screen.getByRole('button').focus()
  key('t')
  pause()
  expect(key('Enter')).toBe(true)
})

it('a key acts on the element that had the focus when it was pressed, whatever a click does meanwhile', () => {
  open(<Card />)
  screen.getByRole('link').focus()
  key('x')
  screen.getByLabelText('Campo').focus()
  pause()
  expect(acts).toEqual(['x: Pedido 1042'])
})

it('a key does not act on the screen that came after the one where it was pressed', () => {
  open()
  key('t')
  cleanup()
  open()
  pause()
  expect(acts).toEqual([])
})
