// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { getCarrito, setContacto, useCarrito } from '../carrito/carrito.ts'
import { NO_CONTACTO } from '../carrito/carrito-state.ts'
import { compraOf } from './modelo.ts'
import { TusDatos } from './tus-datos.tsx'

beforeEach(() => setContacto(NO_CONTACTO))
afterEach(cleanup)

function Screen({ locked = false }: { locked?: boolean }) {
  const { contacto } = useCarrito()
  return (
    <TusDatos
      contacto={contacto}
      locked={locked}
      problemOf={(_, problem) => problem}
      leave={() => {}}
      correct={() => {}}
      settleEmail={() => {}}
      inputRef={() => () => {}}
    />
  )
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const sent = () => compraOf('P', getCarrito().contacto, 0, { kind: 'sin-datos' }, []).celular

it.each(['0381 15 412-3456', '+54 9 381 412 3456', '(0381) 154123456', '5493814123456'])(
  'a mobile number is kept as it is typed (%s), read back as people here write it, and sent whole',
  (written) => {
    render(<Screen />)
    type('Celular', written)
    expect(field('Celular').value).toBe(written)
    screen.getByText('Si hace falta, te llamamos al +54 9 381 412-3456.')
    fireEvent.blur(field('Celular'))
    expect(field('Celular').value).toBe('381 15 412-3456')
    expect(sent()).toBe('3814123456')
  },
)

it('an uncertain number stays unchanged, and no call is announced', () => {
  render(<Screen />)
  type('Celular', '+595 981 123456')
  fireEvent.blur(field('Celular'))
  expect(field('Celular').value).toBe('+595 981 123456')
  expect(screen.queryByText(/te llamamos/)).toBeNull()
  expect(sent()).toBe('595981123456')
})

it('too few digits are reported', () => {
  render(<Screen />)
  type('Celular', '15 412-3456')
  screen.getByText('El celular debe tener al menos 10 dígitos')
})

it('a correction of a mistyped mail host is offered, and made with one tap', () => {
  render(<Screen />)
  type('E-mail', 'ana@gmial.com')
  screen.getByText('¿Quisiste poner gmail.com?', { exact: false })
  fireEvent.click(screen.getByRole('button', { name: 'Corregirlo' }))
  expect(field('E-mail').value).toBe('ana@gmail.com')
  expect(screen.queryByRole('button', { name: 'Corregirlo' })).toBeNull()
  expect(document.activeElement).toBe(field('E-mail'))
})

it('the data of an account are read here and changed in the profile', () => {
  setContacto({ email: 'ana@gmial.com', celular: '3814123456' })
  render(<Screen locked />)
  expect([field('E-mail').readOnly, field('Celular').readOnly]).toEqual([true, true])
  expect(screen.queryByRole('button')).toBeNull()
  fireEvent.blur(field('Celular'))
  expect(field('Celular').value).toBe('3814123456')
  screen.getByText('Son los datos de tu cuenta: se cambian en Mi Perfil.')
})

it('a visitor writes both', () => {
  render(<Screen />)
  expect([field('E-mail').readOnly, field('Celular').readOnly]).toEqual([false, false])
})
