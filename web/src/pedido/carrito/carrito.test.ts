// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addArchivos, removeArchivo } from './archivos.ts'
import { CARRITO_KEY } from './carrito-key.ts'
import { file } from './testing.ts'

let ids = 0
/** A tab of this browser: its own code over the storage of all. */
async function openTab() {
  vi.resetModules()
  const { changeCarrito, getCarrito } = await import('./carrito.ts')
  return {
    add: (name: string) =>
      void changeCarrito((carrito) => addArchivos(carrito, [file(name)], () => `id ${++ids} of ${name}`)),
    remove: (name: string) =>
      void changeCarrito((carrito) => {
        const id = carrito.archivos.find((one) => one.name === name)?.id ?? ''
        return { carrito: removeArchivo(carrito, id) }
      }),
    names: () => getCarrito().archivos.map(({ name }) => name),
  }
}

const text = () => localStorage.getItem(CARRITO_KEY)
/** The tabs hear of a change. */
const tell = (newValue = text()) =>
  void window.dispatchEvent(new StorageEvent('storage', { key: CARRITO_KEY, newValue }))

beforeEach(() => localStorage.clear())
afterEach(() => localStorage.clear())

describe('two tabs', () => {
  it('that add files at the same moment keep the files of both', async () => {
    const [one, other] = [await openTab(), await openTab()]
    one.add('a.pdf')
    one.add('both.pdf')
    localStorage.clear() // not visible to the other tab yet
    other.add('b.pdf')
    other.add('both.pdf')
    tell()
    tell()
    expect(one.names().sort()).toEqual(['a.pdf', 'b.pdf', 'both.pdf'])
    expect(other.names().sort()).toEqual(['a.pdf', 'b.pdf', 'both.pdf'])
  })

  it('a file that the other tab removed does not come back', async () => {
    const [one, other] = [await openTab(), await openTab()]
    one.add('a.pdf')
    one.add('b.pdf')
    tell()
    other.remove('a.pdf')
    tell()
    expect([one.names(), other.names()]).toEqual([['b.pdf'], ['b.pdf']])
  })

  it('nor does a file that it removed before another change, both told at once', async () => {
    const [one, other] = [await openTab(), await openTab()]
    one.add('a.pdf')
    tell()
    other.remove('a.pdf')
    const first = text()
    other.add('b.pdf')
    tell(first)
    tell()
    expect([one.names(), other.names()]).toEqual([['b.pdf'], ['b.pdf']])
  })

  it('news that arrive late undo nothing', async () => {
    const [one, other] = [await openTab(), await openTab()]
    one.add('a.pdf')
    const late = text()
    other.add('b.pdf')
    tell(late)
    expect(other.names()).toEqual(['a.pdf', 'b.pdf'])
  })
})
