import { expect, it } from 'vitest'
import { codigoRecepcion, codigoRecepcionText, freeNombre, readCodigoRecepcion } from './recepcion.ts'

it('a code has six characters that are told apart, and reads in two threes', () => {
  const codigo = codigoRecepcion(new Uint8Array([255, 1, 31, 10, 20, 30]))
  expect(codigo).toBe('Z1ZAMY')
  expect(codigoRecepcionText('KX7M2R')).toBe('KX7 M2R')
})

it.each([
  ['KX7M2R', 'KX7M2R'],
  ['kx7 m2r', 'KX7M2R'],
  ['kx7-m2r', 'KX7M2R'],
  // Characters that look alike
  ['oil00L', '011001'],
])('«%s» is the code %s', (typed, codigo) => expect(readCodigoRecepcion(typed)).toBe(codigo))

it.each(['', 'KX7M2', 'KX7M2RR', 'KX7M2U', 'ñandúes', 'x'.repeat(43)])('«%s» is no code', (typed) =>
  expect(readCodigoRecepcion(typed)).toBeNull(),
)

it.each([
  ['foto.pdf', [], 'foto.pdf'],
  ['foto.pdf', ['otra.pdf'], 'foto.pdf'],
  ['foto.pdf', ['foto.pdf'], 'foto (2).pdf'],
  ['foto.pdf', ['foto.pdf', 'foto (2).pdf'], 'foto (3).pdf'],
  ['foto', ['foto'], 'foto (2)'],
  ['.pdf', ['.pdf'], '.pdf (2)'],
])('«%s» among %j becomes «%s»', (nombre, others, free) =>
  expect(freeNombre(nombre, new Set(others))).toBe(free),
)
