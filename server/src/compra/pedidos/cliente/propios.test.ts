import { stat } from 'node:fs/promises'
import type { PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { contenidos } from '../../../base/db/schema/archivos.ts'
import { bearer, newCliente, PASSWORD } from '../../../testing/cuenta.ts'
import { makePdf } from '../../../testing/pdf.ts'
import { confirmed, moveTo, rowOf } from '../../../testing/pedidos.ts'
import { rounds } from '../../../testing/rounds.ts'
import { compra, type Shop, testShop, upload } from '../../../testing/shop.ts'
import { aCounter, cash } from '../../../testing/ventas.ts'

const DAY = 24 * 3600_000
const FILES = async () => [
  { nombre: 'tesis de ana.pdf', bytes: await makePdf({ pages: 5 }), duplicado: 2, anillado: true },
  { nombre: 'cv.pdf', bytes: await makePdf({ pages: 1 }), doble_faz: false },
]
const own = async (shop: Shop, access: string) =>
  (await shop.get('/api/clientes/pedidos', bearer(access))).json().pedidos
const buy = async (shop: Shop, access: string, change: object = {}) =>
  confirmed(shop, { files: await FILES(), headers: bearer(access), change })

describe('buying in a session', () => {
  test('the account’s e-mail and phone win over those sent, and the order belongs to the account', async () => {
    const shop = await testShop()
    const { access, email } = await newCliente(shop)
    const { id: pedido_id } = await buy(shop, access, { email: 'otra@example.com', celular: '3815555555' })
    expect(await rowOf(shop, pedido_id)).toMatchObject({ email, celular: '3865412233' })
    const [order] = await own(shop, access)
    expect(order).toEqual({
      pedido_id,
      numero: 1001,
      estado: 'confirmado',
      confirmado: expect.stringMatching(/Z$/),
      importe_final: expect.any(Number),
      costo_delivery: 0,
      sucursal: 'Alberdi',
      modo_entrega: 'retiro',
      archivos: ['tesis de ana.pdf', 'cv.pdf'],
      hojas: 7,
      archivos_guardados: true,
      prometido: null,
    })
  })

  test('without one it belongs to no account, not even the uploader’s', async () => {
    const shop = await testShop()
    const { access } = await newCliente(shop)
    const answer = await upload(shop.app, await FILES(), {}, bearer(access))
    const { pedido_id } = answer.json()
    expect(await rowOf(shop, pedido_id)).toMatchObject({ cliente_id: expect.any(Number) })
    expect(await own(shop, access)).toEqual([])
    await shop.post('/api/completar_compra', compra(pedido_id))
    expect(await own(shop, access)).toEqual([])
  })

  test('an expired bearer is refused, instead of counting as a visitor', async () => {
    const shop = await testShop()
    const { access } = await newCliente(shop)
    shop.clock.offsetMs += 16 * 60_000
    const quote = await shop.quote(await FILES())
    for (const path of ['/api/completar_compra', '/api/registrar_compra_sin_pago'])
      expect((await shop.post(path, compra(quote.pedido_id), bearer(access))).statusCode).toBe(401)
    expect((await upload(shop.app, await FILES(), {}, bearer(access))).statusCode).toBe(401)
    expect((await rowOf(shop, quote.pedido_id)).estado).toBe('borrador')
  })

  test('changing the contact later without a session does not take the order away', async () => {
    const shop = await testShop()
    const { access } = await newCliente(shop)
    const { id: pedido_id } = await buy(shop, access)
    await shop.post('/api/completar_compra', compra(pedido_id))
    expect(await own(shop, access)).toHaveLength(1)
  })
})

describe('my orders', () => {
  test('are the account’s alone, newest first, twenty at a time', async () => {
    const shop = await testShop()
    const ana = await newCliente(shop)
    const luz = await newCliente(shop)
    await buy(shop, luz.access)
    const { id: pedido_id } = await buy(shop, ana.access)
    await shop.db.execute(sql`insert into pedidos (id, numero, estado, referencia, tarifas, descuento_porcentaje,
      total_impresion, total_anillado, final_impresion, final_anillado, importe_final, cliente_id, email, celular,
      sucursal_id, modo_entrega, codigo_retiro)
      select 'p' || n, 2000 + n, 'entregado', 'r' || n, tarifas, 5, 1, 0, 1, 0, 1, cliente_id, email, celular,
      sucursal_id, modo_entrega, 'c' || n from pedidos, generate_series(1, 44) n where id = ${pedido_id}`)
    const numbers: number[] = []
    let cursor: number | null = null
    for (let pages = 0; pages === 0 || cursor; pages++) {
      const path: string = `/api/clientes/pedidos${cursor ? `?cursor=${cursor}` : ''}`
      const page = (await shop.get(path, bearer(ana.access))).json<{
        pedidos: { numero: number }[]
        siguiente: number | null
      }>()
      numbers.push(...page.pedidos.map(({ numero }) => numero))
      expect(page.pedidos.length).toBe(pages === 2 ? 5 : 20)
      cursor = page.siguiente
    }
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a))
    expect([numbers.length, new Set(numbers).size]).toEqual([45, 45])
    expect(await own(shop, luz.access)).toHaveLength(1)
    expect((await shop.get('/api/clientes/pedidos')).statusCode).toBe(401)
    for (const odd of ['x', '1.5', '3000000000', '1e300'])
      expect((await shop.get(`/api/clientes/pedidos?cursor=${odd}`, bearer(ana.access))).json()).toEqual({
        cursor: ['No es un número.'],
      })
  })
})

describe('repeating an order', () => {
  const repeat = (shop: Shop, access: string, id: string, payload: object = {}) =>
    shop.post(`/api/clientes/pedidos/${id}/repetir`, payload, bearer(access))

  test('makes a draft of the same files and options, at the prices of now', async () => {
    const shop = await testShop()
    const { access } = await newCliente(shop)
    const first = await buy(shop, access)
    await shop.db.execute(
      sql`update ajustes set valores = jsonb_set(valores, '{byn}', '{"una": 30000, "dos": 40000}')`,
    )
    const answer = await repeat(shop, access, first.id)
    expect(answer.statusCode).toBe(200)
    const again = answer.json()
    expect(again.pedido_id).not.toBe(first.id)
    expect(again.total_impresion).toBe((2 * 400 + 300) * 2 + 300)
    const { archivos } = (await shop.get(`/api/pedidos/${first.id}`, bearer(access))).json<PedidoAnswer>()
    const options = ({ importe: _i, subida: _s, ...rest }: (typeof archivos)[number]) => rest
    expect(again.archivos.map(options)).toEqual(archivos.map(options))
    expect(
      (await shop.post('/api/completar_compra', compra(again.pedido_id), bearer(access))).statusCode,
    ).toBe(200)
    expect((await rowOf(shop, first.id)).estado).toBe('confirmado')
    expect(await own(shop, access)).toHaveLength(2)
  })

  test('in a browser with a half-made order replaces that order', async () => {
    const shop = await testShop()
    const { access } = await newCliente(shop)
    const { id: pedido_id } = await buy(shop, access)
    const carrito = 'carrito-de-ana'
    const draft = await shop.quote(await FILES(), { carrito })
    expect((await repeat(shop, access, pedido_id, { carrito })).statusCode).toBe(200)
    await expect(rowOf(shop, draft.pedido_id)).rejects.toThrow('no such order')
  })

  test('another customer’s order, an unknown one and a draft are 404', async () => {
    const shop = await testShop()
    const [ana, luz] = [await newCliente(shop), await newCliente(shop)]
    const { id: pedido_id } = await buy(shop, luz.access)
    const draft = (await upload(shop.app, await FILES(), {}, bearer(ana.access))).json()
    for (const id of [pedido_id, 'x', draft.pedido_id])
      expect((await repeat(shop, ana.access, id)).statusCode).toBe(404)
    expect((await shop.post(`/api/clientes/pedidos/${pedido_id}/repetir`)).statusCode).toBe(401)
  })

  test('once the files are gone says so, and the list knew', async () => {
    const shop = await testShop()
    const { access, email } = await newCliente(shop)
    const { id: pedido_id } = await buy(shop, access)
    await moveTo(shop, pedido_id, 'pagado', 'en_produccion', 'listo', 'entregado')
    shop.clock.offsetMs += 8 * DAY
    await shop.app.housekeeping()
    const login = await shop.post('/api/auth/login/', { email, password: PASSWORD })
    const fresh = login.json().access
    expect((await own(shop, fresh))[0]).toMatchObject({
      pedido_id,
      archivos_guardados: false,
      estado: 'entregado',
    })
    const answer = await repeat(shop, fresh, pedido_id)
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toEqual({
      detail: 'Ya no guardamos los archivos de este pedido. Para repetirlo, subilos de nuevo.',
    })
  })

  test('keeps the files for its own draft alone: once that is dropped, the bytes and the sender are forgotten', async () => {
    const shop = await testShop()
    const { access, email } = await newCliente(shop)
    const { id: pedido_id } = await buy(shop, access)
    await moveTo(shop, pedido_id, 'pagado', 'en_produccion', 'listo', 'entregado')
    const picture = (id: string) => shop.get(`/api/pedidos/${id}/archivos/1/miniatura.webp`)
    const bytesOf = () => shop.db.select().from(contenidos)
    shop.clock.offsetMs += 6 * DAY
    const login = await shop.post('/api/auth/login/', { email, password: PASSWORD })
    const draft = (await repeat(shop, login.json().access, pedido_id)).json()

    shop.clock.offsetMs += 1.5 * DAY
    await shop.app.housekeeping()
    expect((await rowOf(shop, pedido_id)).archivos_borrados).not.toBeNull()
    for (const { id, borrado } of await bytesOf()) {
      expect(borrado).toBeNull()
      await shop.deps.files.pathOf(id)
    }
    expect((await picture(draft.pedido_id)).statusCode).toBe(200)
    expect((await picture(pedido_id)).statusCode).toBe(404)

    shop.clock.offsetMs += DAY
    await shop.app.housekeeping()
    expect((await shop.get(`/api/pedidos/${draft.pedido_id}`)).statusCode).toBe(404)
    const left = await bytesOf()
    expect(left).toHaveLength(2)
    for (const { id, ...row } of left) {
      expect(row).toMatchObject({ borrado: expect.any(Date), navegador: null, origen: null, red: null })
      await expect(shop.deps.files.pathOf(id)).rejects.toThrow()
    }
  })

  test('of a counter sale without files is refused: it has nothing to print, and the list knew', async () => {
    const { shop, sell } = await aCounter()
    const { access, email } = await newCliente(shop)
    const lineas = [{ texto: 'Laminado', importe: 1000 }]
    const { pedidos } = await sell({ lineas, cliente: { email }, pagos: cash(1000) })
    expect(await own(shop, access)).toMatchObject([{ archivos: [], archivos_guardados: false }])
    const answer = await repeat(shop, access, pedidos[0]?.pedido_id ?? '')
    expect([answer.statusCode, answer.headers['x-codigo']]).toEqual([409, 'faltan_archivos'])
    expect(answer.json()).toEqual({ detail: 'Este pedido no tiene archivos: no hay nada que repetir.' })
  })

  test('while the cleanup removes the files: either the draft has them or it is refused', async () => {
    for (let round = 0; round < rounds(2, 30); round++) {
      const shop = await testShop()
      const { email, access: first } = await newCliente(shop)
      const { id: pedido_id } = await buy(shop, first)
      await moveTo(shop, pedido_id, 'pagado', 'en_produccion', 'listo', 'entregado')
      shop.clock.offsetMs += 8 * DAY
      const { access } = (await shop.post('/api/auth/login/', { email, password: PASSWORD })).json()
      const [answers] = await Promise.all([
        Promise.all(Array.from({ length: 10 }, () => repeat(shop, access, pedido_id))),
        shop.app.housekeeping(),
      ])
      const { rows } = await shop.db.execute(sql`select count(*)::int as n from archivos
        join contenidos on contenidos.id = contenido_id join pedidos on pedidos.id = pedido_id
        where contenidos.borrado is not null and archivos_borrados is null`)
      expect(rows[0]?.n).toBe(0)
      for (const answer of answers) {
        expect([200, 409]).toContain(answer.statusCode)
        for (const { subida } of answer.json().archivos ?? [])
          expect((await stat(await shop.deps.files.pathOf(subida))).size).toBeGreaterThan(0)
      }
    }
  })
})
