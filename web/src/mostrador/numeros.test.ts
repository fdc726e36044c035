import { expect, it } from 'vitest'
import { aboutPedido } from './numeros.ts'

it.each([
  ['no se pudo pasar.', 'Pedido 1042: no se pudo pasar.'],
  ['El pedido ya se entregó.', 'Pedido 1042. El pedido ya se entregó.'],
  ['«a.pdf» está vacío.', 'Pedido 1042: «a.pdf» está vacío.'],
  ['ARCA no contesta.', 'Pedido 1042. ARCA no contesta.'],
])('of an order, %j is %j', (text, told) => expect(aboutPedido(1042, text)).toBe(told))
