// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { RefusedUpload } from '../../api/upload/upload-result.ts'
import { addArchivos, attachFile, editArchivo } from '../carrito/archivos.ts'
import { forgetCarrito, getCarrito, startOver, updateCarrito } from '../carrito/carrito.ts'
import { CARRITO_KEY } from '../carrito/carrito-key.ts'
import { serialise } from '../carrito/carrito-state.ts'
import { carritoOf, file } from '../carrito/testing.ts'
import { remove } from '../carrito/use-archivos.ts'
import { getLecturas, keepLecturas, setLectura } from '../lectura/lectura.ts'
import { readPdf } from '../lectura/read.ts'
import { esperando, paradas, useAvance } from './avance.ts'
import { arrive, travel, tryAgain } from './viaje.ts'

type Envio = {
  name: string
  file: File
  signal: AbortSignal
  onProgress: (bytes: number) => void
  end: (subida: string) => void
  fail: (error: unknown) => void
}
/** Each upload that began; none ends by itself. */
const envios: Envio[] = []
/** Deletions under way on the server; none ends by itself. */
const drops: (() => void)[] = []
vi.mock('../../api/upload/upload-in-parts.ts', () => ({
  dropPartes: () => new Promise<void>((resolve) => drops.push(resolve)),
  uploadInParts: (
    { name }: { name: string },
    sent: File,
    callbacks: { signal: AbortSignal; onProgress: (bytes: number) => void },
  ) =>
    new Promise((resolve, reject) => {
      envios.push({ name, file: sent, ...callbacks, end: resolve, fail: reject })
      callbacks.signal.addEventListener('abort', () => reject(callbacks.signal.reason))
    }),
}))
/** The code that sends is loaded, or fails to be. */
const sender = vi.hoisted(() => ({ isLost: false }))
vi.mock('../../ui/state/later.ts', async (real) => ({
  ...(await real<typeof import('../../ui/state/later.ts')>()),
  again: (load: () => Promise<unknown>) => () =>
    sender.isLost ? Promise.reject(new TypeError('Failed to fetch')) : load(),
}))
const kept = new Map<string, File>()
vi.mock('idb-keyval', () => ({
  createStore: () => null,
  get: (id: string) => Promise.resolve(kept.get(id)),
  set: () => Promise.resolve(),
  del: () => Promise.resolve(),
  clear: () => Promise.resolve(),
}))
// Read as a component would
vi.mock('react', async (original) => ({
  ...(await original<typeof import('react')>()),
  useSyncExternalStore: (_: unknown, get: () => unknown) => get(),
}))

const names = () => envios.map(({ name }) => name)

/** Makes a file unreadable, as browsers do when it was changed or deleted after the pick. */
function spoil(id: string): void {
  const realFile = getCarrito().archivos.find((one) => one.id === id)?.realFile
  if (realFile)
    realFile.slice = () => {
      throw new DOMException('It changed', 'NotReadableError')
    }
}

beforeEach(async () => {
  forgetCarrito()
  for (const done of drops.splice(0)) done()
  tryAgain()
  kept.clear()
  localStorage.clear()
  await new Promise((resolve) => setTimeout(resolve))
  envios.length = 0
})

it.each([
  ['the order is done', startOver],
  ['the customer leaves', forgetCarrito],
])('stops sending and reading when %s, without a step on the screen', async (_, end) => {
  updateCarrito(() => carritoOf('tesis.pdf', 'anexo.pdf'))
  readPdf(getCarrito().archivos)
  travel()
  await expect.poll(() => envios.length).toBe(1)
  expect(getLecturas().size).toBe(2)
  end()
  expect(envios[0]?.signal.aborted).toBe(true)
  expect(getLecturas().size).toBe(0)
})

describe('another tab', () => {
  it('keeps an upload that arrived when it writes without knowing of it', () => {
    updateCarrito(() => carritoOf('tesis.pdf', 'anexo.pdf'))
    const theirs = editArchivo(getCarrito(), 'b', { duplicado: 4 })
    updateCarrito((carrito) => editArchivo(carrito, 'a', { subida: 'arrived' }))
    localStorage.setItem(CARRITO_KEY, serialise(theirs))
    window.dispatchEvent(new StorageEvent('storage', { key: CARRITO_KEY }))
    expect(getCarrito().archivos).toMatchObject([{ subida: 'arrived' }, { duplicado: 4 }])
  })

  it('keeps its options when an upload ends here before its storage event arrives', () => {
    updateCarrito(() => carritoOf('tesis.pdf', 'anexo.pdf'))
    localStorage.setItem(CARRITO_KEY, serialise(editArchivo(getCarrito(), 'b', { duplicado: 4 })))
    updateCarrito((carrito) => editArchivo(carrito, 'a', { subida: 'arrived' }))
    expect(getCarrito().archivos).toMatchObject([{ subida: 'arrived' }, { duplicado: 4 }])
  })
})

it('progress is not stored, and redraws only its own row', async () => {
  updateCarrito(() => carritoOf('tesis.pdf'))
  travel()
  await expect.poll(() => envios.length).toBe(1)
  const [before, stored] = [getCarrito(), localStorage.getItem(CARRITO_KEY)]
  envios[0]?.onProgress(2)
  expect(useAvance('a')).toEqual({ progress: 40, parado: false })
  expect(getCarrito()).toBe(before)
  expect(localStorage.getItem(CARRITO_KEY)).toBe(stored)
})

it('the same file picked again at once starts once the server forgot the first', async () => {
  updateCarrito(() => carritoOf('tesis.pdf'))
  travel()
  await expect.poll(() => envios.length).toBe(1)
  remove('a')
  updateCarrito((carrito) => addArchivos(carrito, [file('tesis.pdf')], () => 'again').carrito)
  travel()
  await expect.poll(() => drops.length).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(envios).toHaveLength(1)
  drops.shift()?.()
  await expect.poll(() => envios.length).toBe(2)
  envios[1]?.end('second')
  await expect.poll(() => getCarrito().archivos[0]?.subida).toBe('second')
})

it('without a signal the code that sends is waited for, and then all files go', async () => {
  sender.isLost = true
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  updateCarrito(() => carritoOf('tesis.pdf', 'anexo.pdf'))
  travel()
  await expect.poll(() => esperando.get()).toBe(true)
  expect(paradas.get().size).toBe(0)
  sender.isLost = false
  onLine.mockRestore()
  window.dispatchEvent(new Event('online'))
  await expect.poll(names).toEqual(['tesis.pdf'])
  envios[0]?.end('first')
  await expect.poll(names).toEqual(['tesis.pdf', 'anexo.pdf'])
})

it('a file with a password is not uploaded', async () => {
  updateCarrito(() => carritoOf('parcial.pdf', 'anexo.pdf'))
  setLectura('a', { estado: 'protegido' })
  travel()
  await expect.poll(names).toEqual(['anexo.pdf'])
  envios[0]?.end('arrived')
  await expect.poll(() => getCarrito().archivos[1]?.subida).toBe('arrived')
  await new Promise((resolve) => setTimeout(resolve))
  expect(names()).toEqual(['anexo.pdf'])
  keepLecturas(new Set())
})

it('a file that is no PDF by its bytes is not uploaded', async () => {
  updateCarrito(() => carritoOf('foto.pdf', 'anexo.pdf'))
  setLectura('a', { estado: 'no-es-pdf' })
  travel()
  await expect.poll(names).toEqual(['anexo.pdf'])
  envios[0]?.end('arrived')
  await expect.poll(() => getCarrito().archivos[1]?.subida).toBe('arrived')
  keepLecturas(new Set())
})

it('an upload stops once its password is found out, and the next one begins', async () => {
  updateCarrito(() => carritoOf('parcial.pdf', 'anexo.pdf'))
  setLectura('a', { estado: 'leyendo' })
  travel()
  await expect.poll(names).toEqual(['parcial.pdf'])
  setLectura('a', { estado: 'protegido' })
  await expect.poll(names).toEqual(['parcial.pdf', 'anexo.pdf'])
  expect(envios.map(({ signal }) => signal.aborted)).toEqual([true, false])
  envios[1]?.end('arrived')
  await expect.poll(() => getCarrito().archivos.map(({ subida }) => subida)).toEqual([null, 'arrived'])
  keepLecturas(new Set())
})

describe('a file that was changed or deleted after the pick', () => {
  it('is asked for again, and the others go on', async () => {
    updateCarrito(() => carritoOf('tesis.pdf', 'anexo.pdf'))
    spoil('a')
    travel()
    await expect.poll(names).toEqual(['anexo.pdf'])
    expect(getCarrito().archivos.map(({ realFile }) => realFile !== null)).toEqual([false, true])
    updateCarrito((carrito) => attachFile(carrito, 'a', file('tesis.pdf')))
    envios[0]?.end('arrived')
    await expect.poll(names).toEqual(['anexo.pdf', 'tesis.pdf'])
  })

  it('also during its upload; our copy replaces it where there is one', async () => {
    updateCarrito(() => carritoOf('tesis.pdf', 'anexo.pdf'))
    const copy = file('tesis.pdf')
    kept.set('a', copy)
    travel()
    await expect.poll(names).toEqual(['tesis.pdf'])
    spoil('a')
    envios[0]?.fail(new DOMException('It changed', 'NotReadableError'))
    await expect.poll(names).toEqual(['tesis.pdf', 'tesis.pdf'])
    expect(envios[1]?.file).toBe(copy)
  })
})

describe('stopped uploads', () => {
  it('are reported, do not hold up the others, and can be tried again', async () => {
    updateCarrito(() => carritoOf('tesis.pdf', 'anexo.pdf'))
    travel()
    await expect.poll(names).toEqual(['tesis.pdf'])
    envios[0]?.onProgress(1)
    envios[0]?.fail(new RefusedUpload(507, '{"detail":"No hay lugar."}'))
    await expect.poll(names).toEqual(['tesis.pdf', 'anexo.pdf'])
    expect(useAvance('a')).toEqual({ progress: 20, parado: true })
    envios[1]?.end('arrived')
    await expect.poll(() => getCarrito().archivos[1]?.subida).toBe('arrived')
    expect(envios).toHaveLength(2)
    tryAgain()
    expect(useAvance('a').parado).toBe(false)
    await expect.poll(names).toEqual(['tesis.pdf', 'anexo.pdf', 'tesis.pdf'])
  })

  it('stay stopped where the browser saves data and the customer did not go on', async () => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })
    try {
      updateCarrito(() => carritoOf('tesis.pdf', 'anexo.pdf'))
      const waiting = new AbortController()
      const arrival = arrive(waiting.signal)
      await expect.poll(names).toEqual(['tesis.pdf'])
      waiting.abort()
      await expect(arrival).rejects.toThrow()
      await new Promise((resolve) => setTimeout(resolve, 20))
      expect(envios).toHaveLength(1)
      expect(envios[0]?.signal.aborted).toBe(true)
    } finally {
      Object.defineProperty(navigator, 'connection', { value: undefined, configurable: true })
    }
  })
})
