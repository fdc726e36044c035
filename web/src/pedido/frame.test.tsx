// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '../api/query-client.ts'
import { isWithoutCookies } from '../api/session/csrf.ts'
import { setContacto, startOver } from './carrito/carrito.ts'
import { PedidoFrame } from './frame.tsx'

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json({}, { status: 404 }))
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={['/imprimitodo/paso1']}>
        <PedidoFrame>el paso</PedidoFrame>
      </MemoryRouter>
    </QueryClientProvider>,
  )
})
afterEach(() => {
  cleanup()
  isWithoutCookies.set(false)
  startOver()
  vi.unstubAllGlobals()
})

const told = () => screen.queryAllByRole('status').map(({ textContent }) => textContent)

describe('an order that would be lost with the page', () => {
  it('is told while this browser’s storage is full', () => {
    const storage = localStorage
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('Full', 'QuotaExceededError')
      },
    })
    act(() => setContacto({ nombre: 'Ana' }))
    expect(told()).toEqual([
      'Este navegador no puede guardar tu pedido: no cierres ni recargues la página hasta terminar.',
    ])
    vi.stubGlobal('localStorage', storage)
    act(() => setContacto({ nombre: 'Ana P.' }))
    expect(told()).toEqual([])
  })

  it('is told once where cookies are forbidden, with that cause', () => {
    act(() => isWithoutCookies.set(true))
    expect(told()).toEqual([
      'Tu navegador tiene bloqueadas las cookies de este sitio. Permitilas, o no cierres ni recargues la página hasta terminar: podrías perder el pedido.',
    ])
  })
})
