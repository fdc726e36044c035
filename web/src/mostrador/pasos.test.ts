import { ESTADOS } from '@imprimitodo/shared/rules/compra/pedido'
import { expect, it } from 'vitest'
import { canCancel, nextStep } from './pasos.ts'

it('each state waits for at most one step', () => {
  const steps = ESTADOS.map((estado) => [estado, nextStep(estado), canCancel(estado)])
  expect(steps).toEqual([
    ['borrador', null, false],
    ['confirmado', null, true],
    ['pagado', 'en_produccion', true],
    ['en_produccion', 'listo', true],
    ['listo', 'entregado', true],
    ['entregado', null, false],
    ['cancelado', null, false],
    ['vencido', null, false],
    ['reembolsado', null, false],
  ])
})
