// @vitest-environment happy-dom
import { type Franja, semanaOf, semanaProblems } from '@imprimitodo/shared/rules/base/horario'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HorarioEditor } from './horario.tsx'

const MORNING: Franja = { opens: '08:30', closes: '13:00' }
const EVENING: Franja = { opens: '17:00', closes: '21:00' }
let semana: Franja[][]
let user: UserEvent

/** With the form's rule that a day's problem is shown from the first try on. */
function Screen({ general }: { general?: string | undefined }) {
  const [shown, setShown] = useState(semana)
  semana = shown
  return (
    <HorarioEditor semana={shown} problems={semanaProblems(shown)} general={general} onChange={setShown} />
  )
}
const open = (monday: Franja[] = [], general?: string) => {
  semana = semanaOf([]).map((own, day) => (day === 0 ? monday : own))
  render(<Screen general={general} />)
}

beforeEach(() => {
  user = userEvent.setup()
})
afterEach(cleanup)

const day = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const button = (name: string) => screen.getByRole('button', { name })
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })

describe('a day', () => {
  it('is closed until it is ticked, by keyboard; it then has a morning, and the focus stays', async () => {
    open()
    expect(screen.getAllByText('Cerrado')).toHaveLength(7)
    await user.tab()
    expect(document.activeElement).toBe(day('Lunes'))
    await user.keyboard(' ')
    expect(semana[0]).toEqual([MORNING])
    expect(document.activeElement).toBe(day('Lunes'))
    await user.tab()
    expect(document.activeElement).toBe(field('Lunes, turno 1, desde'))
    await user.click(day('Lunes'))
    expect(semana[0]).toEqual([])
  })

  it('gets an evening, then one more of its own hours: the new shift takes the focus', async () => {
    open([MORNING])
    button('Otro turno del lunes').focus()
    await user.keyboard('{Enter}')
    expect(semana[0]).toEqual([MORNING, EVENING])
    expect(document.activeElement).toBe(field('Lunes, turno 2, desde'))
    await user.click(button('Otro turno del lunes'))
    expect(document.activeElement).toBe(field('Lunes, turno 3, desde'))
    expect(semana[0]?.at(-1)).toEqual({ opens: '', closes: '' })
    expect(screen.queryByRole('button', { name: 'Otro turno del lunes' })).toBeNull()
  })

  it('loses the shift whose button is pressed, and the focus goes to the one above', async () => {
    open([MORNING, EVENING, { opens: '22:00', closes: '23:00' }])
    button('Quitar: Lunes, turno 2').focus()
    await user.keyboard('{Enter}')
    expect(semana[0]).toEqual([MORNING, { opens: '22:00', closes: '23:00' }])
    expect(document.activeElement).toBe(field('Lunes, turno 1, hasta'))
    expect(screen.queryByRole('button', { name: 'Quitar: Lunes, turno 1' })).toBeNull()
  })

  it('changes alone when its hours are typed, and the focus is left alone', () => {
    open([MORNING, EVENING])
    field('Lunes, turno 2, hasta').focus()
    type('Lunes, turno 2, hasta', '20:30')
    expect(semana[0]).toEqual([MORNING, { opens: '17:00', closes: '20:30' }])
    expect(semana.slice(1).flat()).toEqual([])
    expect(document.activeElement).toBe(field('Lunes, turno 2, hasta'))
  })
})

it('Monday’s hours are copied to the days until Friday, each its own', async () => {
  open([MORNING, EVENING])
  await user.click(button('Igual de martes a viernes'))
  expect(semana).toEqual([...Array.from({ length: 5 }, () => [MORNING, EVENING]), [], []])
  type('Martes, turno 1, desde', '09:00')
  expect([semana[1]?.[0]?.opens, semana[0]?.[0]?.opens, semana[2]?.[0]?.opens]).toEqual([
    '09:00',
    '08:30',
    '08:30',
  ])
})

describe('what is wrong', () => {
  it.each([
    ['hasta', '08:00', 'Lunes: Cierra después de abrir.'],
    ['hasta', '', 'Lunes: Completá desde y hasta.'],
  ])('with a day is announced under it, and its fields name it: %s %j', (edge, value, text) => {
    open([MORNING])
    type(`Lunes, turno 1, ${edge}`, value)
    const told = screen.getByRole('alert')
    expect(told.textContent).toBe(text)
    const wrong = field('Lunes, turno 1, desde')
    expect([wrong.getAttribute('aria-invalid'), wrong.getAttribute('aria-describedby')]).toEqual([
      'true',
      told.id,
    ])
    type('Lunes, turno 1, hasta', '13:30')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(wrong.getAttribute('aria-describedby')).toBeNull()
  })

  it('with the hours as a whole is announced below them', () => {
    open([MORNING], 'Revisá esos días.')
    const hours = within(screen.getByRole('group', { name: 'Horario' }))
    expect(hours.getByRole('alert').textContent).toBe('Revisá esos días.')
  })
})
