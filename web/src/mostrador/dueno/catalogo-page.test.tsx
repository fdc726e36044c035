// @vitest-environment happy-dom
import type { ProductoDueno } from '@imprimitodo/shared/api/catalogo'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CatalogoPage } from './catalogo-page.tsx'

const productoOf = (id: number): ProductoDueno => ({
  id,
  nombre: `Taza ${id}`,
  texto: null,
  categoria_id: null,
  importe: 800,
  es_oferta: false,
  precio_anterior: null,
  oferta_hasta: null,
  es_impresion: false,
  video: null,
  portada_id: null,
  portada: null,
  orden: 0,
  retirado: null,
  imagenes: [],
})
const asked: string[] = []
const ordered: unknown[] = []
let broken = false

const EN_ORDEN = [
  {
    categoria_id: 4,
    nombre: 'Tazas',
    productos: [
      { id: 1, nombre: 'Taza 1' },
      { id: 2, nombre: 'Taza 2' },
    ],
  },
  { categoria_id: null, nombre: null, productos: [{ id: 3, nombre: 'Suelto' }] },
]

/** Answers the lists by category, or takes a new order of one of them. */
function orders(body: RequestInit['body']): Response {
  if (broken) return Response.json({ detail: 'Ahora no se puede.' }, { status: 500 })
  if (!body) return Response.json(EN_ORDEN)
  ordered.push(JSON.parse(String(body)))
  return Response.json({ detail: 'La lista cambió.' }, { status: 409 })
}

beforeEach(() => {
  asked.length = 0
  ordered.length = 0
  broken = false
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit = {}) => {
    const url = new URL(address, 'http://localhost')
    if (url.pathname.endsWith('/productos/orden')) return orders(body)
    if (!url.pathname.endsWith('/productos')) return Response.json([])
    asked.push(url.search)
    const { cursor, texto } = Object.fromEntries(url.searchParams)
    if (broken) return Response.json({ detail: 'Ahora no se puede.' }, { status: 500 })
    if (texto) return Response.json({ productos: [productoOf(77)], siguiente: null })
    return Response.json(
      cursor
        ? { productos: [productoOf(3)], siguiente: null }
        : { productos: [productoOf(1), productoOf(2)], siguiente: '0_1_1_0_2' },
    )
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const names = () =>
  screen
    .queryAllByRole('rowheader')
    .flatMap(({ textContent }) => (/^Taza/.test(textContent ?? '') ? textContent : []))

const open = () =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <CatalogoPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )

it('more goods are loaded on demand after the shown ones; the server searches for the typed text, once', async () => {
  open()
  await expect.poll(names).toEqual(['Taza 1', 'Taza 2'])
  fireEvent.click(screen.getByRole('button', { name: 'Ver más productos' }))
  await expect.poll(names).toEqual(['Taza 1', 'Taza 2', 'Taza 3'])
  expect(screen.queryByRole('button', { name: 'Ver más productos' })).toBeNull()

  for (const typed of ['t', 'ta', 'taza 7'])
    fireEvent.change(screen.getByLabelText('Buscar un producto'), { target: { value: typed } })
  await expect.poll(names).toEqual(['Taza 77'])
  expect(asked).toEqual(['', '?cursor=0_1_1_0_2', '?texto=taza+7'])
})

it('says that more goods cannot be loaded, keeps the shown ones, and tries the same again', async () => {
  open()
  await expect.poll(names).toEqual(['Taza 1', 'Taza 2'])
  broken = true
  fireEvent.click(screen.getByRole('button', { name: 'Ver más productos' }))
  await screen.findByRole('alert')
  expect(names()).toEqual(['Taza 1', 'Taza 2'])
  broken = false
  fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  await expect.poll(names).toEqual(['Taza 1', 'Taza 2', 'Taza 3'])
  expect(screen.queryByRole('alert')).toBeNull()
  expect(asked.slice(-2)).toEqual(['?cursor=0_1_1_0_2', '?cursor=0_1_1_0_2'])
})

it('goods are sorted in a list for each category; a refusal is shown there and restores the order', async () => {
  open()
  await expect.poll(names).toEqual(['Taza 1', 'Taza 2'])
  fireEvent.click(screen.getByRole('button', { name: 'Ordenar productos' }))
  const tazas = within(await screen.findByRole('list', { name: 'Tazas' }))
  const rows = () => tazas.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rows()).toEqual(['1Taza 1', '2Taza 2'])
  screen.getByRole('list', { name: 'Sin categoría' })
  fireEvent.click(screen.getByRole('button', { name: 'Bajar Taza 1' }))
  expect(rows()).toEqual(['1Taza 2', '2Taza 1'])
  expect((await screen.findByRole('alert')).textContent).toBe('La lista cambió.')
  await expect.poll(rows).toEqual(['1Taza 1', '2Taza 2'])
  expect(ordered).toEqual([{ categoria_id: 4, ids: [2, 1] }])
})

it('lists that cannot be loaded say so, and can be loaded again', async () => {
  open()
  await expect.poll(names).toEqual(['Taza 1', 'Taza 2'])
  broken = true
  fireEvent.click(screen.getByRole('button', { name: 'Ordenar productos' }))
  await screen.findByRole('alert')
  broken = false
  fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  await screen.findByRole('list', { name: 'Tazas' })
})
