// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  chooseCodigo,
  forgetGastados,
  forgetGuardados,
  guardadosHoy,
  keepGanado,
  useElegido,
} from '../../api/codigos-guardados.ts'
import { getCarrito, setContacto } from '../carrito/carrito.ts'
import { ganadosOf } from './codigos.tsx'
import { useGuardadosOf } from './guardados.ts'

const [A, B] = ['9XR2-C4VN-60KE', 'K7M2-XQ9D-4RTB'] as const
const NOON = new Date('2026-11-23T12:00:00-03:00')
const LATE = Date.parse('2026-11-23T23:59:59-03:00')

beforeEach(() => {
  vi.useFakeTimers({ now: NOON })
  forgetGuardados()
  setContacto({ email: '' })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const codes = (now?: number) => guardadosHoy(now).map(({ codigo }) => codigo)

/** Step 3 with the order's codes; `apply` is called with each code that it asks for. */
function openStep3(held: readonly string[] = [], isReady = true) {
  const apply = vi.fn(async () => true)
  const hook = renderHook(
    (props: { held: readonly string[]; isReady: boolean }) => {
      useGuardadosOf({ codigos_descuento: [...props.held], apply, isReady: props.isReady }, 'p1')
      return useElegido()
    },
    { initialProps: { held, isReady } },
  )
  return { apply, ...hook }
}

it('a code of the wheel is offered in this browser until the shop’s day ends, with its e-mail', () => {
  keepGanado({ codigo: A, descuento: 5, correo: 'ana@example.com' })
  keepGanado({ codigo: B, descuento: 8, correo: 'ana@example.com' })
  expect(codes()).toEqual([B, A])
  expect(codes(LATE)).toEqual([B, A])
  expect(codes(LATE + 1_000)).toEqual([])
  expect(ganadosOf(guardadosHoy(), [B])).toEqual([
    { codigo: A, title: '5 % de la ruleta', vence: 'Vale hoy, con ana@example.com' },
  ])
})

it('survives a reload; a text that another program wrote there does not count', async () => {
  keepGanado({ codigo: A, descuento: 5, correo: 'ana@example.com' })
  chooseCodigo(A)
  const reloaded = async () => {
    vi.resetModules()
    return import('../../api/codigos-guardados.ts')
  }
  const again = await reloaded()
  expect(again.guardadosHoy().map(({ codigo }) => codigo)).toEqual([A])
  expect(renderHook(() => again.useElegido()).result.current).toBe(A)
  for (const other of ['{', '{"ganados":[{"codigo":1},null],"elegido":7}', '[]']) {
    localStorage.setItem('codigos-guardados', other)
    expect((await reloaded()).guardadosHoy()).toEqual([])
  }
})

it('a chosen code fills in its e-mail and is applied once, refused or not', () => {
  keepGanado({ codigo: A, descuento: 5, correo: 'ana@example.com' })
  chooseCodigo(A)
  const { apply, rerender, result } = openStep3([], false)
  expect(getCarrito().contacto.email).toBe('ana@example.com')
  expect(apply).not.toHaveBeenCalled()
  act(() => rerender({ held: [], isReady: true }))
  expect(apply).toHaveBeenCalledExactlyOnceWith(A)
  expect(result.current).toBeNull()
  act(() => rerender({ held: [], isReady: true }))
  openStep3()
  expect(apply).toHaveBeenCalledTimes(1)
})

it('it does not replace a typed e-mail, and a code that the order has is not applied again', () => {
  setContacto({ email: 'otra@example.com' })
  keepGanado({ codigo: A, descuento: 5, correo: 'ana@example.com' })
  chooseCodigo(A)
  const { apply } = openStep3([A])
  expect(getCarrito().contacto.email).toBe('otra@example.com')
  expect(apply).not.toHaveBeenCalled()
})

it('spent with its order it is deleted; released, it is offered again', () => {
  keepGanado({ codigo: A, descuento: 5, correo: 'ana@example.com' })
  keepGanado({ codigo: B, descuento: 8, correo: 'ana@example.com' })
  const { rerender } = openStep3([A, B])
  act(() => rerender({ held: [A], isReady: true }))
  forgetGastados('p2')
  expect(codes()).toEqual([B, A])
  forgetGastados('p1')
  expect(codes()).toEqual([B])
  expect(localStorage.getItem('codigos-guardados')).not.toContain(A)
})
