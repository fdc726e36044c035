import type { PedidoAnswer, PromesasYPago } from '@imprimitodo/shared/api/pedidos'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { pedidos } from '../../../base/db/schema/pedidos.ts'
import { sucursales } from '../../../base/db/schema/sucursales.ts'
import { makePdf } from '../../../testing/pdf.ts'
import { pay, rowOf } from '../../../testing/pedidos.ts'
import { compra, OWNER, type SentFile, type Shop, testShop } from '../../../testing/shop.ts'

/** Friday, half past eight: the shop opens. */
const OPENS = Date.parse('2026-11-20T08:30:00-03:00')
const minutesAfter = (instant: string | null) => instant && (Date.parse(instant) - OPENS) / 60_000

async function aShop() {
  const now = { ms: OPENS }
  const shop = await testShop({ now: () => new Date(now.ms) })
  const { access } = (await shop.post('/api/mostrador/ingresar', OWNER)).json()
  const owner = { authorization: `Bearer ${access}` }
  const quoted = async (pages: number, options: Partial<SentFile> = {}) => {
    const bytes = await makePdf({ pages })
    return (await shop.quote([{ nombre: 'a.pdf', bytes, ...options }])).pedido_id
  }
  const look = async (pedido_id: string, sucursal = '') =>
    (await shop.get(`/api/pedidos/${pedido_id}?sucursal=${sucursal}`)).json<PedidoAnswer>()
  return { shop, owner, now, quoted, look }
}

async function buy(shop: Shop, pedido_id: string, sucursal = 'Alberdi') {
  await shop.post('/api/completar_compra', compra(pedido_id, { sucursal }))
  await pay(shop, await rowOf(shop, pedido_id))
}

describe('the promised time', () => {
  it('is estimated for a branch while the order is unpaid, and promised when it is paid; waiting works delay it', async () => {
    const { shop, now, quoted, look } = await aShop()
    const first = await quoted(60)
    expect(await look(first)).toMatchObject({ prometido: null, prometido_estimado: null })
    const asked = await look(first, 'Alberdi')
    // 2 minutes of printing and 15 of margin
    expect([asked.prometido, minutesAfter(asked.prometido_estimado)]).toEqual([null, 20])
    expect((await look(first, 'Ninguna')).prometido_estimado).toBeNull()
    await buy(shop, first)
    const paid = await look(first, 'Aguilares')
    expect([minutesAfter(paid.prometido), paid.prometido_estimado]).toEqual([20, null])
    now.ms += 3600_000
    expect(minutesAfter((await look(first)).prometido)).toBe(20)
    now.ms = OPENS

    await buy(shop, await quoted(10, { anillado: true, duplicado: 3 }))
    const next = await quoted(1)
    // 60 + 30 pages wait, and three volumes of ten minutes
    expect(minutesAfter((await look(next, 'Alberdi')).prometido_estimado)).toBe(50)
    expect(minutesAfter((await look(next, 'aguilares')).prometido_estimado)).toBe(20)
  })

  it('is told of every branch in one answer, with the ways to pay, and of none once the order is paid', async () => {
    const { shop, quoted, look } = await aShop()
    await buy(shop, await quoted(10, { anillado: true, duplicado: 3 }))
    const next = await quoted(1)
    const ask = async () => (await shop.get(`/api/pedidos/${next}/para-pagar`)).json<PromesasYPago>()
    const { promesas, pago } = await ask()
    expect(promesas.map(({ sucursal, prometido }) => [sucursal, minutesAfter(prometido)])).toEqual([
      ['Alberdi', 50],
      ['Aguilares', 20],
    ])
    for (const { sucursal, prometido } of promesas)
      expect((await look(next, sucursal)).prometido_estimado).toBe(prometido)
    expect(pago).toEqual({ proveedor: null, medios: ['tarjeta', 'efectivo'] })
    expect((await shop.get('/api/pedidos/nada/para-pagar')).statusCode).toBe(404)
    await buy(shop, next)
    expect(await ask()).toEqual({ promesas: [], pago: null })
  })

  it('counts the owner’s minutes, the speed of the printers and what waits for them', async () => {
    const { shop, owner, quoted, look } = await aShop()
    await buy(shop, await quoted(89, { anillado: true }))
    const next = await quoted(1)
    const put = (promesa: object) =>
      shop.app.inject({
        method: 'PUT',
        url: '/api/mostrador/ajustes',
        headers: owner,
        payload: { promesa },
      })
    expect((await put({ minutos_anillado: -1, minutos_margen: 5 })).statusCode).toBe(400)
    expect((await put({ minutos_anillado: 20, minutos_margen: 0 })).json().promesa).toEqual({
      minutos_anillado: 20,
      minutos_margen: 0,
    })
    expect(minutesAfter((await look(next, 'Alberdi')).prometido_estimado)).toBe(25)
    const { id } = (
      await shop.post(
        '/api/mostrador/impresoras',
        { nombre: 'Lenta', sucursal: 'Alberdi', uri: 'ipp://10.0.0.9/ipp/print' },
        owner,
      )
    ).json<{ id: number }>()
    await shop.db.execute(
      `update impresoras set anda = true, perfil = '{"uuid":null,"modelo":"x","pdf":true,"dos_pasos":true,"lados":["one-sided","two-sided-long-edge"],"color":false,"copias_max":0,"copias":"impresora","ppm":3,"ppm_color":null,"escala":true}' where id = ${id}`,
    )
    // 90 + 1 pages at 3 a minute
    expect(minutesAfter((await look(next, 'Alberdi')).prometido_estimado)).toBe(50)
    const [waiting] = await shop.db.select().from(pedidos).where(eq(pedidos.estado, 'pagado')).limit(1)
    const sent = await shop.post(`/api/mostrador/pedidos/${waiting?.id}/imprimir`, {}, owner)
    expect(sent.statusCode, sent.body).toBe(200)
    expect(minutesAfter((await look(next, 'Alberdi')).prometido_estimado)).toBe(50)
  })

  it('uses the measured speed of its printers, not the reported one, once there are five works', async () => {
    const { shop, quoted, look } = await aShop()
    const sixty = await quoted(60)
    const estimated = async () => minutesAfter((await look(sixty, 'Alberdi')).prometido_estimado)
    await shop.db.execute(`
      insert into agentes (nombre, sucursal_id, token_hash, creado) values ('Alberdi', 1, 'x', now());
      insert into impresoras (nombre, uri, sucursal_id, perfil) values ('Ricoh', 'ipp://10.0.0.9/p', 1, '{"ppm": 60}')`)
    /** A printed work of so many sides that took so many minutes. */
    const printed = (sides: number, minutes: number) =>
      shop.db.execute(`
        with made as (
          insert into impresiones (trabajo, nombre, copias, lados, borde, color, hojas, paginas, impresora_id, estado, pedida, pedida_por, terminada)
          select 1, 'a.pdf', 1, 1, 'largo', false, ${sides}, ${sides}, id, 'impresa', now(), 'x', now() from impresoras where nombre = 'Ricoh'
          returning id)
        insert into intentos (impresion_id, agente_id, cerca, arriendo_hasta, autorizado, fase, creado, actualizado)
        select made.id, agentes.id, made.id, now(), now() - interval '${minutes} minutes', 'completo', now(), now() from made, agentes`)
    expect(await estimated()).toBe(20) // 1 minute at 60 a minute, and 15 of margin
    for (const [sides, minutes] of [
      [60, 6],
      [40, 4],
      [60, 600], // jammed over night
      [20, 2],
      [2, 1], // woke up for it
    ] as const)
      await printed(sides, minutes)
    expect(await estimated()).toBe(20)
    await printed(100, 10)
    expect(await estimated()).toBe(25) // 6 minutes at 10 a minute
  })

  it('where hundreds wait, the queue is not summed again for each order, but soon', async () => {
    const { shop, now, quoted, look } = await aShop()
    await buy(shop, await quoted(60))
    const next = await quoted(1)
    const alike = () =>
      shop.db.execute(sql`
        with fresh as (
          select gen_random_uuid() as id, p.id as first from pedidos p, generate_series(1, 250)
          where p.estado = 'pagado' and p.numero = (select min(numero) from pedidos where estado = 'pagado')
        ), orders as (
          insert into pedidos select (jsonb_populate_record(p, jsonb_build_object(
            'id', f.id, 'numero', nextval('pedido_numero'), 'referencia', f.id, 'codigo_retiro', left(md5(f.id::text), 12)))).*
          from fresh f join pedidos p on p.id = f.first
        )
        insert into archivos overriding user value
        select (jsonb_populate_record(a, jsonb_build_object('pedido_id', f.id))).*
        from fresh f join archivos a on a.pedido_id = f.first`)
    const waiting = async () => Number(minutesAfter((await look(next, 'Alberdi')).prometido_estimado))
    const alone = await waiting()
    await alike()
    const many = await waiting()
    expect(many).toBeGreaterThan(alone)
    await alike()
    expect(await waiting()).toBe(many)
    now.ms += 1_000
    expect(await waiting()).toBeGreaterThan(many)
  })

  it('a branch whose hours cannot be read promises nothing, and is paid all the same', async () => {
    const { shop, quoted, look } = await aShop()
    const isAguilares = eq(sucursales.nombre, 'Aguilares')
    await shop.deps.tienda.edit((tx) =>
      tx.update(sucursales).set({ horario: 'Consultanos' }).where(isAguilares),
    )
    const id = await quoted(2)
    expect((await look(id, 'Aguilares')).prometido_estimado).toBeNull()
    await buy(shop, id, 'Aguilares')
    expect((await look(id)).prometido).toBeNull()
  })
})
