// X-Codigo: every answer of 400 or more names its reason for programs.
import { RECHAZOS, type Rechazo } from '@imprimitodo/shared/rules/base/rechazo'
import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { archivos, contenidos } from './base/db/schema/archivos.ts'
import { codigos } from './base/db/schema/codigos.ts'
import { pedidos } from './base/db/schema/pedidos.ts'
import { sucursales } from './base/db/schema/sucursales.ts'
import { createCodigo } from './fidelidad/codigos/service.ts'
import { bearer, newCliente, newEmail } from './testing/cuenta.ts'
import { confirmAs, enterAs, newOperador, turnOnSegundoFactor } from './testing/mostrador.ts'
import { makePdf } from './testing/pdf.ts'
import { confirmed, moveTo, paid } from './testing/pedidos.ts'
import { fuenteDePrueba } from './testing/programa.ts'
import { send, shopWithLost } from './testing/reposiciones.ts'
import { routesOf } from './testing/routes.ts'
import { sharedEngine } from './testing/shared-engine.ts'
import { compra, eventually, OWNER, type Shop, testShop } from './testing/shop.ts'
import { openShop, type Visitor } from './testing/socket.ts'

const KNOWN = new Set<unknown>(RECHAZOS)
const HOUR = 3600_000
const pdf = makePdf({ pages: 11 })

/** Streams and long polls, which do not end, and calls that end the session that the others need. */
const NOT_ASKED = /eventos$|agente\/tareas|\/salir$|logout|eliminar$/

describe('every refusal', () => {
  test('gives its reason in X-Codigo, on every route, for every caller and every mistake', async () => {
    const shop = await openShop()
    const owner = await enterAs(shop)
    await confirmAs(shop, owner)
    const customer = bearer((await newCliente(shop)).access)
    const routes = (await routesOf(shop.app)).filter((route) => !NOT_ASKED.test(route))
    const ways: [string, { headers?: Record<string, string>; body?: string }][] = [
      ['a stranger', {}],
      ['a stranger, with what is no JSON', { headers: { 'content-type': 'application/json' }, body: '{' }],
      ['a stranger, with another type', { headers: { 'content-type': 'application/xml' }, body: '<a/>' }],
      ['another site', { headers: { origin: 'https://evil.example' } }],
      ['a customer', { headers: customer }],
      ['the owner', { headers: { ...owner, 'content-type': 'application/json' }, body: '{"id":"x"}' }],
    ]
    const silent: string[] = []
    const seen = new Map<unknown, number>()
    for (const [who, { headers, body }] of ways) {
      const visitor = shop.visitor()
      for (const route of routes) {
        const [method = '', path = ''] = route.split(' ')
        const url = path.replace(/:\w+/g, '0').replace('*', 'nada')
        const sent = method === 'GET' || method === 'HEAD' ? {} : { body: body ?? '' }
        const answer = await visitor.ask(url, { method, headers: { ...headers }, ...sent })
        const codigo = answer.headers.get('x-codigo')
        if (answer.status < 400) continue
        if (!KNOWN.has(codigo)) silent.push(`${who}: ${route} ${answer.status} ${codigo}`)
        seen.set(codigo, (seen.get(codigo) ?? 0) + 1)
      }
    }
    expect(silent).toEqual([])
    // Calls were really refused, and for different reasons
    expect(seen.size).toBeGreaterThan(6)
    expect([...seen.values()].reduce((sum, count) => sum + count)).toBeGreaterThan(routes.length * 3)
  })

  test('also before a route, in the upload protocol, and as a page', async () => {
    const shop = await openShop()
    const { ask } = shop.visitor()
    const codigoOf = async (...asked: Parameters<Visitor['ask']>) =>
      (await ask(...asked)).headers.get('x-codigo')
    expect(await codigoOf('/no-hay', { headers: { accept: 'text/html' } })).toBe('no_existe')
    expect(await codigoOf('/api/no-hay')).toBe('no_existe')
    expect(await codigoOf('/api/%zz')).toBe('datos')
    expect(await codigoOf('/', { headers: { 'x-a': 'a'.repeat(20_000) } })).toBe('muy_grande')
    expect(await codigoOf('/api/clientes/deshacer-correo/nada', { headers: { accept: 'text/html' } })).toBe(
      'enlace_vencido',
    )
    const tus = { 'tus-resumable': '1.0.0' }
    expect(await codigoOf('/api/subidas', { method: 'POST' })).toBe('protocolo')
    expect(await codigoOf('/api/subidas/nada', { method: 'HEAD', headers: tus })).toBe('no_existe')
    expect(
      await codigoOf('/api/subidas', { method: 'POST', headers: { ...tus, 'upload-length': '5000000000' } }),
    ).toBe('muy_grande')
  })
})

const porciento = async (shop: Shop, email: string, vence = Date.now() + HOUR) =>
  (
    await createCodigo(shop.db, {
      tipo: 'ruleta',
      email,
      porcentaje: 5,
      producto_nombre: 'Ruleta: 5 %',
      creado: new Date(),
      vence: new Date(vence),
    })
  ).codigo

async function draft(shop: Shop): Promise<string> {
  return (await shop.quote([{ nombre: 'a.pdf', bytes: await pdf }])).pedido_id
}

type Answer = { statusCode: number; headers: Record<string, unknown> }
const EMAIL = 'ana@example.com'
const redeem = (shop: Shop, codigo: string, pedido_id?: string, email = EMAIL) =>
  shop.post('/api/puntos/canjear-impresion/', { codigo, email, ...(pedido_id && { pedido_id }) })

/** Runs `work` with a fast clock, so that waiting for a file's examination ends soon. */
async function hurried<T>(work: Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  const timer = setInterval(() => vi.setSystemTime(Date.now() + 5_000), 200)
  return work.finally(() => {
    clearInterval(timer)
    vi.useRealTimers()
  })
}

/** A draft whose file counts as not examined yet. */
async function unseen(shop: Shop, change: Partial<typeof contenidos.$inferInsert>): Promise<Answer> {
  const { pedido_id } = await shop.quote([{ nombre: 'a.pdf', bytes: await pdf, color: 'color' }])
  await eventually(
    async () => (await shop.get(`/api/pedidos/${pedido_id}`)).json(),
    ({ color_pendiente, prueba_pendiente }) => !color_pendiente && !prueba_pendiente,
  )
  await shop.db.update(contenidos).set(change)
  return hurried(shop.post('/api/completar_compra', compra(pedido_id)))
}

const PROVOKED: Partial<Record<Rechazo, () => Promise<Answer>>> = {
  importe_cambio: async () => {
    const shop = await testShop()
    const { id } = await confirmed(shop)
    return shop.post('/api/crear-preferencia', { pedido_id: id, total: 1 })
  },
  codigo_usado: async () => {
    const shop = await testShop()
    const codigo = await porciento(shop, EMAIL)
    await shop.db.update(codigos).set({ usado: new Date() }).where(eq(codigos.codigo, codigo))
    return redeem(shop, codigo)
  },
  codigo_vencido: async () => {
    const shop = await testShop()
    return redeem(shop, await porciento(shop, EMAIL, Date.now() - HOUR))
  },
  codigo_ajeno: async () => {
    const shop = await testShop()
    return redeem(shop, await porciento(shop, newEmail()))
  },
  codigo_reservado: async () => {
    const shop = await testShop()
    const codigo = await porciento(shop, EMAIL)
    expect((await redeem(shop, codigo, await draft(shop))).statusCode).toBe(200)
    return redeem(shop, codigo, await draft(shop))
  },
  segundo_porcentaje: async () => {
    const shop = await testShop()
    const id = await draft(shop)
    await redeem(shop, await porciento(shop, EMAIL), id)
    return redeem(shop, await porciento(shop, EMAIL), id)
  },
  pedido_pagado: async () => {
    const shop = await testShop()
    const { id } = await paid(shop)
    return shop.post('/api/completar_compra', compra(id))
  },
  pedido_cerrado: async () => {
    const shop = await testShop()
    const { id } = await confirmed(shop)
    await moveTo(shop, id, 'cancelado')
    return shop.post('/api/completar_compra', compra(id))
  },
  color_pendiente: async () => {
    return unseen(await testShop(), { color_hasta: 0 })
  },
  prueba_pendiente: async () => {
    // A file of so many pages is proved only by its job
    return unseen(await testShop(), { prueba: null, paginas: 5_000 })
  },
  muchos_pedidos: async () => {
    const shop = await testShop()
    const headers = await enterAs(shop)
    const limites = { pedidos_abiertos: 1 }
    await shop.app.inject({ method: 'PUT', url: '/api/mostrador/ajustes', payload: { limites }, headers })
    await confirmed(shop)
    return shop.post('/api/completar_compra', compra(await draft(shop)))
  },
  limite: async () => {
    const shop = await testShop()
    const wrong = () => shop.post('/api/mostrador/ingresar', { email: 'x@example.com', password: 'x' })
    let answer = await wrong()
    for (let times = 0; times < 30 && answer.statusCode !== 429; times++) answer = await wrong()
    return answer
  },
  captcha: async () => {
    const shop = await testShop()
    const wrong = () => shop.post('/api/auth/login/', { email: 'x@example.com', password: 'x' })
    for (let times = 0; times < 3; times++) expect((await wrong()).headers['x-codigo']).toBe('credenciales')
    return wrong()
  },
  segundo_factor: async () => {
    const shop = await testShop()
    await turnOnSegundoFactor(shop, await enterAs(shop))
    return shop.post('/api/mostrador/ingresar', OWNER)
  },
  activar_segundo_factor: async () => {
    const shop = await testShop()
    const headers = await enterAs(shop)
    await turnOnSegundoFactor(shop, headers)
    const payload = { seguridad: { exigir_segundo_factor: true } }
    await shop.app.inject({ method: 'PUT', url: '/api/mostrador/ajustes', payload, headers })
    const clerk = await newOperador(shop, 1)
    return shop.get('/api/mostrador/pedidos', clerk.headers)
  },
  confirmar: async () => {
    const shop = await testShop()
    const body = { nombre: 'Otra', email: newEmail(), sucursal: null }
    return shop.post('/api/mostrador/usuarios', body, await enterAs(shop))
  },
  sin_lugar: async () => {
    const { files } = (await testShop()).deps
    const { app } = await testShop({ files: { ...files, room: async () => -1 } })
    const headers = { 'tus-resumable': '1.0.0', 'upload-length': '10' }
    return app.inject({ method: 'POST', url: '/api/subidas', headers })
  },
  sin_programa: async () => {
    const shop = await testShop({ fuentePrograma: { ...fuenteDePrueba(), dist: '/no/esta' } })
    const headers = await enterAs(shop)
    const body = { nombre: 'PC', sucursal: 'Alberdi', actual: OWNER.password }
    const { id } = (await shop.post('/api/mostrador/agentes', body, headers)).json()
    return shop.post(`/api/mostrador/agentes/${id}/paquete`, { plataforma: 'linux' }, headers)
  },
  fuera_de_radio: async () => {
    const shop = await testShop()
    const far = {
      modo_entrega: 'delivery',
      direccion_entrega: 'Belgrano 100, Tafí Viejo',
      lat: -24,
      lng: -65,
    }
    return shop.post('/api/completar_compra', compra(await draft(shop), far))
  },
  sin_envios: async () => {
    const shop = await testShop()
    await shop.db.update(sucursales).set({ lat: null, lng: null })
    return shop.post('/api/entregas/cotizar', { sucursal: 'Alberdi', direccion: 'Belgrano 100' })
  },
  falta_pin: async () => {
    const shop = await testShop()
    const town = { modo_entrega: 'delivery', direccion_entrega: 'Belgrano 100' }
    return shop.post('/api/completar_compra', compra(await draft(shop), town))
  },
  pin_dudoso: async () => {
    const shop = await testShop()
    const pin = { lat: -27.586, lng: -65.6195 }
    const elsewhere = { modo_entrega: 'delivery', direccion_entrega: 'Belgrano 100, Tafí Viejo', ...pin }
    return shop.post('/api/completar_compra', compra(await draft(shop), elsewhere))
  },
}

describe('the reason is the one', () => {
  test.each(Object.entries(PROVOKED))('%s', async (codigo, provoke) => {
    const answer = await provoke()
    expect([answer.statusCode >= 400, answer.headers['x-codigo']]).toEqual([true, codigo])
  })

  test.each(['color_pendiente', 'prueba_pendiente'] as const)(
    'for a file that is accepted before it was examined: %s',
    async (codigo) => {
      let isEngineBusy = false
      const { prove, ...engine } = sharedEngine()
      const shop = await shopWithLost({
        pdf: {
          ...engine,
          prove: (...args) => (isEngineBusy ? Promise.reject(new Error('busy')) : prove(...args)),
        },
      })
      await shop.lose()
      await shop.ask()
      isEngineBusy = codigo === 'prueba_pendiente'
      expect((await send(shop.ana, shop.pedido.id, await pdf)).status).toBe(200)
      // The colour of an order without colour was never counted
      if (codigo === 'color_pendiente') await shop.db.update(archivos).set({ color: 'color' })
      const [{ vez }] = (await shop.view()).reposiciones
      const answer = await hurried(shop.accept(vez))
      expect(answer.statusCode).toBe(409)
      expect(answer.headers['x-codigo']).toBe(codigo)
    },
  )

  test('for a pickup code of an order that is not ready, which no other order holds', async () => {
    const shop = await testShop()
    const auth = await enterAs(shop)
    const { codigo_retiro } = await paid(shop)
    const early = await shop.post(`/api/mostrador/codigos/${codigo_retiro}/usar`, {}, auth)
    expect([early.statusCode, early.headers['x-codigo']]).toEqual([409, 'conflicto'])
  })

  test('for a code that two orders want, beside the price without it', async () => {
    const shop = await testShop()
    const codigo = await porciento(shop, EMAIL)
    const [one, two] = [await draft(shop), await draft(shop)]
    const buy = (id: string) => shop.post('/api/completar_compra', compra(id, { codigosAplicados: [codigo] }))
    expect((await buy(one)).statusCode).toBe(200)
    const late = await buy(two)
    expect(late.statusCode).toBe(409)
    expect(late.headers['x-codigo']).toBe('codigo_reservado')
    expect(Object.keys(late.json())).toEqual(['detail', 'importe_final'])
    expect(await shop.db.select().from(pedidos)).toHaveLength(2)
  })
})
