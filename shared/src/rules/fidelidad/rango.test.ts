import { expect, it } from 'vitest'
import { nextRango, puntosBar, rangoDePuntos } from './rango.ts'

it.each([
  [0, '¡Tu próxima compra te dará puntos!'],
  [1, 'Rango: Principiante'],
  [9_999, 'Rango: Principiante'],
  [10_000, 'Rango: Activo'],
  [99_999, 'Rango: Activo'],
  [100_000, 'Rango: Cliente estrella'],
])('%i points: %s', (puntos, message) => expect(rangoDePuntos(puntos)).toBe(message))

it.each([
  [0, 0],
  [250, 0.5],
  [49_999, 99.998],
  [50_000, 100],
  [50_001, 100],
])('%i points fill %f percent', (puntos, percent) => expect(puntosBar(puntos)).toBe(percent))

it.each([
  [0, { nombre: 'Activo', faltan: 10_000 }],
  [9_999, { nombre: 'Activo', faltan: 1 }],
  [10_000, { nombre: 'Cliente estrella', faltan: 90_000 }],
  [99_999, { nombre: 'Cliente estrella', faltan: 1 }],
  [100_000, null],
])('after %i points comes %j', (puntos, next) => expect(nextRango(puntos)).toEqual(next))
