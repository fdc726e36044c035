// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { chooseCodigo, guardadosHoy, keepGanado, noteAplicados } from '../api/codigos-guardados.ts'
import { forgetCompartidos } from '../api/compartidos.ts'
import { editArchivo } from '../pedido/carrito/archivos.ts'
import { getCarrito, updateCarrito } from '../pedido/carrito/carrito.ts'
import { carritoOf } from '../pedido/carrito/testing.ts'
import { forgetBrowser, forgetPedido } from './forget-pedido.ts'

vi.mock('../api/compartidos.ts', () => ({ forgetCompartidos: vi.fn(async () => {}) }))

it('a logout deletes shared files that were not opened yet', () => {
  forgetBrowser()
  expect(forgetCompartidos).toHaveBeenCalled()
})

it('a paid order removes its files from the half-made order, and none that were added since', () => {
  const contado = { pedidoId: 'p1', n: 1, paginas: 3, hojas: 2, paginasColor: 0, importe: 100 }
  updateCarrito(() =>
    editArchivo({ ...carritoOf('viejo.pdf', 'nuevo.pdf'), pedidoId: 'p1' }, 'a', { contado }),
  )
  const names = () => getCarrito().archivos.map(({ name }) => name)
  forgetPedido('p2')
  expect(names()).toEqual(['viejo.pdf', 'nuevo.pdf'])
  forgetPedido('p1')
  expect(names()).toEqual(['nuevo.pdf'])
})

it('a paid order removes the wheel’s code that it used; a logout removes all of them', () => {
  keepGanado({ codigo: '9XR2-C4VN-60KE', descuento: 5, correo: 'ana@example.com' })
  keepGanado({ codigo: 'K7M2-XQ9D-4RTB', descuento: 8, correo: 'ana@example.com' })
  noteAplicados('p1', ['9XR2-C4VN-60KE'])
  forgetPedido('p2')
  expect(guardadosHoy()).toHaveLength(2)
  forgetPedido('p1')
  expect(guardadosHoy().map(({ codigo }) => codigo)).toEqual(['K7M2-XQ9D-4RTB'])
  chooseCodigo('K7M2-XQ9D-4RTB')
  forgetBrowser()
  expect(guardadosHoy()).toEqual([])
  expect(localStorage.getItem('codigos-guardados')).toBe('{"ganados":[],"elegido":null,"pendiente":null}')
})
