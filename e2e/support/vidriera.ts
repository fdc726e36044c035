import type { ProductoAnswer, ProductoDetalleAnswer } from '@imprimitodo/shared/api/productos'
import type { Locator, Page } from 'playwright-core'

/** The shop window with the test's own goods: kinds or numbers that the demo shop does not have. */

export function producto(id: number, change: Partial<ProductoAnswer> = {}): ProductoAnswer {
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

export const detalle = (id: number, change: Partial<ProductoDetalleAnswer> = {}): ProductoDetalleAnswer => ({
  ...producto(id),
  video: null,
  portada: null,
  ...change,
})

/** Answers the lists of products and of offers instead of the server, as long as the page is open. */
export async function showProductos(page: Page, productos: ProductoAnswer[]): Promise<void> {
  await page.route('**/api/v1/productos/**', (route) => {
    const isOffers = new URL(route.request().url()).searchParams.get('es_oferta') === '1'
    return route.fulfill({ json: isOffers ? productos.filter(({ es_oferta }) => es_oferta) : productos })
  })
}

export const catalogo = (page: Page): Locator => page.getByRole('region', { name: 'Catálogo' })
export const cards = (within: Locator): Locator => within.getByRole('article')
export const search = (page: Page): Locator => page.getByPlaceholder('Buscar producto...')
export const pill = (page: Page, name: string): Locator =>
  page.getByRole('group', { name: 'Categorías' }).getByRole('button', { name: new RegExp(`^${name} \\d+$`) })
/** A category's shelf. */
export const shelf = (page: Page, categoria: string): Locator =>
  catalogo(page).getByRole('region', { name: new RegExp(`^${categoria}`) })
export const ofertas = (page: Page): Locator => page.getByRole('region', { name: 'Ofertas' })

/** Waits until an element's top is where the nav ends: one came to it. */
export async function waitUntilAt(page: Page, id: string): Promise<void> {
  await page.waitForFunction((id) => {
    const top = document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY
    const end = Math.ceil(scrollY + innerHeight) >= document.documentElement.scrollHeight
    return Math.abs(top) < 140 || (end && top < innerHeight)
  }, id)
}
