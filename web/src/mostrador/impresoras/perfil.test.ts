import type { Impresora } from '@imprimitodo/shared/api/impresion'
import { expect, it } from 'vitest'
import { perfilText } from './perfil.ts'

const URI = 'ipp://10.0.0.9/ipp/print'

const perfil: NonNullable<Impresora['perfil']> = {
  uuid: null,
  modelo: 'Ricoh',
  pdf: true,
  dos_pasos: true,
  color: true,
  copias_max: 99,
  copias: 'impresora',
  ppm: 30,
  ppm_color: 25,
  escala: true,
  lados: ['one-sided', 'two-sided-long-edge', 'two-sided-short-edge'],
}

it.each([
  [
    perfil,
    false,
    'Doble faz por borde largo y corto|Color|Hasta 99 copias por vez|30 pág. por minuto, 25 en color',
  ],
  [
    { ...perfil, ppm_color: 30, copias_max: 0 },
    false,
    'Doble faz por borde largo y corto|Color|No dice cuántas copias hace|30 pág. por minuto',
  ],
  [
    { ...perfil, lados: ['one-sided' as const], color: false, ppm: null, pdf: false, dos_pasos: false },
    true,
    'Solo una cara|Solo blanco y negro|Las copias van repetidas en el PDF|No entiende PDF: necesita un controlador (CUPS) en el medio|No recibe trabajos en dos pasos (Create-Job): necesita un controlador (CUPS) en el medio',
  ],
])('a profile in Spanish', (of, repetir_copias, said) =>
  expect(perfilText({ perfil: of, repetir_copias, uri: URI })?.join('|')).toBe(said),
)

it('a profile that was not read has no text', () => {
  expect(perfilText({ perfil: null, repetir_copias: false, uri: URI })).toBeNull()
})

it('of a thermal printer: tickets only', () =>
  expect(perfilText({ perfil: null, repetir_copias: false, uri: 'socket://10.0.0.8:9100' })).toEqual([
    'Solo tickets, en papel de 80 mm',
  ]))
