import { truncateSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { openEngine } from '../../../testing/pdf-engine.ts'
import { stream, tinyPages } from '../../../testing/tiny-pdf.ts'
import { runEmbedded } from '../qpdf/qpdf-embedded.ts'
import { withDocument } from './document.ts'

const { engine, file, print } = openEngine({ workers: 1 })

const EMPTY = stream('/Tx BMC EMC', '/Type /XObject /Subtype /Form /BBox [0 0 400 100]')
const OLD = stream('0 g 0 0 200 100 re f', '/Type /XObject /Subtype /Form /BBox [0 0 400 100]')
const PLACE = '/Type /Annot /Subtype /Widget /Rect [100 400 500 500] /F 4'
const FONTS =
  '/DA (/Helv 60 Tf 0 g) /DR << /Font << /Helv << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>'
const PARENT = '<< /FT /Tx /T (a) /V (MMMMMMM) /Kids [100 0 R] >>'
const ANEW = '/NeedAppearances true'

/** A page with one field; `form` is the dictionary of its form. */
const withField = (field: string, form: string, more: (string | Buffer)[] = []) =>
  file(
    'formulario.pdf',
    tinyPages(
      [{ content: '0 g 50 50 50 50 re f', entries: '/MediaBox [0 0 595 842] /Annots [100 0 R]' }],
      [`<< ${PLACE} ${field} >>`, EMPTY, OLD, ...more],
      `/AcroForm << /Fields [100 0 R] ${form} >>`,
    ),
  )

/** Dark pixels of the field on the paper, in its left half and in the right one. */
async function inkOn(path: string): Promise<[left: number, right: number]> {
  const { data } = await sharp(await engine.thumbnail(await print(path), 1, 595))
    .extract({ left: 100, top: 342, width: 400, height: 100 })
    .grayscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const dark = [...data].flatMap((light, at) => (light < 128 ? [at % 400] : []))
  return [dark.filter((x) => x < 200).length, dark.filter((x) => x >= 200).length]
}

const told = async (path: string) => [...(await engine.prove(path, 1)).findings.keys()]

describe('of a form that has readers draw its fields anew', () => {
  test.each([
    ['a text over an empty appearance', '/FT /Tx /T (a) /V (MMMMMMM) /AP << /N 101 0 R >>', []],
    ['a text over an old appearance', '/FT /Tx /T (a) /V (MMMMMMM) /AP << /N 102 0 R >>', []],
    ['a choice', '/FT /Ch /Ff 131072 /T (a) /V (MMMMMMM) /Opt [(MMMMMMM)] /AP << /N 102 0 R >>', []],
    ['a text in one of several places', '/Parent 103 0 R /AP << /N 102 0 R >>', [PARENT]],
  ])('%s is printed with its value', async (_name, field, more) => {
    const path = withField(field, `${ANEW} ${FONTS}`, more)
    const [left, right] = await inkOn(path)
    expect(left).toBeLessThan(15_000) // the old one is 20,000
    expect(Math.min(left, right)).toBeGreaterThan(1_000)
    const { imagen, findings } = await engine.prove(path, 1)
    expect({ imagen, findings: [...findings.keys()] }).toEqual({ imagen: [], findings: [] })
  })

  test('a form that is packed and encrypted is printed with its values, too', async () => {
    const path = withField('/FT /Tx /T (a) /V (MMMMMMM) /AP << /N 102 0 R >>', `${ANEW} ${FONTS}`)
    const out = `${path}-cifrado.pdf`
    const encrypt = ['--object-streams=generate', '--encrypt', '', 'dueño', '256', '--']
    await runEmbedded({ words: [{ path }, ...encrypt], out, ms: 5_000 })
    expect(Math.min(...(await inkOn(out)))).toBeGreaterThan(1_000)
  })

  test.each([
    ['a ticked box', '/FT /Btn /T (a) /V /Si /AS /Si /AP << /N << /Si 102 0 R >> >>'],
    ['a signature', '/FT /Sig /T (a) /AP << /N 102 0 R >>'],
  ])('%s keeps its appearance, and its page is no picture', async (_name, field) => {
    const path = withField(field, `${ANEW} ${FONTS}`)
    expect((await inkOn(path))[0]).toBeGreaterThan(19_000)
    expect((await engine.prove(path, 1)).imagen).toEqual([])
  })

  test.each([
    ['a value', '/FT /Tx /T (a) /V (MMMMMMM) /AP << /N 102 0 R >>', []],
    ['a value of its parent', '/Parent 103 0 R /AP << /N 102 0 R >>', [PARENT]],
  ])('%s that cannot be drawn is told as not printed', async (_name, field, more) => {
    const path = withField(field, ANEW, more) // it names no font
    expect(await inkOn(path)).toEqual([0, 0])
    expect(await told(path)).toContain('no_se_imprime')
  })
})

describe('a value with letters that its font lacks', () => {
  const GREEK = '<FEFF0052006500730069007300740065006E0063006900610020003D00200033002003A9>' // Resistencia = 3 Ω
  const LETTERS = '/F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
  const SYMBOLS = '/S << /Type /Font /Subtype /Type1 /BaseFont /Symbol >>'
  const SHOWN = stream(
    'BT /F 40 Tf 20 20 Td (Resistencia = 3 ) Tj /S 40 Tf (W) Tj ET',
    `/Type /XObject /Subtype /Form /BBox [0 0 400 100] /Resources << /Font << ${LETTERS} ${SYMBOLS} >> >>`,
  )
  const WIN = FONTS.replace('/Helvetica', '/Helvetica /Encoding /WinAnsiEncoding').replace('60 Tf', '30 Tf')
  const text = (value: string) => `/FT /Tx /T (a) /V ${value}`
  const utf16 = (value: string) => `<FEFF${Buffer.from(value, 'utf16le').swap16().toString('hex')}>`

  test.each([
    ['at its end', utf16('MMMMMM 😊')],
    ['within it', utf16('MMM → MMM')],
  ])('%s is printed with the others, and told', async (_where, value) => {
    for (const form of [WIN, `${ANEW} ${WIN}`]) {
      const path = withField(`${text(value)} ${form === WIN ? '' : '/AP << /N 101 0 R >>'}`, form)
      expect(Math.max(...(await inkOn(path)))).toBeGreaterThan(500)
      expect(await told(path)).toEqual(['no_se_imprime'])
    }
  })

  test.each([
    ['spaces of other kinds', 'MMMM\u00a0MMMM\u200b\u00a0', 'MMMM MMMM'],
    ['an accent in a character of its own', 'MMMMMMMMe\u0301', 'MMMMMMMM\u00e9'],
  ])('%s: printed as a reader shows them', async (_name, value, plain) => {
    const wanted = await inkOn(withField(text(utf16(plain)), WIN))
    expect(Math.min(...wanted)).toBeGreaterThan(0)
    const path = withField(text(utf16(value)), WIN)
    expect(await inkOn(path)).toEqual(wanted)
    expect(await told(path)).toEqual([])
  })

  test.each([
    ['one letter', 'MMM字MMM', ['no_se_imprime']],
    ['half of them', 'M字字M', ['no_se_imprime']],
    ['none', 'MMM MMM', []],
  ])('of two bytes a letter: %s is missing, and told', async (_which, value, findings) => {
    const wide = '/DA (/W 30 Tf 0 g) /DR << /Font << /W 103 0 R >> >>'
    const codes =
      '1 begincodespacerange <0000> <FFFF> endcodespacerange 2 beginbfchar <0003> <0020> <0030> <004D> endbfchar'
    const path = withField(`${text(utf16(value))} /AP << /N 101 0 R >>`, `${ANEW} ${wide}`, [
      '<< /Type /Font /Subtype /Type0 /BaseFont /Arial /Encoding /Identity-H /DescendantFonts [104 0 R] /ToUnicode 105 0 R >>',
      '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Arial /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 106 0 R >>',
      stream(`begincmap ${codes} endcmap`),
      '<< /Type /FontDescriptor /FontName /Arial /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV 80 >>',
    ])
    expect(await told(path)).toEqual(findings)
  })

  test('keeps the appearance that shows all of them', async () => {
    const field = `${text(GREEK)} /AP << /N 103 0 R >>`
    const kept = withField(field, WIN, [SHOWN])
    const wanted = await inkOn(kept)
    const path = withField(field, `${ANEW} ${WIN}`, [SHOWN])
    expect(await inkOn(path)).toEqual(wanted)
    expect(await told(path)).toEqual([])
  })
})

describe('the choice of a form that has readers draw its fields anew', () => {
  const OPTIONS = '/Opt [[(1) (M)] [(2) (MMMMMMM)] [(3) (M)]]'
  const FORM = `${ANEW} ${FONTS.replace('60 Tf', '20 Tf')}`

  test('is printed with its words, not with its code', async () => {
    const combo = `/FT /Ch /Ff 131072 /T (a) /V (2) ${OPTIONS} /AP << /N 102 0 R >>`
    const [left] = await inkOn(withField(combo, `${ANEW} ${FONTS}`))
    expect(left).toBeGreaterThan(1_000) // a number has 400
  })

  test.each([
    ['/V (2)', true],
    ['/V (2) /I [1]', true],
    ['', false],
  ])('of a list with %s is marked: %s', async (value, marked) => {
    const path = withField(`/FT /Ch /T (a) ${OPTIONS} /AP << /N 102 0 R >> ${value}`, FORM)
    const [, right] = await inkOn(path)
    expect(right > 2_000).toBe(marked)
    expect((await told(path)).includes('no_se_imprime')).toBe(false)
  })

  test.each([
    ['that are named', '/FT /Ch /Ff 2097152 /T (a) /V [(2) (3)] /I [1 2]', ''],
    ['that are not named', '/FT /Ch /Ff 2097152 /T (a) /V [(2) (3)]', ''],
    ['in another order', '/FT /Ch /Ff 2097152 /T (a) /V [(3) (2)]', ''],
    ['that is for reading only', '/FT /Ch /Ff 2097153 /T (a) /V [(2) (3)]', ''],
    ['in one of several places', '/Parent 103 0 R', '/FT /Ch /Ff 2097152 /T (a) /V [(2) (3)]'],
  ])('of several options %s is marked', async (_how, own, parent) => {
    const path = withField(`${own} ${OPTIONS} /AP << /N 102 0 R >>`, FORM, [
      `<< ${parent} ${OPTIONS} /Kids [100 0 R] >>`,
    ])
    const [, right] = await inkOn(path)
    expect(right).toBeGreaterThan(6_000) // one has 4,776
    expect(await told(path)).not.toContain('no_se_imprime')
  })
})

test('a form that does not ask for it is printed with its own appearances, whatever older revisions asked', async () => {
  const field = '/FT /Tx /T (a) /V (MMMMMMM) /AP << /N 102 0 R >>'
  const old = `<< /NeedAppearances true ${FONTS} >>` // an object that is no more used
  const [left, right] = await inkOn(withField(field, FONTS, [old]))
  expect(left).toBeGreaterThan(19_000)
  expect(right).toBe(0)
})

test('a large file is asked once about its form, with signs of life, and again after it changed', async () => {
  const beat = vi.fn()
  const isRedrawn = (path: string) => withDocument(path, beat, (document) => document.redrawn())
  const large = Array.from({ length: 8 }, () => stream(Buffer.alloc(2 ** 21)))
  const field = `/FT /Tx /T (a) /X [ ${large.map((_, at) => `${103 + at} 0 R`).join(' ')} ]` // others are not read
  const path = withField(field, ANEW, large)
  expect(await isRedrawn(path)).toBe(true)
  expect(beat.mock.calls.length).toBeGreaterThan(2)
  expect(new Set(beat.mock.calls.flat())).toEqual(new Set(['again']))

  const before = beat.mock.calls.length
  expect(await isRedrawn(path)).toBe(true)
  expect(beat).toHaveBeenCalledTimes(before)

  withField(field, '', large)
  expect(await isRedrawn(path)).toBe(false)
})

test('a form of a file too large for the memory of a child is not asked', async () => {
  const path = withField('/FT /Tx /T (a)', ANEW)
  truncateSync(path, 401 * 2 ** 20)
  expect(await withDocument(path, vi.fn(), (document) => document.redrawn())).toBe(false)
})

describe('a box without appearance', () => {
  test.each([
    ['ticked', '/FT /Btn /T (a) /V /Si /AS /Si /MK << /CA (4) /BC [0 0 1] >>', true],
    ['ticked, with nothing else said', '/FT /Btn /T (a) /V /Si /AS /Si', true],
    ['ticked, one of several places', '/Parent 103 0 R /AS /Si', true],
    ['not ticked, with a frame', '/FT /Btn /T (a) /V /Off /AS /Off /MK << /BC [0 0 1] >>', true],
    ['not ticked', '/FT /Btn /T (a) /V /Off /AS /Off', false],
  ])('%s, told as not printed: %s', async (_name, field, lost) => {
    const path = withField(field, `${ANEW} ${FONTS}`, ['<< /FT /Btn /T (a) /V /Si /Kids [100 0 R] >>'])
    expect((await told(path)).includes('no_se_imprime')).toBe(lost)
  })
})
