// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import type { RespuestaDeTrabajo } from './trabajo.ts'

vi.mock('./documento.ts', () => ({
  openDocumento: async () => ({ contar: async () => [], close: async () => {} }),
}))

it('a file in which no page is found is left to the server, which may find some', async () => {
  await import('./lector-worker.ts')
  const told = new Promise<RespuestaDeTrabajo>((resolve) => {
    vi.spyOn(self, 'postMessage').mockImplementation((respuesta: RespuestaDeTrabajo) => resolve(respuesta))
  })
  const data = { que: 'contar', id: 'uno', file: new File(['%PDF-1.7'], 'uno.pdf') }
  self.onmessage?.(new MessageEvent('message', { data }))
  expect(await told).toEqual({ es: 'no', estado: 'ilegible' })
})
