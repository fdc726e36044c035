// @vitest-environment happy-dom
// The shop's name in the owner's form.
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../api/query-client.ts'
import { fakeServer, type ReceivedCall } from '../../api/testing.ts'
import { AJUSTES } from '../ajustes/testing.ts'
import { endSession, startSession } from '../session/session.ts'
import { Aspecto } from './aspecto.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

const SAVE = 'PUT /api/mostrador/ajustes'
let script: Parameters<typeof fakeServer>[0]
let calls: ReceivedCall[]
beforeEach(() => {
  script = { [SAVE]: { status: 200, body: AJUSTES } }
  calls = fakeServer(script)
  startSession({ access: 'vale', id: 1, nombre: 'Dueño', rol: 'dueno', sucursal: null })
})
afterEach(() => {
  cleanup()
  endSession()
  vi.unstubAllGlobals()
})

const sent = () => calls.filter(({ call }) => call === SAVE).map(({ body }) => body)
const open = () =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Aspecto nombre="La Copia" colores="limon" logo_id={null} />
    </QueryClientProvider>,
  )
const field = () => screen.getByLabelText<HTMLInputElement>('Nombre de la tienda')
const save = () => screen.getByRole('button', { name: 'Guardar el nombre' })

it.each([
  ['x'.repeat(41), 'El nombre es demasiado largo: hasta 40 caracteres.'],
  ['***', 'El nombre lleva al menos una letra o un número.'],
  ['La \u202ecopia', /un solo renglón/],
])('the name %j is refused beside its field and not sent', async (nombre, message) => {
  open()
  await userEvent.clear(field())
  await userEvent.click(field())
  await userEvent.paste(nombre)
  expect((await screen.findByRole('alert')).textContent).toMatch(message)
  expect(field().getAttribute('aria-invalid')).toBe('true')
  await userEvent.click(save())
  await userEvent.type(field(), '{Enter}')
  expect(sent()).toEqual([])
})

it('a name is sent without the spaces around it, and an empty one restores the default name', async () => {
  open()
  expect(save().getAttribute('aria-disabled')).toBe('true')
  await userEvent.clear(field())
  await userEvent.type(field(), '  La  Copia & Cía ')
  await userEvent.click(save())
  await waitFor(() => expect(field().value).toBe('La Copia & Cía'))
  await userEvent.clear(field())
  await userEvent.type(field(), '{Enter}')
  await waitFor(() => expect(sent()).toEqual([{ nombre: 'La  Copia & Cía' }, { nombre: '' }]))
})
