// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
  document.head.replaceChildren()
})

it.each([
  ['', { NOMBRE: 'ImprimiTodo', ROTULO: 'imprimitodo' }],
  ['<meta name="application-name" content="A&amp;B &lt;i&gt;">', { NOMBRE: 'A&B <i>', ROTULO: 'A&B <i>' }],
])('the shop is called as the head of its page says: %s', async (head, names) => {
  document.head.innerHTML = head
  expect({ ...(await import('./nombre.ts')) }).toEqual(names)
})

it('on a page that is made ahead the name is left blank', async () => {
  vi.stubGlobal('document', undefined)
  expect({ ...(await import('./nombre.ts')) }).toEqual({ NOMBRE: '\uE000', ROTULO: '\uE001' })
  vi.unstubAllGlobals()
})
