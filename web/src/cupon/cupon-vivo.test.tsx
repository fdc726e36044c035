// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, it } from 'vitest'
import { forgetGuardados, useElegido } from '../api/codigos-guardados.ts'
import { Toasts } from '../ui/notice/toasts.tsx'
import { CuponVivo } from './cupon-vivo.tsx'

afterEach(() => {
  cleanup()
  forgetGuardados()
})

const CODIGO = '9XR2-C4VN-60KE'
const vista = {
  kind: 'vivo',
  codigo: CODIGO,
  descuento: 10,
  faltaMs: 3600_000 * 8,
  urgencia: 'normal',
} as const

const Step1 = () => <p>Paso 1, con {useElegido()}</p>

it('leads into an order, with its code chosen for it, and says when it is applied', () => {
  render(
    <MemoryRouter initialEntries={['/cupon']}>
      <Routes>
        <Route path="/cupon" element={<CuponVivo vista={vista} isFirst />} />
        <Route path="/imprimitodo" element={<Step1 />} />
      </Routes>
      <Toasts />
    </MemoryRouter>,
  )
  fireEvent.click(screen.getByRole('link', { name: 'Usarlo en un pedido' }))
  screen.getByText(`Paso 1, con ${CODIGO}`)
  screen.getByText('Elegí tus archivos: el código se aplica en el último paso.')
})
