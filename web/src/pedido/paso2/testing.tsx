import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { StrictMode } from 'react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { vi } from 'vitest'
import { preciosQuery } from '../../api/queries.ts'
import { createQueryClient } from '../../api/query-client.ts'
import type { Precios } from '../../api/tarifas.ts'
import { addArchivos } from '../carrito/archivos.ts'
import { updateCarrito } from '../carrito/carrito.ts'
import { type Carrito, newCarrito } from '../carrito/carrito-state.ts'
import { file } from '../carrito/testing.ts'
import { type PaginaLeida, setLectura } from '../lectura/lectura.ts'
import { Paso2 } from './paso2.tsx'

/** The price list of these tests, in pesos. */
const precios = {
  byn: { una: 100, dos: 160 },
  color: { una: 400, dos: 700 },
  color_por_hoja: true,
  anillado: [
    { hasta: 50, precio: 1200 },
    { hasta: 400, precio: 3000 },
  ],
  retencion_dias: 7,
  retencion_listo_dias: 60,
  sensibilidad_color: 'normal' as const,
}

/** `count` pages, A4 unless told, those in `color` (from 1) with colour. */
export const pages = (
  count: number,
  color: number[] = [],
  size = { ancho_mm: 210, alto_mm: 297 },
): PaginaLeida[] =>
  Array.from({ length: count }, (_, index) => ({ ...size, color: color.includes(index + 1) }))

/**
 * Opens step 2 with these files, whose ids are their names and whose pages were read, or not (null). Step 1, step 3
 * and an order's page show only their names. `change`: further changes of the half-made order. `hojas`: the prices of
 * other paper.
 */
export function openPaso2(
  files: Record<string, PaginaLeida[] | null>,
  change: (carrito: Carrito) => Carrito = (carrito) => carrito,
  hojas?: Precios['hojas'],
): void {
  const names = Object.keys(files)
  let at = 0
  const { carrito } = addArchivos(
    newCarrito('uno'),
    names.map((name) => file(name)),
    () => names[at++] ?? '',
  )
  updateCarrito(() => change(carrito))
  for (const [id, paginas] of Object.entries(files))
    if (paginas) setLectura(id, { estado: 'lista', paginas, miniatura: null })
  showPaso2(hojas)
}

/** The same with the present half-made order. */
export function showPaso2(hojas?: Precios['hojas']): void {
  const queries = createQueryClient()
  queries.setQueryData(preciosQuery.queryKey, { ...precios, hojas })
  render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <MemoryRouter initialEntries={['/imprimitodo/paso2']}>
          <Routes>
            <Route path="/imprimitodo/paso2" element={<Paso2 />} />
            <Route path="/imprimitodo/paso3" element="el paso 3" />
            <Route path="/imprimitodo/*" element="el paso 1" />
            <Route path="/pedido/:id" element="el pedido" />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>
    </StrictMode>,
  )
}

/** A wide screen, and a server that answers nothing. */
export function stubPage(): void {
  vi.stubGlobal('fetch', async () => Response.json({}, { status: 404 }))
  window.matchMedia = (query) =>
    Object.assign(new EventTarget(), {
      matches: true,
      media: query,
      onchange: null,
      addListener: () => {},
      removeListener: () => {},
    }) as unknown as MediaQueryList
}
