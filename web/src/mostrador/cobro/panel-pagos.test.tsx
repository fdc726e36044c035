// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { PanelPagos } from './panel-pagos.tsx'
import { usePagos } from './use-pagos.ts'

afterEach(cleanup)

function Panel({ total }: { total: number }) {
  const typed = { elegidos: ['efectivo' as const], montos: {}, recibido: '500', referencia: '' }
  return <PanelPagos pagos={usePagos(total, { ...typed, cargoA: null, sena: false })} disabled={false} />
}
const why = () => screen.queryByText('Con lo que entregó no alcanza para la parte en efectivo.')

it('an amount handed over that no longer suffices is told without a press: after a reload, or once a line is added', async () => {
  const user = userEvent.setup()
  const { rerender } = render(<Panel total={400} />)
  expect(why()).toBeNull()
  rerender(<Panel total={600} />)
  expect(why()).not.toBeNull()
  await user.type(screen.getByLabelText('Paga con'), '0')
  expect(why()).toBeNull()
})

it('a seña is asked for its amount, and several means for theirs, where a means is chosen', async () => {
  const user = userEvent.setup()
  render(<Panel total={600} />)
  await user.click(screen.getByRole('radio', { name: 'Dejar seña' }))
  screen.getByText('Escribí de cuánto es la seña.')
  await user.click(screen.getByRole('checkbox', { name: 'Efectivo' }))
  screen.getByText('Elegí cómo paga.')
  await user.click(screen.getByRole('radio', { name: 'Cobrar todo' }))
  await user.click(screen.getByRole('checkbox', { name: 'Transferencia' }))
  await user.click(screen.getByRole('checkbox', { name: 'Posnet' }))
  await user.type(screen.getByLabelText('Con transferencia'), '0')
  await user.type(screen.getByLabelText('Con posnet'), '0')
  screen.getByText('Escribí cuánto paga con cada medio.')
})
