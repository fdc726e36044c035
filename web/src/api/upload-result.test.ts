import { erroresOf } from '@imprimitodo/shared/rules/errores'
import { expect, test } from 'vitest'
import { byArchivo, uploadRefusal, withoutArchivo } from './upload-result.ts'

const refusal = (status: number, data: unknown) => uploadRefusal({ status, data, errores: erroresOf(data) })

test('files that the server would not take come back with their messages', () => {
  const archivos = ['«tesis.pdf»: está protegido con contraseña']
  expect(refusal(400, { archivos })).toEqual({ kind: 'rechazado', archivos })
})

test('409 is a payment, unless it says what is missing', () => {
  expect(refusal(409, { detail: 'Ya está pagado.' })).toEqual({ kind: 'pagado' })
  expect(refusal(409, { detail: 'Faltan.', faltan: ['a.pdf'] })).toEqual({
    kind: 'faltan',
    nombres: ['a.pdf'],
  })
})

test('a word of the server is shown, a proxy’s page or an internal error is not', () => {
  expect(refusal(507, { detail: 'No hay lugar.' })).toEqual({ kind: 'falla', detail: 'No hay lugar.' })
  expect(refusal(429, { detail: 'Esperá.' })).toEqual({ kind: 'falla', detail: 'Esperá.' })
  expect(refusal(500, { detail: 'Error interno.' })).toEqual({ kind: 'falla', detail: null })
  expect(refusal(502, '<html>')).toEqual({ kind: 'falla', detail: null })
  expect(refusal(400, null)).toEqual({ kind: 'falla', detail: null })
  expect(refusal(400, { archivos: 'no es lista' })).toEqual({ kind: 'falla', detail: null })
})

test('a message goes beside the file it names, in whatever normal form', () => {
  const archivos = [
    { id: 'a', name: 'año.pdf'.normalize('NFC') },
    { id: 'b', name: 'b.pdf' },
  ]
  const { problems, rest } = byArchivo(
    [
      `«${'año.pdf'.normalize('NFD')}»: no tiene páginas`,
      'archivos_data no coincide',
      '«otro.pdf»: está dañado',
    ],
    archivos,
  )
  expect([...problems.keys()]).toEqual(['a'])
  expect(rest).toEqual(['archivos_data no coincide', '«otro.pdf»: está dañado'])
})

test('of a file that was removed nothing is said any more; of the others the same', () => {
  const [tesis, anexo] = ['«tesis.pdf»: está protegido con contraseña', '«anexo.pdf»: no tiene páginas']
  const both = { kind: 'rechazado', archivos: [tesis, anexo] } as const
  expect(withoutArchivo({ ...both, archivos: [...both.archivos] }, 'tesis.pdf')).toEqual({
    kind: 'rechazado',
    archivos: [anexo],
  })
  expect(withoutArchivo({ kind: 'rechazado', archivos: [tesis] }, 'tesis.pdf')).toBeNull()
  expect(withoutArchivo({ kind: 'perdidos', nombres: ['a.pdf', 'b.pdf'] }, 'a.pdf')).toEqual({
    kind: 'perdidos',
    nombres: ['b.pdf'],
  })
  expect(withoutArchivo({ kind: 'perdidos', nombres: ['a.pdf'] }, 'a.pdf')).toBeNull()
  expect(withoutArchivo({ kind: 'pagado' }, 'a.pdf')).toEqual({ kind: 'pagado' })
  expect(withoutArchivo(null, 'a.pdf')).toBeNull()
})
