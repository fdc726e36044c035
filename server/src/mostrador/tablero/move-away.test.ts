import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { correos } from '../../base/db/schema/correos.ts'
import { impresiones, impresoras } from '../../base/db/schema/impresion.ts'
import { pedidos } from '../../base/db/schema/pedidos.ts'
import { enterAs, newOperador } from '../../testing/mostrador.ts'
import { makePdf } from '../../testing/pdf.ts'
import { paid } from '../../testing/pedidos.ts'
import { compra, testShop } from '../../testing/shop.ts'
import { chargeInCash } from '../../testing/ventas.ts'

const B = '/api/mostrador/pedidos'

test('a paid order goes to the other branch, once, from either clerk: promised anew, free to take, and the customer knows', async () => {
  const shop = await testShop()
  const [owner, here, there] = [await enterAs(shop), await newOperador(shop, 1), await newOperador(shop, 2)]
  const bytes = await makePdf({ pages: 4 })
  const order = async () => {
    const { pedido_id } = await shop.quote([{ nombre: 'a.pdf', bytes }])
    await shop.post('/api/completar_compra', compra(pedido_id))
    return pedido_id
  }
  const move = (id: string, sucursal: string, who = here.headers, more = {}) =>
    shop.post(`${B}/${id}/sucursal`, { sucursal, ...more }, who)
  const id = await order()
  expect((await move(id, 'Aguilares')).statusCode).toBe(409) // not paid
  await chargeInCash(shop, id, here.headers)
  await shop.post(`${B}/${id}/tomar`, {}, here.headers)
  const shelf = {
    method: 'PATCH',
    url: `${B}/${id}`,
    headers: here.headers,
    payload: { estante: 'B3' },
  } as const
  expect((await shop.app.inject(shelf)).json().estante).toBe('B3')
  const wrong = await move(id, 'Tafí')
  expect(wrong.statusCode).toBe(400)
  expect(wrong.json()).toEqual({ sucursal: ['Esa sucursal no existe.'] })
  expect((await move(id, 'Aguilares', there.headers)).statusCode).toBe(404) // not their branch's yet

  // A work is at a printer here
  const [printer] = await shop.db
    .insert(impresoras)
    .values({ nombre: 'Ricoh', sucursal_id: 1, uri: 'ipp://127.0.0.1:9/p' })
    .returning()
  const [work] = await shop.db
    .insert(impresiones)
    .values({
      pedido_id: id,
      trabajo: 1,
      nombre: 'a.pdf',
      copias: 1,
      lados: 2,
      borde: 'largo',
      color: false,
      hojas: 2,
      paginas: 4,
      impresora_id: printer?.id ?? 0,
      estado: 'en_cola',
      pedida: new Date(),
      pedida_por: 'x',
    })
    .returning()
  const busy = await move(id, 'Aguilares')
  expect(busy.statusCode).toBe(409)
  expect(busy.json().detail).toEqual(expect.stringMatching(/en la impresora/))
  await shop.db
    .update(impresiones)
    .set({ estado: 'cancelada' })
    .where(eq(impresiones.id, work?.id ?? 0))

  // Another clerk has it in hand: the owner was told, and goes on
  const goesOn = { aunque_tomado: true }
  const burst = await Promise.all(Array.from({ length: 20 }, () => move(id, 'aguilares', owner, goesOn)))
  expect(burst.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200))
  const pedido = burst[0]?.json<PedidoMostrador>()
  expect(pedido).toMatchObject({ sucursal: 'Aguilares', estado: 'pagado', tomado: null, estante: null })
  expect(Date.parse(pedido?.prometido ?? '')).toBeGreaterThan(Date.now())
  expect(pedido?.historial.filter(({ nota }) => nota === 'Pasó de Alberdi a Aguilares.')).toHaveLength(1)
  const mails = await shop.db.select().from(correos).where(eq(correos.para, 'ana@example.com'))
  expect(mails.filter(({ asunto }) => /se retira en Aguilares/.test(asunto))).toHaveLength(1)
  expect((await shop.get(`${B}/${id}`, here.headers)).statusCode).toBe(404)
  expect((await shop.get(`${B}/${id}`, there.headers)).statusCode).toBe(200)

  for (const estado of ['en_produccion', 'listo'])
    await shop.post(`${B}/${id}/estado`, { estado }, there.headers)
  expect((await move(id, 'Alberdi', owner)).statusCode).toBe(409)
})

test('a delivery keeps its cost and loses its distance, which was that of the branch it left', async () => {
  const shop = await testShop()
  const { id } = await paid(shop)
  await shop.db
    .update(pedidos)
    .set({ modo_entrega: 'delivery', costo_delivery: 2000_00, distancia_m: 880, distancia_estimada: true })
    .where(eq(pedidos.id, id))
  const moved = await shop.post(`${B}/${id}/sucursal`, { sucursal: 'Aguilares' }, await enterAs(shop))
  const pedido = moved.json<PedidoMostrador>()
  expect(pedido).toMatchObject({ costo_delivery: 2000, distancia_km: null, distancia_estimada: false })
  expect(pedido.historial.at(-1)?.nota).toBe(
    'Pasó de Alberdi a Aguilares. La entrega es a 0,9 km de Alberdi.',
  )
})
