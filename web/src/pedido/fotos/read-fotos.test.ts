// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

/** The pictures that were decoded, by name; one too heavy never returns, as if its tab crashed. */
let decoded: string[] = []
vi.mock('../../ui/fotos/draw.ts', () => ({
  decode: (file: File) => {
    decoded.push(file.name)
    return file.name === 'pesada.png' ? new Promise(() => {}) : Promise.reject(new Error('No picture'))
  },
  draw: vi.fn(),
}))

const foto = (name: string) => ({ id: name, name, realFile: new File(['\x89PNG'], name) })
const PESADA = foto('pesada.png')
const OTRA = foto('otra.png')

/** Loads the page again: fresh modules, the same tab storage. */
async function load() {
  vi.resetModules()
  decoded = []
  const { readFotos } = await import('./read-fotos.ts')
  const { fotosLeidas } = await import('./leidas.ts')
  const { noteDrawing } = await import('../../ui/state/deadly.ts')
  return { readFotos, noteDrawing, leida: (id: string) => fotosLeidas.get().get(id) }
}

beforeEach(() => sessionStorage.clear())
afterEach(() => void vi.restoreAllMocks())

it('a picture that crashed the tab is not decoded again, and says what to do; the others are', async () => {
  const first = await load()
  first.readFotos([PESADA, OTRA])
  await vi.waitFor(() => expect(decoded).toEqual(['pesada.png']))

  for (const _time of ['the next page', 'and the one after it']) {
    const { readFotos, leida } = await load()
    readFotos([PESADA, OTRA])
    await vi.waitFor(() => expect(leida('otra.png')?.estado).toBe('no'))
    expect(decoded).toEqual(['otra.png'])
    expect(leida('pesada.png')).toEqual({
      estado: 'no',
      text: 'Este teléfono no la puede abrir: mandátela por WhatsApp y agregá esa copia.',
      motivo: 'muerta',
    })
  }
})

it('pictures and PDFs are read at the same time: the end of one does not hide the other’s crash', async () => {
  const first = await load()
  first.noteDrawing('un-pdf')
  first.readFotos([OTRA])
  await vi.waitFor(() => expect(first.leida('otra.png')?.estado).toBe('no'))

  await load()
  const { isDeadly } = await import('../../ui/state/deadly.ts')
  expect([isDeadly('un-pdf'), isDeadly('otra.png')]).toEqual([true, false])
})
