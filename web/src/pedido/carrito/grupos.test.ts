import { expect, test } from 'vitest'
import { setOpciones } from './archivos.ts'
import type { Carrito } from './carrito-state.ts'
import { membersOf, moveToGrupo, moveWithin } from './grupos.ts'
import { carritoOf } from './testing.ts'

const ids = (carrito: Carrito) => membersOf(carrito, 'grupo0').map(({ id }) => id)
const member = (carrito: Carrito, id: string) => carrito.archivos.find((one) => one.id === id)

test('files are bound in the order in which they entered', () => {
  let carrito = carritoOf('a.pdf', 'b.pdf', 'c.pdf')
  for (const id of ['c', 'a', 'b']) carrito = moveToGrupo(carrito, id, 'grupo0').carrito
  expect(ids(carrito)).toEqual(['c', 'a', 'b'])
})

test('a file that enters takes the orientation of the volume, and all share the highest number of copies', () => {
  let carrito = carritoOf('a.pdf', 'b.pdf')
  carrito = setOpciones(carrito, 'a', { orientacion: 'horizontal', duplicado: 2 })
  carrito = moveToGrupo(carrito, 'a', 'grupo0').carrito
  const { carrito: after, notice } = moveToGrupo(carrito, 'b', 'grupo0')
  expect(member(after, 'b')).toMatchObject({ orientacion: 'horizontal', duplicado: 2 })
  expect(notice).toBe('«b.pdf» ahora lleva 2 copias y orientación horizontal, igual que el Anillado 1.')
})

test('one with more copies raises the others, and the notice names them', () => {
  let carrito = setOpciones(carritoOf('a.pdf', 'b.pdf', 'c.pdf'), 'c', { duplicado: 3 })
  for (const id of ['a', 'b']) carrito = moveToGrupo(carrito, id, 'grupo1').carrito
  const { carrito: after, notice } = moveToGrupo(carrito, 'c', 'grupo1')
  expect(after.archivos.map(({ duplicado }) => duplicado)).toEqual([3, 3, 3])
  expect(notice).toBe('«a.pdf» y «b.pdf» ahora llevan 3 copias, igual que «c.pdf».')
})

test('the first file in an empty area changes nothing and gives no notice', () => {
  const carrito = setOpciones(carritoOf('a.pdf', 'b.pdf'), 'a', { orientacion: 'horizontal', duplicado: 9 })
  const { carrito: after, notice } = moveToGrupo(carrito, 'a', 'grupo0')
  expect(member(after, 'a')).toMatchObject({ orientacion: 'horizontal', duplicado: 9, grupo: 'grupo0' })
  expect(notice).toBeNull()
})

test('leaving returns a file to default; its own binding choice is restored', () => {
  let carrito = setOpciones(carritoOf('a.pdf', 'b.pdf'), 'a', { anillado: true })
  for (const id of ['a', 'b']) carrito = moveToGrupo(carrito, id, 'grupo0').carrito
  for (const id of ['a', 'b']) carrito = moveToGrupo(carrito, id, 'default').carrito
  expect(member(carrito, 'a')).toMatchObject({ grupo: 'default', anillado: true })
  expect(member(carrito, 'b')).toMatchObject({ grupo: 'default', anillado: false })
})

test('members change places inside their volume, past files that are not in it', () => {
  let carrito = carritoOf('a.pdf', 'b.pdf', 'c.pdf')
  for (const id of ['a', 'c']) carrito = moveToGrupo(carrito, id, 'grupo0').carrito
  const down = moveWithin(carrito, 'a', 1)
  expect(ids(down)).toEqual(['c', 'a'])
  expect(ids(moveWithin(down, 'a', -1))).toEqual(['a', 'c'])
  expect(moveWithin(carrito, 'a', -1)).toBe(carrito)
  expect(moveWithin(carrito, 'c', 1)).toBe(carrito)
})

test('a file that is no longer listed moves nothing', () => {
  const carrito = carritoOf('a.pdf')
  expect(moveToGrupo(carrito, 'zzz', 'grupo0')).toEqual({ carrito, notice: null })
})
