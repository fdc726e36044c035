import { KEYS_WRONG } from '@imprimitodo/shared/rules/push'
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
import { newDevice, pushService } from '../../testing/push.ts'
import { eventually, otherProcess, type Shop, testShop } from '../../testing/shop.ts'
import { avisarPush, forgetSuscripciones, sendAviso } from './service.ts'

const subscribeAs = (shop: Shop, id: string, body: object, headers: Record<string, string> = {}) =>
  shop.post(`/api/pedidos/${id}/push`, body, headers)

describe('a device asks for notices', () => {
  test('of its own order, at a push service that is known: once, and off again', async () => {
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
    expect([(await off()).statusCode, (await off()).statusCode]).toEqual([204, 204])
    expect(await shop.db.$count(suscripciones)).toBe(9)
  })

  test('with a key that is no point of the curve it is refused; one that was kept before is forgotten, and nothing called', async () => {
    const shop = await testShop()
    const { times, url } = await pushService()
    const { id } = await paid(shop)
    const device = newDevice(`${url}/odd`).body
    // X and Y of any number: looks like a point, and is none
    const p256dh = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString('base64url')
    const odd = { ...device, keys: { ...device.keys, p256dh } }
    const refused = await subscribeAs(shop, id, odd, await ownerOf(shop, id))
    expect([refused.statusCode, refused.json()]).toEqual([400, { keys: [KEYS_WRONG] }])
    const { endpoint, keys } = odd
    await shop.db.insert(suscripciones).values({ pedido_id: id, endpoint, ...keys })
    const [mail] = await shop.db.select().from(correos)
    await avisarPush(shop.deps, { pedido_id: id, correo_id: mail?.id ?? 0 })
    const [aviso] = await shop.db.select().from(avisos_push)
    await sendAviso(shop.deps, aviso?.id ?? 0)
    expect(await shop.db.$count(suscripciones)).toBe(0)
    expect(times.size).toBe(0)
  })

  test('with the key of the installation, which is the same at every start', async () => {
    const shop = await testShop()
    const { clave } = (await shop.get('/api/push')).json()
    expect(Buffer.from(clave, 'base64url')).toHaveLength(65)
    const again = await otherProcess(shop.url, { dataDir: shop.dataDir })
    expect((await again.get('/api/push')).json()).toEqual({ clave })
  })
})

describe('a device that asked', () => {
  test('hears of each step what the mail says, sealed for it alone, and nothing of other orders', async () => {
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

  test('that is gone is forgotten; a service that is away is asked again, and no redirect is followed', async () => {
    const shop = await testShop()
    const { received, times, url } = await pushService((path, turn) =>
      path === '/gone' ? 410 : path === '/later' && turn < 3 ? 503 : path === '/elsewhere' ? 307 : 201,
    )
    const { id } = await paid(shop)
    const owner = await ownerOf(shop, id)
    for (const path of ['gone', 'later', 'elsewhere'])
      await subscribeAs(shop, id, newDevice(`${url}/${path}`).body, owner)
    const [mail] = await shop.db.select().from(correos)
    const correo_id = mail?.id ?? 0
    // As often as it likes: each device once
    await Promise.all(Array.from({ length: 5 }, () => avisarPush(shop.deps, { pedido_id: id, correo_id })))
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
    await sendAviso(shop.deps, sent?.id ?? 0) // its job once more
    expect(times.get('/later')).toBe(3)
  })

  test('hears one thing after another: a notice waits for the one before it', async () => {
    const shop = await testShop()
    let isAway = true
    const { received, url } = await pushService(() => (isAway ? 503 : 201))
    const { id } = await confirmed(shop)
    const device = newDevice(`${url}/mine`)
    await subscribeAs(shop, id, device.body, await ownerOf(shop, id))
    shop.deps.jobs.send = async () => {} // the test runs them
    const say = async (asunto: string) => {
      const mail = { clave: asunto, para: 'ana@example.com', asunto, texto: 'a\n\nb', html: 'x' }
      await shop.db.transaction((tx) => queueCorreo(tx, shop.deps, { ...mail, avisa: id }))
      const [made] = await shop.db.select().from(correos).where(eq(correos.clave, asunto))
      const correo_id = made?.id ?? 0
      await avisarPush(shop.deps, { pedido_id: id, correo_id })
      const [aviso] = await shop.db.select().from(avisos_push).where(eq(avisos_push.correo_id, correo_id))
      return aviso?.id ?? 0
    }
    const [first, second] = [await say('Pagado'), await say('Listo')]
    await expect(sendAviso(shop.deps, first)).rejects.toThrow('503')
    isAway = false
    await expect(sendAviso(shop.deps, second)).rejects.toThrow('waits for the one before it')
    expect(received).toEqual([])
    await sendAviso(shop.deps, first)
    await sendAviso(shop.deps, second)
    expect(received.map(({ body }) => device.read(body).titulo)).toEqual(['Pagado', 'Listo'])
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
