import { expect, test } from 'vitest'
import { FRASES, fraseAt } from './frases.ts'

test('each phrase comes up, and as often as the others', () => {
  const found = Array.from({ length: 800 }, (_, index) => fraseAt(index / 800))
  for (const frase of FRASES) expect(found.filter((one) => one === frase)).toHaveLength(800 / FRASES.length)
})
