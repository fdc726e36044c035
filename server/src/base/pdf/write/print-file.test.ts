import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openEngine } from '../../../testing/pdf-engine.ts'
import { flate, stream, tinyPages, tinyPdf } from '../../../testing/tiny-pdf.ts'

const { engine, file, print } = openEngine()

const original = (content: Buffer) => file('original.pdf', content)

/** The text of the whole file, with its streams decoded. */
function plain(path: string): string {
  const text = readFileSync(path, 'latin1')
  const streams = [...text.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, data = '']) => {
    const bytes = Buffer.from(data, 'latin1')
    return bytes[0] === 0x78 ? inflateSync(bytes).toString('latin1') : data
  })
  return [text, ...streams].join('\n')
}

const ACTIVE =
  /JavaScript|app\.alert|\/JS\b|\/AA\b|\/OpenAction|\/Launch|\/URI|EmbeddedFile|Filespec|secreto|\/Ref\b|\/OPI|\/Alternates|file:|\/FFilter|\/Annots|\/Metadata|\/PieceInfo|\/Names|\/Prev/

const action = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>'
const page =
  '/MediaBox [0 0 595 842] /Annots [105 0 R] /AA << /O 100 0 R >> /Metadata 104 0 R /Resources << /XObject << /A 101 0 R /R 102 0 R /I 103 0 R >> /Font << /JS 109 0 R >> /Properties << /M << /Type /X /Deep [ 100 0 R << /S /Launch /F (cmd.exe) >> ] >> >> >>'
const active = tinyPages(
  [
    {
      content: '/M BDC EMC /A Do /R Do q 50 0 0 50 400 400 cm /I Do Q BT /JS 20 Tf 50 50 Td (HOLA) Tj ET',
      entries: page,
    },
  ],
  [
    action,
    stream(
      '1 0 0 rg 100 600 200 50 re f',
      '/Type /XObject /Subtype /Form /BBox [0 0 595 842] /OPI << /V 1 >> /AF [106 0 R] /PieceInfo << /X (secreto) >>',
    ),
    stream(
      '0 0 1 rg 100 400 200 50 re f',
      '/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Ref << /F 106 0 R /Page 0 >>',
    ),
    stream(
      '\0\0\0',
      '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Alternates [ << /Image 108 0 R /DefaultForPrinting true >> ] /F (file:///etc/passwd) /FFilter /FlateDecode',
    ),
    stream('<x>secreto</x>', '/Type /Metadata /Subtype /XML'),
    '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://example.com) >> >>',
    '<< /Type /Filespec /F (a.exe) /EF << /F 107 0 R >> >>',
    flate('secreto', '/Type /EmbeddedFile'),
    stream(
      'secreto',
      '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray',
    ),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ],
  `/OpenAction 100 0 R /Names << /JavaScript << /Names [ (a) 100 0 R ] >> /EmbeddedFiles << /Names [ (a) 106 0 R ] >> >> /AA << /WC 100 0 R >>`,
)

test.each([false, true])(
  'nothing active, attached or outside is in the bytes of a print work, and all that is drawn is (grey: %s)',
  async (grey) => {
    const source = original(active)
    expect(plain(source)).toMatch(ACTIVE)
    const out = await print(source, grey)
    expect(
      plain(out)
        .replaceAll('/JS 20 Tf', '')
        .replaceAll(/\/JS \d+ 0 R/g, ''),
    ).not.toMatch(ACTIVE)
    const raw = (path: string) =>
      engine.thumbnail(path, 1, 200).then((webp) => sharp(webp).removeAlpha().grayscale().raw().toBuffer())
    const [shown, paper] = [await raw(source), await raw(out)]
    const dark = (pixels: Buffer) => pixels.filter((light) => light < 225).length
    expect(dark(shown)).toBeGreaterThan(1000)
    expect(Math.abs(dark(paper) - dark(shown))).toBeLessThan(60)
  },
)

test('nothing is left of a revision that was replaced', async () => {
  const first = tinyPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /AA << /O ${action} >> >>`,
    stream('1 0 0 rg 0 0 100 100 re f % secreto'),
  ])
  const changed = `\n4 0 obj\n<< /Length 26 >>\nstream\n0 0 1 rg 0 0 100 100 re f \nendstream\nendobj\n`
  const table = first.length + changed.length
  const startxref = /startxref\n(\d+)/.exec(first.toString('latin1'))?.[1]
  const second = `${changed}xref\n4 1\n${String(first.length + 1).padStart(10, '0')} 00000 n \ntrailer << /Root 1 0 R /Size 5 /Prev ${startxref} >>\nstartxref\n${table}\n%%EOF\n`
  const out = await print(original(Buffer.concat([first, Buffer.from(second)])))
  expect(plain(out)).not.toMatch(ACTIVE)
  expect(plain(out)).toMatch(/0 0 1 rg/)
  expect(plain(out).match(/startxref/g)).toHaveLength(1)
})

test.each([2_147_483_647, 1e9])('a page of %d points is refused when it is counted', async (side) => {
  const huge = tinyPages([{ content: '0 g 0 0 9 9 re f', entries: `/MediaBox [0 0 ${side} ${side}]` }])
  await expect(engine.inspect(original(huge))).rejects.toMatchObject({ reason: 'danado' })
})

test('a page of 14,000,000 points fills its sheet', async () => {
  const side = 14_000_000
  const entries = `/MediaBox [0 0 ${side} ${side * 1.4143}]`
  const source = original(tinyPages([{ content: `1 0 0 rg 0 0 ${side} ${side * 1.4143} re f`, entries }]))
  await engine.inspect(source)
  const { channels } = await sharp(await engine.thumbnail(await print(source), 1, 200)).stats()
  expect(channels.map(({ mean }) => Math.round(mean / 50))).toEqual([5, 0, 0])
})
