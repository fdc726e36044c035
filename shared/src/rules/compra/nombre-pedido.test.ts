import { expect, it } from 'vitest'
import { nombreOfPedido } from './nombre-pedido.ts'

it.each([
  [{ nombre: '  Brenda   Acosta ', cuenta: 'ana pérez', celular: '3865417720' }, 'Brenda Acosta'],
  [{ nombre: 'la de la tesis', cuenta: null, celular: '3865417720' }, 'la de la tesis'],
  [{ nombre: null, cuenta: 'ana pérez', celular: '3865417720' }, 'Ana Pérez'],
  [{ nombre: ' \n', cuenta: '  ', celular: '3865 15 41-7720' }, '…7720'],
  [{ nombre: '', cuenta: null, celular: '12' }, '…12'],
  [{ nombre: null, cuenta: null, celular: null }, null],
  [{ nombre: null, cuenta: null, celular: ' - ' }, null],
])('%j is called %s', (pedido, called) => expect(nombreOfPedido(pedido)).toBe(called))
