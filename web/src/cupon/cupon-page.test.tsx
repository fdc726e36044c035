// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '../api/query-client.ts'
import { fakeServer, type ReceivedCall } from '../api/testing.ts'
import { CuponPage } from './cupon-page.tsx'

const matrix = vi.hoisted(() => ({ canBeDrawn: true }))
vi.mock('../ui/picture/qr-matrix.ts', async (real) => ({
  ...(await real<typeof import('../ui/picture/qr-matrix.ts')>()),
  qrMatrix: async () => {
    if (!matrix.canBeDrawn) throw new TypeError('Failed to fetch dynamically imported module')
    return [[true]]
  },
}))

const STATE = 'GET /api/cupones/'
const GENERATE = 'POST /api/cupones/'
const HOUR = 3600_000
const NOW = Date.parse('2026-11-21T15:00:00Z') // 12:00 in Tucumán
const NONE = {
  cantidad_cupones: 1,
  codigo: null,
  descuento: null,
  fecha_vencimiento: null,
  fecha_uso: null,
  usado: false,
}
const alive = (leftMs: number) => ({
  ...NONE,
  codigo: 'K7M2-XQ9D-4RTB',
  descuento: 10,
  fecha_vencimiento: new Date(NOW + leftMs).toISOString(),
})
let script: Parameters<typeof fakeServer>[0]
let calls: ReceivedCall[]

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  matrix.canBeDrawn = true
  script = { [STATE]: { status: 200, body: NONE }, 'GET /api/cupones/eventos': 'cut' }
  calls = fakeServer(script)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
async function open(state?: object) {
  if (state) script[STATE] = { status: 200, body: state }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <CuponPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await pass(0)
}
const generate = () => fireEvent.click(screen.getByRole('button', { name: 'Generar cupón' }))
const asked = () => calls.filter(({ call, query }) => call === STATE && query === '').length

describe('the time left of a coupon', () => {
  it.each([
    [5 * HOUR, 'Vence en'],
    [4 * HOUR - 60_000, '¡Últimas horas! Vence en'],
    [59 * 60_000, '¡Últimos minutos! Vence en'],
  ])('urges the more the less it is: %i ms', async (leftMs, words) => {
    await open(alive(leftMs))
    screen.getByText(words)
    expect(screen.queryByRole('button', { name: 'Generar cupón' })).toBeNull()
  })

  it('counts down to zero, and then another coupon can be generated', async () => {
    await open(alive(2_000))
    expect(screen.getByRole('timer').getAttribute('aria-label')).toBe('0 horas, 0 minutos, 2 segundos')
    await pass(1_000)
    expect(screen.getByRole('timer').getAttribute('aria-label')).toBe('0 horas, 0 minutos, 1 segundo')
    await pass(1_000)
    screen.getByText('Expirado')
    screen.getByRole('button', { name: 'Generar cupón' })
  })

  it('once it was used on an earlier day another coupon can be generated', async () => {
    const yesterday = new Date(NOW - 30 * HOUR).toISOString()
    await open({ ...alive(0), fecha_vencimiento: yesterday, fecha_uso: yesterday, usado: true })
    screen.getByRole('button', { name: 'Generar cupón' })
    expect(screen.queryByText('Expirado')).toBeNull()
  })
})

it('its state is polled every 20 s', async () => {
  await open()
  const before = asked()
  await pass(19_999)
  expect(asked()).toBe(before)
  await pass(1)
  expect(asked()).toBe(before + 1)
})

it('a failed check is reported, and the next one succeeds', async () => {
  script[STATE] = { status: 500 }
  await open()
  within(screen.getByRole('alert')).getByText('Error al verificar el estado del cupón.')
  script[STATE] = { status: 200, body: NONE }
  fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  await pass(0)
  screen.getByRole('button', { name: 'Generar cupón' })
  expect(screen.queryByRole('alert')).toBeNull()
})

it('a generated coupon takes the focus to the heading, and its later changes are announced', async () => {
  script[GENERATE] = { status: 201, body: alive(24 * HOUR) }
  await open()
  generate()
  await pass(0)
  screen.getByText('K7M2-XQ9D-4RTB')
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Tu cupón de hoy' }))
  const used = { ...alive(23 * HOUR), usado: true, fecha_uso: new Date(NOW).toISOString() }
  script[STATE] = { status: 200, body: used }
  await pass(20_000)
  expect(screen.getByRole('heading', { name: 'Cupón usado' }).closest('[role=status]')).not.toBeNull()
})

const ANOTHER = 'Ya tenés un cupón sin usar. Usalo antes de generar otro.'
it.each([
  ['with what the server says', { status: 400, body: { non_field_errors: [ANOTHER] } }, ANOTHER],
  ['with its own text', { status: 500 }, 'Error al generar el cupón'],
  ['with its own text, without network', 'cut', 'Error al generar el cupón'],
] as const)(
  'one that is not generated is told %s, and what there is is asked for',
  async (_, answer, text) => {
    script[GENERATE] = answer
    await open()
    const before = asked()
    generate()
    await pass(0)
    expect(screen.getByRole('alert').textContent).toBe(text)
    expect(asked()).toBe(before + 1)
  },
)

it('one whose answer was lost is shown without an error, and the heading takes the focus', async () => {
  script[GENERATE] = () => {
    script[STATE] = async () => {
      await new Promise((done) => setTimeout(done, 300))
      return { status: 200, body: alive(24 * HOUR) }
    }
    return 'cut'
  }
  await open()
  screen.getByRole('button', { name: 'Generar cupón' }).focus()
  generate()
  await pass(100)
  expect(screen.queryByRole('alert')).toBeNull()
  await pass(300)
  screen.getByText('K7M2-XQ9D-4RTB')
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Tu cupón de hoy' }))
})

it('a QR that cannot be drawn says so, and can be tried again', async () => {
  matrix.canBeDrawn = false
  script[GENERATE] = { status: 201, body: alive(24 * HOUR) }
  await open()
  generate()
  await pass(0)
  within(screen.getByRole('alert')).getByText('Error al generar el código QR. Intenta nuevamente.')
  matrix.canBeDrawn = true
  fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  await pass(0)
  expect(
    screen.getByRole('img', { name: 'QR del cupón K7M2-XQ9D-4RTB' }).querySelector('path'),
  ).not.toBeNull()
})
