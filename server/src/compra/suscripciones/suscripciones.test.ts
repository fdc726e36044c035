import { KEYS_WRONG } from '@imprimitodo/shared/rules/compra/push'
import { eq, isNotNull } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { correos } from '../../base/db/schema/correos.ts'
import { avisos_push, suscripciones } from '../../base/db/schema/suscripciones.ts'
import { queueCorreo } from '../../gestion/correos/service.ts'
import {
  confirmed,
  moveTo,
  ownerOf,
  paid,
  pastDeshacer,
  pay,
  rowOf,
  runListo,
} from '../../testing/pedidos.ts'
import { newDevice, pushService } from '../../testing/peers/push.ts'
import { eventually, otherProcess, type Shop, testShop } from '../../testing/shop.ts'
import { forgetSuscripciones, pushAviso, sendNews } from './service.ts'
import { insertAvisos } from './store.ts'

const subscribeAs = (shop: Shop, id: string, body: object, headers: Record<string, string> = {}) =>
  shop.post(`/api/pedidos/${id}/push`, body, headers)

/**
 * A device of an order whose jobs the test runs. `answers`: the push service's next answers; the last one
 * repeats.
 */
async function oneDevice() {
  const shop = await testShop()
  const answers = { next: [] as number[], status: 201 }
  const { received, url } = await pushService(() => answers.next.shift() ?? answers.status)
  const { id: pedido_id } = await confirmed(shop)
  const device = newDevice(`${url}/mine`)
  await subscribeAs(shop, pedido_id, device.body, await ownerOf(shop, pedido_id))
  shop.deps.jobs.send = async () => {}
  const say = async (asunto: string) => {
    const mail = { clave: asunto, para: 'ana@example.com', asunto, texto: 'a\n\nb', html: 'x' }
    await shop.db.transaction((tx) => queueCorreo(tx, shop.deps, { ...mail, avisa: pedido_id }))
    const [made] = await shop.db.select().from(correos).where(eq(correos.clave, asunto))
    const correo_id = made?.id ?? 0
    await sendNews(shop.deps, { pedido_id, correo_id })
    const [aviso] = await shop.db.select().from(avisos_push).where(eq(avisos_push.correo_id, correo_id))
    return { id: aviso?.id ?? 0, correo_id, pedido_id }
  }
  const send = ({ id }: { id: number }) => pushAviso(shop.deps, id)
  return { shop, device, received, say, send, answers, pedido_id }
}

describe('a device asks for notices', () => {
  test('for its own order, at a known push service: once, and can turn them off again', async () => {
    const shop = await testShop({ production: true })
    const { id } = await confirmed(shop)
    const owner = await ownerOf(shop, id)
    const known = newDevice('https://fcm.googleapis.com/fcm/send/abc').body
    expect((await subscribeAs(shop, id, known)).statusCode).toBe(403) // the link alone
    expect((await subscribeAs(shop, 'otro', known, owner)).statusCode).toBe(404)
    for (const endpoint of [
      'https://evil.example/x',
      'http://127.0.0.1:5432/',
      'https://169.254.169.254/',
      'x',
    ])
      expect((await subscribeAs(shop, id, { ...known, endpoint }, owner)).json()).toEqual({
        endpoint: ['Ese servicio de avisos no es de un navegador que conozcamos.'],
      })
    const keys = { ...known.keys, auth: 'corta' }
    expect((await subscribeAs(shop, id, { ...known, keys }, owner)).statusCode).toBe(400)
    expect((await subscribeAs(shop, id, { ...known, endpoint: 'x'.repeat(2000) }, owner)).statusCode).toBe(
      400,
    )
    const twice = await Promise.all([
      subscribeAs(shop, id, known, owner),
      subscribeAs(shop, id, known, owner),
    ])
    expect(twice.map(({ statusCode }) => statusCode)).toEqual([201, 201])
    expect(await shop.db.$count(suscripciones)).toBe(1)
    const more = Array.from({ length: 20 }, (_, n) => ({ ...known, endpoint: `${known.endpoint}${n}` }))
    const burst = await Promise.all(more.map((body) => subscribeAs(shop, id, body, owner)))
    expect(burst.filter(({ statusCode }) => statusCode === 201)).toHaveLength(9)
    expect(burst.filter(({ statusCode }) => statusCode === 409)).toHaveLength(11)
    const off = () => shop.app.inject({ method: 'DELETE', url: `/api/pedidos/${id}/push`, payload: known })
    expect((await off()).statusCode).toBe(204)
    expect((await off()).statusCode).toBe(204)
    expect(await shop.db.$count(suscripciones)).toBe(9)
  })

  test('with a key that is no point of the curve it is refused; one kept before is deleted without a call', async () => {
    const shop = await testShop()
    const { times, url } = await pushService()
    const { id } = await paid(shop)
    const device = newDevice(`${url}/odd`).body
    // Arbitrary X and Y: looks like a point of the curve, and is none
    const p256dh = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString('base64url')
    const odd = { ...device, keys: { ...device.keys, p256dh } }
    const refused = await subscribeAs(shop, id, odd, await ownerOf(shop, id))
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toEqual({ keys: [KEYS_WRONG] })
    const { endpoint, keys } = odd
    await shop.db.insert(suscripciones).values({ pedido_id: id, endpoint, ...keys, creada: new Date(0) })
    const [mail] = await shop.db.select().from(correos)
    await sendNews(shop.deps, { pedido_id: id, correo_id: mail?.id ?? 0 })
    await eventually(
      () => shop.db.$count(suscripciones),
      (left) => left === 0,
    )
    expect(times.size).toBe(0)
  })

  test('with the installation’s key, which is the same at every start', async () => {
    const shop = await testShop()
    const { clave } = (await shop.get('/api/push')).json()
    expect(Buffer.from(clave, 'base64url')).toHaveLength(65)
    const again = await otherProcess(shop.url, { dataDir: shop.dataDir })
    expect((await again.get('/api/push')).json()).toEqual({ clave })
  })
})

describe('a device that asked', () => {
  test('gets the text of each step’s mail, encrypted for it alone, and nothing of other orders', async () => {
    const shop = await testShop()
    const { received, url } = await pushService()
    const [pedido, other] = [await confirmed(shop), await confirmed(shop)]
    const device = newDevice(`${url}/mine`)
    await subscribeAs(shop, pedido.id, device.body, await ownerOf(shop, pedido.id))
    await pay(shop, other)
    await pay(shop, pedido)
    await eventually(
      async () => received,
      (all) => all.length === 1,
    )
    const [first] = received
    expect(first?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'high' })
    expect(String(first?.headers.authorization)).toMatch(/^vapid t=.+, k=.+$/)
    expect(device.read(first?.body ?? Buffer.alloc(0))).toEqual({
      titulo: `Recibimos tu pedido ${pedido.numero}`,
      texto: expect.stringContaining(`El pago de tu pedido ${pedido.numero} se acreditó`),
      url: `http://localhost:3000/pedido/${pedido.id}`,
      etiqueta: expect.stringMatching(/^.{22}$/),
    })
    await moveTo(shop, pedido.id, 'en_produccion', 'listo')
    const { paso } = await rowOf(shop, pedido.id)
    await pastDeshacer(shop, pedido.id)
    await runListo(shop, pedido.id, paso)
    await eventually(
      async () => received,
      (all) => all.length === 2,
    )
    expect(device.read(received[1]?.body ?? Buffer.alloc(0)).titulo).toBe(
      `Tu pedido ${pedido.numero} está listo`,
    )
  })

  test('that is gone is forgotten; a push service that is down is retried, and no redirect is followed', async () => {
    const shop = await testShop()
    const { received, times, url } = await pushService((path, turn) =>
      path === '/gone' ? 410 : path === '/later' && turn < 3 ? 503 : path === '/elsewhere' ? 307 : 201,
    )
    const order = await confirmed(shop)
    const { id } = order
    const owner = await ownerOf(shop, id)
    for (const path of ['gone', 'later', 'elsewhere'])
      await subscribeAs(shop, id, newDevice(`${url}/${path}`).body, owner)
    await pay(shop, order)
    const [mail] = await shop.db.select().from(correos)
    const correo_id = mail?.id ?? 0
    // However often the job runs, each device gets one notice
    await Promise.all(Array.from({ length: 5 }, () => sendNews(shop.deps, { pedido_id: id, correo_id })))
    expect(await shop.db.$count(avisos_push)).toBeLessThanOrEqual(3)
    await eventually(
      async () => received.map(({ path }) => path),
      (paths) => paths.includes('/later'),
    )
    expect(times.get('/later')).toBe(3)
    expect(received.map(({ path }) => path)).toEqual(['/later'])
    await eventually(
      () => shop.db.select().from(suscripciones),
      (left) => left.length === 2,
    )
    const [sent] = await shop.db.select().from(avisos_push).where(isNotNull(avisos_push.enviado))
    await pushAviso(shop.deps, sent?.id ?? 0) // its job once more
    expect(times.get('/later')).toBe(3)
  })

  test('stays where its service refuses our signature: that is about us, and may be our clock', async () => {
    const { shop, received, say, send, answers } = await oneDevice()
    const aviso = await say('Listo')
    answers.next.push(401, 403)
    await expect(send(aviso)).rejects.toThrow('401')
    await expect(send(aviso)).rejects.toThrow('403')
    expect(await shop.db.$count(suscripciones)).toBe(1)
    await send(aviso)
    expect(received).toHaveLength(1)
  })

  test('gets notices in order: a notice waits for the one before it, which is tried first', async () => {
    const { device, received, say, send, answers } = await oneDevice()
    const [first, second] = [await say('Pagado'), await say('Listo')]
    answers.status = 503
    await expect(send(first)).rejects.toThrow('503')
    await expect(send(second)).rejects.toThrow('503')
    expect(received).toEqual([])
    answers.status = 201
    await send(second)
    await send(first)
    expect(received.map(({ body }) => device.read(body).titulo)).toEqual(['Pagado', 'Listo'])
  })

  test('waits at most a minute for an earlier notice that its service does not take, which is not shown afterwards', async () => {
    const { shop, device, received, say, send, answers } = await oneDevice()
    const [first, second] = [await say('Pagado'), await say('Listo')]
    answers.next.push(503)
    await expect(send(second)).rejects.toThrow('503')
    shop.clock.offsetMs += 61_000
    answers.next.push(503)
    await send(second)
    await send(first)
    await shop.db.transaction((tx) => insertAvisos(tx, first.pedido_id, first.correo_id)) // its job once more
    await send(first)
    expect(received.map(({ body }) => device.read(body).titulo)).toEqual(['Listo'])
  })

  test('is shown an earlier mail’s notice first, though the job that makes it comes late', async () => {
    const { shop, device, received, say, send } = await oneDevice()
    const [first, second] = [await say('Pagado'), await say('Listo')]
    await shop.db.delete(avisos_push).where(eq(avisos_push.id, first.id))
    shop.clock.offsetMs += 61_000
    await send(second)
    await sendNews(shop.deps, first)
    expect(await shop.db.$count(avisos_push)).toBe(2)
    expect(received.map(({ body }) => device.read(body).titulo)).toEqual(['Pagado', 'Listo'])
  })

  test('is sent one notice at a time, however many workers there are; a killed worker’s turn ends', async () => {
    const { shop, device, received, say, send } = await oneDevice()
    const first = await say('Pagado')
    const sent = await Promise.allSettled(Array.from({ length: 10 }, () => send(first)))
    expect(sent.some(({ status }) => status === 'fulfilled')).toBe(true)
    expect(received).toHaveLength(1)
    const second = await say('Listo')
    await shop.db.update(suscripciones).set({ ocupada: shop.deps.now() })
    await expect(send(second)).rejects.toThrow('on its way')
    shop.clock.offsetMs += 31_000
    await send(second)
    expect(received.map(({ body }) => device.read(body).titulo)).toEqual(['Pagado', 'Listo'])
  })

  test('is not told what happened before it asked', async () => {
    const { shop, received, say, pedido_id } = await oneDevice()
    await shop.db.update(suscripciones).set({ creada: new Date(Date.now() + 60_000) })
    const before = await say('Pagado')
    expect(before.id).toBe(0)
    await shop.db.transaction((tx) => insertAvisos(tx, pedido_id, before.correo_id))
    expect(await shop.db.$count(avisos_push)).toBe(0)
    expect(received).toEqual([])
  })

  test('gets notices while the push service of another device does not answer', async () => {
    const shop = await testShop()
    const { received, hanging, url } = await pushService((path) => (path === '/silent' ? null : 201))
    const [silent, other] = [await confirmed(shop), await confirmed(shop)]
    await subscribeAs(shop, silent.id, newDevice(`${url}/silent`).body, await ownerOf(shop, silent.id))
    await subscribeAs(shop, other.id, newDevice(`${url}/other`).body, await ownerOf(shop, other.id))
    await pay(shop, silent)
    await eventually(
      async () => hanging.has('/silent'),
      (isHanging) => isHanging,
    )
    await pay(shop, other)
    const stillHanging = await eventually(
      async () => ({ received: received.length, isHanging: hanging.has('/silent') }),
      (now) => now.received === 1,
    )
    expect(stillHanging.isHanging).toBe(true)
  })

  test('is forgotten a month after the end of its order', async () => {
    const shop = await testShop()
    const { id } = await paid(shop)
    await subscribeAs(shop, id, newDevice('http://127.0.0.1:9/x').body, await ownerOf(shop, id))
    await moveTo(shop, id, 'en_produccion', 'listo')
    shop.clock.offsetMs = 40 * 86_400_000
    await forgetSuscripciones(shop.deps)
    expect(await shop.db.$count(suscripciones)).toBe(1)
    await moveTo(shop, id, 'entregado')
    await forgetSuscripciones(shop.deps)
    expect(await shop.db.$count(suscripciones)).toBe(1)
    shop.clock.offsetMs += 31 * 86_400_000
    await forgetSuscripciones(shop.deps)
    expect(await shop.db.$count(suscripciones)).toBe(0)
  })
})
