import { describe, expect, it } from 'vitest'
import { disponiblesOf } from './codigos.tsx'
import { codigoRefusalText } from './use-codigos.ts'

const NOW = Date.parse('2026-11-21T15:00:00Z')
const hojas = (id: number, cantidad: number) => ({
  id,
  codigo: `9XR2-C4VN-000${id}`,
  producto_nombre: 'Hojas gratis',
  cantidad,
  vence: '2027-02-18T12:00:00.000Z',
  aplicado: false,
})
const cupon = {
  cantidad_cupones: 1,
  codigo: 'K7M2-XQ9D-4RTB',
  descuento: 10,
  fecha_vencimiento: '2026-11-21T16:00:00.000Z',
  fecha_uso: null,
  usado: false,
}

describe('the codes on offer', () => {
  it('are the live coupon and the sheets, never the pickup code of a prize, nor one applied already', () => {
    const found = disponiblesOf([hojas(1, 20), hojas(2, 0), hojas(3, 1)], cupon, ['9XR2-C4VN-0003'], NOW)
    expect(found.map(({ title, codigo }) => `${codigo} ${title}`)).toEqual([
      'K7M2-XQ9D-4RTB Cupón del 10 %',
      '9XR2-C4VN-0001 20 hojas gratis',
    ])
  })

  it.each([
    ['used', { ...cupon, usado: true }],
    ['expired', { ...cupon, fecha_vencimiento: '2026-11-21T15:00:00.000Z' }],
    ['none', { ...cupon, codigo: null, fecha_vencimiento: null }],
    ['not known', undefined],
  ])('a coupon that is %s is not on offer', (_, one) => expect(disponiblesOf([], one, [], NOW)).toEqual([]))
})

it.each([
  [{ errores: ['No es tuyo.', 'Venció.'] }, 'No es tuyo. Venció.'],
  [{ detail: 'Ya se usó.' }, 'Ya se usó.'],
  [{ errores: [] }, 'No se pudo aplicar el canje.'],
  [{}, 'No se pudo aplicar el canje.'],
  ['Bad gateway', 'No se pudo aplicar el canje.'],
  [null, 'No se pudo aplicar el canje.'],
])('a refusal %j says %j', (data, text) => expect(codigoRefusalText({ data, errores: null })).toBe(text))

it('without an answer at all it says its own', () =>
  expect(codigoRefusalText(null)).toBe('No se pudo aplicar el canje.'))
