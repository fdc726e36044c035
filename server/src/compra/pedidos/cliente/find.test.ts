import type { PedidoDelNavegador } from '@imprimitodo/shared/api/pedidos'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { correos } from '../../../base/db/schema/correos.ts'
import { pedidos } from '../../../base/db/schema/pedidos.ts'
import { jobsOf } from '../../../testing/jobs.ts'
import { confirmed, ownerOf, paid } from '../../../testing/pedidos.ts'
import { eventually, type Shop, testShop } from '../../../testing/shop.ts'
import { sendBuscado } from './find.ts'

const ASKED = { email: null, celular: null }
let times = 0
/** Runs the job that a search starts. */
const search = (shop: Shop, asked: object) =>
  sendBuscado(shop.deps, { ...ASKED, numero: 0, ...asked, once: `vez-${++times}` })
const found = async (shop: Shop) =>
  (await shop.db.select().from(correos).orderBy(correos.id)).filter(({ clave }) =>
    clave.startsWith('buscado'),
  )

describe('an order is looked for by its number', () => {
  test('asked for by e-mail or mobile, however they are written, the link goes to the mailbox of the order', async () => {
    const shop = await testShop()
    const { numero, id } = await confirmed(shop, { change: { email: 'Ana@Example.com' } })
    for (const asked of [
      { email: 'ana+x@example.com' },
      { celular: '+54 9 3865 41-2233' },
      { celular: '0386515412233' },
    ])
      await search(shop, { numero, ...asked })
    const mails = await found(shop)
    expect(mails.map(({ para }) => para)).toEqual(Array(3).fill('Ana@Example.com'))
    expect(mails[0]?.texto).toContain(`/pedido/${id}#llave=`)
    expect(mails[0]?.texto).not.toContain('a.pdf') // not paid: a stranger may have typed the mailbox
  })

  test('a wrong number or contact sends nothing, and the answer does not tell', async () => {
    const shop = await testShop()
    const { numero } = await confirmed(shop)
    const nobody = await confirmed(shop)
    await shop.db.update(pedidos).set({ celular: '0000000000' }).where(eq(pedidos.id, nobody.id))
    const ask = (body: object) => shop.post('/api/pedidos/buscar', body)
    const wrong = [
      { numero, email: 'luz@example.com' },
      { numero, celular: '3865 99-9999' },
      { numero: 999_999, email: 'ana@example.com' },
      { numero: nobody.numero, celular: '0000000000' },
    ]
    for (const body of wrong) await search(shop, body)
    expect(await found(shop)).toEqual([])
    const answers = await Promise.all([...wrong, { numero, email: 'ana@example.com' }].map(ask))
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    expect(answers[0]?.statusCode).toBe(200)
    await eventually(
      () => found(shop),
      (mails) => mails.length === 1,
    )
  })

  test('an impossible number or contact is refused at its field', async () => {
    const shop = await testShop()
    const ask = async (body: object) => (await shop.post('/api/pedidos/buscar', body)).json()
    const NUMERO = ['Escribí el número de tu pedido, como 1042.']
    for (const numero of ['', 'hola', 0, '99999999999', null])
      expect(await ask({ numero, email: 'ana@example.com' })).toEqual({ numero: NUMERO })
    expect(await ask({ numero: '1042' })).toEqual({ email: ['Escribí tu correo o tu celular.'] })
    expect(Object.keys(await ask({ numero: 1042, email: 'ana' }))).toEqual(['email'])
    expect(Object.keys(await ask({ numero: 1042, celular: '12' }))).toEqual(['celular'])
    expect(await ask({ numero: ' N.º 1.042 ', email: 'ana@example.com' })).toHaveProperty('detail')
  })

  test('a mailbox gets five mails in an hour from all senders together; later requests get the same answer and send nothing', async () => {
    const shop = await testShop()
    const { numero } = await confirmed(shop)
    const mine = { numero, email: 'ana@example.com' }
    await Promise.all(Array.from({ length: 30 }, () => search(shop, mine)))
    expect(await found(shop)).toHaveLength(5)
    shop.clock.offsetMs = 3600_001
    await search(shop, mine)
    expect(await found(shop)).toHaveLength(6)

    const answers: number[] = []
    for (let turn = 0; turn < 32; turn++) {
      const burst = Array.from({ length: 10 }, () =>
        shop.post('/api/pedidos/buscar', { numero: 5, email: 'x@example.com' }),
      )
      answers.push(...(await Promise.all(burst)).map(({ statusCode }) => statusCode))
    }
    expect(new Set(answers)).toEqual(new Set([200]))
    expect((await jobsOf(shop.db, 'buscar_pedido')).length).toBeLessThanOrEqual(300)
  })
})

test('the mailbox of an unpaid order, which a stranger may have made, gets ten in a day', async () => {
  const shop = await testShop()
  const { numero } = await confirmed(shop)
  const done = await paid(shop)
  const mine = { numero, email: 'ana@example.com' }
  for (let hour = 0; hour < 24; hour++) {
    for (let turn = 0; turn < 5; turn++) await search(shop, mine)
    shop.clock.offsetMs += 3600_001
  }
  expect(await found(shop)).toHaveLength(10)
  // Refused requests use up nothing of the hour: a paid order is still found
  await search(shop, { numero: done.numero, email: 'ana@example.com' })
  expect(await found(shop)).toHaveLength(11)
})

describe('the orders of a browser', () => {
  test('are listed for this browser alone, newest first; forgotten, they are not', async () => {
    const shop = await testShop()
    const [one, two] = [await confirmed(shop), await paid(shop)]
    const none = (await shop.get('/api/pedidos')).json()
    expect(none).toEqual([])
    const { cookie } = await ownerOf(shop, one.id)
    const both = await shop.post(`/api/pedidos/${two.id}/acceso`, { email: two.email }, { cookie })
    const jar = String(both.headers['set-cookie']).split(';')[0] ?? ''
    const seen = await shop.get('/api/pedidos', { cookie: jar })
    expect(seen.json<PedidoDelNavegador[]>().map(({ numero, estado }) => [numero, estado])).toEqual([
      [two.numero, 'pagado'],
      [one.numero, 'confirmado'],
    ])
    expect(seen.headers['cache-control']).toContain('no-store')
    expect((await shop.get('/api/pedidos', { cookie: jar.replace(/.$/, 'x') })).json()).toEqual([])
    // A draft is no order yet, and an order whose person is forgotten has no owner
    await shop.db.update(pedidos).set({ anonimizar: true }).where(eq(pedidos.id, two.id))
    expect((await shop.get('/api/pedidos', { cookie: jar })).json()).toHaveLength(1)
  })
})
