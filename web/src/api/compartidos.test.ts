import { expect, it } from 'vitest'
import { guardarCompartido, tomarCompartidos, withEnding } from './compartidos.ts'

it.each([
  ['Tesis final', 'application/pdf', 'Tesis final.pdf'],
  ['', 'application/pdf', 'compartido.pdf'],
  ['Recibo 3.1 de mayo', 'application/pdf', 'Recibo 3.1 de mayo.pdf'],
  ['apunte.pdf', 'application/pdf', 'apunte.pdf'],
  ['IMG-0001', 'image/jpeg', 'IMG-0001.jpg'],
  ['foto.jpeg', 'image/jpeg', 'foto.jpeg'],
  ['algo', 'text/plain', 'algo'],
])('«%s» of type %s is listed as «%s»', (name, type, expected) => {
  expect(withEnding(new File(['x'], name, { type })).name).toBe(expected)
})

it('a share without files says so', async () => {
  const form = new FormData()
  form.append('texto', 'Mirá esto')
  expect(await guardarCompartido(form)).toBe('nada')
  form.append('archivos', new File([], ''))
  expect(await guardarCompartido(form)).toBe('nada')
})

it('where the browser keeps nothing, it says so and breaks nothing', async () => {
  const form = new FormData()
  form.append('archivos', new File(['%PDF'], 'a.pdf'))
  expect(await guardarCompartido(form)).toBe('no')
  expect(await tomarCompartidos()).toEqual([])
})
