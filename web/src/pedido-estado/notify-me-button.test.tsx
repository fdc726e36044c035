// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { call } from '../api/call.ts'
import { NotifyMe } from './notify-me-button.tsx'

vi.mock('../api/call.ts')
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.resetAllMocks()
})

const KEYS = { p256dh: 'p', auth: 'a' }
const subscription = {
  toJSON: () => ({ endpoint: 'https://fcm.googleapis.com/x', keys: KEYS }),
  unsubscribe: vi.fn(),
}

/** A browser that gives this answer when it is asked for the permission. */
function browser(answer: NotificationPermission, userAgent = 'Android') {
  const Notice = { permission: 'default', requestPermission: async () => (Notice.permission = answer) }
  const pushManager = {
    subscribe: vi.fn(async () => subscription),
    getSubscription: async () => subscription,
  }
  vi.stubGlobal('Notification', Notice)
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('navigator', { userAgent, serviceWorker: { ready: Promise.resolve({ pushManager }) } })
  return pushManager
}
const answers = (...all: object[]) => {
  for (const one of all) vi.mocked(call).mockResolvedValueOnce(one as Awaited<ReturnType<typeof call>>)
}
const OK = { ok: true, status: 200, errores: null, data: { clave: 'K' } }
const show = (estado: 'pagado' | 'entregado' = 'pagado') =>
  render(<NotifyMe pedido={{ pedido_id: 'p', estado }} />)
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

it('turned on, the device is registered with its key; turned off, it is removed', async () => {
  const { subscribe } = browser('granted')
  answers(OK, { ...OK, status: 201 }, { ...OK, status: 204 })
  show()
  press('Avisame acá')
  await screen.findByText(/aunque cierres la página/)
  expect(subscribe.mock.calls).toEqual([[{ userVisibleOnly: true, applicationServerKey: 'K' }]])
  const body = { endpoint: 'https://fcm.googleapis.com/x', keys: KEYS }
  expect(vi.mocked(call).mock.calls[1]).toEqual([
    'POST /api/pedidos/:pedido_id/push',
    { params: { pedido_id: 'p' }, body },
  ])
  cleanup()
  show() // at the next visit it is still on
  press('No avisarme más acá')
  await screen.findByRole('button', { name: 'Avisame acá' })
  expect(vi.mocked(call).mock.calls[2]?.[0]).toBe('DELETE /api/pedidos/:pedido_id/push')
})

it('says how to allow it when the browser refused, the shop’s reason, or that there is no network', async () => {
  browser('denied')
  answers(OK)
  show()
  press('Avisame acá')
  await screen.findByText(/están bloqueados en tu navegador/)
  expect(screen.queryByRole('button')).toBeNull()
  cleanup()
  browser('granted')
  answers(OK, { ok: false, status: 409, errores: 'Este pedido ya avisa en 10 dispositivos.', data: null })
  show()
  press('Avisame acá')
  await screen.findByText('Este pedido ya avisa en 10 dispositivos.')
  vi.mocked(call).mockRejectedValue(new TypeError('network'))
  press('Avisame acá')
  await screen.findByText('Parece que no hay conexión. Probá de nuevo.')
})

it('an iPhone gets instructions first; an unsupported browser, or a finished order, shows nothing', () => {
  vi.stubGlobal('navigator', { userAgent: 'iPhone' })
  show()
  screen.getByText(/Agregar a inicio/)
  cleanup()
  vi.stubGlobal('navigator', { userAgent: 'Viejo' })
  expect(show().container.textContent).toBe('')
  cleanup()
  browser('granted')
  expect(show('entregado').container.textContent).toBe('')
})
