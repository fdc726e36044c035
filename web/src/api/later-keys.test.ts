import { describe, expect, it } from 'vitest'
import { fakeBrowser } from './testing.ts'

// The keys of the first contract alone, as a server that stands in for ours may send them
const PRODUCTO = {
  id: 1,
  texto: null,
  producto: { nombre: 'Taza' },
  categoria: null,
  imagenes: [],
  importe_actual: 1234.56,
  es_oferta: true,
}

describe('an answer without the keys that came later', () => {
  it.each([
    ['products', 'productosQuery', '/api/v1/productos/'],
    ['offers', 'ofertasQuery', '/api/v1/productos/?es_oferta=1'],
  ] as const)('of %s counts as one with nulls', async (_, name, path) => {
    await fakeBrowser({ [`GET ${path}`]: () => ({ status: 200, body: [PRODUCTO] }) })
    const { [name]: query } = await import('./catalogo.ts')
    const { createQueryClient } = await import('./query-client.ts')
    expect(await createQueryClient().fetchQuery(query)).toEqual([
      { ...PRODUCTO, precio_anterior: null, oferta_hasta: null, es_impresion: false },
    ])
  })

  it('of one product, too, which keeps what it has', async () => {
    const { withDetalleKeys } = await import('./later-keys.ts')
    const detalle = { ...PRODUCTO, precio_anterior: 1500, video: '/v.mp4' }
    expect(withDetalleKeys(detalle)).toEqual({
      ...detalle,
      oferta_hasta: null,
      es_impresion: false,
      portada: null,
    })
  })

  it('of an upload adds up its totals, and lists the files that it tells', async () => {
    const { withCotizacionKeys } = await import('./upload/cotizacion-keys.ts')
    const first = { pedido_id: 'P1', total_impresion: 1003, total_anillado: 501 }
    expect(withCotizacionKeys(first)).toMatchObject({ ...first, total: 1504, archivos: [], volumenes: [] })
    const archivo = { nombre: 'a.pdf', paginas: 11, hojas: 6, paginas_color: 0, importe: 1003 }
    expect(withCotizacionKeys({ ...first, archivos: [archivo] }).archivos).toMatchObject([
      { ...archivo, paginas_impresas: 11, rango: null, grupo: 'default', avisos: [] },
    ])
  })
})
