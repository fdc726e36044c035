import { expect, it } from 'vitest'
import { problemasOf } from './problemas.ts'

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
