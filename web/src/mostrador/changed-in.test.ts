import { expect, it } from 'vitest'
import { changedIn, withCambios } from './changed-in.ts'

it('keeps only fields that changed, also of nested objects; a list is sent as a whole', () => {
  const before = { nombre: 'Taza', cantidad: 5, topes: { a: 1, b: null }, fotos: [{ id: 'x' }] }
  expect(changedIn(before, { ...before })).toEqual({})
  expect(changedIn(before, { ...before, nombre: 'Tazón', fotos: [{ id: 'x' }, { id: 'y' }] })).toEqual({
    nombre: 'Tazón',
    fotos: [{ id: 'x' }, { id: 'y' }],
  })
  expect(changedIn(before, { ...before, topes: { b: null, a: 2 } })).toEqual({ topes: { a: 2 } })
})

it('takes an absent field for null', () => {
  expect(changedIn({}, { orden: null })).toEqual({})
  expect(changedIn({ orden: 3 }, { orden: null })).toEqual({ orden: null })
  expect(changedIn({ par: null }, { par: { una: 1 } })).toEqual({ par: { una: 1 } })
})

it('sends fields together that mean one thing only together', () => {
  const before = { lat: 1, lng: 2, nombre: 'A' }
  expect(changedIn(before, { ...before, lat: 3 }, [['lat', 'lng']])).toEqual({ lat: 3, lng: 2 })
  expect(changedIn(before, { ...before, nombre: 'B' }, [['lat', 'lng']])).toEqual({ nombre: 'B' })
})

it('changes put over another person’s later version leave its other fields alone', () => {
  const before = { nombre: 'Taza', topes: { a: 1, b: 2 }, fotos: [1] }
  const typed = changedIn(before, { nombre: 'Taza', topes: { a: 5, b: 2 }, fotos: [1, 2] })
  const saved = { nombre: 'Tazón', topes: { a: 1, b: 9 }, fotos: [1] }
  expect(withCambios(saved, typed)).toEqual({ nombre: 'Tazón', topes: { a: 5, b: 9 }, fotos: [1, 2] })
})
