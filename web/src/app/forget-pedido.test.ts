// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { chooseCodigo, guardadosHoy, keepGanado, noteAplicados } from '../api/codigos-guardados.ts'
import { forgetCompartidos } from '../api/compartidos.ts'
import { forgetBrowser, forgetPedido } from './forget-pedido.ts'

vi.mock('../api/compartidos.ts', () => ({ forgetCompartidos: vi.fn(async () => {}) }))

it('a logout deletes shared files that were not opened yet', () => {
  forgetBrowser()
  expect(forgetCompartidos).toHaveBeenCalled()
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
  expect(localStorage.getItem('codigos-guardados')).toBe('{"ganados":[],"elegido":null}')
})
