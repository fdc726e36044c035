// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { file } from '../carrito/testing.ts'
import type { EstadoLectura } from '../lectura/lectura.ts'

/** The row of a PDF of two coloured pages, in a tab whose storage names the file that crashed it before. */
async function open(dibujando: string, estado: EstadoLectura = 'lista') {
  vi.resetModules()
  sessionStorage.setItem('dibujando', dibujando)
  const [{ ArchivoRow }, { newArchivo }, { setLectura }] = await Promise.all([
    import('./archivo-row.tsx'),
    import('../carrito/carrito-state.ts'),
    import('../lectura/lectura.ts'),
  ])
  const pagina = { ancho_mm: 210, alto_mm: 297, color: null }
  setLectura('uno', { estado, paginas: estado === 'lista' ? [pagina, pagina] : [] })
  const archivo = { ...newArchivo('uno', file('escaneo.pdf')), color: 'color' as const }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ArchivoRow archivo={archivo} restored onReplace={vi.fn()} onConvert={vi.fn()} onRemove={vi.fn()} />
    </QueryClientProvider>,
  )
}

beforeEach(() => void vi.stubGlobal('fetch', () => new Promise(() => {})))
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const says = (text: string) => screen.queryByText(text, { exact: false }) !== null

it('shows the progress of the search for colour', async () => {
  await open('otro')
  expect([says('Mirando el color'), says('0 de 2'), says('solo puede bajar')]).toEqual([true, true, true])
})

it('says for a file that crashed the tab that the shop will look for colour', async () => {
  await open('uno')
  expect([says('Mirando el color'), says('0 de 2'), says('solo puede bajar')]).toEqual([false, false, true])
  expect(says('lo miramos cuando llegue')).toBe(true)
})

it('says of a file that this browser could not count when that is done, and what to do if it is broken', async () => {
  await open('otro', 'ilegible')
  expect(says('Las contamos al pasar al paso 3')).toBe(true)
  expect(says('abrilo y guardalo de nuevo como PDF')).toBe(true)
})

it('says of an empty file that it may not have been downloaded yet', async () => {
  await open('otro', 'vacio')
  expect(says('Abrilo una vez para que se descargue')).toBe(true)
  expect(screen.getByLabelText('Elegir de nuevo escaneo.pdf').getAttribute('type')).toBe('file')
})

it('says of a file that is no PDF in spite of its name what it is not, and how to go on', async () => {
  await open('otro', 'no-es-pdf')
  expect(says('No es un PDF · 5 Bytes')).toBe(true)
  expect(says('Este archivo no es un PDF. Guardalo o exportalo como PDF y volvé a subirlo.')).toBe(true)
  expect([says('Cómo pasarlo a PDF'), says('Elegir el PDF nuevo')]).toEqual([true, true])
})
