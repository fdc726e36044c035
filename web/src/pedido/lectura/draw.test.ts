// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { file } from '../carrito/testing.ts'
import { getLecturas } from './lectura.ts'
import { drawPagina, readPdf } from './read.ts'
import type { PedidoDeLectura, RespuestaDeTrabajo } from './trabajo.ts'

/** The worker's jobs, oldest first; the test decides when they are answered. */
let asked: PedidoDeLectura[] = []
let answer: (respuesta: RespuestaDeTrabajo) => void = () => {}

class FakeWorker {
  onmessage: ((event: { data: RespuestaDeTrabajo }) => void) | null = null
  postMessage(trabajo: PedidoDeLectura) {
    asked.push(trabajo)
    answer = (data) => this.onmessage?.({ data })
  }
  terminate() {}
}

const A4 = { ancho_mm: 210, alto_mm: 297 }
const picture = (text: string): RespuestaDeTrabajo => ({ es: 'dibujo', dibujo: new Blob([text]) })
const isAsked = (count: number) => vi.waitFor(() => expect(asked).toHaveLength(count))

beforeEach(() => {
  asked = []
  vi.stubGlobal('Worker', FakeWorker)
  URL.createObjectURL = () => 'blob:1'
  URL.revokeObjectURL = () => {}
})
afterEach(() => {
  readPdf([])
  vi.unstubAllGlobals()
})

const pageOf = (pagina: number) => ({ id: 'uno', file: file('uno.pdf'), pagina, ancho: 340 })

test('a page that the customer looks at goes before the search for colour', async () => {
  readPdf([{ id: 'uno', name: 'uno.pdf', realFile: file('uno.pdf'), color: 'blanco y negro' }])
  await isAsked(1)
  const drawn = drawPagina(pageOf(2), new AbortController().signal)
  answer({ es: 'contado', tamanos: [A4, A4] })
  await isAsked(2)
  expect(asked[1]).toMatchObject({ que: 'pagina', id: 'uno', pagina: 2, ancho: 340 })
  answer(picture('dos'))
  expect(await (await drawn).text()).toBe('dos')
  await isAsked(3)
  expect(asked[2]).toMatchObject({ que: 'miniatura' })
  answer(picture('mini'))
  await isAsked(4)
  expect(asked[3]).toMatchObject({ que: 'color', desde: 1 })
  answer({ es: 'mirado', color: [false, false] })
})

test('a page that the customer has left is not drawn', async () => {
  const first = drawPagina(pageOf(1), new AbortController().signal)
  const away = new AbortController()
  const second = drawPagina(pageOf(2), away.signal)
  const third = drawPagina(pageOf(3), new AbortController().signal)
  await isAsked(1)
  away.abort()
  await expect(second).rejects.toThrow()
  answer(picture('una'))
  await isAsked(2)
  expect(asked[1]).toMatchObject({ pagina: 3 })
  answer(picture('tres'))
  expect(await (await first).text()).toBe('una')
  expect(await (await third).text()).toBe('tres')
})

test('a page that cannot be drawn is reported', async () => {
  const drawn = drawPagina(pageOf(9), new AbortController().signal)
  await isAsked(1)
  answer({ es: 'no', estado: 'ilegible' })
  await expect(drawn).rejects.toThrow('Page 9')
})

const FOTO = new File([latin1('\xff\xd8\xff\xe0 JFIF')], 'foto.pdf')
const HIDDEN = new File([latin1('PK\x03\x04 %PDF-1.7')], 'tesis.pdf')
const BEHIND = new File([latin1(`${' '.repeat(9000)}%PDF-1.4`)], 'fax.pdf')

function latin1(text: string) {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}

test('a picture or a Word document with the name of a PDF is found out at once, before files ahead of it are counted', async () => {
  const all = [file('uno.pdf'), FOTO, HIDDEN, BEHIND]
  readPdf(
    all.map((realFile) => ({ id: realFile.name, name: realFile.name, realFile, color: 'color' as const })),
  )
  await vi.waitFor(() =>
    expect([...getLecturas()].map(([id, { estado }]) => `${id} ${estado}`)).toEqual([
      'uno.pdf leyendo',
      'foto.pdf no-es-pdf',
      'tesis.pdf no-es-pdf',
      'fax.pdf leyendo',
    ]),
  )
  answer({ es: 'no', estado: 'ilegible' })
  await isAsked(2)
  answer({ es: 'no', estado: 'ilegible' })
})

test('the worker that was reading it does not make it a PDF', async () => {
  readPdf([{ id: 'uno', name: 'foto.pdf', realFile: FOTO, color: 'color' }])
  await isAsked(1)
  await vi.waitFor(() => expect(getLecturas().get('uno')?.estado).toBe('no-es-pdf'))
  answer({ es: 'no', estado: 'ilegible' })
  await Promise.resolve()
  expect(getLecturas().get('uno')?.estado).toBe('no-es-pdf')
})
