// @vitest-environment happy-dom
import type { ProductoAnswer } from '@imprimitodo/shared/api/productos'
import { act, cleanup, renderHook } from '@testing-library/react'
import { BrowserRouter } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useFiltro } from './use-filtro.ts'

const MASTIL: ProductoAnswer = {
  id: 1,
  texto: null,
  producto: { nombre: 'Mástil' },
  categoria: null,
  imagenes: [],
  importe_actual: null,
  es_oferta: false,
  precio_anterior: null,
  oferta_hasta: null,
  es_impresion: false,
}

beforeEach(() => window.history.replaceState(null, '', '/?categoria=sin-categor%C3%ADa&origen=volante'))
afterEach(cleanup)

test('text typed before the page shows a chosen category stays in the field and in the address', () => {
  const { result } = renderHook(() => useFiltro([MASTIL]), { wrapper: BrowserRouter })
  expect(result.current.categoria).toBe('Sin categoría')
  // Both happen while the page still shows the old state, as on a slow phone
  act(() => {
    result.current.setCategoria('Todos')
    result.current.setBusqueda('taza')
  })
  expect(result.current.busqueda).toBe('taza')
  expect(window.location.search).toBe('?origen=volante&buscar=taza')
})
