// Names, marks and notes that people of the counter write on an order.
import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { pedidos } from '../../base/db/schema/pedidos.ts'
import { anonymiseClosed } from '../../compra/pedidos/service.ts'
import { deleteSuscripcionesOf } from '../../compra/suscripciones/service.ts'
import { enterAs, newOperador } from '../../testing/mostrador.ts'
import { makePdf } from '../../testing/pdf.ts'
import { confirmed, moveTo, ownerOf, paid, rowOf } from '../../testing/pedidos.ts'
import { type Shop, testShop } from '../../testing/shop.ts'
import { openShop } from '../../testing/socket.ts'

const FILES = async () => [
  { nombre: 'a.pdf', bytes: await makePdf() },
  { nombre: 'b.pdf', bytes: await makePdf({ pages: 2 }) },
]

function at(shop: Shop, id: string, headers: Record<string, string>) {
  const url = `/api/mostrador/pedidos/${id}`
  return {
    write: (payload: object) => shop.app.inject({ method: 'PATCH', url, payload, headers }),
    note: (texto: string) => shop.post(`${url}/notas`, { texto }, headers),
    step: (estado: string, more = {}) => shop.post(`${url}/estado`, { estado, ...more }, headers),
    look: async () => (await shop.get(url, headers)).json<PedidoMostrador>(),
  }
}
const rows = async (shop: Shop, headers: Record<string, string>, query = '') =>
  (await shop.get(`/api/mostrador/pedidos${query}`, headers)).json<{ pedidos: PedidoMostrador[] }>().pedidos

describe('the facts that staff write on an order', () => {
  test('its name, priority and shelf are shown on the board and the order, told in its history, and logged once', async () => {
    const shop = await testShop()
    const owner = await enterAs(shop)
    const { id, numero } = await paid(shop, { files: await FILES() })
    const order = at(shop, id, owner)
    expect((await order.look()).nombre).toBe('…2233') // no name was given, and there is no account
    const written = await order.write({ nombre: ' Brenda Acosta ', urgente: true, estante: ' b 3' })
    const expected = { nombre: 'Brenda Acosta', urgente: true, estante: 'B 3' }
    expect(written.json()).toMatchObject({ ...expected, nombre_retiro: 'Brenda Acosta' })
    expect((await rows(shop, owner))[0]).toMatchObject(expected)
    const { historial } = await order.look()
    expect(historial.at(-1)).toMatchObject({
      quien: 'Dueño',
      nota: 'Cambió el nombre para el retiro. Lo marcó urgente. Lo dejó en el estante B 3.',
    })
    expect((await order.write(expected)).statusCode).toBe(200) // again: nothing changes
    expect((await order.look()).historial).toEqual(historial)
    const { cambios } = (await shop.get('/api/mostrador/auditoria?que=pedido', owner)).json()
    expect(cambios).toMatchObject([
      {
        nombre: `Pedido ${numero}`,
        antes: { urgente: false, estante: null },
        despues: { urgente: true, estante: 'B 3' },
      },
    ])
    expect(JSON.stringify(cambios)).not.toContain('Brenda') // the log outlives the account
    expect((await order.write({ nombre: '', urgente: false, estante: '' })).json()).toMatchObject({
      nombre: '…2233',
      urgente: false,
      estante: null,
      nombre_retiro: null,
    })
  })

  test('urgent ones come first in the order of promises, also across pages', async () => {
    const shop = await testShop()
    const owner = await enterAs(shop)
    const first = await confirmed(shop, { files: await FILES() })
    const copies = Array.from({ length: 110 }, (_, n) => ({
      ...first,
      id: `copia-${n}`,
      referencia: `copia-${n}`,
      codigo_retiro: `copia-${n}`,
      carrito: null,
      numero: 5000 + n,
      urgente: n % 2 === 1,
      prometido: n % 5 ? new Date(Date.UTC(2026, 10, 21, n % 7)) : null,
    }))
    await shop.db.insert(pedidos).values(copies)
    const seen: PedidoMostrador[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query = new URLSearchParams({ orden: 'promesa', ...(cursor && { cursor }) })
      const page = (await shop.get(`/api/mostrador/pedidos?${query}`, owner)).json()
      seen.push(...page.pedidos)
      cursor = page.siguiente
    }
    expect(new Set(seen.map(({ pedido_id }) => pedido_id)).size).toBe(111)
    const keys = seen.map(
      ({ urgente, prometido, numero }) => `${urgente ? 0 : 1} ${prometido ?? 'z'} ${numero}`,
    )
    expect(keys).toEqual(keys.toSorted())
  })

  test('a part is ready: which works, of how many; the customer is told nothing, and the order is not ready', async () => {
    const shop = await testShop()
    const owner = await enterAs(shop)
    const { id } = await paid(shop, { files: await FILES() })
    const order = at(shop, id, owner)
    await order.step('en_produccion')
    const answer = await order.write({ partes_listas: [2, 2] })
    expect(answer.json()).toMatchObject({
      estado: 'en_produccion',
      partes: { listas: 1, de: 2 },
      partes_listas: [2],
    })
    expect((await rows(shop, owner))[0]?.partes).toEqual({ listas: 1, de: 2 })
    const own = await shop.get(`/api/pedidos/${id}`, await ownerOf(shop, id))
    expect(own.json().estado).toBe('en_produccion')
    expect((await order.write({ partes_listas: [3] })).json()).toEqual({ detail: 'Ese trabajo no existe.' })
    await order.step('listo', { estante: 'c1' })
    expect((await order.write({ partes_listas: [1] })).statusCode).toBe(409)
    expect(await order.look()).toMatchObject({ estado: 'listo', estante: 'C1' })
    await order.step('entregado')
    const closed = await order.write({ urgente: true })
    expect(closed.statusCode).toBe(409)
    expect(closed.json().detail).toEqual(expect.stringMatching(/^El pedido \d+ ya está cerrado[.]$/))
  })

  test('ticks of several people at once all count, and a tick taken back leaves the others', async () => {
    const shop = await testShop()
    const owner = await enterAs(shop)
    const clerk = (await newOperador(shop, 1)).headers
    const files = await Promise.all(
      [1, 2, 3, 4, 5, 6].map(async (n) => ({ nombre: `${n}.pdf`, bytes: await makePdf({ pages: n }) })),
    )
    const { id } = await paid(shop, { files })
    const [one, other] = [at(shop, id, owner), at(shop, id, clerk)]
    const tick = (trabajo: number, lista: boolean) =>
      (trabajo % 2 ? one : other).write({ parte: { trabajo, lista } })
    const { trabajos } = await one.look()
    const ids = trabajos.map((trabajo) => trabajo.id)
    const answers = await Promise.all(ids.map((trabajo) => tick(trabajo, true)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(ids.map(() => 200))
    expect(await one.look()).toMatchObject({ partes_listas: ids, partes: { listas: 6, de: 6 } })
    await Promise.all([tick(ids[0] ?? 0, false), tick(ids[1] ?? 0, false)])
    expect((await one.look()).partes_listas).toEqual(ids.slice(2))
    expect((await tick(99, false)).json()).toEqual({ detail: 'Ese trabajo no existe.' })
  })

  test('a part that was marked and that the order no longer has does not stop the others from being marked', async () => {
    const shop = await testShop()
    const owner = await enterAs(shop)
    const { id } = await paid(shop, { files: await FILES() })
    // A file that was split into several tomes was sent again with fewer pages, so its third work no longer exists
    await shop.db
      .update(pedidos)
      .set({ partes_listas: [1, 3] })
      .where(eq(pedidos.id, id))
    const order = at(shop, id, owner)
    const ticked = await order.write({ parte: { trabajo: 2, lista: true } })
    expect(ticked.statusCode).toBe(200)
    expect(ticked.json().partes_listas).toEqual([1, 2])
    expect((await rowOf(shop, id))?.partes_listas).toEqual([1, 2])
    const asked = await order.write({ parte: { trabajo: 3, lista: true } })
    expect(asked.statusCode).toBe(404)
    expect(asked.json()).toEqual({ detail: 'Ese trabajo no existe.' })
    expect((await rowOf(shop, id))?.partes_listas).toEqual([1, 2])
  })

  test('notes of the staff have author, time and text; customers never read them, and they are deleted with the person’s data', async () => {
    const shop = await testShop()
    const owner = await enterAs(shop)
    const { id } = await confirmed(shop, { files: await FILES() })
    const order = at(shop, id, owner)
    expect((await order.note('  ')).json()).toEqual({ texto: ['Escribí la nota.'] })
    await order.note('Hablamos por WhatsApp:\nla paga mañana.')
    const [nota] = (await order.note('Vino su hermano.')).json<PedidoMostrador>().notas_equipo
    expect(nota).toEqual({
      quien: 'Dueño',
      texto: 'Hablamos por WhatsApp:\nla paga mañana.',
      cuando: expect.stringMatching(/Z$/),
    })
    const own = await shop.get(`/api/pedidos/${id}`, await ownerOf(shop, id))
    expect(own.body).not.toContain('WhatsApp:')
    await moveTo(shop, id, 'cancelado')
    await shop.db.update(pedidos).set({ anonimizar: true }).where(eq(pedidos.id, id))
    await anonymiseClosed(shop.deps, deleteSuscripcionesOf)
    expect((await order.look()).notas_equipo).toEqual([])
  })

  test('of another branch it does not exist, to be read or written', async () => {
    const shop = await testShop()
    const { id } = await paid(shop, { files: await FILES() })
    const before = await rowOf(shop, id)
    const other = at(shop, id, (await newOperador(shop, 2)).headers)
    for (const answer of [await other.write({ urgente: true }), await other.note('Hola')]) {
      expect(answer.statusCode).toBe(404)
      expect(answer.json().detail).toBe('Ese pedido no existe.')
    }
    expect(await rowOf(shop, id)).toEqual(before)
    const own = at(shop, id, (await newOperador(shop, 1)).headers)
    expect((await own.write({ urgente: true })).json().urgente).toBe(true)
  })

  test('over a socket: a text that is too long or odd is refused at its field, and changes nothing', async () => {
    const shop = await openShop()
    const headers = { ...(await enterAs(shop)), 'content-type': 'application/json' }
    const { id } = await paid(shop, { files: await FILES() })
    const before = await rowOf(shop, id)
    const long = 'x'.repeat(60_000)
    const ODD = 'Hay un carácter que no se puede usar: borralo y escribilo de nuevo.'
    const refusals: [string, string, object, object][] = [
      ['PATCH', '', { estante: long }, { estante: ['El estante puede tener hasta 12 caracteres.'] }],
      ['PATCH', '', { estante: 'B3<br>' }, { estante: ['El estante lleva letras y números: «B3».'] }],
      ['PATCH', '', { nombre: long }, { nombre: ['El nombre puede tener hasta 60 caracteres.'] }],
      ['PATCH', '', { nombre: 'Lu\u0007cía' }, { nombre: [ODD] }],
      ['POST', '/notas', { texto: long }, { texto: ['La nota puede tener hasta 500 caracteres.'] }],
      ['POST', '/notas', { texto: '\u202eadatla' }, { texto: [ODD] }],
    ]
    for (const [method, path, body, expected] of refusals) {
      const visitor = shop.visitor()
      const url = `/api/mostrador/pedidos/${id}${path}`
      const answer = await visitor.ask(url, { method, headers, body: JSON.stringify(body) })
      expect(answer.status).toBe(400)
      expect(JSON.parse(answer.body)).toEqual(expected)
    }
    expect(await rowOf(shop, id)).toEqual(before)
  })
})
