// The facts that strangers learn of an order, and which addresses they can make the server call: over real sockets.
import { createServer } from 'node:net'
import { like } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { correos } from './base/db/schema/correos.ts'
import { suscripciones } from './base/db/schema/suscripciones.ts'
import { countUndone } from './testing/jobs.ts'
import { makePdf } from './testing/pdf.ts'
import { pay, rowOf } from './testing/pedidos.ts'
import { newDevice } from './testing/peers/push.ts'
import { compra, eventually } from './testing/shop.ts'
import { openShop, type Visitor } from './testing/socket.ts'

async function stage(change: Parameters<typeof openShop>[0] = {}) {
  const shop = await openShop(change)
  const order = async (who: Visitor, email: string) => {
    const form = new FormData()
    form.append('archivos_data', JSON.stringify([{ nombre: 'a.pdf' }]))
    form.append('archivos', new Blob([(await makePdf()) as BlobPart]), 'a.pdf')
    const { pedido_id } = (await who.ask('/api/upload_archivo', { body: form })).json<{ pedido_id: string }>()
    const bought = await who.ask('/api/completar_compra', { body: compra(pedido_id, { email }) })
    expect(bought.status).toBe(200)
    expect(bought.body.slice(0, 50)).toEqual(expect.any(String))
    return rowOf(shop, pedido_id)
  }
  return { ...shop, order }
}

test('1,000 look-ups from ten addresses are answered the same; a mailbox gets five mails, and a wrong one none', {
  timeout: 300_000,
}, async () => {
  const shop = await stage()
  const ana = await shop.order(shop.visitor(), 'ana@example.com')
  await pay(shop, ana)
  const asked = [
    { numero: ana.numero, email: 'ana@example.com' },
    { numero: ana.numero, email: 'ANA+x@example.com' },
    { numero: ana.numero, celular: '3865 41-2233' },
    { numero: ana.numero, email: 'otra@example.com' },
    { numero: ana.numero, celular: '3865 99-9999' },
    { numero: 999_999, email: 'ana@example.com' },
  ]
  const strangers = Array.from({ length: 10 }, () => shop.visitor())
  const seen = new Set<string>()
  await Promise.all(
    strangers.map(async (stranger, index) => {
      for (let times = 0; times < 100; times++) {
        stranger.jar.clear() // a browser that deletes its cookies
        const answer = await stranger.ask('/api/pedidos/buscar', {
          body: asked[(index + times) % asked.length],
        })
        const headers = [...answer.headers.keys()].filter(
          (name) => !/^(date|set-cookie|x-request-id)$/.test(name),
        )
        seen.add(`${answer.status} ${answer.body} ${headers.sort()} ${answer.headers.get('content-length')}`)
      }
    }),
  )
  expect([...seen]).toEqual([expect.stringMatching(/^200 /)])
  await eventually(
    () => countUndone(shop.db, 'buscar_pedido'),
    (jobs) => jobs === 0,
    120_000,
  )
  const mails = await shop.db.select().from(correos).where(like(correos.clave, 'buscado:%'))
  expect(mails.map(({ para }) => para)).toEqual(Array(5).fill('ana@example.com'))
})

/** Addresses of every shape that belong to no push service. */
const MADE_UP = [
  'http://fcm.googleapis.com/fcm/send/a',
  'https://user:pass@fcm.googleapis.com/fcm/send/a',
  'https://fcm.googleapis.com@127.0.0.1/',
  'https://fcm.googleapis.com:8443/fcm/send/a',
  'https://fcm.googleapis.com./fcm/send/a',
  'https://fcm.googleapis.com/fcm/send/a#b',
  'https://fcm.googleapis.com.evil.example/',
  'https://evil.example/fcm.googleapis.com',
  'https://evil.example\\@fcm.googleapis.com/',
  'https://push.apple.com/',
  'https://xpush.apple.com/',
  'https://fcm.googleapis.cоm/', // a Cyrillic о
  'https://xn--fcm-googleapis-.com/',
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f.0.0.1/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://10.0.0.1/',
  'https://192.168.0.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://localhost/',
  'https://localtest.me/', // its name leads to 127.0.0.1
  'https://127.0.0.1.nip.io/',
  'ftp://fcm.googleapis.com/',
  'file:///etc/passwd',
  'data:text/plain,hola',
  'javascript:alert(1)',
  'wss://fcm.googleapis.com/',
  'blob:https://fcm.googleapis.com/1',
  '//fcm.googleapis.com/',
  'fcm.googleapis.com',
  '',
]

const long = (letters: number): string => `https://fcm.googleapis.com/${'a'.repeat(letters)}`

test('a made-up push address in any shape is refused at its field, kept nowhere and never called', async () => {
  const shop = await stage({ production: true })
  const visitor = shop.visitor()
  const { id } = await shop.order(visitor, 'ana@example.com')
  let calls = 0
  const listener = createServer((socket) => {
    calls++
    socket.destroy()
  })
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done))
  onTestFinished(() => void listener.close())
  const address = listener.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const local = ['http', 'https'].map((scheme) => `${scheme}://127.0.0.1:${port}/x`)
  const { keys } = newDevice('x').body
  for (const endpoint of [...MADE_UP, ...local, long(60_000)]) {
    const answer = await visitor.ask(`/api/pedidos/${id}/push`, { body: { endpoint, keys } })
    expect(answer.status, String(endpoint.slice(0, 60))).toBe(400)
    expect(Object.keys(answer.json<object>()), String(endpoint.slice(0, 60))).toEqual(['endpoint'])
  }
  const whole = await visitor.ask(`/api/pedidos/${id}/push`, { body: { endpoint: long(65_536), keys } })
  expect(whole.status).toBe(413)
  expect(whole.json<object>()).toEqual({ detail: expect.any(String) })
  expect(await shop.db.$count(suscripciones)).toBe(0)
  expect(calls).toBe(0)
})

test('another order’s notices cannot be got by its number, its id, or another order’s link', async () => {
  const shop = await stage()
  const [ana, luz] = [shop.visitor(), shop.visitor()]
  const [hers, mine] = [await shop.order(ana, 'ana@example.com'), await shop.order(luz, 'luz@example.com')]
  const device = newDevice('http://127.0.0.1:9/luz').body
  const path = (id: string) => `/api/pedidos/${id}/push`
  expect((await luz.ask(path(mine.id), { body: device })).status).toBe(201)
  for (const id of [hers.id, String(hers.numero), 'a'.repeat(22)])
    expect([403, 404]).toContain((await luz.ask(path(id), { body: device })).status)
  await pay(shop, mine)
  const mail = await eventually(
    () =>
      shop.db
        .select()
        .from(correos)
        .where(like(correos.clave, `pagado:${mine.id}`)),
    (found) => found.length === 1,
  )
  const [, llave = ''] = /#llave=([\w-]{43})/.exec(mail[0]?.texto ?? '') ?? []
  const open = (id: string) => luz.ask(`/api/pedidos/${id}/acceso`, { body: { llave } })
  expect((await open(mine.id)).status).toBe(200)
  const refused = await open(hers.id)
  expect(refused.status).toBe(403)
  expect(refused.json<object>()).toEqual({ detail: expect.stringMatching(/^Este enlace ya no abre/) })
  expect((await luz.ask(path(hers.id), { body: device })).status).toBe(403)
  expect(await shop.db.select().from(suscripciones)).toMatchObject([{ pedido_id: mine.id }])
  // Without the address of a device its notices cannot be turned off
  const other = { ...device, endpoint: 'http://127.0.0.1:9/ana' }
  expect((await ana.ask(path(mine.id), { method: 'DELETE', body: other })).status).toBe(204)
  expect(await shop.db.$count(suscripciones)).toBe(1)
})

test('of fifty devices at once ten are kept; fifty cancellations of a paid order answer the same, and refund once', async () => {
  const shop = await stage()
  const [ana, stranger] = [shop.visitor(), shop.visitor()]
  const { id } = await shop.order(ana, 'ana@example.com')
  await pay(shop, await rowOf(shop, id))
  const fifty = Array.from({ length: 50 }, (_, index) => index)
  const devices = await Promise.all(
    fifty.map((index) =>
      ana.ask(`/api/pedidos/${id}/push`, { body: newDevice(`http://127.0.0.1:9/${index}`).body }),
    ),
  )
  expect(devices.map(({ status }) => status).toSorted()).toEqual([
    ...Array(10).fill(201),
    ...Array(40).fill(409),
  ])
  expect(await shop.db.$count(suscripciones)).toBe(10)
  const cancel = (who: Visitor, body: object = {}) => who.ask(`/api/pedidos/${id}/cancelar`, { body })
  for (const body of [{}, { motivo: 'x' }, { email: 'otra@example.com' }])
    expect((await cancel(stranger, body)).status, String(body)).toBe(403)
  expect((await rowOf(shop, id)).estado).toBe('pagado')
  const answers = await Promise.all(fifty.map(() => cancel(ana)))
  expect(new Set(answers.map(({ status, body }) => `${status} ${body}`)).size).toBe(1)
  expect(answers[0]?.json<object>()).toEqual({ estado: 'cancelado', devuelto: 95 })
  const { rows } = await shop.db.execute(
    `select devuelto, importe from pagos where pedido_id = '${id}' and devolucion_pedida is not null`,
  )
  expect(rows).toHaveLength(1)
  const mails = await shop.db
    .select()
    .from(correos)
    .where(like(correos.clave, `cancelado:${id}`))
  expect(mails).toHaveLength(1)
})
