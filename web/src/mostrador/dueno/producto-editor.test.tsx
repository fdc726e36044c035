// @vitest-environment happy-dom
import type { ProductoDueno } from '@imprimitodo/shared/api/catalogo'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ProductoEditor } from './producto-editor.tsx'

const PRODUCTO: ProductoDueno = {
  id: 7,
  nombre: 'Fotos',
  texto: null,
  categoria_id: null,
  importe: 800,
  es_oferta: true,
  precio_anterior: 1000,
  oferta_hasta: '2026-11-30',
  es_impresion: false,
  video: null,
  portada_id: null,
  portada: null,
  orden: 0,
  retirado: null,
  imagenes: [],
}
const sent: Record<string, unknown>[] = []
let closed = 0

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T15:00:00Z') })
  sent.length = 0
  closed = 0
  vi.stubGlobal('fetch', async (_: unknown, { body }: RequestInit) => {
    const change = JSON.parse(String(body))
    sent.push(change)
    return Response.json({ ...PRODUCTO, ...change })
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function edit(change: Partial<ProductoDueno> = {}) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ProductoEditor
        producto={{ ...PRODUCTO, ...change }}
        categorias={[]}
        onClose={() => {
          closed++
        }}
      />
    </QueryClientProvider>,
  )
}

const [PRECIO, ANTES, DIA] = ['Precio ($)', 'Precio antes de la oferta ($)', 'Último día de la oferta']
const field = (label = '') => screen.queryByLabelText<HTMLInputElement>(label)
const type = (label: string | undefined, value: string) =>
  fireEvent.change(screen.getByLabelText(label ?? ''), { target: { value } })
const tick = () => fireEvent.click(screen.getByLabelText('Está en oferta'))
/** The hint beside the tick, as screen readers read it too. */
const hint = () => {
  const id = screen.getByLabelText('Está en oferta').getAttribute('aria-describedby') ?? ''
  return document.getElementById(id)?.textContent ?? ''
}
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Guardar' }))
async function save() {
  press()
  await expect.poll(() => closed).toBe(1)
  return sent
}

describe('an offer in the form', () => {
  it('that is unticked returns to the price before, and says so before it is saved', async () => {
    edit()
    expect(hint()).toBe('')
    tick()
    expect(hint()).toBe('Vuelve a $ 1.000,00.')
    expect([field(PRECIO)?.value, field(ANTES), field(DIA)]).toEqual(['1000', null, null])
    const none = { importe: 1000, es_oferta: false, precio_anterior: null, oferta_hasta: null }
    expect(await save()).toMatchObject([none])
  })

  it('that is ticked again is as it was', async () => {
    edit()
    tick()
    tick()
    expect([hint(), field(PRECIO)?.value, field(ANTES)?.value]).toEqual(['', '800', '1000'])
    expect(await save()).toEqual([])
  })

  it.each(['before it is unticked', 'after it'])('keeps a price that is typed %s', async (when) => {
    edit()
    if (when === 'after it') tick()
    type(PRECIO, '900')
    if (when !== 'after it') tick()
    expect([hint(), field(PRECIO)?.value]).toEqual(['Queda en $ 900,00.', '900'])
    expect(await save()).toMatchObject([{ importe: 900, es_oferta: false, precio_anterior: null }])
  })

  it('may end at the price of the offer, where that is typed', async () => {
    edit()
    tick()
    type(PRECIO, '800')
    expect(hint()).toBe('Queda en $ 800,00.')
    expect(await save()).toEqual([{ es_oferta: false, precio_anterior: null, oferta_hasta: null }])
  })

  it('whose last day has passed says what the window shows, and other fields may be saved', async () => {
    edit({ oferta_hasta: '2026-11-22' })
    expect(hint()).toBe('Terminó el 22/11/2026: en la vidriera está $ 1.000,00.')
    type('Nombre', 'Fotos 10×15')
    expect(await save()).toEqual([{ nombre: 'Fotos 10×15' }])
  })

  it.each([
    ['a last day without the price before', ANTES, '', ANTES, /^Poné el precio de antes/],
    ['a price that is not below the one before', PRECIO, '1.000,00', ANTES, /^El precio de antes tiene que/],
    ['a last day that has gone', DIA, '2026-11-22', DIA, /^La oferta tiene que terminar hoy/],
  ])('with %s is refused at its field, and nothing is sent', (_, label, value, at, message) => {
    edit()
    type(label, value)
    press()
    expect(screen.getByRole('alert').textContent).toMatch(message)
    expect(field(at)?.getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(field(at))
    expect([sent, closed]).toEqual([[], 0])
  })
})

it('a product that is no offer has no price before, and no last day', async () => {
  edit({ es_oferta: false, precio_anterior: null, oferta_hasta: null })
  expect([hint(), field(ANTES), field(DIA)]).toEqual(['', null, null])
  tick()
  type(ANTES, '950,50')
  expect(await save()).toEqual([{ es_oferta: true, precio_anterior: 950.5 }])
})

it('a product that another tab made an offer meanwhile shows the problem of the new price', async () => {
  const message = 'El precio de antes tiene que ser mayor que el de ahora.'
  vi.stubGlobal('fetch', async () => Response.json({ precio_anterior: [message] }, { status: 400 }))
  edit({ es_oferta: false, precio_anterior: null, oferta_hasta: null })
  type(PRECIO, '1100')
  press()
  expect((await screen.findByRole('alert')).textContent).toBe(message)
})
