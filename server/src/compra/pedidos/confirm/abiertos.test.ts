// Limits of orders that wait for their payment, over sockets: for one mailbox, one browser, one network.
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { pedidos } from '../../../base/db/schema/pedidos.ts'
import { bearer, newCliente } from '../../../testing/cuenta.ts'
import { enterAs } from '../../../testing/mostrador.ts'
import { makePdf } from '../../../testing/pdf.ts'
import { compra } from '../../../testing/shop.ts'
import { openShop, type Visitor } from '../../../testing/socket.ts'

const pdf = makePdf()
type Shop = Awaited<ReturnType<typeof openShop>>

async function draft(visitor: Visitor, carrito?: string): Promise<string> {
  const form = new FormData()
  if (carrito) form.append('carrito', carrito)
  form.append('archivos_data', JSON.stringify([{ nombre: 'a.pdf' }]))
  form.append('archivos', new Blob([(await pdf) as BlobPart], { type: 'application/pdf' }), 'a.pdf')
  const answer = await visitor.ask('/api/upload_archivo', { body: form })
  if (answer.status !== 200) throw new Error(answer.body)
  return answer.json<{ pedido_id: string }>().pedido_id
}

const confirm = (visitor: Visitor, pedido_id: string, email: string, headers = {}) =>
  visitor.ask('/api/completar_compra', { body: compra(pedido_id, { email }), headers })

const order = async (visitor: Visitor, email: string) => confirm(visitor, await draft(visitor), email)

/** A browser with its cookie, which our page gets before the first upload. */
async function browser(shop: Shop, address?: string): Promise<Visitor> {
  const visitor = shop.visitor(address)
  await visitor.ask('/get_token_local')
  return visitor
}

const allow = async (shop: Shop, pedidos_abiertos: number) => {
  const headers = await enterAs(shop)
  const body = { limites: { pedidos_abiertos } }
  expect((await shop.visitor().ask('/api/mostrador/ajustes', { method: 'PUT', body, headers })).status).toBe(
    200,
  )
}

test('10 of one mailbox, however it is spelled and from wherever; paying or cancelling one makes room', async () => {
  const shop = await openShop()
  const spelled = (at: number) => ['ana.gomez@gmail.com', 'AnaGomez+x@googlemail.com'][at % 2] ?? ''
  const made: [Visitor, string][] = []
  for (let at = 0; at < 10; at++) {
    const visitor = await browser(shop)
    const id = await draft(visitor, `carrito-numero-${at}`)
    expect((await confirm(visitor, id, spelled(at))).status).toBe(200)
    made.push([visitor, id])
  }
  const late = await browser(shop)
  const eleventh = await draft(late)
  const refused = await confirm(late, eleventh, 'anagomez@gmail.com')
  expect(refused.status).toBe(429)
  expect(refused.headers.get('x-codigo')).toBe('muchos_pedidos')
  expect(refused.json()).toEqual({
    detail: expect.stringMatching(/^Ya hay 10 pedidos sin pagar con este correo\. Pagá o cancelá alguno/),
  })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(71 * 3600)

  // Confirmed again with another phone, or replaced by another quote, an order is not counted twice
  const [[first, firstId] = [late, '']] = made
  expect((await confirm(first, firstId, spelled(1))).status).toBe(200)
  const replaced = await draft(first, 'carrito-numero-0')
  expect((await confirm(first, replaced, spelled(0))).status).toBe(200)
  expect((await confirm(late, eleventh, 'anagomez@gmail.com')).status).toBe(429)
  const [other, otherId] = made[5] ?? [late, '']
  expect((await confirm(other, otherId, 'otra@example.com')).status).toBe(200) // one order less
  expect((await confirm(late, eleventh, 'anagomez@gmail.com')).status).toBe(200)
  expect((await confirm(other, otherId, 'anagomez@gmail.com')).status).toBe(429) // its mailbox is full again
  await shop.db.update(pedidos).set({ estado: 'cancelado' }).where(eq(pedidos.id, replaced))
  expect((await confirm(other, otherId, 'anagomez@gmail.com')).status).toBe(200)
})

test('in a burst no more than the limit pass, and each refused order can be made later', async () => {
  const shop = await openShop()
  const all: { visitor: Visitor; id: string }[] = []
  for (let at = 0; at < 25; at++) {
    const visitor = await browser(shop)
    all.push({ visitor, id: await draft(visitor) })
  }
  const answers = await Promise.all(all.map(({ visitor, id }) => confirm(visitor, id, 'ana@example.com')))
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(200), ...Array(15).fill(429)])
  const left = all[answers.findIndex(({ status }) => status === 429)]
  if (left) expect((await confirm(left.visitor, left.id, 'beto@example.com')).status).toBe(200)
})

test('10 of one browser, whatever mailboxes they name; its neighbour goes on', async () => {
  const shop = await openShop()
  const ana = await browser(shop, '198.18.0.1')
  for (let at = 0; at < 10; at++) expect((await order(ana, `nadie-${at}@example.com`)).status).toBe(200)
  const refused = await order(ana, 'nadie-11@example.com')
  expect(refused.status).toBe(429)
  expect(refused.json()).toEqual({
    detail: expect.stringMatching(/^Ya hay 10 pedidos sin pagar desde este navegador/),
  })
  expect((await order(await browser(shop, '198.18.0.1'), 'beto@example.com')).status).toBe(200)
})

test('throwing cookies and mailboxes away does not pass the ceilings of the address and of its /48', async () => {
  const shop = await openShop()
  await allow(shop, 1) // twenty of an address, eighty of a /48
  let counted = 0
  const once = async (net: string) =>
    (await order(await browser(shop, `2001:db8:1:${net}::${++counted}`), `n${counted}@example.com`)).status
  for (let at = 0; at < 20; at++) expect(await once('0')).toBe(200)
  expect(await once('0')).toBe(429)
  expect(await once('1')).toBe(200)
  await shop.db.execute(sql`
    insert into pedidos select (jsonb_populate_record(p, jsonb_build_object('id', 'copia' || n, 'numero', 90000 + n,
      'referencia', 'copia' || n, 'codigo_retiro', 'copia' || n, 'carrito', null, 'origen', 'otra' || n))).*
    from pedidos as p, generate_series(1, 59) as n where p.id = (select id from pedidos limit 1)`)
  expect(await once('2')).toBe(429)
  expect((await order(await browser(shop, '2001:db8:2:2::1'), 'lejos@example.com')).status).toBe(200)
})

test('a stranger who typed a customer’s mailbox keeps neither the customer nor the counter from ordering', async () => {
  const shop = await openShop()
  const ana = await newCliente(shop)
  for (let at = 0; at < 10; at++) expect((await order(await browser(shop), ana.email)).status).toBe(200)
  const own = await browser(shop)
  const id = await draft(own)
  expect((await confirm(own, id, ana.email)).status).toBe(429)
  expect((await confirm(own, id, ana.email, bearer(ana.access))).status).toBe(200)
  const counter = await draft(await browser(shop))
  const headers = await enterAs(shop)
  const pagos = [{ medio: 'efectivo', importe: 1_000_000 }]
  const charged = await shop.visitor().ask('/api/mostrador/ventas', {
    body: { lineas: [{ pedido_id: counter }], pagos, cliente: { email: ana.email } },
    headers,
  })
  expect(charged.status).toBe(200)
  const [row] = await shop.db.select().from(pedidos).where(eq(pedidos.id, counter))
  expect(row).toMatchObject({ navegador: null, origen: null, red: null, buzon: ana.email })
})

test('an order that the counter confirmed takes no place of its customer’s mailbox', async () => {
  const shop = await openShop()
  await allow(shop, 1)
  const pagos = [{ medio: 'mercadopago', importe: 80 }]
  const waits = await shop.visitor().ask('/api/mostrador/ventas', {
    body: { lineas: [{ texto: 'Laminado', importe: 80 }], pagos, cliente: { email: 'ana@example.com' } },
    headers: await enterAs(shop),
  })
  expect(waits.status).toBe(200)
  const [row] = await shop.db.select().from(pedidos)
  expect(row).toMatchObject({ estado: 'confirmado', buzon: 'ana@example.com' })
  expect((await order(await browser(shop), 'ana@example.com')).status).toBe(200)
  expect((await order(await browser(shop), 'ana@example.com')).status).toBe(429)
})

test('the owner sets how many; an invalid number is refused at its field', async () => {
  const shop = await openShop()
  await allow(shop, 2)
  const statuses: number[] = []
  for (let at = 0; at < 3; at++) statuses.push((await order(await browser(shop), 'ana@example.com')).status)
  expect(statuses).toEqual([200, 200, 429])
  const headers = await enterAs(shop)
  for (const pedidos_abiertos of [0, 1.5, 1_001, 'x']) {
    const body = { limites: { pedidos_abiertos } }
    const answer = await shop.visitor().ask('/api/mostrador/ajustes', { method: 'PUT', body, headers })
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.json())).toEqual(['limites'])
  }
})
