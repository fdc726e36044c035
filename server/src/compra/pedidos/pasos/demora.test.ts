import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import type { PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import { like } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { correos } from '../../../base/db/schema/correos.ts'
import { enterAs, newOperador } from '../../../testing/mostrador.ts'
import { makePdf } from '../../../testing/pdf.ts'
import { moveTo, ownerOf, paid, rowOf } from '../../../testing/pedidos.ts'
import { newDevice, pushService } from '../../../testing/peers/push.ts'
import { eventually, otherProcess, type Shop, testShop } from '../../../testing/shop.ts'
import { tellDemoras } from './demora.ts'

const MINUTE = 60_000
/** Monday: both branches open at half past eight. */
const MORNING = Date.parse('2026-11-23T09:00:00-03:00')

async function aShop() {
  const now = { ms: MORNING }
  const shop = await testShop({ now: () => new Date(now.ms) })
  /** Sets the clock to so many minutes after the order's promised hour. */
  const pass = async (id: string, minutes: number) => {
    now.ms = ((await rowOf(shop, id)).prometido?.getTime() ?? 0) + minutes * MINUTE
  }
  return { shop, now, pass }
}

const late = ({ db }: Shop) => db.select().from(correos).where(like(correos.clave, 'demora:%'))
const view = async (shop: Shop, id: string) => (await shop.get(`/api/pedidos/${id}`)).json<PedidoAnswer>()
const shown = (instant: Date | string | null) =>
  new Intl.DateTimeFormat('es-AR', {
    timeZone: 'America/Argentina/Tucuman',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(instant ?? 0))

describe('an order that is not ready at its hour', () => {
  test('is told once, with the new hour, however many servers look, by mail, on its page and to its devices', async () => {
    const { shop, pass, now } = await aShop()
    const second = await otherProcess(shop.url, { dataDir: shop.dataDir, now: shop.deps.now })
    const { received, url } = await pushService()
    const { id, prometido } = await paid(shop)
    const device = newDevice(`${url}/mine`)
    await shop.post(`/api/pedidos/${id}/push`, device.body, await ownerOf(shop, id))
    await moveTo(shop, id, 'en_produccion')
    await pass(id, 4)
    await tellDemoras(shop.deps)
    expect(await late(shop)).toEqual([])
    await pass(id, 5)
    await Promise.all([shop, second, shop, second].map(({ deps }) => tellDemoras(deps)))
    const [mail, ...more] = await late(shop)
    expect(more).toEqual([])
    const { nueva_hora } = await rowOf(shop, id)
    expect(nueva_hora?.getTime()).toBeGreaterThan(now.ms)
    for (const part of [mail?.texto, mail?.html]) {
      expect(part).toContain(`${shown(prometido)} h`)
      expect(part).toContain(`${shown(nueva_hora)} h`)
      expect(part).toContain(`http://localhost:3000/pedido/${id}`)
    }
    expect(await view(shop, id)).toMatchObject({
      prometido: prometido?.toISOString(),
      nueva_hora: nueva_hora?.toISOString(),
    })
    await eventually(
      async () => received.map(({ body }) => device.read(body)),
      (heard) => heard.some(({ titulo }) => titulo === mail?.asunto),
    )
    await pass(id, 300)
    await tellDemoras(shop.deps)
    expect(await late(shop)).toHaveLength(1)
  })

  test('that is ready or cancelled meanwhile tells nothing; once that step is taken back it does', async () => {
    const { shop, pass } = await aShop()
    const clerk = await newOperador(shop, 1)
    const [ready, gone] = [await paid(shop), await paid(shop)]
    const step = (call: string, body: object) =>
      shop.post(`/api/mostrador/pedidos/${ready.id}/${call}`, body, clerk.headers)
    await step('estado', { estado: 'en_produccion' })
    await moveTo(shop, gone.id, 'cancelado')
    await pass(ready.id, 10)
    await step('estado', { estado: 'listo' })
    await tellDemoras(shop.deps)
    expect(await late(shop)).toEqual([])
    expect((await step('deshacer', {})).json()).toEqual({ estado: 'en_produccion' })
    await tellDemoras(shop.deps)
    expect((await late(shop)).map(({ clave }) => clave.split(':')[1])).toEqual([ready.id])
  })

  test('that no clerk began is told before its hour, once it cannot be ready by then', async () => {
    const { shop, pass } = await aShop()
    const bytes = await makePdf({ pages: 10 })
    // Three volumes of ten minutes
    const files = [{ nombre: 'a.pdf', bytes, anillado: true, duplicado: 3 }]
    const [waits, begun] = [await paid(shop, { files }), await paid(shop, { files })]
    await moveTo(shop, begun.id, 'en_produccion')
    await pass(waits.id, -45)
    await tellDemoras(shop.deps)
    expect(await late(shop)).toEqual([])
    await pass(waits.id, -25)
    await tellDemoras(shop.deps)
    expect((await late(shop)).map(({ clave }) => clave.split(':')[1])).toEqual([waits.id])
    const { nueva_hora, prometido } = await rowOf(shop, waits.id)
    expect(nueva_hora?.getTime()).toBeGreaterThan(prometido?.getTime() ?? 0)
  })

  test('that no clerk began is not announced at the counter as one that was paid just now', async () => {
    const { shop, pass } = await aShop()
    const { id } = await paid(shop)
    await pass(id, 10)
    const [steps, views]: [string[], string[]] = [[], []]
    shop.deps.events.listen('pedidos', ({ pedido_id }) => steps.push(pedido_id))
    shop.deps.events.listen('tomados', ({ pedido_id }) => views.push(pedido_id))
    await tellDemoras(shop.deps)
    await eventually(
      async () => views,
      (list) => list.length > 0,
    )
    expect(views).toEqual([id])
    expect(steps).toEqual([])
  })

  test('tells nothing where the owner turned it off, or once it is more than a day late', async () => {
    const { shop, pass } = await aShop()
    const headers = await enterAs(shop)
    const { id } = await paid(shop)
    const put = async (demora: boolean) => {
      const payload = { correos: { demora } }
      const answer = await shop.app.inject({ method: 'PUT', url: '/api/mostrador/ajustes', headers, payload })
      expect(answer.json().correos).toEqual({ demora, resumen: false })
    }
    await put(false)
    await pass(id, 10)
    await tellDemoras(shop.deps)
    await put(true)
    await pass(id, 25 * 60)
    await tellDemoras(shop.deps)
    expect(await late(shop)).toEqual([])
  })
})

describe('at the counter', () => {
  test('one tap tells the hour that the shop estimates, or the clerk gives another; once for each promise', async () => {
    const { shop, now } = await aShop()
    const [clerk, other] = [await newOperador(shop, 1), await newOperador(shop, 2)]
    const { id, prometido } = await paid(shop)
    const look = async (who = clerk) =>
      (await shop.get(`/api/mostrador/pedidos/${id}`, who.headers)).json<PedidoMostrador>()
    const tell = (hora: string | null, who = clerk) =>
      shop.post(`/api/mostrador/pedidos/${id}/demora`, { hora }, who.headers)
    const { hora_sugerida } = await look()
    expect(Date.parse(hora_sugerida ?? '')).toBeGreaterThan(prometido?.getTime() ?? 0)
    for (const [hora, wrong] of [
      [new Date(now.ms - MINUTE), 'Esa hora ya pasó.'],
      [prometido, 'Esa hora no es más tarde que la prometida.'],
      [new Date(now.ms + 90 * 24 * 60 * MINUTE), 'Esa hora está demasiado lejos.'],
    ] as const) {
      const refused = await tell(hora?.toISOString() ?? null)
      expect(refused.statusCode).toBe(400)
      expect(refused.json()).toEqual({ hora: [wrong] })
    }
    expect((await tell('mañana')).json()).toEqual({ hora: ['Escribí la nueva hora.'] })
    expect((await tell(null, other)).statusCode).toBe(404) // of another branch
    const burst = await Promise.all(Array.from({ length: 20 }, () => tell(null)))
    expect(burst.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(burst.find(({ statusCode }) => statusCode === 409)?.json().detail).toMatch(
      /ya avisamos una nueva hora/,
    )
    expect(await late(shop)).toHaveLength(1)
    const told = await look()
    expect(told).toMatchObject({ nueva_hora: hora_sugerida, hora_sugerida: null })
    expect(told.historial.filter(({ nota }) => nota?.startsWith('Avisamos la demora'))).toHaveLength(1)
    expect(told.mensajes.find(({ cual }) => cual === 'en_marcha')?.texto).toContain(shown(hora_sugerida))

    // Another branch makes a new promise
    await shop.post(`/api/mostrador/pedidos/${id}/sucursal`, { sucursal: 'Aguilares' }, clerk.headers)
    expect(await look(other)).toMatchObject({ nueva_hora: null, hora_sugerida: expect.any(String) })
    now.ms += MINUTE
    const hora = new Date(now.ms + 300 * MINUTE).toISOString()
    expect((await tell(hora, other)).json<PedidoMostrador>().nueva_hora).toBe(hora)
    expect(await late(shop)).toHaveLength(2)
    await moveTo(shop, id, 'en_produccion', 'listo')
    expect((await tell(null, other)).statusCode).toBe(409)
  })
})
