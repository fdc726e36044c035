import { describe, expect, it } from 'vitest'
import { announcementOf, parseEvento } from './evento.ts'

describe('parseEvento', () => {
  it('reads the order and its state, with its number where it comes', () => {
    expect(parseEvento('{"pedido_id":"x","estado":"pagado","numero":1042,"otra":1}')).toEqual({
      pedido_id: 'x',
      estado: 'pagado',
      numero: 1042,
    })
    expect(parseEvento('{"pedido_id":"x","estado":"listo"}')?.numero).toBeNull()
  })

  it.each([
    '',
    'hola',
    'null',
    '7',
    '[]',
    '{"estado":"pagado"}',
    '{"pedido_id":"x"}',
    '{"pedido_id":"x","estado":"z"}',
  ])('ignores %s', (data) => expect(parseEvento(data)).toBeNull())
})

describe('announcementOf', () => {
  it.each([
    ['confirmado', 1042, 'Entró el pedido 1042, falta el pago.'],
    ['confirmado', null, 'Entró un pedido, falta el pago.'],
    ['pagado', 1042, 'Se pagó el pedido 1042: ya se puede producir.'],
    ['en_produccion', 1042, null],
    ['entregado', 1042, null],
    ['vencido', 1042, null],
  ] as const)('%s %s', (estado, numero, text) =>
    expect(announcementOf({ pedido_id: 'x', estado, numero })).toBe(text),
  )
})
