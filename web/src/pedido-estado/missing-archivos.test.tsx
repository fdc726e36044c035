// @vitest-environment happy-dom
import type { PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { MissingArchivos } from './missing-archivos.tsx'

afterEach(cleanup)

const show = (reposiciones: PedidoAnswer['reposiciones']) =>
  render(
    <MemoryRouter>
      <MissingArchivos
        pedido={
          {
            pedido_id: 'p',
            archivos: [{ nombre: 'a.pdf' }, { nombre: 'b.pdf' }],
            reposiciones,
          } as PedidoAnswer
        }
      />
    </MemoryRouter>,
  ).container

it('each missing file is named, with a link to send it; a received one, with a link to send another', () => {
  show([
    { n: 1, recibida: true },
    { n: 2, recibida: false },
  ])
  screen.getByText('Recibimos «a.pdf».')
  expect(screen.getByRole('link', { name: 'Mandar otro' }).getAttribute('href')).toBe('/pedido/p/archivo/1')
  screen.getByText('Necesitamos «b.pdf» de nuevo.')
  expect(screen.getByRole('link', { name: 'Mandar el archivo' }).getAttribute('href')).toBe(
    '/pedido/p/archivo/2',
  )
})

it('without missing files it shows nothing', () => {
  expect(show([]).textContent).toBe('')
})
