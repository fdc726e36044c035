import { expect, it } from 'vitest'
import { problemasOf, tellRefusal, wordsOf } from './problemas.ts'

const of = (data: unknown, errores: string | null) =>
  problemasOf(['importe', 'motivo'], { data, errores }, 'No se pudo devolver.')

it('a refusal is shown where it belongs', () => {
  expect(of({ importe: ['Mucho.'] }, 'importe: Mucho.')).toEqual({ importe: 'Mucho.' })
  expect(of({ importe: ['Mucho.', 'Y tarde.'], motivo: 'Falta.' }, '')).toEqual({
    importe: 'Mucho. Y tarde.',
    motivo: 'Falta.',
  })
  expect(of({ detail: 'No hay nada.' }, 'No hay nada.')).toEqual({ general: 'No hay nada.' })
  expect(of({ otro: ['Eso no.'] }, 'Eso no.')).toEqual({ general: 'Eso no.' })
  expect(of(null, null)).toEqual({ general: 'No se pudo devolver.' })
})

it('a refusal outside a form is told in its words, without the names of fields', () => {
  const said = (data: unknown, errores: string | null) => wordsOf({ data, errores })
  expect(said({ hora: ['Esa hora ya pasó.'], nota: 'Es larga.' }, '-')).toBe('Esa hora ya pasó. Es larga.')
  expect(said({ detail: 'Ya se cerró.', pedido: 'P1' }, 'Ya se cerró.')).toBe('Ya se cerró.')
  expect(said('<h1>Bad Gateway</h1>', '<h1>Bad Gateway</h1>')).toBe('<h1>Bad Gateway</h1>')
  expect(said(null, null)).toBeNull()
  const told: string[] = []
  const refused = {
    codigo: 'datos',
    data: { texto: ['Escribí la nota.'] },
    errores: 'texto: Escribí la nota.',
  } as const
  tellRefusal(refused, 'No se pudo guardar.', (text) => told.push(text))
  tellRefusal({ codigo: null, data: null, errores: null }, 'No se pudo guardar.', (text) => told.push(text))
  expect(told).toEqual(['Escribí la nota.', 'No se pudo guardar.'])
})
