import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDias } from '../base/fecha.ts'
import {
  cargoProblem,
  diasDelMes,
  disponibleOf,
  isMes,
  mesAnterior,
  mesOf,
  mesTitle,
} from './cuenta-corriente.ts'

it.each([
  ['all of it', { limite: 100, saldo: 40, suspendida: false }, 60, null],
  ['a centavo more', { limite: 100, saldo: 40, suspendida: false }, 61, 'limite'],
  ['with credit', { limite: 100, saldo: -50, suspendida: false }, 150, null],
  ['above a limit that was lowered', { limite: 100, saldo: 140, suspendida: false }, 1, 'limite'],
  ['suspended', { limite: 100, saldo: 0, suspendida: true }, 1, 'suspendida'],
] as const)('a charge: %s', (_, cuenta, centavos, problem) =>
  expect(cargoProblem(cuenta, centavos)).toBe(problem),
)

it('an allowed charge never exceeds the limit, and the whole remainder may be charged', () => {
  const amount = fc.integer({ min: -1_000_000, max: 1_000_000 })
  fc.assert(
    fc.property(
      fc.nat(1_000_000),
      amount,
      fc.integer({ min: 1, max: 2_000_000 }),
      (limite, saldo, centavos) => {
        const cuenta = { limite, saldo, suspendida: false }
        const isFine = cargoProblem(cuenta, centavos) === null
        expect(isFine).toBe(saldo + centavos <= limite)
        expect(disponibleOf(cuenta) > 0 ? cargoProblem(cuenta, disponibleOf(cuenta)) : null).toBeNull()
      },
    ),
  )
})

it('months follow one another without a gap, over leap years and the turn of a year', () => {
  expect(diasDelMes('2028-02')).toEqual({ desde: '2028-02-01', hasta: '2028-02-29' })
  expect(diasDelMes('2026-12')).toEqual({ desde: '2026-12-01', hasta: '2026-12-31' })
  expect([mesAnterior('2027-01'), mesTitle('2026-11')]).toEqual(['2026-12', 'noviembre de 2026'])
  for (let mes = '2029-12'; mes > '2024-01'; mes = mesAnterior(mes)) {
    expect(addDias(diasDelMes(mesAnterior(mes)).hasta, 1)).toBe(diasDelMes(mes).desde)
    expect(mesOf(diasDelMes(mes).hasta)).toBe(mes)
  }
})

it.each(['2026-00', '2026-13', '1999-12', '2026-1', '2026-11-01', '', 'x'])('%s is no month', (text) =>
  expect(isMes(text)).toBe(false),
)
