// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { preciosQuery } from '../../api/queries.ts'
import { createQueryClient } from '../../api/query-client.ts'
import { PriceTable } from './price-table.tsx'

const precios = {
  byn: { una: 100, dos: 160 },
  color: { una: 400, dos: 700 },
  color_por_hoja: true,
  anillado: [{ hasta: 50, precio: 1200 }],
  retencion_dias: 7,
  retencion_listo_dias: 60,
  sensibilidad_color: 'normal' as const,
}

afterEach(cleanup)

function show(hojas: object): { title: string | null; rows: (string | null)[] } {
  const queries = createQueryClient()
  queries.setQueryData(preciosQuery.queryKey, { ...precios, ...hojas })
  render(
    <QueryClientProvider client={queries}>
      <PriceTable descuento={0} />
    </QueryClientProvider>,
  )
  const rows = screen.getAllByRole('rowheader').map(({ textContent }) => textContent)
  return { title: screen.getByRole('heading').textContent, rows }
}

it('is of A4 where nothing else is sold', () => {
  expect(show({})).toEqual({ title: 'Precio por hoja A4', rows: ['Simple faz', 'Doble faz'] })
})

it('where other paper is sold each row names its own', () => {
  const A3 = { byn: { una: 250, dos: 400 }, color: { una: 900, dos: 1500 } }
  expect(show({ hojas: { A3 } })).toEqual({
    title: 'Precio por hoja',
    rows: ['A4, simple faz', 'A4, doble faz', 'A3, simple faz', 'A3, doble faz'],
  })
})
