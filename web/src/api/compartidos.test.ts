import { expect, it } from 'vitest'
import { keepCompartido, takeCompartidos, withEnding } from './compartidos.ts'

it.each([
  ['Tesis final', 'application/pdf', 'Tesis final.pdf'],
  ['', 'application/pdf', 'compartido.pdf'],
  ['Recibo 3.1 de mayo', 'application/pdf', 'Recibo 3.1 de mayo.pdf'],
  ['apunte.pdf', 'application/pdf', 'apunte.pdf'],
  ['IMG-0001', 'image/jpeg', 'IMG-0001.jpg'],
  ['foto.jpeg', 'image/jpeg', 'foto.jpeg'],
  ['algo', 'text/plain', 'algo'],
  // A dot inside a title begins no extension
  ['Apunte 3.10', 'application/pdf', 'Apunte 3.10.pdf'],
  ['Parcial 12.2024', 'application/pdf', 'Parcial 12.2024.pdf'],
  ['Dr.Perez', 'application/pdf', 'Dr.Perez.pdf'],
  ['Apunte v1.2', 'image/heif', 'Apunte v1.2.heif'],
  ['foto.HEIC', 'image/heic', 'foto.HEIC'],
  // The extension of the original document is not that of the PDF made of it
  ['informe.docx', 'application/pdf', 'informe.docx.pdf'],
  ['informe.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'informe.docx'],
  ['notas.zip', 'application/zip', 'notas.zip'],
])('%j of type %s is listed as %j', (name, type, expected) => {
  expect(withEnding(new File(['x'], name, { type })).name).toBe(expected)
})

it('a share without files says so', async () => {
  const form = new FormData()
  form.append('texto', 'Mirá esto')
  expect(await keepCompartido(form)).toBe('nada')
  form.append('archivos', new File([], ''))
  expect(await keepCompartido(form)).toBe('nada')
})

it('where the browser cannot store files, it says so and nothing breaks', async () => {
  const form = new FormData()
  form.append('archivos', new File(['%PDF'], 'a.pdf'))
  expect(await keepCompartido(form)).toBe('no')
  expect(await takeCompartidos()).toEqual([])
})
