// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../api/query-client.ts'
import { fakeServer, type ReceivedCall } from '../../api/testing.ts'
import { Toasts } from '../../ui/notice/toasts.tsx'
import { endSession, startSession } from '../session/session.ts'
import { SegundoFactor } from './segundo-factor.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

const BASE = '/api/mostrador/segundo-factor'
const LOOK = `GET ${BASE}`
const OFF = `POST ${BASE}/desactivar`
const RENEW = `POST ${BASE}/recuperacion`
const SINCE = '2026-11-20T13:00:00.000Z'
const view = (activo: string | null, exigido = false, recuperacion = 3) => ({
  status: 200,
  body: { activo, recuperacion, exigido },
})
let script: Parameters<typeof fakeServer>[0]
let calls: ReceivedCall[]
let user: UserEvent

beforeEach(() => {
  startSession({ access: 'vale', id: 1, nombre: 'Nadia', rol: 'operador', sucursal: null })
  script = { [LOOK]: view(SINCE) }
  calls = fakeServer(script)
  user = userEvent.setup()
})
afterEach(() => {
  for (const close of screen.queryAllByRole('button', { name: 'Cerrar aviso' })) fireEvent.click(close)
  cleanup()
  endSession()
  vi.unstubAllGlobals()
})

function open() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <h1 tabIndex={-1}>Mi cuenta</h1>
      <SegundoFactor />
      <Toasts />
    </QueryClientProvider>,
  )
}

const toasts = () => within(screen.getByRole('region', { name: 'Avisos' }))
const button = (name: string) => screen.findByRole('button', { name })
const sent = (key: string) => calls.filter(({ call }) => call === key).map(({ body }) => body)
const heading = () => screen.getByRole('heading', { level: 1 })

describe('one that is off', () => {
  it('is turned on by keyboard; once the codes were read the page says so, and the focus is not lost', async () => {
    script[LOOK] = view(null)
    script[`POST ${BASE}/preparar`] = { status: 200, body: { secreto: 'JBSW', uri: 'otpauth://totp/x' } }
    script[`POST ${BASE}/activar`] = { status: 200, body: { codigos: ['aaaa-1111'] } }
    open()
    await screen.findByText(/^Apagado\./)
    await user.tab()
    await user.keyboard('{Enter}')
    await user.type(await screen.findByLabelText('Código de la aplicación'), '123456{Enter}')
    const saved = await button('Ya los guardé')
    script[LOOK] = view(SINCE, false, 10)
    await user.click(saved)
    await screen.findByText(/Te quedan 10 códigos de recuperación\.$/)
    expect(document.activeElement).toBe(heading())
  })
})

describe('one that is on', () => {
  it('is turned off with a code, and the focus is not lost', async () => {
    script[OFF] = () => {
      script[LOOK] = view(null)
      return { status: 200, body: {} }
    }
    open()
    await user.click(await button('Apagar el segundo factor'))
    await user.type(screen.getByLabelText(/^Código de la aplicación/), '123456{Enter}')
    await button('Activar el segundo factor')
    expect(sent(OFF)).toEqual([{ codigo: '123456' }])
    await waitFor(() => expect(document.activeElement).toBe(heading()))
  })

  it('stays on where the code is wrong: said at the field, which keeps what was typed', async () => {
    script[OFF] = { status: 400, body: { codigo: ['Ese código no va.'] } }
    open()
    await user.click(await button('Apagar el segundo factor'))
    const codigo = screen.getByLabelText<HTMLInputElement>(/^Código de la aplicación/)
    await user.type(codigo, '000000{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('Ese código no va.')
    expect([document.activeElement, codigo.value]).toEqual([codigo, '000000'])
    screen.getByText(/^Activo:/)
  })

  it('cannot be turned off where the owner requires it of all', async () => {
    script[LOOK] = view(SINCE, true, 1)
    open()
    await screen.findByText(/Te queda 1 código de recuperación\. El dueño lo pide a todos/)
    expect(screen.queryByRole('button', { name: 'Apagar el segundo factor' })).toBeNull()
  })
})

describe('new recovery codes', () => {
  const NEW = 'Códigos de recuperación nuevos'

  it('are made once by a double press: the second ones would make the shown ones useless', async () => {
    let answer = () => {}
    script[RENEW] = () =>
      new Promise((resolve) => {
        answer = () => resolve({ status: 200, body: { codigos: ['aaaa-1111'] } })
      })
    open()
    await user.dblClick(await button(NEW))
    expect((await button(NEW)).getAttribute('aria-disabled')).toBe('true')
    await waitFor(() => expect(sent(RENEW)).toHaveLength(1))
    script[LOOK] = view(SINCE, false, 1)
    await act(async () => answer())
    await screen.findByText('aaaa-1111')
    await screen.findByText(/Te queda 1 código de recuperación\.$/)
    expect(sent(RENEW)).toHaveLength(1)
    await user.click(await button('Ya los guardé'))
    expect(document.activeElement).toBe(await button(NEW))
  })

  it.each([
    ['too many', { status: 429, body: { detail: 'Esperá un minuto.' } }, 'Esperá un minuto.'],
    [
      'no signal',
      'cut',
      'Se cortó la conexión y no sabemos si se hicieron. Hacelos de nuevo: los de antes pueden no servir.',
    ],
  ] as const)('that were not made are told, and made at the next press: %s', async (_, answer, text) => {
    script[RENEW] = answer
    open()
    await user.click(await button(NEW))
    expect((await toasts().findByText(text)).closest('[role=alert]')).not.toBeNull()
    await user.click(toasts().getByRole('button', { name: 'Cerrar aviso' }))
    script[RENEW] = { status: 200, body: { codigos: ['aaaa-1111'] } }
    await user.click(await button(NEW))
    await screen.findByText('aaaa-1111')
  })
})

it('that could not be loaded says why, and is loaded at the next try', async () => {
  script[LOOK] = { status: 403, codigo: 'prohibido', body: { detail: 'Ahora no.' } }
  open()
  expect((await screen.findByRole('alert')).textContent).toContain('Ahora no.')
  script[LOOK] = view(null)
  await user.click(await button('Reintentar'))
  await screen.findByText(/^Apagado\./)
})
