import { type Rechazo, rechazoOf } from '@imprimitodo/shared/rules/base/rechazo'
import { expect, test } from 'vitest'
import {
  byArchivo,
  messagesWithout,
  type UploadResult,
  uploadRefusal,
  withoutArchivo,
} from './upload-result.ts'

const refusal = (status: number, data: unknown, codigo: Rechazo | null = rechazoOf(status)) =>
  uploadRefusal({ codigo, data })

test('refused files are returned with their messages', () => {
  const archivos = ['«tesis.pdf»: está protegido con contraseña']
  expect(refusal(400, { archivos }, 'archivo_rechazado')).toEqual({ kind: 'rechazado', archivos })
})

test('the code alone tells what a 409 means', () => {
  const body = { detail: 'No se puede.', faltan: ['a.pdf'], archivos: ['«a.pdf»: está dañado'] }
  const falla = { kind: 'falla', detail: 'No se puede.' }
  expect(refusal(409, body, 'pedido_pagado')).toEqual({ kind: 'pagado' })
  expect(refusal(409, body, 'faltan_archivos')).toEqual({ kind: 'faltan', nombres: ['a.pdf'] })
  expect(refusal(409, body, 'conflicto')).toEqual(falla)
  expect(refusal(409, body, null)).toEqual({ kind: 'falla', detail: null })
  expect(refusal(400, body)).toEqual(falla)
})

test('the server’s message is shown, a proxy’s page or an internal error is not', () => {
  expect(refusal(507, { detail: 'No hay lugar.' })).toEqual({ kind: 'falla', detail: 'No hay lugar.' })
  expect(refusal(429, { detail: 'Esperá.' })).toEqual({ kind: 'falla', detail: 'Esperá.' })
  expect(refusal(500, { detail: 'Error interno.' })).toEqual({ kind: 'falla', detail: null })
  expect(refusal(502, '<html>')).toEqual({ kind: 'falla', detail: null })
  expect(refusal(400, null)).toEqual({ kind: 'falla', detail: null })
  expect(refusal(400, { archivos: 'no es lista' })).toEqual({ kind: 'falla', detail: null })
})

test('a message is matched to the file it names, in any Unicode normal form', () => {
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

test('of names that begin with each other the whole one is meant', () => {
  const archivos = [
    { id: 'a', name: 'plano' },
    { id: 'b', name: 'plano» final.pdf' },
    { id: 'c', name: 'plano (1).pdf' },
  ]
  const messages = ['«plano» final.pdf»: está dañado', '«plano (1).pdf»: está vacío', '«plano»: no es un PDF']
  const { problems, rest } = byArchivo(messages, archivos)
  expect(Object.fromEntries(problems)).toEqual({ b: messages[0], c: messages[1], a: messages[2] })
  expect(rest).toEqual([])
})

test('messages about a removed file are dropped, the others stay', () => {
  const [tesis, anexo] = ['«tesis.pdf»: está protegido con contraseña', '«anexo.pdf»: no tiene páginas']
  const archivos = [
    { id: 'a', name: 'tesis.pdf' },
    { id: 'b', name: 'anexo.pdf' },
  ]
  const left = (resultado: UploadResult | null) => withoutArchivo(resultado, archivos, 'a')
  expect(left({ kind: 'rechazado', archivos: [tesis, anexo] })).toEqual({
    kind: 'rechazado',
    archivos: [anexo],
  })
  expect(left({ kind: 'rechazado', archivos: [tesis] })).toBeNull()
  expect(left({ kind: 'perdidos', nombres: ['tesis.pdf', 'b.pdf'] })).toEqual({
    kind: 'perdidos',
    nombres: ['b.pdf'],
  })
  expect(left({ kind: 'perdidos', nombres: ['tesis.pdf'] })).toBeNull()
  expect(left({ kind: 'pagado' })).toEqual({ kind: 'pagado' })
  expect(left(null)).toBeNull()
})

test('a removed file takes no message along about one whose name begins with its own', () => {
  const archivos = [
    { id: 'a', name: 'plano' },
    { id: 'b', name: 'plano» final.pdf' },
  ]
  const messages = ['«plano» final.pdf»: está dañado', 'archivos_data no coincide', '«plano»: no es un PDF']
  expect(messagesWithout(messages, archivos, 'a')).toEqual(messages.slice(0, 2))
  expect(messagesWithout(messages, archivos, 'b')).toEqual(messages.slice(1))
  expect(messagesWithout(messages, archivos, 'c')).toEqual(messages)
})
