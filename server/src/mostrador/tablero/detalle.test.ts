import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { pagos } from '../../base/db/schema/pagos.ts'
import { historial } from '../../base/db/schema/pedidos.ts'
import { simulado_pagos } from '../../base/db/schema/services.ts'
import { enterAs } from '../../testing/mostrador.ts'
import { makePdf } from '../../testing/pdf.ts'
import { confirmed, paid, pastDeshacer } from '../../testing/pedidos.ts'
import { eventually, testShop } from '../../testing/shop.ts'

const pdf = makePdf({ pages: 3 })
const BASE = '/api/mostrador'

const FILES = async () => [{ nombre: 'apuntes.pdf', bytes: await pdf }]

describe('an order at the counter', () => {
  test('shows everything, and takes its steps once each, under the name of the person who takes them', async () => {
    const shop = await testShop()
    const auth = await enterAs(shop)
    const pedido = await paid(shop, {
      files: [
        { nombre: 'a.pdf', bytes: await pdf, grupo: 'grupo0', duplicado: 2 },
        { nombre: 'b.pdf', bytes: await pdf, grupo: 'grupo0' },
        { nombre: 'suelto.pdf', bytes: await pdf, doble_faz: false },
      ],
    })
    const url = `${BASE}/pedidos/${pedido.id}`
    const seen = (await shop.get(url, auth)).json<PedidoMostrador>()
    expect(seen).toMatchObject({
      numero: pedido.numero,
      estado: 'pagado',
      pago: 'aprobado',
      archivos_guardados: true,
      total_impresion: pedido.total_impresion / 100,
      total_anillado: 2400,
      descuento_porcentaje: 5,
      volumenes: [{ grupo: 'grupo0', hojas: 4, copias: 2 }],
      trabajos: [
        {
          id: 1,
          nombre: 'Anillado 1',
          copias: 2,
          hojas: 4,
          paginas: 7,
          lados: 2,
          borde: 'largo',
          anillado: true,
        },
        { id: 2, nombre: 'suelto.pdf', copias: 1, hojas: 3, lados: 1, tomo: null, archivos: ['suelto.pdf'] },
      ],
      pagos: [{ estado: 'approved', importe: pedido.importe_final / 100, devuelto: 0, medio: 'tarjeta' }],
    })
    expect(seen.trabajos[0]?.archivos).toEqual(['a.pdf', 'b.pdf'])
    expect(seen.historial.map(({ estado, quien }) => [estado, quien])).toEqual([
      ['confirmado', 'cliente'],
      ['pagado', 'Pago simulado'],
    ])

    const step = (estado: string) => shop.post(`${url}/estado`, { estado }, auth)
    expect((await step('listo')).json()).toEqual({
      detail: `El pedido ${pedido.numero} está pagado: no puede pasar a listo.`,
    })
    const twice = await Promise.all([step('en_produccion'), step('en_produccion')])
    expect(twice.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    expect((await step('listo')).json()).toMatchObject({ estado: 'listo' })
    expect((await step('listo')).json()).toEqual({ detail: `El pedido ${pedido.numero} ya está listo.` })
    const done = (await step('entregado')).json<PedidoMostrador>()
    expect(done.historial.at(-1)).toMatchObject({ estado: 'entregado', quien: 'Dueño' })
    expect((await step('cancelado')).statusCode).toBe(409)
    const detail = `El pedido ${pedido.numero} está entregado: no puede pasar a pagado.`
    const earlier = await step('pagado')
    expect(earlier.statusCode).toBe(409)
    expect(earlier.json()).toEqual({ detail })
    expect((await step('reembolsado')).statusCode).toBe(409)
    const unknown = await step('perdido')
    expect(unknown.statusCode).toBe(400)
    expect(unknown.json()).toEqual({ estado: ['Ese estado no existe.'] })
    // Handed over while the clerk could still take 'listo' back: no mail that asks the customer to come
    const mails = (await shop.get('/dev/correo', { accept: 'application/json' })).json<{ asunto: string }[]>()
    expect(mails.map(({ asunto }) => asunto)).toEqual([`Recibimos tu pedido ${pedido.numero}`])
    for (const id of ['otro', (await shop.quote([{ nombre: 'x.pdf', bytes: await pdf }])).pedido_id]) {
      expect((await shop.get(`${BASE}/pedidos/${id}`, auth)).statusCode).toBe(404)
      expect(
        (await shop.post(`${BASE}/pedidos/${id}/estado`, { estado: 'cancelado', motivo: 'Sin papel' }, auth))
          .statusCode,
      ).toBe(404)
    }
  })

  test.each(['pagado', 'vencido', 'confirmado'])(
    'an unpaid order is not made %s by a person',
    async (estado) => {
      const shop = await testShop()
      const auth = await enterAs(shop)
      const { id } = await confirmed(shop, { files: await FILES() })
      expect((await shop.post(`${BASE}/pedidos/${id}/estado`, { estado }, auth)).statusCode).toBe(409)
      const seen = (await shop.get(`${BASE}/pedidos/${id}`, auth)).json<PedidoMostrador>()
      expect(seen.estado).toBe('confirmado')
    },
  )

  test('cancelled, its payment is refunded, once; unpaid, its link ends', async () => {
    const shop = await testShop()
    const auth = await enterAs(shop)
    const cancel = (id: string) =>
      shop.post(`${BASE}/pedidos/${id}/estado`, { estado: 'cancelado', motivo: 'Sin papel' }, auth)
    const pedido = await paid(shop, { files: await FILES() })
    const both = await Promise.all([cancel(pedido.id), cancel(pedido.id)])
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    await pastDeshacer(shop, pedido.id)
    const seen = await eventually(
      async () => (await shop.get(`${BASE}/pedidos/${pedido.id}`, auth)).json<PedidoMostrador>(),
      ({ pago }) => pago === 'devuelto',
    )
    expect(seen).toMatchObject({
      estado: 'cancelado',
      pagos: [{ estado: 'refunded', devuelto: seen.importe_final }],
    })
    expect(seen.historial.filter(({ nota }) => nota?.includes('se devuelven'))).toHaveLength(1)
    // The customer is told once how much comes back and how; the owner has nothing to do
    const mails = (await shop.get('/dev/correo', { accept: 'application/json' })).json<
      { para: string; asunto: string; texto: string }[]
    >()
    expect(mails.map(({ asunto }) => asunto)).toEqual([
      `Cancelamos tu pedido ${pedido.numero} y te devolvemos ${formatPesos(pedido.importe_final / 100)}`,
      `Recibimos tu pedido ${pedido.numero}`,
    ])
    expect(mails.map(({ para }) => para)).toEqual([pedido.email, pedido.email])
    expect(mails[0]?.texto).toContain('Vuelve: a tu tarjeta')

    const waiting = await confirmed(shop, { files: await FILES() })
    const total = waiting.importe_final / 100
    await shop.post('/api/crear-preferencia', { pedido_id: waiting.id, total })
    await shop.post(`/api/pago-simulado/${waiting.referencia}`, { accion: 'pagar_en_efectivo' })
    expect((await cancel(waiting.id)).json()).toMatchObject({ estado: 'cancelado' })
    await pastDeshacer(shop, waiting.id)
    await eventually(
      () => shop.db.select().from(simulado_pagos).where(eq(simulado_pagos.referencia, waiting.referencia)),
      ([ticket]) => ticket?.estado === 'cancelled',
    )
    expect(
      (await shop.post(`/api/pago-simulado/${waiting.referencia}`, { accion: 'aprobar' })).statusCode,
    ).toBe(409)
    expect(await shop.db.select().from(pagos).where(eq(pagos.estado, 'approved'))).toEqual([])
    expect(await shop.db.select().from(historial).where(eq(historial.estado, 'reembolsado'))).toEqual([])
  })
})
