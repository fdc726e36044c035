import { expect, test } from 'vitest'
import {
  productoImporteProblem,
  productoNombreProblem,
  productoTextoProblem,
  productoVideoProblem,
} from './producto.ts'

test.each([
  ['', false],
  ['   ', false],
  ['x', true],
  [` ${'x'.repeat(120)} `, true],
  ['x'.repeat(121), false],
])('a name %j', (nombre, isFine) => {
  expect(productoNombreProblem(nombre) === null).toBe(isFine)
})

test.each([
  [0, true],
  [4000, true],
  [4001, false],
])('a description of %i letters', (length, isFine) => {
  expect(productoTextoProblem('x'.repeat(length)) === null).toBe(isFine)
})

test.each([
  [null, true],
  [0, true],
  [1, true],
  [-1, false],
  [0.5, false],
  [Number.NaN, false],
  [Number.POSITIVE_INFINITY, false],
  [100_000_000_00, true],
  [100_000_000_01, false],
])('a price of %j centavos', (centavos, isFine) => {
  expect(productoImporteProblem(centavos) === null).toBe(isFine)
})

test.each([
  ['/muestra/sello.mp4', true],
  ['/video.webm', true],
  ['https://otra.example/video.mp4', false],
  ['//otra.example/video.mp4', false],
  ['/../video.mp4', false],
  ['/video.mov', false],
  ['/video.mp4?x', false],
  ['javascript:alert(1)//.mp4', false],
  ['', false],
])('a video at %j', (video, isFine) => {
  expect(productoVideoProblem(video) === null).toBe(isFine)
})
