import type { Encontrada, PerfilImpresora } from '@imprimitodo/shared/api/agente'
import { expect, it } from 'vitest'
import { codigoOf, computadoraText, encontradaText, leftText, porQueNo } from './vinculacion.ts'

const perfil: PerfilImpresora = {
  uuid: null,
  modelo: 'M',
  pdf: true,
  dos_pasos: true,
  color: false,
  copias_max: 1,
  copias: 'impresora',
  ppm: null,
  ppm_color: null,
  escala: true,
  lados: ['one-sided'],
}
const of = (change: Partial<PerfilImpresora> | null): Encontrada => ({
  uri: 'ipp://192.168.0.31:631/ipp/print',
  nombre: 'Ricoh',
  modelo: 'Ricoh MP',
  perfil: change && { ...perfil, ...change },
})

it.each<[Partial<PerfilImpresora> | null, string]>([
  [{}, '192.168.0.31 · A4 · blanco y negro · una cara'],
  [
    { hojas: ['A4', 'A3'], color: true, lados: ['one-sided', 'two-sided-long-edge'] },
    '192.168.0.31 · A4, A3 · color · doble faz',
  ],
  [null, '192.168.0.31'],
])('says what a printer that was found can do', (change, text) => {
  expect(encontradaText(of(change))).toBe(text)
})

it('says why one cannot be chosen', () => {
  const all = [{}, null, { pdf: false }, { dos_pasos: false }]
  expect(all.map((one) => porQueNo(of(one))?.corto)).toEqual([
    undefined,
    'Se anuncia y no contesta.',
    'No entiende PDF.',
    'No recibe trabajos en dos pasos.',
  ])
})

it('counts the seconds of a code down', () => {
  const vence = '2026-05-05T12:15:00.000Z'
  const at = (time: string) => leftText(vence, Date.parse(`2026-05-05T12:${time}Z`))
  expect([at('00:00'), at('02:20.400'), at('14:59.001'), at('15:00'), at('20:00')]).toEqual([
    '15:00',
    '12:40',
    '0:01',
    null,
    null,
  ])
})

it('accepts only a code of the right shape', () => {
  const code = { codigo: 'ABCD', vence: '2026-05-05T12:15:00.000Z' }
  expect([codigoOf(code), codigoOf(null), codigoOf({ codigo: 1 }), codigoOf('x')]).toEqual([
    code,
    null,
    null,
    null,
  ])
})

it('names a computer', () => {
  const computadora = { nombre: 'PC', sistema: 'Windows 11 Pro', version: null, problema: null }
  expect([computadoraText(computadora), computadoraText({ ...computadora, version: '0.1.0-a' })]).toEqual([
    'PC, Windows 11 Pro',
    'PC, Windows 11 Pro, versión 0.1.0-a',
  ])
})
