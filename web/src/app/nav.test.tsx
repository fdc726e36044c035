// @vitest-environment happy-dom
import type { VidrieraAnswer } from '@imprimitodo/shared/api/productos'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { vidrieraQuery } from '../api/catalogo.ts'
import { Nav } from './nav.tsx'

afterEach(cleanup)

const WINDOW: VidrieraAnswer = {
  ...{ carteles: [], redes: [], kit_banderas: null, cupon_bienvenida: 10 },
  vendedor: {
    ...{ razon_social: null, cuit: null, condicion_iva: null, domicilio: null },
    ...{ email: null, telefono: null, data_fiscal_url: null },
  },
}
const CARTEL = { tipo: 'tradicional', titulo: 'De chapa', texto: '', imagen: null } as const

it.each([
  ['not known yet', null, 1],
  ['there', { ...WINDOW, carteles: [CARTEL] }, 1],
  ['none', WINDOW, 0],
])('leads to the signs unless the shop shows none: they are %s', (_, window, links) => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, enabled: false } } })
  if (window) client.setQueryData(vidrieraQuery.queryKey, window)
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <Nav />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect(screen.queryAllByRole('link', { name: 'Carteles' })).toHaveLength(links)
  expect(screen.getAllByRole('link', { name: 'Contacto' })).toHaveLength(1)
})
