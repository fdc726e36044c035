import { expect, test } from 'vitest'
import { formatPesos } from '../base/dinero.ts'
import {
  cleanNombre,
  DEFAULT_OPCIONES,
  formatBytes,
  isCopias,
  isPdfName,
  refusalMessage,
  sameNombre,
} from './archivo.ts'
import { applyGroups } from './grupo.ts'

test.each([
  [0, '0 Bytes'],
  [1023, '1023 Bytes'],
  [1024, '1 KB'],
  [214.6 * 1024, '214,6 KB'],
  [1024 ** 2, '1 MB'],
  [12.4 * 1024 ** 2, '12,4 MB'],
  [2000 * 1024 ** 2, '2.000 MB'],
])('%d bytes are %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text))

test.each([
  [0, false],
  [1, true],
  [9_999, true],
  [10_000, false],
  [1.5, false],
  [Number.NaN, false],
])('%d copies: %s', (copies, fine) => expect(isCopias(copies)).toBe(fine))

test('names are compared as a reader sees them', () => {
  expect(isPdfName('Tesis.PDF')).toBe(true)
  expect(isPdfName('tesis.pdf.exe')).toBe(false)
  expect(sameNombre('ñandú.pdf', 'ñandú.pdf'.normalize('NFD'))).toBe(true)
  expect(sameNombre('apuntes\u202efdp.exe\u202c.pdf', 'apuntesfdp.exe.pdf')).toBe(true)
  expect(sameNombre('a.pdf', 'A.pdf')).toBe(false)
})

test.each([
  ['archivo sin nombre.pdf', '\u200b\u202e\u2060.pdf'],
  ['archivo sin nombre.PDF', '\u3164\u2800\ufe0f.PDF'],
  ['archivo sin nombre.pdf', '.pdf'],
  ['archivo sin nombre', '\u00ad'],
  ['tesis 1.pdf', 'te\u200bsis\u2066 1\ufeff.pdf'],
  ['می\u200cخواهم 👩\u200d🎓.pdf', 'می\u200cخواهم 👩\u200d🎓.pdf'],
  ['tesis .pdf', '\u200dtesis \u200c.pdf'],
  ['', ''],
  ['', ' '],
])('a name with characters that are not seen is listed as: %s', (shown, name) =>
  expect(cleanNombre(name)).toBe(shown),
)

test('a refusal names the file', () => {
  expect(refusalMessage('tesis.pdf', 'cifrado')).toBe('«tesis.pdf»: está protegido con contraseña')
  expect(refusalMessage('tesis.pdf', 'demasiadas-paginas', 1)).toMatch(
    /^«tesis\.pdf»: tiene más de 1 página,/,
  )
})

test('1234.56 is written $ 1.234,56', () => expect(formatPesos(1234.56)).toBe('$ 1.234,56'))

test('grouping changes no file outside the group', () => {
  const base = { ...DEFAULT_OPCIONES, color: 'color' as const }
  const files = [
    { ...base, grupo: 'default' as const, duplicado: 9, orientacion: 'vertical' as const },
    { ...base, grupo: 'grupo0' as const, duplicado: 1, orientacion: 'horizontal' as const },
    { ...base, grupo: 'grupo0' as const, duplicado: 4, orientacion: 'vertical' as const },
  ]
  expect(applyGroups(files)).toEqual([
    files[0],
    { ...files[1], duplicado: 4, anillado: true },
    { ...files[2], duplicado: 4, orientacion: 'horizontal', anillado: true },
  ])
})
