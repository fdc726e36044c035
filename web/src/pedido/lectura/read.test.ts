// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { PedidoDeLectura, RespuestaDeTrabajo } from './trabajo.ts'

const A4 = { ancho_mm: 210, alto_mm: 297 }
const FILE = {
  id: 'uno',
  name: 'escaneo.pdf',
  realFile: new File(['%PDF-'], 'escaneo.pdf'),
  color: 'color',
} as const
const OTHER = { ...FILE, id: 'dos', name: 'carta.pdf', realFile: new File(['%PDF-'], 'carta.pdf') }

/** The worker's jobs, 'que id', and its answers; undefined: none, as when its tab crashed. */
let asked: string[] = []
let answer: (trabajo: PedidoDeLectura) => RespuestaDeTrabajo | undefined

class FakeWorker {
  onmessage: (event: { data: RespuestaDeTrabajo }) => void = () => {}
  postMessage(trabajo: PedidoDeLectura) {
    asked.push(`${trabajo.que} ${trabajo.id}`)
    const respuesta = answer(trabajo)
    if (respuesta) queueMicrotask(() => this.onmessage({ data: respuesta }))
  }
  terminate() {}
}

const quick = (trabajo: PedidoDeLectura): RespuestaDeTrabajo =>
  trabajo.que === 'contar'
    ? { es: 'contado', tamanos: [A4, A4] }
    : trabajo.que === 'color'
      ? { es: 'mirado', color: [false, false] }
      : { es: 'no', estado: 'ilegible' }

/** Loads the page again: fresh modules, the same tab storage. */
async function load() {
  vi.resetModules()
  asked = []
  const { readPdf, drawPagina } = await import('./read.ts')
  const { getLecturas } = await import('./lectura.ts')
  const colorsOf = (id: string) =>
    getLecturas()
      .get(id)
      ?.paginas.map(({ color }) => color)
  return { readPdf, drawPagina, colorsOf }
}

beforeEach(() => {
  vi.stubGlobal('Worker', FakeWorker)
  sessionStorage.clear()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Hides the page, as a phone does before it discards a tab; no other event follows. */
function hide(hidden: boolean) {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden)
  document.dispatchEvent(new Event('visibilitychange'))
}

it('a file that crashed the tab is not drawn again, and may have colour until the server knows', async () => {
  answer = (trabajo) => (trabajo.que === 'contar' ? quick(trabajo) : undefined)
  const before = await load()
  before.readPdf([FILE, OTHER])
  await vi.waitFor(() => expect(asked).toContain('miniatura uno'))

  answer = quick
  for (const _time of ['the next page', 'and the one after it']) {
    const { readPdf, drawPagina, colorsOf } = await load()
    readPdf([FILE, OTHER])
    await vi.waitFor(() => expect(colorsOf('dos')).toEqual([false, false]))
    // Known colours would make the price exact
    expect(colorsOf('uno')).toEqual([null, null])
    const page = { id: 'uno', file: FILE.realFile, pagina: 1, ancho: 340 }
    await expect(drawPagina(page, new AbortController().signal)).rejects.toThrow('ended the tab')
    expect(asked).toEqual(['contar uno', 'contar dos', 'miniatura dos', 'color dos'])
  }
})

it('a file drawn to its end, or whose page was left, is drawn again', async () => {
  answer = quick
  const first = await load()
  first.readPdf([FILE])
  await vi.waitFor(() => expect(first.colorsOf('uno')).toEqual([false, false]))

  answer = (trabajo) => (trabajo.que === 'contar' ? quick(trabajo) : undefined)
  const second = await load()
  second.readPdf([FILE])
  await vi.waitFor(() => expect(asked).toContain('miniatura uno'))
  window.dispatchEvent(new Event('pagehide'))

  answer = quick
  const third = await load()
  third.readPdf([FILE])
  await vi.waitFor(() => expect(third.colorsOf('uno')).toEqual([false, false]))
  expect(asked).toEqual(['contar uno', 'miniatura uno', 'color uno'])
})

it('a file being drawn when the phone discarded the background tab is drawn again', async () => {
  answer = (trabajo) => (trabajo.que === 'contar' ? quick(trabajo) : undefined)
  const first = await load()
  first.readPdf([FILE])
  await vi.waitFor(() => expect(asked).toContain('miniatura uno'))
  hide(true)

  // A drawing begun in the background is not recorded either
  const second = await load()
  second.readPdf([FILE])
  await vi.waitFor(() => expect(asked).toContain('miniatura uno'))

  vi.restoreAllMocks()
  answer = quick
  const third = await load()
  third.readPdf([FILE])
  await vi.waitFor(() => expect(third.colorsOf('uno')).toEqual([false, false]))
})

it('once the tab is visible again, the drawing under way is recorded again', async () => {
  answer = (trabajo) => (trabajo.que === 'contar' ? quick(trabajo) : undefined)
  const first = await load()
  first.readPdf([FILE])
  await vi.waitFor(() => expect(asked).toContain('miniatura uno'))
  hide(true)
  hide(false)

  answer = quick
  const second = await load()
  second.readPdf([FILE, OTHER])
  await vi.waitFor(() => expect(second.colorsOf('dos')).toEqual([false, false]))
  expect(second.colorsOf('uno')).toEqual([null, null])
})
