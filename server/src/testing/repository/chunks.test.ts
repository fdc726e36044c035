import { expect, test } from 'vitest'
import { chunksOf } from '../../../../scripts/chunks.ts'

const chunk = (file: string, ...imports: string[]) => ({ file, imports })

test('what a screen imports comes before it, once, as Vite loads style sheets: the screen’s own rules win', () => {
  const manifest = {
    screen: chunk('screen.js', 'parts', 'base'),
    parts: chunk('parts.js', 'flag', 'base'),
    flag: chunk('flag.js', 'base'),
    base: chunk('base.js'),
    other: chunk('other.js'),
  }
  expect(chunksOf(manifest, 'screen')).toEqual(['base', 'flag', 'parts', 'screen'])
})

test('chunks that import each other are found, and one that there is not is told', () => {
  const manifest = { a: chunk('a.js', 'b'), b: chunk('b.js', 'a', 'gone') }
  expect(() => chunksOf(manifest, 'a')).toThrow('No gone in the build')
  expect(chunksOf({ ...manifest, gone: chunk('gone.js') }, 'a')).toEqual(['gone', 'b', 'a'])
})
