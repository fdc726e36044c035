// @vitest-environment happy-dom
import type { Impresion, Impresora } from '@imprimitodo/shared/api/impresion'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../../api/query-client.ts'
import { fakeServer, type ReceivedCall } from '../../../api/testing.ts'
import { Toasts } from '../../../ui/notice/toasts.tsx'
import { endSession, startSession } from '../../session/session.ts'
import { Paradas } from './paradas.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

const impresion = (id: number, change: Partial<Impresion> = {}): Impresion => ({
  id,
  pedido_id: 'P1',
  numero: 1046,
  trabajo: id,
  nombre: `Trabajo ${id}`,
  copias: 2,
  hojas: 93,
  paginas: 186,
  desde_pagina: 1,
  lados: 2,
  borde: 'largo',
  color: false,
  estado: 'en_cola',
  impresora: { id: 4, nombre: 'Copiadora grande' },
  motivo: null,
  mensaje: null,
  contadas: null,
  consultar: false,
  sin_noticias: null,
  pedida: '2026-11-24T13:00:00Z',
  pedida_por: 'Nadia',
  terminada: null,
  resuelta_por: null,
  ...change,
})
const impresora = (id: number, nombre: string, change: Partial<Impresora> = {}): Impresora => ({
  id,
  nombre,
  sucursal: 'Alberdi',
  uri: 'ipp://x',
  usuario: null,
  cuenta: null,
  tiene_clave: false,
  huella: null,
  huella_vista: null,
  perfil: null,
  repetir_copias: false,
  caratula: false,
  automatica: false,
  anda: true,
  texto: 'Lista',
  aviso: null,
  vista: null,
  sin_noticias: null,
  en_cola: { pedidos: 0, hojas: 0 },
  ...change,
})
const OUT = impresora(4, 'Copiadora grande', { anda: false, texto: 'Sin papel' })
const OTHER = impresora(5, 'Láser color')

let calls: ReceivedCall[]
beforeEach(() => {
  startSession({ access: 'vale', id: 1, nombre: 'Nadia', rol: 'operador', sucursal: null })
  calls = fakeServer({
    'POST /api/mostrador/impresiones/1/mover': { status: 200, body: {} },
    'POST /api/mostrador/impresiones/2/mover': { status: 409, body: { detail: 'Ya empezó a salir.' } },
    'POST /api/mostrador/impresiones/3/mover': { status: 200, body: {} },
  })
})
afterEach(() => {
  cleanup()
  endSession()
  vi.unstubAllGlobals()
})

const show = (impresiones: Impresion[], impresoras: Impresora[]) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <h1>Pedido</h1>
      <Paradas pedido_id="P1" impresiones={impresiones} impresoras={impresoras} />
      <Toasts />
    </QueryClientProvider>,
  )
const moved = () =>
  calls.filter(({ call }) => call.endsWith('/mover')).map(({ call, body }) => [call.split('/').at(-2), body])

describe('an order whose printer has stopped', () => {
  it('uses the strip’s words, and moves waiting works to another printer', async () => {
    const user = userEvent.setup()
    show([impresion(1), impresion(3)], [OUT, OTHER])
    screen.getByRole('heading', { name: 'Sin papel: Copiadora grande' })
    screen.getByText('2 trabajos de este pedido esperan, 372 hojas.')
    await user.click(screen.getByRole('button', { name: /^Pasar a otra/ }))
    await user.click(screen.getByRole('button', { name: /^Láser color/ }))
    await screen.findByText('2 trabajos pasan a Láser color.')
    expect(moved()).toEqual([
      ['1', { impresora: 5 }],
      ['3', { impresora: 5 }],
    ])
  })

  it('a work that began meanwhile is reported, and the others are moved', async () => {
    const user = userEvent.setup()
    show([impresion(2), impresion(3)], [OUT, OTHER])
    await user.click(screen.getByRole('button', { name: /^Pasar a otra/ }))
    await user.click(screen.getByRole('button', { name: /^Láser color/ }))
    await screen.findByText('Ya empezó a salir.')
    await waitFor(() => expect(moved().map(([id]) => id)).toEqual(['2', '3']))
  })

  it('without news of the agent says since when; a work that has begun cannot be moved', () => {
    const sin_noticias = new Date(Date.now() - 12 * 60_000).toISOString()
    const silent = { ...OUT, texto: 'Sin noticias del agente', sin_noticias }
    show([impresion(1, { estado: 'imprimiendo', contadas: 148 })], [silent, OTHER])
    screen.getByRole('heading', { name: 'Sin noticias del agente: Copiadora grande' })
    screen.getByText(/^Desde .*«Trabajo 1»: 74 de 186 hojas, sigue sola cuando vuelva a andar\.$/)
    expect(screen.queryByRole('button', { name: /^Pasar a otra/ })).toBeNull()
  })

  it.each([
    ['that prints', [impresion(1)], [{ ...OUT, anda: true }]],
    ['where nothing of it waits', [impresion(1, { estado: 'impresa' })], [OUT]],
    ['where it waits for an answer', [impresion(1, { estado: 'verificar' })], [OUT]],
  ])('says nothing of a printer %s', (_, impresiones, impresoras) => {
    show(impresiones, impresoras)
    expect(screen.queryByRole('heading', { level: 2 })).toBeNull()
  })
})
