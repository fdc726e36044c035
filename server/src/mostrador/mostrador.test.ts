import { createHash } from 'node:crypto'
import type { PedidoFila, PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { hashPassword } from '../core/password.ts'
import { clientes } from '../db/schema/clientes.ts'
import { operadores, sesiones_mostrador } from '../db/schema/mostrador.ts'
import { pagos } from '../db/schema/pagos.ts'
import { historial, pedidos } from '../db/schema/pedidos.ts'
import { simulado_pagos } from '../db/schema/services.ts'
import { makePdf } from '../testing/pdf.ts'
import { compra, eventually, OWNER, type SentFile, type Shop, testShop } from '../testing/shop.ts'

const pdf = makePdf({ pages: 3 })
const BASE = '/api/mostrador'

const enter = (shop: Shop, who: object = OWNER, remoteAddress = '10.0.0.1') =>
  shop.app.inject({ method: 'POST', url: `${BASE}/ingresar`, payload: who, remoteAddress })

async function bearer(shop: Shop, who: object = OWNER) {
  const answer = await enter(shop, who)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return { authorization: `Bearer ${answer.json().access}` }
}

async function confirmed(shop: Shop, files?: SentFile[], change: object = {}) {
  const { pedido_id } = await shop.quote(files ?? [{ nombre: 'apuntes.pdf', bytes: await pdf }])
  const answer = await shop.post('/api/completar_compra', compra(pedido_id, change))
  if (answer.statusCode !== 200) throw new Error(answer.body)
  const [found] = await shop.db.select().from(pedidos).where(eq(pedidos.id, pedido_id))
  if (!found) throw new Error('no order')
  return found
}

async function paid(shop: Shop, files?: SentFile[], change: object = {}) {
  const pedido = await confirmed(shop, files, change)
  await shop.post('/api/crear-preferencia', { pedido_id: pedido.id, total: pedido.importe_final / 100 })
  await shop.post(`/api/pago-simulado/${pedido.referencia}`, { accion: 'aprobar' })
  await eventually(
    async () => (await shop.get(`/api/pedidos/${pedido.id}`)).json().estado,
    (estado) => estado === 'pagado',
  )
  return pedido
}

describe('signing in', () => {
  test('answers a bearer of 12 h of which only the hash is kept; signing out ends it', async () => {
    const shop = await testShop()
    const answer = await enter(shop, { ...OWNER, email: ` ${OWNER.email.toUpperCase()} ` })
    expect(answer.json()).toEqual({
      access: expect.stringMatching(/^[\w-]{43}$/),
      id: expect.any(Number),
      nombre: 'Dueño',
      rol: 'dueno',
      sucursal: null,
    })
    const { access } = answer.json()
    const [kept] = await shop.db.select().from(sesiones_mostrador)
    expect(kept?.token_hash).toBe(createHash('sha256').update(access).digest('hex'))
    expect((kept?.vence.getTime() ?? 0) - Date.now()).toBeGreaterThan(11.9 * 3600_000)
    const headers = { authorization: `Bearer ${access}` }
    expect((await shop.get(`${BASE}/pedidos`, headers)).statusCode).toBe(200)
    expect((await shop.post(`${BASE}/salir`, {}, headers)).json()).toEqual({})
    expect((await shop.get(`${BASE}/pedidos`, headers)).statusCode).toBe(401)

    const later = await bearer(shop)
    shop.clock.offsetMs = 12 * 3600_000 + 1000
    expect((await shop.get(`${BASE}/pedidos`, later)).statusCode).toBe(401)
  })

  test('nothing else answers without a bearer, not even what is wrong with the call', async () => {
    const shop = await testShop()
    for (const headers of [
      undefined,
      { authorization: 'Bearer x' },
      { authorization: `Bearer ${'a'.repeat(43)}` },
    ])
      for (const path of [
        'pedidos',
        'pedidos/x',
        'pedidos/x/trabajos/1.pdf',
        'pedidos/x/ticket.pdf',
        'eventos',
        'ajustes',
      ]) {
        const answer = await shop.get(`${BASE}/${path}`, headers)
        expect([answer.statusCode, Object.keys(answer.json())], path).toEqual([401, ['detail']])
      }
    for (const [method, path] of [
      ['POST', 'salir'],
      ['POST', 'pedidos/x/estado'],
      ['PUT', 'ajustes'],
    ] as const)
      expect((await shop.app.inject({ method, url: `${BASE}/${path}`, payload: { x: 1 } })).statusCode).toBe(
        401,
      )
  })

  test('wrong and unknown answer the same, in the same time; ten failures close the door for that address', async () => {
    const shop = await testShop()
    const wrong = { ...OWNER, password: 'otra' }
    const unknown = { email: 'nadie@x.com', password: 'otra' }
    const timed = async (who: object) => {
      const start = performance.now()
      const answer = await enter(shop, who, '10.9.9.9')
      expect([answer.statusCode, answer.json()]).toEqual([
        401,
        { detail: 'Revisá tus credenciales e intentá de nuevo.' },
      ])
      return performance.now() - start
    }
    const median = (times: number[]) => times.toSorted((a, b) => a - b)[2] ?? 0
    const [a, b]: [number[], number[]] = [[], []]
    for (let i = 0; i < 5; i++) {
      a.push(await timed(wrong))
      b.push(await timed(unknown))
    }
    expect(median(a) / median(b)).toBeGreaterThan(0.4)
    expect(median(a) / median(b)).toBeLessThan(2.5)

    // A burst of guesses is counted one by one; the right password in the same burst would not help
    const burst = await Promise.all(Array.from({ length: 30 }, () => enter(shop, wrong)))
    expect(burst.filter(({ statusCode }) => statusCode === 401)).toHaveLength(10)
    const closed = await enter(shop)
    expect(closed.statusCode).toBe(429)
    expect(closed.json()).toEqual({ detail: 'Demasiados intentos. Probá de nuevo en 15 minutos.' })
    expect(Number(closed.headers['retry-after'])).toBeGreaterThan(890)
    expect((await enter(shop, OWNER, '10.0.0.2')).statusCode).toBe(200)
    shop.clock.offsetMs = 15 * 60_000 + 1000
    expect((await enter(shop)).statusCode).toBe(200)
  })

  test('many honest sign-ins at once all get in', async () => {
    const shop = await testShop()
    const answers = await Promise.all(Array.from({ length: 20 }, () => enter(shop)))
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
    expect((await enter(shop, {})).json()).toEqual({
      email: ['Escribí tu e-mail.'],
      password: ['Escribí tu contraseña.'],
    })
  })
})

describe('the board', () => {
  test('never shows drafts; filters by state, branch and text; newest first', async () => {
    const shop = await testShop()
    const auth = await bearer(shop)
    await shop.quote([{ nombre: 'borrador.pdf', bytes: await pdf }])
    const one = await confirmed(shop, [
      { nombre: 'tesis 100%_final.pdf', bytes: await pdf, duplicado: 2, anillado: true },
      {
        nombre: 'fotos.pdf',
        bytes: await makePdf({ pages: 2, color: [2] }),
        color: 'color',
        doble_faz: false,
      },
    ])
    const two = await confirmed(shop, undefined, {
      ...{ sucursal: 'Aguilares', email: 'beto@example.com', celular: '3865 99-8877' },
      ...{ modo_entrega: 'delivery', direccion_entrega: 'Belgrano 12' },
    })
    const list = async (query = '') =>
      (await shop.get(`${BASE}/pedidos${query}`, auth)).json<{
        pedidos: PedidoFila[]
        siguiente: string | null
      }>()
    const numbers = async (query: string) => (await list(query)).pedidos.map(({ numero }) => numero)
    const [a, b] = [one.numero, two.numero]
    const account = { email: 'luz@example.com', nombre: 'María Luz Paz', celular: '', password_hash: '' }
    const [luz] = await shop.db
      .insert(clientes)
      .values({ ...account, fecha_nacimiento: '1990-05-17' })
      .returning()
    await shop.db.update(pedidos).set({ cliente_id: luz?.id }).where(eq(pedidos.id, two.id))

    const all = await list()
    expect(all).toMatchObject({ siguiente: null, pedidos: [{ numero: b }, { numero: a }] })
    expect(all.pedidos[1]).toMatchObject({
      ...{ email: 'ana@example.com', celular: '3865412233', sucursal: 'Alberdi', modo_entrega: 'retiro' },
      // 2 copies of 2 sheets, and the b/w page of the colour file
      ...{ hojas_byn: 5, hojas_color: 1, anillados: 2, archivos: 2, pago: null, estado: 'confirmado' },
      codigo_retiro: one.codigo_retiro,
    })
    expect(all.pedidos[0]).toMatchObject({
      ...{ nombre: 'María Luz Paz', tomado: null, impresos: { hechos: 0, de: 1 } },
      direccion_entrega: 'Belgrano 12',
      costo_delivery: 2000,
    })

    for (const [query, expected] of [
      ['?estado=confirmado', [b, a]],
      ['?estado=confirmado,pagado', [b, a]],
      ['?estado=pagado,listo', []],
      ['?estado=borrador', []],
      ['?sucursal=aguilares', [b]],
      ['?sucursal=Otra', []],
      [`?texto=${a}`, [a]],
      [`?texto=%23${a}`, [a]],
      ['?texto=BETO@example', [b]],
      ['?texto=luz%20paz', [b]],
      ['?texto=99-8877', [b]],
      [`?texto=${one.codigo_retiro?.toLowerCase().replaceAll('-', '')}`, [a]],
      ['?texto=tesis', [a]],
      [`?texto=${encodeURIComponent('100%_f')}`, [a]],
      [`?texto=${encodeURIComponent('1%final')}`, []],
      ['?texto=borrador', []],
      ['?texto=.pdf&orden=promesa', [a, b]],
    ] as const)
      expect(await numbers(query), query).toEqual(expected)
    for (const bad of [
      '?estado=raro',
      '?cursor=x',
      `?cursor=${a}&orden=promesa`,
      '?orden=otra',
      '?orden=promesa&cursor=2026-99-99T00:00:00Z_1',
    ])
      expect((await shop.get(`${BASE}/pedidos${bad}`, auth)).statusCode, bad).toBe(400)
  })

  test('comes in pages of 50, in either order, without losing or repeating an order', async () => {
    const shop = await testShop()
    const auth = await bearer(shop)
    const first = await confirmed(shop)
    const rows = Array.from({ length: 119 }, (_, i) => ({
      ...first,
      ...{
        id: `copia-${i}`,
        referencia: `copia-${i}`,
        codigo_retiro: `copia-${i}`,
        carrito: null,
        numero: 5000 + i,
      },
      prometido: i % 3 ? new Date(Date.UTC(2026, 10, 21, i % 7)) : null,
    }))
    await shop.db.insert(pedidos).values(rows)
    for (const orden of ['recientes', 'promesa']) {
      const seen: PedidoFila[] = []
      let cursor: string | null = ''
      const sizes: number[] = []
      while (cursor !== null) {
        const query = new URLSearchParams({ orden, ...(cursor && { cursor }) })
        const page = (await shop.get(`${BASE}/pedidos?${query}`, auth)).json()
        sizes.push(page.pedidos.length)
        seen.push(...page.pedidos)
        cursor = page.siguiente
      }
      expect(sizes).toEqual([50, 50, 20])
      expect(new Set(seen.map(({ pedido_id }) => pedido_id)).size).toBe(120)
      const keys = seen.map(({ prometido, numero }) => `${prometido ?? 'z'} ${numero}`)
      if (orden === 'promesa') expect(keys).toEqual(keys.toSorted())
      else
        expect(seen.map(({ numero }) => numero)).toEqual(
          seen.map(({ numero }) => numero).toSorted((x, y) => y - x),
        )
    }
  })
})

describe('an order at the counter', () => {
  test('shows everything, and takes its steps once each, under the name of who takes them', async () => {
    const shop = await testShop()
    const auth = await bearer(shop)
    const pedido = await paid(shop, [
      { nombre: 'a.pdf', bytes: await pdf, grupo: 'grupo0', duplicado: 2 },
      { nombre: 'b.pdf', bytes: await pdf, grupo: 'grupo0' },
      { nombre: 'suelto.pdf', bytes: await pdf, doble_faz: false },
    ])
    const url = `${BASE}/pedidos/${pedido.id}`
    const seen = (await shop.get(url, auth)).json<PedidoMostrador>()
    expect(seen).toMatchObject({
      ...{ numero: pedido.numero, estado: 'pagado', pago: 'aprobado', archivos_guardados: true },
      ...{ total_impresion: pedido.total_impresion / 100, total_anillado: 2400, descuento_porcentaje: 5 },
      volumenes: [{ grupo: 'grupo0', hojas: 4, copias: 2 }],
      trabajos: [
        {
          id: 1,
          nombre: 'Anillado 1',
          copias: 2,
          hojas: 4,
          paginas: 7,
          lados: 2,
          borde: 'largo',
          anillado: true,
        },
        { id: 2, nombre: 'suelto.pdf', copias: 1, hojas: 3, lados: 1, tomo: null, archivos: ['suelto.pdf'] },
      ],
      pagos: [{ estado: 'approved', importe: pedido.importe_final / 100, devuelto: 0, medio: 'tarjeta' }],
    })
    expect(seen.trabajos[0]?.archivos).toEqual(['a.pdf', 'b.pdf'])
    expect(seen.historial.map(({ estado, quien }) => [estado, quien])).toEqual([
      ['confirmado', 'cliente'],
      ['pagado', 'Pago simulado'],
    ])

    const step = (estado: string) => shop.post(`${url}/estado`, { estado }, auth)
    expect((await step('listo')).json()).toEqual({
      detail: `El pedido ${pedido.numero} está pagado: no puede pasar a listo.`,
    })
    const twice = await Promise.all([step('en_produccion'), step('en_produccion')])
    expect(twice.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    expect((await step('listo')).json()).toMatchObject({ estado: 'listo' })
    expect((await step('listo')).json()).toEqual({ detail: `El pedido ${pedido.numero} ya está listo.` })
    const done = (await step('entregado')).json<PedidoMostrador>()
    expect(done.historial.at(-1)).toMatchObject({ estado: 'entregado', quien: 'Dueño' })
    expect((await step('cancelado')).statusCode).toBe(409)
    expect((await step('pagado')).json()).toEqual({ estado: ['Ese estado no existe.'] })
    const mails = (await shop.get('/dev/correo', { accept: 'application/json' })).json<{ asunto: string }[]>()
    expect(mails.map(({ asunto }) => asunto)).toEqual([
      `Tu pedido ${pedido.numero} está listo`,
      `Recibimos tu pedido ${pedido.numero}`,
    ])
    for (const id of ['otro', (await shop.quote([{ nombre: 'x.pdf', bytes: await pdf }])).pedido_id]) {
      expect((await shop.get(`${BASE}/pedidos/${id}`, auth)).statusCode).toBe(404)
      expect(
        (await shop.post(`${BASE}/pedidos/${id}/estado`, { estado: 'cancelado' }, auth)).statusCode,
      ).toBe(404)
    }
  })

  test('cancelled, gives back what was paid, once; unpaid, its link ends', async () => {
    const shop = await testShop()
    const auth = await bearer(shop)
    const cancel = (id: string) => shop.post(`${BASE}/pedidos/${id}/estado`, { estado: 'cancelado' }, auth)
    const pedido = await paid(shop)
    const both = await Promise.all([cancel(pedido.id), cancel(pedido.id)])
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    const seen = await eventually(
      async () => (await shop.get(`${BASE}/pedidos/${pedido.id}`, auth)).json<PedidoMostrador>(),
      ({ pago }) => pago === 'devuelto',
    )
    expect(seen).toMatchObject({
      estado: 'cancelado',
      pagos: [{ estado: 'refunded', devuelto: seen.importe_final }],
    })
    expect(seen.historial.filter(({ nota }) => nota?.includes('se devuelven'))).toHaveLength(1)

    const waiting = await confirmed(shop)
    const total = waiting.importe_final / 100
    await shop.post('/api/crear-preferencia', { pedido_id: waiting.id, total })
    await shop.post(`/api/pago-simulado/${waiting.referencia}`, { accion: 'pagar_en_efectivo' })
    expect((await cancel(waiting.id)).json()).toMatchObject({ estado: 'cancelado' })
    await eventually(
      () => shop.db.select().from(simulado_pagos).where(eq(simulado_pagos.referencia, waiting.referencia)),
      ([ticket]) => ticket?.estado === 'cancelled',
    )
    expect(
      (await shop.post(`/api/pago-simulado/${waiting.referencia}`, { accion: 'aprobar' })).statusCode,
    ).toBe(409)
    expect(await shop.db.select().from(pagos).where(eq(pagos.estado, 'approved'))).toEqual([])
    expect(await shop.db.select().from(historial).where(eq(historial.estado, 'reembolsado'))).toEqual([])
  })
})

describe('settings', () => {
  test('are merged, checked by field, and changed by the owner alone', async () => {
    const shop = await testShop()
    const auth = await bearer(shop)
    const put = (payload: object, headers = auth) =>
      shop.app.inject({ method: 'PUT', url: `${BASE}/ajustes`, payload, headers })
    const before = (await shop.get(`${BASE}/ajustes`, auth)).json()
    expect(before).toMatchObject({
      precios: { byn: { una: 100, dos: 160 } },
      precioDelivery: 2000,
      radioPermitido: 5,
    })
    const after = (await put({ precioDelivery: 2500.5, radioPermitido: 7 })).json()
    expect(after).toEqual({ ...before, precioDelivery: 2500.5, radioPermitido: 7 })
    expect((await shop.get('/api/get_config_delivery/')).json()).toMatchObject({ precioDelivery: 2500.5 })

    const byn = { una: 100, dos: 160 }
    for (const [sent, field] of [
      [{ precios: { byn: { una: 100, dos: 99 }, color: byn } }, 'precios'],
      [{ precios: { byn, color: { una: 99, dos: 700 } } }, 'precios'],
      [{ precios: { byn: { una: -1, dos: 160 }, color: byn } }, 'precios'],
      [{ precios: { byn, color: { una: 1e300, dos: 1e301 } } }, 'precios'],
      [{ anillado: [] }, 'anillado'],
      [
        {
          anillado: [
            { hasta: 50, precio: 1200 },
            { hasta: 90, precio: 1100 },
          ],
        },
        'anillado',
      ],
      [{ descuentoCompra: 101 }, 'descuentoCompra'],
      [{ descuentoCompra: 1.005 }, 'descuentoCompra'],
      [{ precioDelivery: -1 }, 'precioDelivery'],
      [{ ruleta: { min: 9, max: 8 } }, 'ruleta'],
      [{ retencion_dias: 0 }, 'retencion_dias'],
    ] as const) {
      const answer = await put(sent)
      expect([answer.statusCode, Object.keys(answer.json())], JSON.stringify(sent)).toEqual([400, [field]])
      expect(answer.json()[field][0]).not.toMatch(/expected|Invalid|Too/)
    }
    expect((await shop.get(`${BASE}/ajustes`, auth)).json()).toEqual(after)

    const clerk = { email: 'caja@x.com', password: 'una-clave-larga' }
    const password_hash = await hashPassword(clerk.password)
    await shop.db
      .insert(operadores)
      .values({ email: clerk.email, nombre: 'Caja', rol: 'operador', sucursal_id: 1, password_hash })
    expect((await enter(shop, clerk)).json()).toMatchObject({ nombre: 'Caja', sucursal: 'Alberdi' })
    expect((await put({ radioPermitido: 50 }, await bearer(shop, clerk))).statusCode).toBe(403)
  })
})
