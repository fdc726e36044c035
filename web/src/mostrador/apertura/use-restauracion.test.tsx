// @vitest-environment happy-dom
import type { Rechazo } from '@imprimitodo/shared/rules/base/rechazo'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeServer } from '../../api/testing.ts'
import { useRestauracion } from './use-restauracion.ts'

const B = 'POST /api/mostrador/instalacion'
const DETAIL = 'Esta instalación ya tiene dueño.'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const IS_BACK = {
  [`${B}/restauracion`]: { status: 409, codigo: 'ya_instalada', body: { detail: DETAIL } },
  'GET /api/mostrador/instalacion': { status: 200, body: { instalada: true, restaurando: false } },
} as const
const PIECE = 'PUT /api/mostrador/instalacion/respaldo/0'
type Said = { status: number; codigo?: Rechazo | null; body: unknown }
const PROXY: Said = { status: 502, codigo: null, body: '<h1>Bad Gateway</h1>' }

/** Sends a file of ten bytes to a server that answers as the script says, each answer once and the last one again. */
async function sendWith(script: Record<string, readonly Said[]>) {
  const once = Object.entries(script).map(([call, answers]) => {
    const left = [...answers]
    return [call, () => (left.length > 1 ? left.shift() : left[0]) ?? PROXY] as const
  })
  const calls = fakeServer({
    ...IS_BACK,
    [`${B}/respaldo`]: { status: 200, body: { recibidos: 0 } },
    [`${B}/restaurar`]: { status: 200, body: {} },
    ...Object.fromEntries(once),
  })
  const { result } = renderHook(useRestauracion)
  const archivo = new File(['0123456789'], 'a.respaldo')
  act(() => void result.current.start({ codigo: 'C', clave: 'K', archivo }))
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  return { ...result.current, sent: calls.map(({ call }) => call) }
}

const ARRIVED = { status: 200, body: { recibidos: 10 } }

it.each([
  ['refuses', PROXY],
  ['answers a page of its own', { status: 200, body: '<h1>Conectate al wifi</h1>' }],
])('a piece is sent again where a proxy %s', async (_, answer) => {
  const { estado, problems, sent } = await sendWith({ [PIECE]: [answer, ARRIVED] })
  expect(problems).toEqual({})
  expect(estado).toEqual({ paso: 'listo' })
  expect(sent.filter((call) => call === PIECE)).toHaveLength(2)
})

it('its announcement and its beginning are tried again where a proxy refuses them', async () => {
  const { estado, problems } = await sendWith({
    [`${B}/respaldo`]: [PROXY, { status: 200, body: { recibidos: 0 } }],
    [PIECE]: [ARRIVED],
    [`${B}/restaurar`]: [
      PROXY,
      { status: 409, codigo: 'conflicto', body: { detail: 'Ya se está restaurando.' } },
    ],
  })
  expect(problems).toEqual({})
  expect(estado).toEqual({ paso: 'listo' })
})

it('is over where the shop was restored while the answer to its beginning was lost', async () => {
  const { estado, problems } = await sendWith({
    [PIECE]: [ARRIVED],
    [`${B}/restaurar`]: [PROXY, { status: 403, codigo: 'ya_instalada', body: { detail: DETAIL } }],
  })
  expect(problems).toEqual({})
  expect(estado).toEqual({ paso: 'listo' })
})

it('a piece that a proxy refuses five times ends it, with the proxy’s status', async () => {
  const { estado, problems, sent } = await sendWith({
    [PIECE]: [{ status: 413, codigo: null, body: '<h1>Too Large</h1>' }],
  })
  expect(sent.filter((call) => call === PIECE)).toHaveLength(5)
  expect(estado).toEqual({ paso: 'escribir' })
  expect(problems).toEqual({ general: 'Un servidor intermedio no lo deja pasar (413).' })
})

it('a piece that the shop refuses ends it, with the shop’s words at their field', async () => {
  const refused = { status: 400, codigo: 'datos', body: { codigo: ['Ese código no va.'] } } as const
  const { estado, problems } = await sendWith({ [PIECE]: [refused] })
  expect(estado).toEqual({ paso: 'escribir' })
  expect(problems).toEqual({ codigo: 'Ese código no va.' })
})

async function restoreWith(codigo: 'ya_instalada' | 'conflicto') {
  fakeServer({
    [`${B}/restaurar`]: { status: 200, body: {} },
    [`${B}/restauracion`]: { status: 409, codigo, body: { detail: DETAIL } },
    'GET /api/mostrador/instalacion': { status: 200, body: { instalada: true, restaurando: false } },
  })
  const { result } = renderHook(useRestauracion)
  act(() => void result.current.start({ codigo: 'C', clave: 'K', lugar: 'servidor', nombre: 'a.respaldo' }))
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  return result.current
}

it('is over once the installation has an owner', async () => {
  expect((await restoreWith('ya_instalada')).estado).toEqual({ paso: 'listo' })
})

it('any other 409 is a refusal, with its words', async () => {
  const { estado, problems } = await restoreWith('conflicto')
  expect(estado).toEqual({ paso: 'escribir' })
  expect(problems).toEqual({ general: DETAIL })
})
