import { expect, it } from 'vitest'
import { tipoOfName } from '../api/tipo-archivo.ts'
import { ayudaOf } from './no-pdf.ts'

it.each([
  ['tesis.PDF', 'pdf'],
  ['foto.jpg', 'foto'],
  ['IMG_1234.HEIC', 'foto'],
  ['WhatsApp Image.jpeg', 'foto'],
  ['sticker.webp', 'foto'],
  ['notas.docx', 'word'],
  ['viejo.doc', 'word'],
  ['clase 3.pptx', 'presentacion'],
  ['gastos.xlsx', 'planilla'],
  ['sin extensión', 'otro'],
  ['foto.jpg.exe', 'otro'],
  ['jpg', 'otro'],
])('%s is %s', (name, tipo) => expect(tipoOfName(name)).toBe(tipo))

it.each(['word', 'presentacion', 'planilla', 'otro'] as const)('%s has a way to a PDF, in steps', (tipo) => {
  const { es, pasos } = ayudaOf(tipo)
  expect(es).toMatch(/^(?:un|una|otro) /)
  expect(pasos.length).toBeGreaterThan(1)
  expect(pasos.join(' ')).toContain('PDF')
})
