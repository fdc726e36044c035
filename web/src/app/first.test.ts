// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { takeEarly } from '../api/early.ts'
import { storeAccess } from '../api/session/token.ts'
import { carritoText } from '../pedido/carrito/carrito-key.ts'

const asked = vi.fn((_url: string, _options: RequestInit) => Promise.resolve(new Response('[]')))

afterEach(() => {
  vi.unstubAllGlobals()
  asked.mockClear()
  localStorage.clear()
  sessionStorage.clear()
  globalThis.takeDropped?.()
  globalThis.takeDropped = undefined
  delete document.documentElement.dataset.conArchivos
})

/** The page at this address begins. */
async function open(address: string): Promise<void> {
  vi.stubGlobal('fetch', asked)
  history.replaceState(null, '', address)
  vi.resetModules()
  await import('./first.ts')
}

/** The addresses that it asks for before its code is here. */
async function callsOf(address: string): Promise<string[]> {
  await open(address)
  expect(asked).not.toHaveBeenCalled()
  globalThis.askEarly?.()
  return asked.mock.calls.map(([url]) => url)
}

/** Files are dropped on the page. @returns whether the browser would open them */
function drop(...files: File[]): boolean {
  const event = new Event('drop', { cancelable: true })
  const types = files.length > 0 ? ['Files'] : ['text/plain']
  return window.dispatchEvent(Object.assign(event, { dataTransfer: { types, files } }))
}

it.each([
  ['/', ['/api/v1/productos/', '/api/v1/productos/?es_oferta=1']],
  ['/producto/7?categoria=tazas&es_oferta=0', ['/api/v1/productos/7/']],
  ['/producto/7/?es_oferta=1', ['/api/v1/productos/7/?es_oferta=1']],
  ['/producto/', []],
  ['/imprimitodo', []],
  ['/registro', []],
])('%s begins with its own calls, once it is told to', async (address, calls) => {
  expect(await callsOf(address)).toEqual(calls)
})

it('a call is made with the bearer of the session, and its answer is taken over', async () => {
  storeAccess('vale')
  await callsOf('/producto/7')
  expect(asked.mock.calls[0]?.[1]).toEqual({
    credentials: 'include',
    headers: { Authorization: 'Bearer vale' },
  })
  expect(takeEarly('GET', '/api/v1/productos/7/')).toBe(asked.mock.results[0]?.value)
})

it.each(['/imprimitodo', '/imprimitodo/', '/imprimitodo/paso1'])(
  'files dropped on %s before it is React’s are kept, and no longer once they were taken',
  async (address) => {
    await open(address)
    const file = new File(['%PDF'], 'apunte.pdf')
    expect(drop(file)).toBe(false)
    expect(drop()).toBe(true)
    expect(globalThis.takeDropped?.()).toEqual([file])
    expect(drop(file)).toBe(true)
  },
)

it.each(['/', '/imprimitodo/paso2', '/producto/7'])('files dropped on %s are not kept', async (address) => {
  await open(address)
  expect(globalThis.takeDropped).toBeUndefined()
  expect(drop(new File(['%PDF'], 'apunte.pdf'))).toBe(true)
})

it.each([
  ['{"archivos":[{}]}', true],
  ['{"archivos":[]}', false],
  ['null', false],
  ['{', false],
])('the first step with the half-made order %s has files: %s', async (text, has) => {
  carritoText.write(text)
  await open('/imprimitodo')
  expect(document.documentElement.hasAttribute('data-con-archivos')).toBe(has)
})
