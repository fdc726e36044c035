// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '../api/query-client.ts'
import { fakeServer } from '../api/testing.ts'
import { CodigoPage } from './codigo-page.tsx'
import type { QrAnswer } from './textos.ts'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

const CODIGO = 'K5GN-4JS1-APAF'
const EN_LA_WEB = 'o escribilo al confirmar tu pedido en la web'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(tipo: QrAnswer['tipo'], valido = true): void {
  fakeServer({ [`GET /api/c/${CODIGO}`]: { status: 200, body: { tipo, valido, vence: null } } })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[`/c/${CODIGO}`]}>
        <Routes>
          <Route path="/c/:codigo" element={<CodigoPage />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

describe('where a code is used', () => {
  it.each([
    [
      'hojas',
      `Mostralo al pagar en cualquier sucursal, ${EN_LA_WEB}: cubre hojas doble faz en blanco y negro.`,
    ],
    ['cupon', `Mostralo al pagar en cualquier sucursal, ${EN_LA_WEB}.`],
    ['ruleta', `Mostralo hoy al pagar en cualquier sucursal, ${EN_LA_WEB}.`],
  ] as const)('of %s is told for branches and the web, with a way to print', async (tipo, text) => {
    show(tipo)
    await screen.findByText(text)
    expect(screen.getByRole('link', { name: /Imprimir/ }).getAttribute('href')).toBe('/imprimitodo')
  })

  it.each([
    ['premio', 'Mostralo en el mostrador y te damos tu premio.'],
    ['retiro', 'Mostralo en el mostrador y te damos tu pedido.'],
  ] as const)('of %s is the counter alone', async (tipo, text) => {
    show(tipo)
    await screen.findByText(text)
    expect(screen.queryByRole('link', { name: /Imprimir/ })).toBeNull()
  })

  it.each([
    ['cupon', 'Ya se usó o venció.'],
    ['retiro', 'Ese pedido ya se entregó, o no se puede retirar.'],
  ] as const)('of %s that is no longer good is nowhere, and it shows no QR', async (tipo, text) => {
    show(tipo, false)
    await screen.findByText(text)
    expect(screen.queryByRole('img', { name: /^QR/ })).toBeNull()
    expect(screen.queryByRole('link', { name: /Imprimir/ })).toBeNull()
  })
})
