// A customer cancels an order: over real sockets, from browsers at different addresses.
import type { PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { correos } from '../../base/db/schema/correos.ts'
import { pagos } from '../../base/db/schema/pagos.ts'
import { pedidos } from '../../base/db/schema/pedidos.ts'
import { makePdf } from '../../testing/pdf.ts'
import { moveTo, pay, rowOf } from '../../testing/pedidos.ts'
import { compra, eventually, OWNER } from '../../testing/shop.ts'
import { openShop, type Visitor } from '../../testing/socket.ts'

const pdf = makePdf({ pages: 3 })
const EMAIL = 'lucia@example.com'

async function stage() {
  const shop = await openShop()
  const order = async (who: Visitor): Promise<string> => {
    const form = new FormData()
    form.append('archivos_data', JSON.stringify([{ nombre: 'a.pdf' }]))
    form.append('archivos', new Blob([(await pdf) as BlobPart]), 'a.pdf')
    const sent = await who.ask('/api/upload_archivo', { body: form })
    const id = sent.json<{ pedido_id: string }>().pedido_id
    expect((await who.ask('/api/completar_compra', { body: compra(id, { email: EMAIL }) })).status).toBe(200)
    return id
  }
  const cancel = (who: Visitor, id: string, body: object = {}) =>
    who.ask(`/api/pedidos/${id}/cancelar`, { body })
  const mails = async () =>
    (await shop.db.select().from(correos).orderBy(correos.id)).filter(({ clave }) =>
      /^(cancelado|devuelto|sobra)/.test(clave),
    )
  return { ...shop, order, cancel, mails }
}

test('an unpaid order is cancelled at once, and told once, however often the call is repeated', async () => {
  const { visitor, order, cancel, mails, db } = await stage()
  const ana = visitor()
  const id = await order(ana)
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => cancel(ana, id, { motivo: 'Me equivoqué' })),
  )
  for (const answer of answers) {
    expect(answer.status).toBe(200)
    expect(answer.json()).toEqual({ estado: 'cancelado', devuelto: 0 })
  }
  const [mail, ...more] = await mails()
  expect([mail?.para, more]).toEqual([EMAIL, []])
  expect(mail?.texto).toContain('como nos pediste. No se te cobró nada.')
  expect(mail?.texto).toContain('Motivo: Me equivoqué')
  expect(await db.select().from(correos).where(eq(correos.para, OWNER.email))).toEqual([])
  const seen = (await ana.ask(`/api/pedidos/${id}`)).json<PedidoAnswer>()
  expect([seen.estado, seen.vuelve]).toEqual(['cancelado', []])
})

test('a paid order is refunded once; its page says where the money goes', async () => {
  const shop = await stage()
  const { visitor, order, cancel, mails, db } = shop
  const ana = visitor()
  const id = await order(ana)
  await pay(shop, await rowOf(shop, id))
  const { importe_final } = await rowOf(shop, id)
  const before = (await ana.ask(`/api/pedidos/${id}`)).json<PedidoAnswer>()
  expect(before.vuelve).toMatchObject([
    { importe: importe_final / 100, adonde: expect.stringMatching(/^(a|por) /) },
  ])
  const answers = await Promise.all(Array.from({ length: 20 }, () => cancel(ana, id)))
  for (const answer of answers) {
    expect(answer.status).toBe(200)
    expect(answer.json()).toEqual({ estado: 'cancelado', devuelto: importe_final / 100 })
  }
  const paidBack = await eventually(
    () => db.select().from(pagos).where(eq(pagos.pedido_id, id)),
    (rows) => rows.every(({ devuelto, importe }) => devuelto === importe),
  )
  expect(paidBack).toHaveLength(1)
  expect((await mails()).map(({ clave }) => clave)).toEqual([`cancelado:${id}`])
  expect((await cancel(ana, id)).json()).toEqual({ estado: 'cancelado', devuelto: importe_final / 100 })
  expect((await ana.ask(`/api/pedidos/${id}`)).json<PedidoAnswer>().vuelve).toEqual(before.vuelve)
})

test('a holder of the link cannot cancel and does not learn the means of payment; with the e-mail both work', async () => {
  const shop = await stage()
  const { visitor, order, cancel } = shop
  const id = await order(visitor())
  await pay(shop, await rowOf(shop, id))
  const stranger = visitor()
  expect((await cancel(stranger, id)).status).toBe(403)
  expect((await cancel(stranger, id, { email: 'otra@example.com' })).status).toBe(403)
  expect((await stranger.ask(`/api/pedidos/${id}`)).json<PedidoAnswer>().vuelve).toEqual([])
  expect((await rowOf(shop, id)).estado).toBe('pagado')
  expect((await cancel(stranger, id, { email: ` ${EMAIL.toUpperCase()} ` })).status).toBe(200)
  for (const path of ['x'.repeat(22), id.slice(1)])
    expect((await cancel(stranger, path, { email: EMAIL })).status).toBe(404)
})

test('from production on it is refused with what to do instead; of a clerk and a customer at once one wins', async () => {
  const shop = await stage()
  const { visitor, order, cancel, db } = shop
  const ana = visitor()
  const id = await order(ana)
  await pay(shop, await rowOf(shop, id))
  await moveTo(shop, id, 'en_produccion')
  const refused = await cancel(ana, id)
  expect(refused.status).toBe(409)
  expect(refused.body).toEqual(expect.stringContaining('Ya lo estamos imprimiendo'))
  for (const estado of ['listo', 'entregado', 'vencido'] as const) {
    await db.update(pedidos).set({ estado }).where(eq(pedidos.id, id))
    expect((await cancel(ana, id)).status, String(estado)).toBe(409)
  }
  for (let round = 0; round < 5; round++) {
    const next = await order(visitor())
    const who = visitor()
    await pay(shop, await rowOf(shop, next))
    const [made, given] = await Promise.allSettled([
      moveTo(shop, next, 'en_produccion'),
      cancel(who, next, { email: EMAIL }),
    ])
    const { estado } = await rowOf(shop, next)
    const isGiven = given.status === 'fulfilled' && given.value.status === 200
    expect([estado, isGiven]).toEqual(isGiven ? ['cancelado', true] : ['en_produccion', false])
    expect(made.status).toBe('fulfilled')
  }
})

test('odd bodies are refused in Spanish and cost nothing', async () => {
  const shop = await stage()
  const { visitor, order, cancel } = shop
  const ana = visitor()
  const id = await order(ana)
  for (const body of [{ motivo: 'x'.repeat(301) }, { motivo: 7 }, { email: 'x'.repeat(60_000) }])
    expect((await cancel(ana, id, body)).status).toBe(400)
  expect((await rowOf(shop, id)).estado).toBe('confirmado')
})
