import { describe, expect, it } from 'vitest'
import { announcementOf, type PedidoEvento, parseCambio, parseEvento } from './evento.ts'

const EVENTO: PedidoEvento = { pedido_id: 'x', numero: 1042, estado: 'pagado', sucursal: 'Alberdi' }

describe('parseEvento', () => {
  it('reads the order, and ignores unknown fields', () =>
    expect(parseEvento(JSON.stringify({ ...EVENTO, otra: 1 }))).toEqual(EVENTO))

  it.each([
    '',
    'hola',
    'null',
    '7',
    '[]',
    '{}',
    JSON.stringify({ ...EVENTO, pedido_id: undefined }),
    JSON.stringify({ ...EVENTO, numero: '1042' }),
    JSON.stringify({ ...EVENTO, sucursal: null }),
    JSON.stringify({ ...EVENTO, estado: 'nada' }),
  ])('ignores %s', (data) => expect(parseEvento(data)).toBeNull())
})

describe('parseCambio', () => {
  it.each([
    ['{"tipo":"impresion"}', { tipo: 'impresion' }],
    ['{"tipo":"todo"}', { tipo: 'todo' }],
    ['{"tipo":"tomado","pedido_id":"x"}', { tipo: 'tomado', pedido_id: 'x' }],
    ['{"tipo":"tomado"}', null],
    ['{"tipo":"otra"}', null],
    [JSON.stringify(EVENTO), null],
    ['null', null],
    ['hola', null],
  ])('%s', (data, cambio) => expect(parseCambio(data)).toEqual(cambio))

  it('is not an event of an order', () => expect(parseEvento('{"tipo":"tomado","pedido_id":"x"}')).toBeNull())
})

describe('announcementOf', () => {
  it.each([
    ['confirmado', 'Entró el pedido 1042 en Alberdi. Falta el pago.'],
    ['pagado', 'Pedido 1042 pagado en Alberdi: ya se puede producir.'],
    ['en_produccion', null],
    ['entregado', null],
    ['vencido', null],
  ] as const)('%s', (estado, text) => expect(announcementOf({ ...EVENTO, estado })).toBe(text))
})
