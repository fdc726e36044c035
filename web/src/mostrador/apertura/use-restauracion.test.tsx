// @vitest-environment happy-dom
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
