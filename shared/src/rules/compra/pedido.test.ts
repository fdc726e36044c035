import { expect, test } from 'vitest'
import { canMove, ESTADOS } from './pedido.ts'

test('the table has exactly these steps', () => {
  const steps = ESTADOS.flatMap((from) =>
    ESTADOS.filter((to) => canMove(from, to)).map((to) => `${from}>${to}`),
  )
  expect(steps).toEqual([
    'borrador>confirmado',
    'confirmado>pagado',
    'confirmado>cancelado',
    'confirmado>vencido',
    'pagado>en_produccion',
    'pagado>cancelado',
    'pagado>reembolsado',
    'en_produccion>listo',
    'en_produccion>cancelado',
    'en_produccion>reembolsado',
    'listo>entregado',
    'listo>cancelado',
    'listo>reembolsado',
    'entregado>reembolsado',
    'vencido>pagado',
  ])
})

test('no sequence of steps leads back to an earlier state', () => {
  const reach = (from: (typeof ESTADOS)[number], seen = new Set<string>()): Set<string> => {
    for (const to of ESTADOS)
      if (canMove(from, to) && !seen.has(to)) {
        seen.add(to)
        reach(to, seen)
      }
    return seen
  }
  const loops = ESTADOS.filter((estado) => reach(estado).has(estado))
  expect(loops).toEqual([])
})
