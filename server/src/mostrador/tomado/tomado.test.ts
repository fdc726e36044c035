import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { operadores } from '../../base/db/schema/mostrador.ts'
import { hashPassword } from '../../base/secrets/password.ts'
import { makePdf } from '../../testing/pdf.ts'
import { moveTo } from '../../testing/pedidos.ts'
import { compra, OWNER, testShop } from '../../testing/shop.ts'

const PASSWORD = 'cola-de-papel-77'

async function aCounter(clerks: number) {
  const shop = await testShop()
  const password_hash = await hashPassword(PASSWORD)
  await shop.db.insert(operadores).values(
    Array.from({ length: clerks }, (_, n) => ({
      email: `o${n}@imprimitodo.test`,
      nombre: `Operador ${n}`,
      rol: 'operador' as const,
      password_hash,
    })),
  )
  const enter = async (who: object, remoteAddress: string) => {
    const answer = await shop.app.inject({
      method: 'POST',
      url: '/api/mostrador/ingresar',
      payload: who,
      remoteAddress,
    })
    return { authorization: `Bearer ${answer.json().access}` }
  }
  const sessions = await Promise.all(
    Array.from({ length: clerks }, (_, n) =>
      enter({ email: `o${n}@imprimitodo.test`, password: PASSWORD }, `10.0.0.${n + 1}`),
    ),
  )
  const owner = await enter(OWNER, '10.0.1.1')
  const { pedido_id } = await shop.quote([{ nombre: 'a.pdf', bytes: await makePdf() }])
  await shop.post('/api/completar_compra', compra(pedido_id))
  const ask = (what: 'tomar' | 'soltar', session = sessions[0]) =>
    shop.post(`/api/mostrador/pedidos/${pedido_id}/${what}`, {}, session)
  const look = async () =>
    (await shop.get(`/api/mostrador/pedidos/${pedido_id}`, owner)).json<PedidoMostrador>()
  return { ...shop, sessions, owner, pedido_id, ask, look }
}

test('50 clerks at once: one of them has the order, the others are told the name', async () => {
  const shop = await aCounter(50)
  const answers = await Promise.all(shop.sessions.map((session) => shop.ask('tomar', session)))
  const won = answers.filter(({ statusCode }) => statusCode === 200)
  expect(won).toHaveLength(1)
  const { tomado } = won[0]?.json<PedidoMostrador>() ?? {}
  for (const { statusCode, body } of answers)
    if (statusCode !== 200) {
      expect(statusCode).toBe(409)
      expect(body).toEqual(expect.stringContaining(tomado?.nombre ?? '?'))
    }
  const { historial, tomado: shown } = await shop.look()
  expect(shown).toEqual(tomado)
  expect(historial.filter(({ nota }) => nota === 'Tomó el pedido.')).toHaveLength(1)
  const [row] = (await shop.get('/api/mostrador/pedidos', shop.owner)).json().pedidos
  expect(row.tomado).toEqual(tomado)
})

test('is released by its clerk or the owner; a night ends it; a closed order cannot be taken', async () => {
  const shop = await aCounter(2)
  const [one, two] = shop.sessions
  await shop.ask('tomar', one)
  expect((await shop.ask('tomar', one)).statusCode).toBe(200)
  expect((await shop.ask('soltar', two)).statusCode).toBe(409)
  expect((await shop.ask('soltar', one)).json().tomado).toBeNull()
  expect((await shop.ask('soltar', two)).statusCode).toBe(200)
  expect((await shop.ask('tomar', two)).json().tomado.nombre).toBe('Operador 1')
  expect((await shop.ask('soltar', shop.owner)).json().tomado).toBeNull()

  await shop.ask('tomar', one)
  shop.clock.offsetMs = 11.9 * 3600_000
  const late = await shop.ask('tomar', two)
  expect(late.json().detail).toMatch(/lo tiene Operador 0/)
  shop.clock.offsetMs = 12.1 * 3600_000
  expect((await shop.look().catch(() => null))?.tomado ?? null).toBeNull()
  const answer = await shop.post('/api/mostrador/ingresar', OWNER)
  const fresh = { authorization: `Bearer ${answer.json().access}` }
  expect((await shop.ask('tomar', fresh)).json().tomado.nombre).toBe('Dueño')

  await shop.post(
    `/api/mostrador/pedidos/${shop.pedido_id}/estado`,
    { estado: 'cancelado', motivo: 'Sin papel' },
    fresh,
  )
  expect((await shop.ask('tomar', fresh)).json().detail).toMatch(/ya está cerrado/)
  const unknown = '/api/mostrador/pedidos/desconocido/tomar'
  expect((await shop.post(unknown, {}, fresh)).statusCode).toBe(404)
})

test('two clerks reach for 200 orders at once: each order goes to one of them, none is left, none moves twice', async () => {
  const shop = await aCounter(2)
  await shop.db.execute(sql`
    insert into pedidos (id, numero, codigo_retiro, referencia, estado, tarifas, descuento_porcentaje,
      total_impresion, total_anillado, final_impresion, final_anillado, importe_final, email, celular, sucursal_id,
      modo_entrega, confirmado)
    select id || n, 5000 + n, codigo_retiro || n, referencia || n, 'pagado', tarifas, descuento_porcentaje,
      total_impresion, total_anillado, final_impresion, final_anillado, importe_final, email, celular, sucursal_id,
      modo_entrega, confirmado
    from pedidos, generate_series(1, 200) n`)
  const ids = Array.from({ length: 200 }, (_, n) => `${shop.pedido_id}${n + 1}`)
  const both = (
    what: (id: string, session: (typeof shop.sessions)[number]) => Promise<{ statusCode: number }>,
  ) =>
    Promise.all(
      // One begins at the oldest, the other at the newest
      [ids, ids.toReversed()].map((mine, clerk) =>
        Promise.all(mine.map((id) => what(id, shop.sessions[clerk] ?? shop.owner))),
      ),
    )

  const taken = await both((id, session) => shop.post(`/api/mostrador/pedidos/${id}/tomar`, {}, session))
  expect(taken.flat().filter(({ statusCode }) => statusCode === 200)).toHaveLength(200)
  expect(taken.flat().filter(({ statusCode }) => statusCode === 409)).toHaveLength(200)
  const moved = await both((id, session) =>
    shop.post(`/api/mostrador/pedidos/${id}/estado`, { estado: 'en_produccion' }, session),
  )
  expect(moved.flat().filter(({ statusCode }) => statusCode === 200)).toHaveLength(200)

  const { rows } = await shop.db.execute(sql`
    select estado, nota, count(*)::int, count(distinct pedido_id)::int as orders from historial
    where pedido_id <> ${shop.pedido_id} group by 1, 2 order by 1, 2`)
  expect(rows).toEqual([
    { estado: 'en_produccion', nota: null, count: 200, orders: 200 },
    { estado: 'pagado', nota: 'Tomó el pedido.', count: 200, orders: 200 },
  ])
  const shown = new Set<string>()
  for (let cursor = ''; cursor !== 'null'; ) {
    const page = await shop.get(
      `/api/mostrador/pedidos?estado=en_produccion${cursor && `&cursor=${cursor}`}`,
      shop.owner,
    )
    for (const { pedido_id, tomado } of page.json().pedidos) if (tomado) shown.add(pedido_id)
    cursor = String(page.json().siguiente)
  }
  expect(shown).toEqual(new Set(ids))
}, 120_000)

test('going on with another clerk’s order is confirmed first: nothing moves before; handing over asks nothing', async () => {
  const shop = await aCounter(2)
  const [one, two] = shop.sessions
  await moveTo(shop, shop.pedido_id, 'pagado')
  await shop.ask('tomar', one)
  const url = `/api/mostrador/pedidos/${shop.pedido_id}`
  const others: [string, object][] = [
    [`${url}/estado`, { estado: 'en_produccion' }],
    [`${url}/estado`, { estado: 'en_produccion', aunque_tomado: false }],
    [`${url}/estado`, { estado: 'cancelado', motivo: 'Sin papel' }],
    [`${url}/sucursal`, { sucursal: 'Aguilares' }],
    [`${url}/imprimir`, {}],
  ]
  const before = await shop.look()
  for (const [path, body] of others) {
    const answer = await shop.post(path, body, two)
    expect(answer.statusCode).toBe(409)
    expect(answer.headers['x-codigo']).toBe('tomado_por_otro')
    expect(answer.json()).toEqual({
      detail: `El pedido ${before.numero} lo tiene Operador 0.`,
      tomado: 'Operador 0',
    })
  }
  expect(await shop.look()).toEqual(before)

  const step = (estado: string, session: typeof one, change = {}) =>
    shop.post(`${url}/estado`, { estado, ...change }, session)
  expect((await step('en_produccion', two, { aunque_tomado: true })).json().estado).toBe('en_produccion')
  expect((await step('listo', one)).json().estado).toBe('listo') // the clerk who has it is not asked
  expect((await step('entregado', two)).json().estado).toBe('entregado')
})
