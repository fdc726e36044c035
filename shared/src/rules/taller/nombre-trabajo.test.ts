import { describe, expect, it } from 'vitest'
import { isNombreDeTrabajo, startOfNombre } from './nombre-trabajo.ts'

it.each([
  [1069, 12, '1069 i12'],
  [null, 3, 'i3'],
])('of order %s, attempt %i: it begins with «%s»', (numero, intento, start) =>
  expect(startOfNombre(numero, intento)).toBe(start),
)

describe('a name as its printer shows it', () => {
  const SENT = '1069 i12 · tesis ñandú.pdf · Brenda Acuña'
  it.each([
    ['as it was sent', SENT, true],
    ['cut', '1069 i12 · tes', true],
    ['cut after its beginning', '1069 i12', true],
    ['without the letters that it lacks', '1069 i12 ? tesis ?and?.pdf ? Brenda Acu?a', true],
    ['of another attempt', '1069 i123 · tesis ñandú.pdf', false],
    ['of another order', '1070 i12 · tesis ñandú.pdf', false],
    ['of another program', 'factura.pdf', false],
    ['none', '', false],
  ])('%s', (_, shown, isIt) => expect(isNombreDeTrabajo(shown, SENT)).toBe(isIt))

  it('is compared whole, where an older shop made it', () => {
    const older = '1069 · tesis.pdf · Brenda · i12'
    expect([older, '1069 · tesis.pdf', '1069'].map((shown) => isNombreDeTrabajo(shown, older))).toEqual([
      true,
      false,
      false,
    ])
  })
})
