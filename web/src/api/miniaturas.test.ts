import { afterEach, expect, it, vi } from 'vitest'
import { Borrado } from '../ui/hojear/dibujos.ts'
import { fetchMiniatura } from './miniaturas.ts'

afterEach(() => void vi.unstubAllGlobals())

function answered(status: number, codigo?: string) {
  const headers = new Headers(codigo ? { 'x-codigo': codigo } : {})
  vi.stubGlobal('fetch', async () => new Response('{"detail":"No encontrado."}', { status, headers }))
  const asked = { pedidoId: 'P1', n: 1, pagina: 1, ancho: 100 }
  return fetchMiniatura(asked, new AbortController().signal).catch((error: unknown) => error)
}

it('a picture that the shop no longer has was deleted', async () => {
  expect(await answered(404, 'no_existe')).toBeInstanceOf(Borrado)
})

it.each([
  ['a proxy’s 404', 404, undefined],
  ['its own 503', 503, 'saturado'],
])('any other failure may pass: %s', async (_, status, codigo) => {
  const error = await answered(status, codigo)
  expect(error).toBeInstanceOf(Error)
  expect(error).not.toBeInstanceOf(Borrado)
})
