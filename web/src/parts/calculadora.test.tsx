// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { configQuery, preciosQuery } from '../api/queries.ts'
import { Calculadora } from './calculadora.tsx'

afterEach(cleanup)

const PRECIOS = {
  byn: { una: 100, dos: 160 },
  color: { una: 400, dos: 700 },
  color_por_hoja: true,
  anillado: [{ hasta: 120, precio: 1600 }],
  retencion_dias: 7,
  retencion_listo_dias: 60,
}

function show(precios: object | undefined = PRECIOS) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, enabled: false } } })
  client.setQueryData<unknown>(preciosQuery.queryKey, precios)
  client.setQueryData<unknown>(configQuery.queryKey, { descuentoCompra: 5 })
  render(
    <QueryClientProvider client={client}>
      <Calculadora />
    </QueryClientProvider>,
  )
}
const result = () => screen.getByRole('status').textContent
const choose = (group: string, name: string) =>
  fireEvent.click(within(screen.getByRole('group', { name: group })).getByRole('radio', { name }))

it('says what so many pages cost, as they are chosen', () => {
  show()
  expect(result()).toBe('60 hojas, con el 5% off$ 9.120,00')
  choose('Anillado', 'Sí')
  expect(result()).toBe('60 hojas + anillado, con el 5% off$ 10.640,00')
  choose('Caras', 'Simple')
  choose('Tinta', 'Color')
  choose('Anillado', 'No')
  fireEvent.change(screen.getByLabelText('Páginas'), { target: { value: '1' } })
  expect(result()).toBe('1 hoja, con el 5% off$ 380,00')
  fireEvent.change(screen.getByLabelText('Páginas'), { target: { value: '2000' } })
  expect(result()).toBe('2.000 hojas, con el 5% off$ 760.000,00')
})

it.each(['0', '5001', 'diez'])('for «%s» pages it says what may be typed, and shows no price', (value) => {
  show()
  fireEvent.change(screen.getByLabelText('Páginas'), { target: { value } })
  expect(screen.getByRole('alert').textContent).toBe('Escribí un número del 1 al 5.000')
  expect(result()).not.toContain('$')
})

it('is not there where the shop has no prices', () => {
  show({ ...PRECIOS, byn: null, color: null, anillado: [] })
  expect(screen.queryByText('¿Cuánto sale?')).toBeNull()
})
