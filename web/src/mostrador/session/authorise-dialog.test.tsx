// @vitest-environment happy-dom
import type { Autoriza } from '@imprimitodo/shared/api/acceso'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { askAutoriza, settleAutoriza } from './authorise.ts'
import { AuthoriseDialogs } from './authorise-dialog.tsx'

const WHY = 'Podés devolver hasta $ 50,00 por pedido: más que eso lo autoriza otra persona.'

/** A call that waits for another person; what it gets, once it goes on. */
function asked(why = WHY) {
  const got: (Autoriza | null)[] = []
  act(() => void askAutoriza(why).then((autoriza) => got.push(autoriza)))
  return got
}
const open = () => render(<AuthoriseDialogs />)
const fields = () => ({
  email: screen.getByLabelText<HTMLInputElement>('E-mail de quien autoriza'),
  actual: screen.getByLabelText<HTMLInputElement>('Su contraseña'),
})

afterEach(() => {
  act(() => settleAutoriza(null))
  cleanup()
})

describe('above the limit of a role', () => {
  it('the dialog says why, is filled in by keyboard alone, and closes', async () => {
    const user = userEvent.setup()
    open()
    expect(screen.queryByRole('dialog')).toBeNull()
    const got = asked()
    screen.getByRole('dialog', { name: 'Que lo autorice otra persona' })
    screen.getByText(new RegExp(WHY.replace(/[$.]/g, '\\$&')))
    await waitFor(() => expect(document.activeElement).toBe(fields().email))
    await user.keyboard(' carla@imprimitodo.test {Tab}la-de-carla')
    screen.getByRole('button', { name: 'Autorizar' }).focus()
    await user.keyboard('{Enter}')
    expect(got).toEqual([{ email: 'carla@imprimitodo.test', actual: 'la-de-carla' }])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('a missing value is reported at its field, which gets the focus, and nothing is sent', async () => {
    const user = userEvent.setup()
    open()
    const got = asked()
    await user.type(fields().email, 'carla')
    await user.click(screen.getByRole('button', { name: 'Autorizar' }))
    const alerts = screen.getAllByRole('alert').map(({ textContent }) => textContent)
    expect(alerts).toHaveLength(2)
    expect(alerts[1]).toBe('Falta su contraseña.')
    expect(document.activeElement).toBe(fields().email)
    expect(fields().email.value).toBe('carla')
    expect(got).toEqual([])
  })

  it('a clerk who leaves the dialog has authorised nothing', async () => {
    const user = userEvent.setup()
    open()
    const first = asked()
    await user.click(screen.getByRole('button', { name: 'No, volver' }))
    expect(first).toEqual([null])
    const second = asked()
    await user.click(screen.getByRole('button', { name: 'Cerrar' }))
    expect(second).toEqual([null])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('after a refusal the dialog is empty again and shows the reason of the server', async () => {
    const user = userEvent.setup()
    open()
    asked()
    await user.keyboard('carla@imprimitodo.test{Tab}mal')
    await user.click(screen.getByRole('button', { name: 'Autorizar' }))
    asked('Ese e-mail o esa clave no van.')
    screen.getByText(/Ese e-mail o esa clave no van\./)
    expect([fields().email.value, fields().actual.value]).toEqual(['', ''])
  })
})
