// The price of an order after its customer sent another file in place of a lost one.
import type { Cotizacion, PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { archivos } from '../../base/db/schema/archivos.ts'
import { makePdf } from '../../testing/pdf.ts'
import { confirmed, rowOf } from '../../testing/pedidos.ts'
import { send, shopWithLost } from '../../testing/reposiciones.ts'
import { compra, eventually } from '../../testing/shop.ts'

type Compra = Cotizacion & { importe_final: number }

test.each([
  ['shorter', { pages: 1 }],
  ['longer', { pages: 9 }],
  ['with colour on every page', { pages: 3, color: [1, 2, 3], text: 'Otra' }],
])('of an unpaid order with a file that is %s, buying it again asks the same price', async (_, made) => {
  const { shop, lose, ana, headers } = await shopWithLost()
  const bytes = await makePdf({ pages: 3, color: [2] })
  const files = [{ nombre: 'tesis.pdf', bytes, color: 'color' as const, doble_faz: false, anillado: true }]
  const pedido = await confirmed(shop, { files })
  const path = `/api/mostrador/pedidos/${pedido.id}`
  const seen = async () => (await ana.ask(`/api/pedidos/${pedido.id}`)).json<PedidoAnswer>()
  const pricesOf = ({ total, total_impresion, total_anillado, importe_final }: PedidoAnswer) => ({
    total,
    total_impresion,
    total_anillado,
    importe_final,
  })
  const buy = async () => (await ana.ask('/api/completar_compra', { body: compra(pedido.id) })).json<Compra>()
  const before = [await buy(), pricesOf(await seen())]
  expect(before[0]).toMatchObject({ importe_final: pedido.importe_final / 100, estado: 'confirmado' })

  const replace = async (file: Uint8Array) => {
    await lose('no está', pedido.id)
    await shop.post(`${path}/reposiciones`, {}, headers)
    expect((await send(ana, pedido.id, file)).status).toBe(200)
    const look = async () => (await shop.get(path, headers)).json().reposiciones[0]
    // The difference is told anew once its pages were looked at for colour
    const { vez, recibido } = await eventually(look, ({ recibido }) => recibido.revisado)
    const taken = await shop.post(`${path}/reposiciones/1/aceptar`, { vez }, headers)
    expect(taken.statusCode, taken.body).toBe(200)
    return recibido.diferencia
  }
  const first = await replace(await makePdf(made))
  expect([await buy(), pricesOf(await seen())]).toEqual(before)
  // Lost again: the difference shown to the counter is still to the price that was charged
  expect(await replace(await makePdf({ ...made, text: 'Una más' }))).toBe(first)
  expect([await buy(), pricesOf(await seen())]).toEqual(before)
  expect((await seen()).archivos).toMatchObject([{ paginas: made.pages, hojas: made.pages }])
  expect((await rowOf(shop, pedido.id)).importe_final).toBe(pedido.importe_final)

  // A new quote of the bytes that are on the server now gives another price
  const [line] = await shop.db.select().from(archivos).where(eq(archivos.pedido_id, pedido.id))
  const file = { ...files[0], nombre: 'tesis.pdf', bytes: undefined, subida: line?.contenido_id }
  const again = await shop.quote([file])
  expect(again.total !== before[1]?.total).toBe(first !== 0)
  expect(again.archivos).toMatchObject([{ paginas: made.pages }])
})
