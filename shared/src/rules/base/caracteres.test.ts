import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withoutInvisible } from './caracteres.ts'

test.each([
  ['tesis\u200d.pdf', 'tesis.pdf'],
  ['tesis.\u200dpdf', 'tesis.pdf'],
  ['tesis.pdf\u200d\u200d', 'tesis.pdf'],
  ['\u200c\u200dtesis \u200d de grado', 'tesis  de grado'],
  ['tesis\u202efdp.exe', 'tesisfdp.exe'],
  ['👩\u200d🎓.pdf', '👩\u200d🎓.pdf'],
  ['می\u200cخواهم', 'می\u200cخواهم'],
])('%j without what is not seen is %j', (text, clean) => expect(withoutInvisible(text)).toBe(clean))

test('what is left has nothing more to leave out', () => {
  const char = fc.oneof(
    fc.constantFrom(
      'a',
      ' ',
      '.',
      '\n',
      '\0',
      '\u200c',
      '\u200d',
      '\u200b',
      '\u202e',
      '\ue000',
      '👩',
      '\ud83d',
    ),
    fc.string({ unit: 'binary', maxLength: 1 }),
  )
  fc.assert(
    fc.property(fc.array(char, { maxLength: 12 }), (chars) => {
      const once = withoutInvisible(chars.join(''))
      expect(withoutInvisible(once)).toBe(once)
    }),
    { numRuns: 2000 },
  )
})
