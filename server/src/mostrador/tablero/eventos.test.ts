import { expect, test } from 'vitest'
import { sesiones_mostrador } from '../../base/db/schema/mostrador.ts'
import { endConnections } from '../../testing/database.ts'
import { enterAs, newOperador, turnOnSegundoFactor } from '../../testing/mostrador.ts'
import { makePdf } from '../../testing/pdf.ts'
import { compra, eventually, OWNER, otherProcess, type Shop, testShop } from '../../testing/shop.ts'

/** `lives`: until the session ends, in ms. */
async function connect(shop: Shop, lives?: number, who: object = OWNER) {
  const origin = shop.app.listeningOrigin
  const { access } = (await shop.post('/api/mostrador/ingresar', who)).json()
  const headers = { authorization: `Bearer ${access}` }
  if (lives) await shop.db.update(sesiones_mostrador).set({ vence: new Date(Date.now() + lives) })
  const hangUp = new AbortController()
  const answer = await fetch(`${origin}/api/mostrador/eventos`, { headers, signal: hangUp.signal })
  const stream = { text: '', ended: false }
  const read = async () => {
    for await (const chunk of answer.body ?? []) stream.text += Buffer.from(chunk).toString()
    stream.ended = true
  }
  void read().catch(() => {})
  return { answer, stream, headers, hangUp: () => hangUp.abort() }
}

const events = ({ text }: { text: string }) =>
  text.split('\n\n').flatMap((block) => (block.startsWith('data: ') ? [JSON.parse(block.slice(6))] : []))

test('tells every screen of each order that comes in and of each step, and nothing of drafts', async () => {
  const shop = await testShop()
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const [one, two] = [await connect(shop), await connect(shop)]
  expect(one.answer.headers.get('content-type')).toBe('text/event-stream')
  expect(one.answer.headers.get('cache-control')).toBe('no-store')
  const { pedido_id } = await shop.quote([{ nombre: 'a.pdf', bytes: await makePdf() }])
  await shop.post('/api/completar_compra', compra(pedido_id))
  const estado = `/api/mostrador/pedidos/${pedido_id}/estado`
  await shop.post(estado, { estado: 'listo' }, one.headers) // refused: no event
  await shop.post(estado, { estado: 'cancelado' }, one.headers)
  for (const { stream } of [one, two]) {
    await eventually(
      async () => events(stream),
      (list) => list.length === 2,
    )
    const about = { pedido_id, numero: expect.any(Number), sucursal: 'Alberdi' }
    expect(events(stream)).toEqual([
      { ...about, estado: 'confirmado' },
      { ...about, estado: 'cancelado' },
    ])
  }
  one.hangUp()
  two.hangUp()
})

test('a screen whose server could not listen for a while is told to read everything again', async () => {
  const shop = await testShop()
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const { stream, hangUp } = await connect(shop)
  await endConnections(shop.url)
  await eventually(
    async () => events(stream),
    (list) => list.length === 1,
  )
  expect(events(stream)).toEqual([{ tipo: 'todo' }])
  hangUp()
})

test('a person of one branch gets events of its orders alone', async () => {
  const shop = await testShop()
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const { who } = await newOperador(shop, 1)
  const { stream, headers, hangUp } = await connect(shop, undefined, who)
  const owner = await connect(shop)
  const pdf = await makePdf()
  for (const sucursal of ['Aguilares', 'Alberdi']) {
    const { pedido_id } = await shop.quote([{ nombre: 'a.pdf', bytes: pdf }])
    await shop.post('/api/completar_compra', compra(pedido_id, { sucursal }))
    const as = sucursal === 'Alberdi' ? headers : owner.headers
    await shop.post(`/api/mostrador/pedidos/${pedido_id}/tomar`, {}, as)
  }
  await eventually(
    async () => events(stream),
    (list) => list.some(({ tipo }) => tipo === 'tomado'),
  )
  expect(events(stream)).toMatchObject([{ sucursal: 'Alberdi' }, { tipo: 'tomado' }])
  expect(events(owner.stream)).toHaveLength(4)
  hangUp()
  owner.hangUp()
})

test('sends changes at a printer, and orders taken in hand, as events without a state', async () => {
  const shop = await testShop()
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const { pedido_id } = await shop.quote([{ nombre: 'a.pdf', bytes: await makePdf() }])
  await shop.post('/api/completar_compra', compra(pedido_id))
  const { stream, headers, hangUp } = await connect(shop)
  const uri = 'ipp://10.0.0.9/ipp/print'
  await shop.post('/api/mostrador/impresoras', { nombre: 'Ricoh', sucursal: 'Alberdi', uri }, headers)
  await shop.post(`/api/mostrador/pedidos/${pedido_id}/tomar`, {}, headers)
  await eventually(
    async () => events(stream),
    (list) => list.length >= 2,
  )
  expect(events(stream)).toEqual([{ tipo: 'impresion' }, { tipo: 'tomado', pedido_id }])
  hangUp()
})

test('a person of one branch gets events of its printers alone', async () => {
  const shop = await testShop()
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const alberdi = await connect(shop, undefined, (await newOperador(shop, 1)).who)
  const aguilares = await connect(shop, undefined, (await newOperador(shop, 2)).who)
  const owner = await connect(shop)
  const printer = (nombre: string, sucursal: string) =>
    shop.post('/api/mostrador/impresoras', { nombre, sucursal, uri: 'ipp://10.0.0.9/' }, owner.headers)
  await printer('Ricoh', 'Alberdi')
  const made = (await printer('Kyocera', 'Aguilares')).json<{ id: number }>()
  await eventually(
    async () => events(owner.stream),
    (list) => list.length === 2,
  )
  expect([events(alberdi.stream), events(aguilares.stream)]).toEqual([
    [{ tipo: 'impresion' }],
    [{ tipo: 'impresion' }],
  ])
  // A printer moves to another branch: both branches get the event
  const path = `/api/mostrador/impresoras/${made.id}`
  const answer = await shop.app.inject({
    method: 'PATCH',
    url: path,
    payload: { sucursal: 'Alberdi' },
    headers: owner.headers,
  })
  expect(answer.statusCode, answer.body).toBe(200)
  await eventually(
    async () => events(owner.stream),
    (list) => list.length === 4,
  )
  expect([events(alberdi.stream).length, events(aguilares.stream).length]).toEqual([2, 2])
  for (const { hangUp } of [alberdi, aguilares, owner]) hangUp()
})

test('ends when the session does, and does not hold the server when it stops', async () => {
  const shop = await testShop()
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const short = await connect(shop, 1000)
  const long = await connect(shop)
  await eventually(
    async () => short.stream.ended,
    (ended) => ended,
    3000,
  )
  expect(long.stream.ended).toBe(false)
  await shop.app.close() // would wait for the stream, which has no end of its own
  await eventually(
    async () => long.stream.ended,
    (ended) => ended,
  )
})

const change = (shop: Shop, headers: { authorization: string }, path: string, what: object) =>
  shop.app.inject({
    method: 'PATCH',
    url: `/api/mostrador/${path}`,
    payload: { ...what, actual: OWNER.password },
    headers,
  })
const ends = ({ stream }: Awaited<ReturnType<typeof connect>>) =>
  eventually(
    async () => stream.ended,
    (ended) => ended,
    3_000, // well before the heartbeat
  )

test('ends for a person who was moved to another branch: the next one shows that branch', async () => {
  const shop = await testShop()
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const { id, who } = await newOperador(shop, 1)
  const moved = await connect(shop, undefined, who)
  const owner = await connect(shop)
  const answer = await change(shop, owner.headers, `usuarios/${id}`, { sucursal: 'Aguilares' })
  expect(answer.statusCode).toBe(200)
  await ends(moved)
  expect(owner.stream.ended).toBe(false)
  owner.hangUp()
})

test('ends for a person whose role, or whose branch’s name, was changed: the screen then learns it', async () => {
  const shop = await testShop()
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const [promoted, renamed] = [await newOperador(shop, null), await newOperador(shop, 2)]
  const streams = [await connect(shop, undefined, promoted.who), await connect(shop, undefined, renamed.who)]
  const owner = await connect(shop)
  const answers = [
    await change(shop, owner.headers, `usuarios/${promoted.id}`, { rol: 'encargado' }),
    await change(shop, owner.headers, 'sucursales/2', { nombre: 'Aguilares Sur' }),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  for (const stream of streams) await ends(stream)
  owner.hangUp()
})

test('ends at once, in every process, with the session: by a logout, a new password or a person who left', async () => {
  const shop = await testShop()
  const other = await otherProcess(shop.url)
  for (const { app } of [shop, other]) await app.listen({ port: 0, host: '127.0.0.1' })
  const [left, changed, retired] = [
    await newOperador(shop, 1),
    await newOperador(shop, 1),
    await newOperador(shop, 1),
  ]
  const owner = await connect(shop)
  const streams = [
    await connect(other, undefined, left.who),
    await connect(other, undefined, changed.who),
    await connect(other, undefined, retired.who),
  ]
  const stays = await connect(other, undefined, left.who)
  await shop.post('/api/mostrador/salir', {}, streams[0]?.headers)
  await shop.post(`/api/mostrador/usuarios/${changed.id}/password`, { actual: OWNER.password }, owner.headers)
  await change(shop, owner.headers, `usuarios/${retired.id}`, { retirado: true })
  for (const stream of streams) await ends(stream)
  expect([stays.stream.ended, owner.stream.ended]).toEqual([false, false])
  for (const { hangUp } of [stays, owner]) hangUp()
})

test('ends at once for a person without a second factor when the owner demands one', async () => {
  const shop = await testShop()
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const clerk = await connect(shop, undefined, (await newOperador(shop, 1)).who)
  const owner = await enterAs(shop)
  await turnOnSegundoFactor(shop, owner)
  const answer = await shop.app.inject({
    method: 'PUT',
    url: '/api/mostrador/ajustes',
    payload: { seguridad: { exigir_segundo_factor: true } },
    headers: owner,
  })
  expect(answer.statusCode, answer.body).toBe(200)
  await ends(clerk)
})
