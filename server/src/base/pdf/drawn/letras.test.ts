import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import { describe, expect, it } from 'vitest'
import { isOfTermica, legible, legibleWords } from './letras.ts'
import { drawable } from './text.ts'

const document = await PDFDocument.create()
const helvetica = await document.embedFont(StandardFonts.Helvetica)
const courier = await document.embedFont(StandardFonts.CourierBold)

describe('typed text in the letters of a thermal printer', () => {
  it.each([
    ['José Ñuñez 🎉 Pérez', 'José Ñuñez Pérez'],
    ['🎉 José', 'José'],
    ['José 👩‍👩‍👧‍👦🇦🇷❤️', 'José'],
    ['gracias 🙏, chau', 'gracias, chau'],
    ['Tesis 🎓.pdf', 'Tesis.pdf'],
    ['uno🎉dos', 'uno dos'],
    ['1️⃣ tapa', '1 tapa'],
    ['🎉 🎉 x 🎉 🎉', 'x'],
    ['🎉', ''],
    ['O’Connor — “Łukasz”…', 'O\'Connor - "Lukasz"...'],
    ['ő ş ﬁ œ', 'o s fi oe'],
    ['رسالة الماجستير.pdf', '? ?.pdf'],
    ['Práctica Ω2 ¿sí??', 'Práctica ?2 ¿sí??'],
    ['a\u202eb\u200bc', 'abc'],
    ['ñandú 1.º ¼ « » € ×', 'ñandú 1.º ¼ « » € ×'],
  ])('%s is %s', (typed, shown) => expect(legible(typed, isOfTermica)).toBe(shown))

  it('are letters that the fonts of our PDFs have too, so that a line is as wide on both', () => {
    const all = Array.from({ length: 0x3000 }, (_, code) => String.fromCharCode(code)).filter(isOfTermica)
    expect(all.length).toBeGreaterThan(180)
    expect(drawable(all.join(''), courier, { isSpaced: true })).toBe(all.join(''))
  })
})

it.each([
  ['José 🎉 Pérez — “Łukasz”', 'José Pérez — “Lukasz”'],
  ['محمد علي', '? ?'],
  ['a\n\tb\u0007 c', 'a b c'],
])('a paper of ours writes %j as %j', (typed, shown) => expect(drawable(typed, helvetica)).toBe(shown))

it.each([
  ['李 明', ''],
  ['محمد علي', ''],
  ['דוד כהן', ''],
  ['Иван', ''],
  ['สมชาย', ''],
  ['🎉 ☺', ''],
  ['李明 Li Ming', 'Li Ming'],
  ['Иван Pérez (Ваня)', 'Pérez'],
  ['Łukasz Šimić', 'Łukasz Šimić'],
  ['…7720', '…7720'],
])('of the name %j papers can show %j', (typed, shown) => expect(legibleWords(typed)).toBe(shown))
