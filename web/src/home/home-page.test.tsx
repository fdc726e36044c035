// @vitest-environment happy-dom
import type { ProductoAnswer } from '@imprimitodo/shared/api/productos'
import { FALLBACK_DELIVERY } from '@imprimitodo/shared/rules/compra/entrega'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { BrowserRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeServer } from '../api/testing.ts'
import { HomePage } from './home-page.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

// The sections below have tests of their own
vi.mock('./carteles.tsx', () => ({ Carteles: () => null }))
vi.mock('./contacto/contacto.tsx', () => ({ ContactoSeccion: () => null }))
vi.mock('./descuentos.tsx', () => ({ Descuentos: () => null }))

const PRODUCTOS = 'GET /api/v1/productos/'
const CONFIG = 'GET /api/get_config_delivery/'

function producto(id: number, change: Partial<ProductoAnswer> = {}): ProductoAnswer {
  return {
    id,
    texto: 'Hecho a medida en nuestro taller.',
    producto: { nombre: `Producto ${id}` },
    categoria: { nombre: 'Librería' },
    imagenes: [],
    importe_actual: 1000 + id,
    es_oferta: false,
    precio_anterior: null,
    oferta_hasta: null,
    es_impresion: false,
    ...change,
  }
}

type Script = Parameters<typeof fakeServer>[0]
let script: Script
/** Answers the product list, and its offers to the call for offers. */
const shows = (productos: ProductoAnswer[]): Script[string] => {
  const answer = ({ query }: { query: string }) => ({
    status: 200,
    body: query.includes('es_oferta=1') ? productos.filter(({ es_oferta }) => es_oferta) : productos,
  })
  return answer
}

let isWide = true
beforeEach(() => {
  isWide = true
  script = { [PRODUCTOS]: shows([producto(1)]), [CONFIG]: { status: 200, body: FALLBACK_DELIVERY } }
  window.history.replaceState(null, '', '/')
  window.matchMedia = (query) => Object.assign(new EventTarget(), { matches: isWide, media: query }) as never
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function open() {
  const calls = fakeServer(script)
  // The second try is made at once
  const queries = new QueryClient({ defaultOptions: { queries: { retryDelay: 0 } } })
  const { container } = render(
    <QueryClientProvider client={queries}>
      <BrowserRouter>
        <HomePage pending={null} />
      </BrowserRouter>
    </QueryClientProvider>,
  )
  return { calls, container }
}

const catalogo = () => within(screen.getByRole('region', { name: 'Catálogo' }))
const ofertas = async () => within(await screen.findByRole('region', { name: 'Ofertas' }))
const names = () =>
  catalogo()
    .queryAllByRole('heading', { level: 4 })
    .map(({ textContent }) => textContent)
const shown = (expected: string[]) => waitFor(() => expect(names()).toEqual(expected))
const search = () => screen.getByPlaceholderText<HTMLInputElement>('Buscar producto...')
const type = (text: string) => fireEvent.change(search(), { target: { value: text } })
const pills = () => within(screen.getByRole('group', { name: 'Categorías' })).getAllByRole('button')
const pill = (name: string) => pills().find(({ textContent }) => textContent?.startsWith(`${name} `))
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

describe('print buttons', () => {
  const prints = () =>
    screen.getAllByRole('link', { name: /^(?:Subir|Imprimir|Empezar)/ }).map(({ textContent }) => textContent)
  const PLAIN = ['Subir PDF', 'Imprimir', 'Empezar']

  it("say '{N}% off' once it is known, and no discount before", async () => {
    const answer = Promise.withResolvers<{ status: number; body: unknown }>()
    script[CONFIG] = () => answer.promise
    open()
    await shown(['Producto 1'])
    expect(prints()).toEqual(PLAIN)
    answer.resolve({ status: 200, body: { ...FALLBACK_DELIVERY, descuentoCompra: 12 } })
    await waitFor(() => expect(prints()).toEqual(PLAIN.map((text) => `${text}· 12% off`)))
  })

  it('do not show a discount of 0', async () => {
    script[CONFIG] = { status: 200, body: { ...FALLBACK_DELIVERY, descuentoCompra: 0 } }
    const { calls } = open()
    await shown(['Producto 1'])
    await waitFor(() => expect(calls.map(({ call }) => call)).toContain(CONFIG))
    await act(async () => {})
    expect(prints()).toEqual(PLAIN)
  })
})

describe('the list', () => {
  it('shows 12 skeleton cards while it loads', async () => {
    const answer = Promise.withResolvers<{ status: number; body: unknown }>()
    script[PRODUCTOS] = () => answer.promise
    const { container } = open()
    await screen.findByPlaceholderText('Buscar producto...')
    const skeletons = () => container.querySelectorAll('[data-skeleton]').length
    expect(skeletons()).toBe(12)
    answer.resolve({ status: 200, body: [producto(1)] })
    await shown(['Producto 1'])
    expect(skeletons()).toBe(0)
  })

  it.each([
    ['a server that fails', { status: 500, body: {} }],
    ['no network', 'cut' as const],
  ])('%s is told after a second try, and Reintentar recovers', async (_, answer) => {
    script[PRODUCTOS] = answer
    const { calls } = open()
    const asked = () => calls.filter(({ call, query }) => call === PRODUCTOS && query === '').length
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('No pudimos cargar los productos. Intenta nuevamente.')
    expect(asked()).toBe(2)
    press('Reintentar')
    await waitFor(() => expect(asked()).toBe(4))
    script[PRODUCTOS] = shows([producto(1)])
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Reintentar' }).getAttribute('aria-disabled')).toBeNull(),
    )
    press('Reintentar')
    await shown(['Producto 1'])
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('pills, Sin categoría, a search without accents or case, and one that finds nothing', async () => {
    script[PRODUCTOS] = shows([
      producto(1, { producto: { nombre: 'Cuaderno' } }),
      producto(2, { producto: { nombre: 'Taza' }, categoria: { nombre: 'Regalería' }, texto: 'Sublimación' }),
      producto(3, { producto: { nombre: 'Mástil' }, categoria: null }),
    ])
    open()
    await shown(['Cuaderno', 'Taza', 'Mástil'])
    const texts = () => pills().map(({ textContent }) => textContent)
    expect(texts()).toEqual(['Todos 3', 'Librería 1', 'Regalería 1', 'Sin categoría 1'])
    expect(pill('Todos')?.getAttribute('aria-pressed')).toBe('true')
    fireEvent.click(pill('Sin categoría') as HTMLElement)
    await shown(['Mástil'])
    expect(catalogo().getByRole('heading', { level: 3 }).textContent).toBe('Sin categoría1 ítems')
    fireEvent.click(pill('Todos') as HTMLElement)
    type('SUBLIMACION')
    await shown(['Taza'])
    expect(texts()).toEqual(['Todos 1', 'Librería 0', 'Regalería 1', 'Sin categoría 0'])
    type('xilofón')
    await catalogo().findByText('No encontramos resultados para tu búsqueda.', { selector: '.lead' })
    press('Ver todos los productos')
    await shown(['Cuaderno', 'Taza', 'Mástil'])
    expect(search().value).toBe('')
  })

  it('a product without image, description or price; and a price to the cent', async () => {
    script[PRODUCTOS] = shows([
      producto(1, { texto: null, importe_actual: null }),
      producto(2, {
        importe_actual: 1234.56,
        es_oferta: true,
        imagenes: [{ imagen: '/nada.webp', es_principal: true }],
      }),
    ])
    open()
    await shown(['Producto 1', 'Producto 2'])
    const [bare, priced] = catalogo()
      .getAllByRole('article')
      .map((card) => within(card))
    for (const text of ['Sin imagen', 'Producto sin descripción', 'Consultar precio']) bare?.getByText(text)
    expect(bare?.queryByText('OFERTA')).toBeNull()
    priced?.getByText('$ 1.234,56')
    priced?.getByText('OFERTA')
    // A picture that cannot be loaded is replaced like a missing one
    expect(priced?.queryByText('Sin imagen')).toBeNull()
    fireEvent.error(priced?.getByRole('img', { name: 'Producto 2' }) as HTMLElement)
    priced?.getByText('Sin imagen')
  })
})

describe('the offers', () => {
  const four = [1, 2, 3, 4].map((id) => producto(id, { es_oferta: true }))

  it.each([
    [2, false, ['12', '34']],
    [3, true, ['123', '412']],
  ])('slides of %i, the short one filled by repeating', async (_, wide, slides) => {
    isWide = wide
    script[PRODUCTOS] = shows(four)
    const { container } = open()
    const bySlide = () =>
      [...container.querySelectorAll('[data-slide]')].map((slide) =>
        [...slide.querySelectorAll('h3')].map(({ textContent }) => textContent?.at(-1)).join(''),
      )
    await waitFor(() => expect(bySlide()).toEqual(slides))
  })

  it('an offer without a main image has the default one', async () => {
    const imagen = '/favicon.svg'
    script[PRODUCTOS] = shows([
      producto(1, { es_oferta: true, imagenes: [{ imagen, es_principal: false }] }),
      producto(2, { es_oferta: true, imagenes: [{ imagen, es_principal: true }] }),
    ])
    open()
    const section = await ofertas()
    await waitFor(() =>
      expect(section.getAllByRole('img').map((image) => image.getAttribute('src'))).toEqual([
        expect.stringMatching(/oferta\.svg|^data:image\/svg/),
        imagen,
        expect.any(String),
      ]),
    )
  })

  it('a load failure is only logged', async () => {
    script[PRODUCTOS] = (sent) =>
      sent.query.includes('es_oferta=1') ? { status: 500, body: {} } : { status: 200, body: [producto(1)] }
    const { container } = open()
    await shown(['Producto 1'])
    // The header's link leads to the section's place anyway
    await waitFor(() => expect(container.querySelector('#ofertas')?.tagName).toBe('DIV'))
    expect(screen.queryByRole('region', { name: 'Ofertas' })).toBeNull()
    expect(vi.mocked(console.error).mock.calls.flat().join()).toContain('No se pudieron cargar las ofertas')
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
