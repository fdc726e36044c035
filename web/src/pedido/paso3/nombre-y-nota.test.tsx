// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { getCarrito, setContacto, startOver, useCarrito } from '../carrito/carrito.ts'
import { NO_CONTACTO } from '../carrito/carrito-state.ts'
import { NombreYNota } from './nombre-y-nota.tsx'

beforeEach(() => setContacto(NO_CONTACTO))
afterEach(cleanup)

function Screen({ refused }: { refused?: string }) {
  const { contacto } = useCarrito()
  return (
    <NombreYNota
      contacto={contacto}
      problemOf={(campo, problem) => (campo === 'nota' && refused) || problem}
      leave={() => {}}
      correct={() => {}}
      inputRef={() => () => {}}
    />
  )
}

const isOpen = () => screen.getByRole<HTMLDetailsElement>('group').open
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

it('is folded until something is written, and then stands open', () => {
  render(<Screen />)
  expect(isOpen()).toBe(false)
  cleanup()
  setContacto({ nombre: 'Lucía' })
  render(<Screen />)
  expect(isOpen()).toBe(true)
  expect(screen.getByLabelText('Nombre para el retiro')).toHaveProperty('value', 'Lucía')
})

it('keeps the typed texts with the half-made order, and counts the note', () => {
  render(<Screen />)
  type('Nombre para el retiro', 'Lucía')
  type('Nota para el local', 'Tapa transparente.')
  expect(getCarrito().contacto).toMatchObject({ nombre: 'Lucía', nota: 'Tapa transparente.' })
  expect(screen.getByText('18 de 300')).toBeTruthy()
})

it('shows at the field a text that the shop cannot take, and opens for it', () => {
  const { rerender } = render(<Screen />)
  expect(isOpen()).toBe(false)
  rerender(<Screen refused="La nota no se puede usar." />)
  expect(isOpen()).toBe(true)
  type('Nombre para el retiro', 'x'.repeat(61))
  const texts = screen.getAllByRole('alert').map(({ textContent }) => textContent)
  expect(texts).toEqual(['El nombre puede tener hasta 60 caracteres.', 'La nota no se puede usar.'])
})

it('for a delivery, the name is that of the person who receives it', () => {
  setContacto({ modo: 'delivery' })
  render(<Screen />)
  expect(screen.getByLabelText('Nombre de quien lo recibe')).toBeTruthy()
})

it('the next order keeps the name, and not the note', () => {
  setContacto({ nombre: 'Lucía', nota: 'Tapa transparente.' })
  startOver()
  expect(getCarrito().contacto).toMatchObject({ nombre: 'Lucía', nota: '' })
})
