// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetGuardados } from '../api/codigos-guardados.ts'
import { createQueryClient } from '../api/query-client.ts'
import { fakeServer, type ReceivedCall } from '../api/testing.ts'
import { RuletaPage } from './ruleta-page.tsx'
import { valorAt } from './testing.ts'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

const RANGO = 'GET /api/ruleta/rango/'
const TIRADAS = 'GET /api/ruleta'
const JUGAR = 'GET /api/ruleta/jugar/'
const left = (restantes_hoy: number, cantidad_tiradas = 0) => ({
  status: 200,
  body: [{ cantidad_tiradas, restantes_hoy }],
})
const WON = { valor: 5, codigo: 'K7M2-XQ9D-4RTB', descuento: 5 }
let script: Parameters<typeof fakeServer>[0]
let calls: ReceivedCall[]
let still: { mockReturnValue: (query: MediaQueryList) => unknown }

beforeEach(() => {
  still = vi.spyOn(window, 'matchMedia')
  still.mockReturnValue({ matches: true } as MediaQueryList)
  script = {
    [RANGO]: { status: 200, body: { min: 2, max: 8 } },
    [TIRADAS]: left(2),
    [JUGAR]: { status: 200, body: WON },
    'GET /api/vidriera': { status: 200, body: { cupon_bienvenida: 12 } },
  }
  calls = fakeServer(script)
})
afterEach(() => {
  cleanup()
  forgetGuardados()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function open(cliente: object | null = null) {
  const queries = createQueryClient()
  queries.setQueryData<unknown>(['cliente-actual'], cliente ? { cliente } : { cliente, tried: true })
  const { container } = render(
    <QueryClientProvider client={queries}>
      <MemoryRouter>
        <RuletaPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByRole('heading', { name: 'Girá y llevate hasta 8 % off' })
  return container
}
const unlock = (correo?: string) => {
  if (correo !== undefined) fireEvent.change(screen.getByLabelText('Tu email'), { target: { value: correo } })
  fireEvent.click(screen.getByRole('button', { name: 'Desbloquear la ruleta' }))
}
async function openUnlocked(cliente: object | null = null, correo = 'ana@example.com') {
  const container = await open(cliente)
  unlock(correo)
  await screen.findByText(/^(Te quedan? \d|No te quedan) tiros? hoy$/)
  return container
}
const spin = () => fireEvent.click(screen.getByRole('button', { name: /^Girar (la ruleta|otra vez)$/ }))
const times = (call: string) => calls.filter((one) => one.call === call).length

describe('the e-mail', () => {
  it('that is invalid is reported, and no call is made', async () => {
    await open()
    unlock('abc')
    expect(screen.getByRole('alert').textContent).toBe('Por favor ingresa un correo válido')
    expect(times(TIRADAS)).toBe(0)
  })

  it.each([
    ['refused', { status: 500 }, 'Error al validar el correo. Intenta nuevamente.'],
    ['without network', 'cut', 'Error al conectar con el servidor...'],
  ] as const)('%s says so, and can be tried again', async (_, answer, text) => {
    script[TIRADAS] = answer
    await open()
    unlock('ana@example.com')
    expect((await screen.findByRole('alert')).textContent).toBe(text)
    script[TIRADAS] = left(2)
    unlock()
    await screen.findByText('Te quedan 2 tiros hoy')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('has two spins where the server tells only how many there were', async () => {
    script[TIRADAS] = { status: 200, body: [{ cantidad_tiradas: 4 }] }
    await openUnlocked()
    screen.getByText('Te quedan 2 tiros hoy')
  })

  it('that unlocks the wheel leaves the focus at the heading: its field is gone', async () => {
    await openUnlocked()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
  })
})

it('without its range the wheel cannot be spun, until it is loaded again', async () => {
  script[RANGO] = { status: 400 }
  const opened = open()
  const told = await screen.findByRole('alert')
  within(told).getByText('Error al cargar los rangos de la ruleta.')
  script[RANGO] = { status: 200, body: { min: 2, max: 8 } }
  fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  await opened
})

describe('a spin', () => {
  it('lasts 5 s, once for a double click, and stops on the value that the server drew', async () => {
    const container = await openUnlocked()
    const frames = vi.fn(() => ({ cancel: () => {}, currentTime: 0 }))
    const wheel = container.querySelector<SVGGElement>('[data-rueda]')
    Object.assign(wheel ?? {}, { animate: frames })
    still.mockReturnValue({ matches: false } as MediaQueryList)
    vi.useFakeTimers()
    spin()
    fireEvent.click(screen.getByRole('button', { name: 'Girando…' }))
    await act(async () => void (await vi.advanceTimersByTimeAsync(4_999)))
    screen.getByRole('heading', { name: 'Girando…' })
    expect(frames).toHaveBeenLastCalledWith(expect.anything(), expect.objectContaining({ duration: 5_000 }))
    await act(async () => void (await vi.advanceTimersByTimeAsync(1)))
    screen.getByRole('heading', { name: '¡Te tocó 5 %!' })
    const degrees = /rotate\((-?[\d.]+)deg\)/.exec(wheel?.style.transform ?? '')?.[1]
    expect(valorAt(Number(degrees), { min: 2, max: 8 })).toBe(5)
    screen.getByText(WON.codigo)
    expect(times(JUGAR)).toBe(1)
  })

  it.each([
    ['no network', 'cut'],
    ['a page in the place of an answer', { status: 502, codigo: null, body: '<h1>Bad Gateway</h1>' }],
  ] as const)('that fails says so, and is not counted: %s', async (_, answer) => {
    script[JUGAR] = answer
    await openUnlocked()
    spin()
    const told = await screen.findByRole('alert')
    expect(told.textContent).toBe('Error al jugar la ruleta. Intenta nuevamente.')
    screen.getByText('Te quedan 2 tiros hoy')
    screen.getByRole('button', { name: 'Girar la ruleta' })
  })

  it('whose answer is lost is sent again at once, as the same press', async () => {
    let lost = 0
    script[JUGAR] = () => (lost++ === 0 ? 'cut' : { status: 200, body: WON })
    await openUnlocked()
    spin()
    await screen.findByText(WON.codigo)
    const [first, second] = calls.filter(({ call }) => call === JUGAR)
    expect(first?.clave).toEqual(expect.any(String))
    expect(second?.clave).toBe(first?.clave)
    screen.getByText('Te queda 1 tiro hoy')
  })

  it('whose answer is lost for good gets its code after a reload, although the day’s spins are used', async () => {
    script[TIRADAS] = left(1)
    script[JUGAR] = 'cut'
    await openUnlocked()
    spin()
    await screen.findByRole('alert')
    cleanup()
    // It was counted
    script[TIRADAS] = left(0, 2)
    script[JUGAR] = { status: 200, body: WON }
    await openUnlocked(null, 'Ana@Example.com')
    spin()
    await screen.findByText(WON.codigo)
    screen.getByText('No te quedan tiros hoy')
    expect(new Set(calls.filter(({ call }) => call === JUGAR).map(({ clave }) => clave)).size).toBe(1)
  })

  it('is another press than the one before', async () => {
    await openUnlocked()
    spin()
    await screen.findByText(WON.codigo)
    script[JUGAR] = { status: 200, body: { ...WON, codigo: 'AAAA-BBBB-CCCC' } }
    spin()
    await screen.findByText('AAAA-BBBB-CCCC')
    expect(new Set(calls.filter(({ call }) => call === JUGAR).map(({ clave }) => clave)).size).toBe(2)
  })

  it('that the server refuses, since both were used elsewhere, ends the day’s spins', async () => {
    const body = { detail: 'Ya usaste tus 2 tiradas de hoy.' }
    script[JUGAR] = { status: 429, codigo: 'sin_tiradas', body }
    await openUnlocked()
    spin()
    const told = await screen.findByRole('alert')
    within(told).getByText('Error al jugar la ruleta. Intenta nuevamente.')
    within(told).getByText('Ya usaste tus 2 tiradas de hoy.')
    screen.getByRole('heading', { name: 'Por hoy ya giraste' })
    await screen.findByRole('heading', { name: 'Registrate y arrancá con un 12 %' })
  })

  it.each([
    [429, 'limite', 'Demasiados intentos. Esperá unos minutos.'],
    [403, 'otro_sitio', 'Ese pedido vino de otro sitio.'],
  ] as const)(
    'that is refused with the same status for another reason is not counted: %i %s',
    async (status, codigo, detail) => {
      script[JUGAR] = { status, codigo, body: { detail } }
      await openUnlocked()
      spin()
      within(await screen.findByRole('alert')).getByText(detail)
      screen.getByText('Te quedan 2 tiros hoy')
    },
  )

  it('without its e-mail, which the server forgot, asks for it again', async () => {
    const body = { detail: 'Escribí tu correo para girar la ruleta.' }
    script[JUGAR] = { status: 403, codigo: 'falta_correo', body }
    await openUnlocked()
    spin()
    await screen.findByText(body.detail)
    expect(screen.queryByText('Te quedan 2 tiros hoy')).toBeNull()
  })
})

describe('a page that stays open over midnight', () => {
  async function openLate() {
    vi.useFakeTimers({ now: Date.parse('2026-11-30T02:58:00Z'), shouldAdvanceTime: true }) // 23:58 in Tucumán
    await openUnlocked()
    script[TIRADAS] = left(2, 2)
    spin()
    await screen.findByText(WON.codigo)
    script[JUGAR] = { status: 200, body: { ...WON, codigo: 'AAAA-BBBB-CCCC' } }
    spin()
    await screen.findByText('AAAA-BBBB-CCCC')
    screen.getByText('No te quedan tiros hoy')
    screen.getByText(WON.codigo)
  }
  const expectNewDay = async () => {
    await screen.findByText('Te quedan 2 tiros hoy')
    screen.getByRole('heading', { name: 'Girá y llevate hasta 8 % off' })
    screen.getByRole('button', { name: 'Girar la ruleta' })
    expect(screen.queryByText(/AAAA-BBBB-CCCC|K7M2-XQ9D-4RTB|Válido solo hoy/)).toBeNull()
  }

  it('drops the codes that have ended, and has the new day’s spins', async () => {
    await openLate()
    await act(async () => void (await vi.advanceTimersByTimeAsync(121_000)))
    await expectNewDay()
  })

  it('does so when it is looked at again, if it slept at midnight', async () => {
    await openLate()
    vi.setSystemTime(Date.parse('2026-11-30T03:31:00Z'))
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await expectNewDay()
  })

  it('asks for the e-mail again where the new day’s spins cannot be asked for', async () => {
    await openLate()
    script[TIRADAS] = 'cut'
    await act(async () => void (await vi.advanceTimersByTimeAsync(121_000)))
    await screen.findByLabelText('Tu email')
    expect(screen.queryByText(/AAAA-BBBB-CCCC|tiros? hoy/)).toBeNull()
  })
})

describe('the invitation', () => {
  it.each([
    [3, 2, 1],
    [2, 2, 0],
    [2, 0, 1],
  ])('of who spun %i times in all, and has %i left today, is shown %i times', async (all, today, shown) => {
    script[TIRADAS] = left(today, all)
    await openUnlocked()
    await vi.waitFor(() => expect(times('GET /api/vidriera')).toBe(shown))
    const found = screen.queryAllByRole('heading', { name: /^Registrate y arrancá con un \d+ %$/ })
    expect(found).toHaveLength(shown)
  })

  it('promises no coupon where the shop gives none', async () => {
    script['GET /api/vidriera'] = { status: 200, body: { cupon_bienvenida: 0 } }
    script[TIRADAS] = left(0, 3)
    await openUnlocked()
    await screen.findByRole('heading', { name: 'Registrate y sumá puntos' })
    screen.getByText('Con tu cuenta cada compra suma puntos para premios.')
    expect(screen.queryByText(/cupón|0 %/)).toBeNull()
  })

  it('for a customer leads to the coupon, without a word about registering', async () => {
    script[TIRADAS] = left(0, 3)
    await openUnlocked({ email: 'carla@example.com' })
    screen.getByRole('heading', { name: 'También tenés tu cupón del día' })
    screen.getByRole('link', { name: 'Ver mi cupón' })
    expect(screen.queryByText(/[Rr]egistrate|Crear Cuenta/)).toBeNull()
  })
})
