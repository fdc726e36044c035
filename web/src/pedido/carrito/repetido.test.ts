import type { Cotizacion } from '@imprimitodo/shared/api/pedidos'
import { expect, it, vi } from 'vitest'
import { isMissing } from './archivos.ts'
import { archivoData, isQuoted } from './cotizado.ts'

vi.stubGlobal('window', { addEventListener: () => {} }) // carrito.ts listens for other tabs

const archivo = {
  nombre: 'tesis.pdf',
  paginas: 11,
  paginas_impresas: 4,
  rango: '1-3,11',
  por_carilla: 2 as const,
  hojas: 6,
  paginas_color: null,
  importe: 900,
  grupo: 'grupo1' as const,
  doble_faz: true,
  orientacion: 'horizontal' as const,
  color: 'color' as const,
  duplicado: 2,
  anillado: false,
  subida: 'abc',
  paginas_ajustadas: 0,
  tamanos: [],
  avisos: [],
}
const cotizacion: Cotizacion = {
  pedido_id: 'p1',
  total_impresion: 1800,
  total_anillado: 1200,
  total: 3000,
  color_pendiente: true,
  prueba_pendiente: false,
  archivos: [archivo, { ...archivo, nombre: 'anexo.pdf', grupo: 'default', subida: 'def' }],
  volumenes: [],
}

it('a repeated order is listed with its options, quoted, and needs no upload', async () => {
  const { carritoDeRepetido: carritoOf } = await import('./repetido.ts')
  let next = 0
  const carrito = carritoOf('nuevo', cotizacion, () => String(++next))
  expect(carrito).toMatchObject({ carrito: 'nuevo', pedidoId: 'p1', agrupando: true })
  expect(carrito.archivos).toMatchObject([
    {
      id: '1',
      name: 'tesis.pdf',
      grupo: 'grupo1',
      orientacion: 'horizontal',
      color: 'color',
      duplicado: 2,
      subida: 'abc',
    },
    { id: '2', name: 'anexo.pdf', grupo: 'default', subida: 'def' },
  ])
  expect(carrito.archivos.some(isMissing)).toBe(false)
  expect(isQuoted(carrito)).toBe(true)
  const [data] = carrito.archivos.map(archivoData)
  expect(data).toMatchObject({ rango: '1-3,11', por_carilla: 2 })
  expect(carrito.hojasCambiadas).toEqual([])
})

it('files whose paper changed are stored with the list, so that step 2 reports them', async () => {
  const { carritoDeRepetido: carritoOf } = await import('./repetido.ts')
  const hojas_cambiadas = [{ nombre: 'anexo.pdf', hoja: 'A3' as const }]
  const carrito = carritoOf('nuevo', { ...cotizacion, hojas_cambiadas }, () => 'x')
  expect(carrito.hojasCambiadas).toEqual(hojas_cambiadas)
  expect(isQuoted(carrito)).toBe(true)
})
