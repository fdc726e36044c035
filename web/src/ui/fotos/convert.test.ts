import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import sharp from 'sharp'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { convertFotos, type Elegida, FotoPerdida, nombrePdf } from './convert.ts'
import { decode, draw } from './draw.ts'
import { upright } from './hoja.ts'
import { inspect } from './imagen.ts'

// There is no canvas here: sharp replaces the browser's drawing
vi.mock('./draw.ts', () => ({ decode: vi.fn(), draw: vi.fn() }))
// Nor a tab that could die
vi.mock('../state/deadly.ts', () => ({ noteDrawing: vi.fn(), noteDrawn: vi.fn() }))

const picture = (ancho: number, alto: number) =>
  sharp({ create: { width: ancho, height: alto, channels: 3, background: '#0b6b4e' } })

async function elegida(name: string, made: Promise<Buffer>, giro: Elegida['giro'] = 0): Promise<Elegida> {
  const realFile = new File([new Uint8Array(await made)], name)
  const imagen = await inspect(realFile)
  const size = upright(imagen, imagen.orientacion)
  return { archivo: { id: name, name, realFile }, foto: { estado: 'lista', url: '', ...size, imagen }, giro }
}

const open = { encaje: 'entera', nombre: 'fotos.pdf', onFoto: () => {} } as const
const make = (elegidas: Elegida[], onFoto = (_: number) => {}) =>
  convertFotos(elegidas, { ...open, onFoto, signal: new AbortController().signal })

beforeEach(() => {
  vi.mocked(decode).mockImplementation(async (file) => {
    const { width, height } = await sharp(Buffer.from(await file.arrayBuffer())).metadata()
    return { width, height, close: () => {} } as Awaited<ReturnType<typeof decode>>
  })
  vi.mocked(draw).mockImplementation(async ({ width, height }, scale) => {
    const [ancho, alto] = [Math.round(width * scale), Math.round(height * scale)]
    return { jpeg: new Blob([new Uint8Array(await picture(ancho, alto).jpeg().toBuffer())]), ancho, alto }
  })
})

describe('pictures become one PDF', () => {
  it('of A4 pages, one for each, in their order, upright', async () => {
    const done: number[] = []
    const pdf = await make(
      [
        await elegida('parada.jpg', picture(300, 400).jpeg().toBuffer()),
        await elegida('acostada.jpg', picture(400, 300).jpeg().toBuffer()),
        await elegida('de costado.jpg', picture(400, 300).withMetadata({ orientation: 6 }).jpeg().toBuffer()),
        await elegida('girada.jpg', picture(400, 300).jpeg().toBuffer(), 90),
        await elegida('captura.png', picture(300, 400).png().toBuffer()),
      ],
      (count) => done.push(count),
    )
    expect(pdf).toMatchObject({ name: 'fotos.pdf', type: 'application/pdf' })
    const read = await getDocument({ data: new Uint8Array(await pdf.arrayBuffer()) }).promise
    const sizes: string[] = []
    for (let n = 1; n <= read.numPages; n++) {
      const page = await read.getPage(n)
      const { width, height } = page.getViewport({ scale: 1 })
      sizes.push(`${Math.round(width)} x ${Math.round(height)}`)
      const { fnArray } = await page.getOperatorList()
      expect(fnArray.length).toBeGreaterThan(2)
    }
    expect(sizes).toEqual(['595 x 842', '842 x 595', '595 x 842', '595 x 842', '595 x 842'])
    expect(done).toEqual([0, 1, 2, 3, 4])
  })

  it('a JPEG of up to 300 dpi is copied unchanged, without its metadata; others are drawn anew', async () => {
    const told = await picture(300, 400)
      .withExif({ IFD0: { Make: 'LugarSecreto' } })
      .jpeg()
      .toBuffer()
    // A moving photo has its film behind it
    const jpeg = Buffer.concat([told, Buffer.from('ftypmp42 LugarSecreto')])
    expect(jpeg.includes('LugarSecreto')).toBe(true)
    const pdf = Buffer.from(await (await make([await elegida('a.jpg', Promise.resolve(jpeg))])).arrayBuffer())
    expect(decode).not.toHaveBeenCalled()
    expect(pdf.includes('LugarSecreto')).toBe(false)
    // The picture itself, from its tables to its end
    expect(pdf.includes(told.subarray(told.indexOf(Buffer.from([0xff, 0xdb]))))).toBe(true)

    await make([await elegida('grande.jpg', picture(5000, 3000).jpeg().toBuffer())])
    const [drawn] = vi.mocked(draw).mock.calls.at(-1) ?? []
    expect(drawn).toMatchObject({ width: 5000 })
    const result = await vi.mocked(draw).mock.results.at(-1)?.value
    expect(result.ancho).toBeLessThanOrEqual(3508)
  })

  it('says which picture can no longer be read', async () => {
    vi.mocked(decode).mockRejectedValueOnce(new Error('gone'))
    const making = make([await elegida('borrada.png', picture(10, 10).png().toBuffer())])
    await expect(making).rejects.toEqual(new FotoPerdida('borrada.png'))
  })

  it('stops when it is given up', async () => {
    const controller = new AbortController()
    const making = convertFotos([await elegida('a.png', picture(10, 10).png().toBuffer())], {
      ...open,
      onFoto: () => controller.abort(new Error('given up')),
      signal: controller.signal,
    })
    await expect(making).rejects.toThrow('given up')
  })
})

it.each([
  [['pizarrón 3-11.jpg'], [], 'pizarrón 3-11.pdf'],
  [['a.jpg', 'b.png', 'c.webp'], [], 'a y 2 más.pdf'],
  [['a.jpg'], ['a.pdf', 'a (2).pdf'], 'a (3).pdf'],
  [['.jpg'], [], 'fotos.pdf'],
  // «ñ» of one sign, and of two
  [['a\u00f1o.jpg'], ['an\u0303o.pdf'], 'a\u00f1o (2).pdf'],
])('the PDF of %j, beside %j, is named %s', (nombres, listed, expected) => {
  expect(nombrePdf(nombres, listed)).toBe(expected)
})
