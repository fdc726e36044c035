// @vitest-environment happy-dom
import type { Cartel, VidrieraAnswer } from '@imprimitodo/shared/api/productos'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { vidrieraQuery } from '../api/catalogo.ts'
import { sucursalesQuery } from '../api/queries.ts'
import { Carteles } from './carteles.tsx'

afterEach(cleanup)

const WINDOW: VidrieraAnswer = {
  ...{ carteles: [], redes: [], kit_banderas: null, cupon_bienvenida: 10 },
  vendedor: {
    ...{ razon_social: null, cuit: null, condicion_iva: null, domicilio: null },
    ...{ email: null, telefono: null, data_fiscal_url: null },
  },
}

function show(carteles: Cartel[]) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, enabled: false } } })
  client.setQueryData(vidrieraQuery.queryKey, { ...WINDOW, carteles })
  client.setQueryData(sucursalesQuery.queryKey, [])
  const { container } = render(
    <QueryClientProvider client={client}>
      <Carteles />
    </QueryClientProvider>,
  )
  const titles = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
  return { titles, texts: [...container.querySelectorAll('li p')].map(({ textContent }) => textContent) }
}

it('of a shop that has said nothing of its signs are the three kinds, and nothing made up', () => {
  expect(show([])).toEqual({ titles: ['Tradicional', 'Con luz interior', 'Tridimensional'], texts: [] })
})

it('are what the owner says', () => {
  const cartel: Cartel = { tipo: 'tradicional', titulo: 'De chapa', texto: 'Con estructura.', imagen: null }
  expect(show([cartel, { ...cartel, titulo: 'De lona', texto: '' }])).toEqual({
    titles: ['De chapa', 'De lona'],
    texts: ['Con estructura.'],
  })
})
