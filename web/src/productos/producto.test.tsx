// @vitest-environment happy-dom
import type { ProductoDetalleAnswer } from '@imprimitodo/shared/api/productos'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, describe, expect, it } from 'vitest'
import { vidrieraQuery } from '../api/catalogo.ts'
import { configQuery, sucursalesQuery } from '../api/queries.ts'
import { Producto } from './producto.tsx'

afterEach(cleanup)

const PRODUCTO: ProductoDetalleAnswer = {
  id: 7,
  texto: null,
  producto: { nombre: 'Anillado' },
  categoria: null,
  imagenes: [],
  importe_actual: 800,
  es_oferta: false,
  precio_anterior: null,
  oferta_hasta: null,
  es_impresion: false,
  video: null,
  portada: null,
}

const ALBERDI = {
  nombre: 'Alberdi',
  direccion: 'San Martín 450',
  whatsapp: null,
  lat: null,
  lng: null,
  horario: null,
}

function show(change: Partial<ProductoDetalleAnswer>, sucursales = [ALBERDI]) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, enabled: false } } })
  for (const { queryKey } of [vidrieraQuery, configQuery]) client.setQueryData(queryKey, undefined)
  client.setQueryData(sucursalesQuery.queryKey, sucursales)
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <Producto producto={{ ...PRODUCTO, ...change }} slug={null} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

describe('the page', () => {
  it('of a print leads to the first step, and asks by WhatsApp second', () => {
    show({ es_impresion: true })
    const [upload, ask] = [/^Subir PDF/, 'Cómo contactarnos'].map((name) =>
      screen.getByRole('link', { name }),
    )
    expect(upload?.getAttribute('href')).toBe('/imprimitodo/paso1')
    expect(upload && ask && upload.compareDocumentPosition(ask)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  it('of anything else does not', () => {
    show({})
    expect(screen.queryByRole('link', { name: /^Subir PDF/ })).toBeNull()
    screen.getByRole('link', { name: 'Cómo contactarnos' })
  })

  it('leads to no contact where no branch has one', () => {
    show({}, [{ ...ALBERDI, direccion: '' }])
    expect(screen.queryByRole('link', { name: 'Cómo contactarnos' })).toBeNull()
    screen.getByText('Alberdi')
  })

  it('without picture, text or price says so', () => {
    show({ importe_actual: null })
    for (const text of ['Sin imagen', 'Consultar precio', 'Producto sin descripción']) screen.getByText(text)
  })

  it('with a video on another site has a link to it', () => {
    show({ video: 'https://videos.example.com/7' })
    expect(screen.getByRole('link', { name: 'Ver el video' }).getAttribute('href')).toBe(
      'https://videos.example.com/7',
    )
  })

  it('of an offer shows the price before, and its last day', () => {
    show({ es_oferta: true, precio_anterior: 1000, oferta_hasta: '2026-11-30' })
    screen.getByText('$ 1.000,00')
    screen.getByText('Hasta el 30/11/2026')
  })
})
