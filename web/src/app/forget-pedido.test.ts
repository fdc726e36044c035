// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { olvidarCompartidos } from '../api/compartidos.ts'
import { forgetBrowser } from './forget-pedido.ts'

vi.mock('../api/compartidos.ts', () => ({ olvidarCompartidos: vi.fn(async () => {}) }))

it('who leaves takes along what was shared and not opened yet', () => {
  forgetBrowser()
  expect(olvidarCompartidos).toHaveBeenCalled()
})
