import { expect, test } from 'vitest'
import { palabrasOf } from './cliente.ts'

test.each([
  ['Milagros Fernández', ['milagros', 'fernandez']],
  ['  ÑANDÚ  güemes ', ['nandu', 'guemes']],
  ["D'Elía", ["d'elia"]],
  ['D’Elía', ["d'elia"]],
  ['D´Elía O`Brien', ["d'elia", "o'brien"]],
  ['a b c', ['a', 'b', 'c']],
  ['li', []],
  ['', []],
  ['381 555', []],
  ['ana@example.com', []],
  ['100%', []],
  ['uno dos tres cuatro cinco seis siete', []],
])('of «%s» is compared %j', (texto, palabras) => {
  expect(palabrasOf(texto)).toEqual(palabras)
})
