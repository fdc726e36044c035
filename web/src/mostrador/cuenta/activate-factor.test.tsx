// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../api/query-client.ts'
import { fakeServer, type ReceivedCall } from '../../api/testing.ts'
import { Toasts } from '../../ui/notice/toasts.tsx'
import { endSession, startSession } from '../session/session.ts'
import { ActivateFactor } from './activate-factor.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

const BEGIN = 'POST /api/mostrador/segundo-factor/preparar'
const ACTIVATE = 'POST /api/mostrador/segundo-factor/activar'
const BEGUN = { status: 200, body: { secreto: 'JBSWY3DP', uri: 'otpauth://totp/Copias?secret=JBSWY3DP' } }
const ACTIVE = { status: 200, body: { codigos: ['aaaa-1111', 'bbbb-2222'] } }
const onDone = vi.fn()
let script: Parameters<typeof fakeServer>[0]
let calls: ReceivedCall[]
let user: UserEvent

beforeEach(() => {
  onDone.mockReset()
  startSession({ access: 'vale', id: 1, nombre: 'Nadia', rol: 'operador', sucursal: null })
  script = { [BEGIN]: BEGUN, [ACTIVATE]: ACTIVE }
  calls = fakeServer(script)
  user = userEvent.setup()
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ActivateFactor onDone={onDone} />
      <Toasts />
    </QueryClientProvider>,
  )
})
afterEach(() => {
  for (const close of screen.queryAllByRole('button', { name: 'Cerrar aviso' })) fireEvent.click(close)
  cleanup()
  endSession()
  vi.unstubAllGlobals()
})

const start = () => screen.getByRole('button', { name: 'Activar el segundo factor' })
const toasts = () => within(screen.getByRole('region', { name: 'Avisos' }))
const form = () => screen.findByRole('dialog', { name: 'Activar el segundo factor' })
const codigo = () => screen.findByLabelText<HTMLInputElement>('Código de la aplicación')
const times = (key: string) => calls.filter(({ call }) => call === key).length

it('shows the key, takes the first code by Enter, and is done once the recovery codes were read', async () => {
  start().focus()
  await user.keyboard('{Enter}')
  const shown = within(await form()).getByText('JBSW Y3DP')
  // In the order of its steps: first the key, then the code that the application makes of it
  expect(shown.compareDocumentPosition(await codigo())).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  await user.type(await codigo(), ' 123456 {Enter}')
  const told = within(await screen.findByRole('dialog', { name: 'Códigos de recuperación' }))
  expect(told.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(ACTIVE.body.codigos)
  expect(calls.find(({ call }) => call === ACTIVATE)?.body).toEqual({ codigo: '123456' })
  expect(screen.queryByLabelText('Código de la aplicación')).toBeNull()
  expect(onDone).not.toHaveBeenCalled()
  await user.click(told.getByRole('button', { name: 'Ya los guardé' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(onDone).toHaveBeenCalledOnce()
})

it('a double press makes one key: a second one would not be that of the first picture', async () => {
  let answer = () => {}
  script[BEGIN] = () =>
    new Promise((resolve) => {
      answer = () => resolve(BEGUN)
    })
  await user.dblClick(start())
  expect(start().getAttribute('aria-disabled')).toBe('true')
  await waitFor(() => expect(times(BEGIN)).toBe(1))
  await act(async () => answer())
  await form()
  expect(times(BEGIN)).toBe(1)
})

it.each([
  ['a refusal', { status: 409, body: { detail: 'Ya tenés uno activo.' } }, 'Ya tenés uno activo.'],
  ['no signal', 'cut', 'No hay conexión. Probá de nuevo.'],
] as const)('that could not begin says so, and begins at the next press: %s', async (_, answer, text) => {
  script[BEGIN] = answer
  await user.click(start())
  expect((await toasts().findByText(text)).closest('[role=alert]')).not.toBeNull()
  await user.click(toasts().getByRole('button', { name: 'Cerrar aviso' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  script[BEGIN] = BEGUN
  await user.click(start())
  await form()
})

it('an empty code is not sent; a wrong one is said at the field, which takes the focus, and the key stays', async () => {
  await user.click(start())
  await form()
  await user.click(screen.getByRole('button', { name: 'Activar' }))
  expect(screen.getByRole('alert').textContent).toBe('Escribí el código.')
  expect([document.activeElement, times(ACTIVATE)]).toEqual([await codigo(), 0])
  script[ACTIVATE] = { status: 400, body: { codigo: ['Ese código no va.'] } }
  await user.type(await codigo(), '000000{Enter}')
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Ese código no va.'))
  expect(document.activeElement).toBe(await codigo())
  expect((await codigo()).value).toBe('000000')
  screen.getByText('JBSW Y3DP')
  script[ACTIVATE] = ACTIVE
  await user.keyboard('{Enter}')
  await screen.findByRole('dialog', { name: 'Códigos de recuperación' })
})

it('without signal says that it may have been saved, keeps the code, and sends it again', async () => {
  script[ACTIVATE] = 'cut'
  await user.click(start())
  await user.type(await codigo(), '123456{Enter}')
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toBe(
      'Se cortó la conexión y no sabemos si se guardó. Fijate antes de repetir.',
    ),
  )
  script[ACTIVATE] = ACTIVE
  await user.click(screen.getByRole('button', { name: 'Activar' }))
  await screen.findByText('aaaa-1111')
  expect(times(ACTIVATE)).toBe(2)
})

it('given up by Escape, it shows no codes and changes nothing', async () => {
  await user.click(start())
  await user.click(await codigo())
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(start())
  expect([times(ACTIVATE), onDone.mock.calls.length]).toEqual([0, 0])
})
