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
  abierta: true,
  carteles: [],
  redes: [],
  kit_banderas: null,
  cupon_bienvenida: 10,
  vendedor: {
    razon_social: null,
    cuit: null,
    condicion_iva: null,
    domicilio: null,
    email: null,
    telefono: null,
    data_fiscal_url: null,
  },
}

function show(carteles: Cartel[] | null) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, enabled: false } } })
  if (carteles) client.setQueryData(vidrieraQuery.queryKey, { ...WINDOW, carteles })
  client.setQueryData(sucursalesQuery.queryKey, [])
  const { container } = render(
    <QueryClientProvider client={client}>
      <Carteles />
    </QueryClientProvider>,
  )
  const titles = screen.queryAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
  return { titles, texts: [...container.querySelectorAll('li p')].map(({ textContent }) => textContent) }
}

it('of a shop without signs: no section, only the element that links lead to', () => {
  expect(show([])).toEqual({ titles: [], texts: [] })
  expect(screen.queryByRole('heading')).toBeNull()
  expect(document.getElementById('carteles')).not.toBeNull()
})

it('have no texts of ours while the owner’s are loading', () => {
  expect(show(null)).toEqual({ titles: [], texts: ['\u00a0', '\u00a0', '\u00a0'] })
  expect(document.body.textContent?.trim()).toBe('Carteles a medida')
})

it('have the owner’s texts', () => {
  const cartel: Cartel = { tipo: 'tradicional', titulo: 'De chapa', texto: 'Con estructura.', imagen: null }
  expect(show([cartel, { ...cartel, titulo: 'De lona', texto: '' }])).toEqual({
    titles: ['De chapa', 'De lona'],
    texts: ['Con estructura.'],
  })
})
