import type { Salud } from '@imprimitodo/shared/api/salud'
import { fastify } from 'fastify'
import { describe, expect, test } from 'vitest'
import { readAjustes, writeAjustes } from '../ajustes/service.ts'
import { correos } from '../db/schema/correos.ts'
import { agentes, impresoras } from '../db/schema/impresion.ts'
import { respaldos } from '../db/schema/respaldo.ts'
import { createPulso } from '../services/pulso.ts'
import { enterAs, newOperador } from '../testing/mostrador.ts'
import { makePdf } from '../testing/pdf.ts'
import { compra, testShop } from '../testing/shop.ts'
import { gauge, render } from './prometheus.ts'
import { createSalud } from './service.ts'

const DAY_MS = 24 * 3600_000
async function openShop(change: Parameters<typeof testShop>[0] = {}) {
  const shop = await testShop(change)
  const owner = await enterAs(shop)
  const asuntos = async (headers = owner) => {
    const answer = await shop.get('/api/mostrador/salud', headers)
    expect(answer.statusCode).toBe(200)
    return answer.json<Salud>().asuntos
  }
  const one = async (cual: string) => (await asuntos()).find((asunto) => asunto.cual === cual)
  return { shop, owner, asuntos, one }
}

const figure = (text: string, sample: string): number | undefined => {
  const line = text.split('\n').find((line) => line.startsWith(`${sample} `))
  return line === undefined ? undefined : Number(line.split(' ').at(-1))
}

describe('/api/salud', () => {
  test('says that it works, which version it is and since when, and nothing of how it is set up', async () => {
    const { shop } = await openShop()
    const answer = await shop.get('/api/salud')
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(Object.keys(answer.json()).toSorted()).toEqual([
      'archivos',
      'base',
      'desde',
      'estado',
      'hora',
      'version',
    ])
    expect(answer.json()).toMatchObject({ estado: 'ok', base: true, archivos: true })
  })

  test('answers 503 and what is the matter where files have no room, and where the database does not answer', async () => {
    const { shop } = await openShop()
    const room = { ...shop.deps.files, room: async () => -1 }
    const full = await testShop({ files: room })
    const answer = await full.get('/api/salud')
    expect([answer.statusCode, answer.json()]).toMatchObject([
      503,
      { estado: 'mal', base: true, archivos: false },
    ])
    const never = { ...shop.deps.files, room: () => new Promise<number>(() => {}) }
    expect((await (await testShop({ files: never })).get('/api/salud')).statusCode).toBe(503)
  })
})

describe('/metrics', () => {
  test('counts what was answered by class and status, its times in buckets', async () => {
    const { shop } = await openShop()
    await shop.get('/api/precios')
    await shop.get('/api/v1/productos')
    await shop.get('/api/v1/productos/999999')
    const answer = await shop.get('/metrics')
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ])
    const name = 'imprimitodo_process_http_duration_seconds'
    const of = (estado: string) => `{clase="catalogo",estado="${estado}"`
    expect(figure(answer.body, `${name}_count${of('2xx')}}`)).toBe(2)
    expect(figure(answer.body, `${name}_count${of('4xx')}}`)).toBe(1)
    expect(figure(answer.body, `${name}_bucket${of('2xx')},le="+Inf"}`)).toBe(2)
    const bounds = answer.body.split('\n').filter((line) => line.startsWith(`${name}_bucket${of('2xx')}`))
    const counts = bounds.map((line) => Number(line.split(' ').at(-1)))
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
  })

  test('is text that Prometheus reads: one HELP and TYPE for each figure, then its samples', async () => {
    const { shop } = await openShop()
    const { body } = await shop.get('/metrics')
    const line =
      /^(?:# (?:HELP|TYPE) [a-z_]+ .+|[a-z_]+(?:\{[a-z]+="[^"\n]*"(?:,[a-z]+="[^"\n]*")*\})? -?[\d.e+-]+)$/
    expect(body.split('\n').filter((text) => text !== '' && !line.test(text))).toEqual([])
    const types = [...body.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)
    expect(types).toEqual([...new Set(types)])
    for (const name of [
      'process_resident_memory_bytes',
      'imprimitodo_shop_up',
      'imprimitodo_shop_disk_free_bytes',
    ])
      expect(figure(body, name)).toBeGreaterThan(0)
    expect(figure(body, 'nodejs_eventloop_lag_seconds{quantile="0.99"}')).toBeGreaterThanOrEqual(0)
  })

  test('a name that somebody typed stays within its quotes', () => {
    const figura = {
      ...gauge('a_b', 'x', 0),
      samples: [{ labels: { de: 'La "nueva"\\\n# HELP' }, value: 1 }],
    }
    expect(render([figura])).toBe('# HELP a_b x\n# TYPE a_b gauge\na_b{de="La \\"nueva\\"\\\\\\n# HELP"} 1\n')
  })

  test('tells orders, mails and jobs that wait', async () => {
    const { shop } = await openShop()
    const { pedido_id } = await shop.quote([{ nombre: 'a.pdf', bytes: await makePdf({ pages: 1 }) }])
    const before =
      figure((await shop.get('/metrics')).body, 'imprimitodo_shop_orders{estado="confirmado"}') ?? 0
    await shop.post('/api/completar_compra', compra(pedido_id))
    const { body } = await shop.get('/metrics')
    expect(figure(body, 'imprimitodo_shop_orders{estado="confirmado"}')).toBe(before + 1)
    expect(figure(body, 'imprimitodo_shop_database_connections')).toBeGreaterThan(0)
  })

  test('is for this machine, without a proxy in between, or for the owner', async () => {
    const { shop, owner } = await openShop()
    const { headers } = await newOperador(shop, null)
    for (const forwarded of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])
      expect((await shop.get('/metrics', { [forwarded]: '127.0.0.1' })).statusCode).toBe(401)
    const outside = { remoteAddress: '203.0.113.9', method: 'GET', url: '/metrics' } as const
    expect((await shop.app.inject(outside)).statusCode).toBe(401)
    expect((await shop.get('/metrics', { host: 'evil.example' })).statusCode).toBe(401)
    expect((await shop.app.inject({ ...outside, headers })).statusCode).toBe(403)
    expect((await shop.app.inject({ ...outside, headers: owner })).statusCode).toBe(200)
  })

  test('keeps telling of the process while the database is away', async () => {
    const { shop } = await openShop()
    const db = { ...shop.deps.db, transaction: () => Promise.reject(new Error('away')) }
    const salud = createSalud(fastify(), { ...shop.deps, db: db as never })
    const text = await salud.metrics()
    expect(figure(text, 'imprimitodo_shop_up')).toBe(0)
    expect(figure(text, 'process_resident_memory_bytes')).toBeGreaterThan(0)
    expect(text).not.toContain('imprimitodo_shop_orders')
    expect((await salud.asuntos(null)).asuntos).toMatchObject([{ cual: 'base', estado: 'urgente' }])
  })
})

describe('the counter is told', () => {
  test('in production, of a seller who is made up, until there is a real one', async () => {
    expect(await (await openShop()).one('vendedor')).toMatchObject({ estado: 'bien' })
    const { shop, one } = await openShop({ production: true })
    expect(await one('vendedor')).toMatchObject({ estado: 'atencion' })
    const { vidriera } = await readAjustes(shop.deps.db)
    const vendedor = { ...vidriera.vendedor, cuit: '30712345671', email: 'ventas@copias.example' }
    await shop.deps.tienda.edit((tx) =>
      writeAjustes(tx, new Date(), (current) => ({ ...current, vidriera: { ...vidriera, vendedor } })),
    )
    expect(await one('vendedor')).toMatchObject({ estado: 'bien' })
  })

  test('of a backup that is old, and of the last one that failed, until there is a good one', async () => {
    const { shop, one } = await openShop()
    const ago = (ms: number) => new Date(Date.now() - ms)
    await shop.db.insert(respaldos).values({ cuando: ago(3 * DAY_MS), archivos: 1, bytes: 5 })
    expect(await one('respaldo')).toMatchObject({
      estado: 'urgente',
      detalle: expect.stringMatching(/^El último respaldo bueno tiene 3 días: /),
      hacer: expect.stringContaining('npm run backup'),
    })
    await shop.db
      .insert(respaldos)
      .values({ cuando: ago(60_000), archivos: 0, bytes: 0, falla: 'No hay lugar en el disco.' })
    expect((await one('respaldo'))?.detalle).toMatch(/falló: No hay lugar en el disco\.$/)
    await shop.db.insert(respaldos).values({ cuando: ago(0), archivos: 1, bytes: 2_500_000 })
    expect(await one('respaldo')).toMatchObject({ estado: 'bien', hacer: null })
  })

  test('of mails that do not go out', async () => {
    const { shop, one } = await openShop()
    await shop.db.insert(correos).values({
      ...{ clave: 'vieja', para: 'ana@example.com', asunto: 'a', texto: 'b', html: 'c' },
      creado: new Date(Date.now() - 3600_000),
    })
    expect(await one('correo')).toMatchObject({
      estado: 'urgente',
      detalle: 'Hay 1 mail que no salió: el más viejo espera hace 60 minutos.',
    })
  })

  test('of an agent that is away and a printer that stopped: to who works there, and nothing of elsewhere', async () => {
    const { shop, asuntos } = await openShop()
    const now = new Date()
    await shop.db.insert(agentes).values([
      {
        nombre: 'Norte',
        sucursal_id: 1,
        token_hash: 'a',
        creado: now,
        visto: new Date(Date.now() - 12 * 60_000),
      },
      { nombre: 'Sur', sucursal_id: 2, token_hash: 'b', creado: now, visto: now },
    ])
    await shop.db.insert(impresoras).values([
      { nombre: 'Ricoh', sucursal_id: 1, uri: 'ipp://a/', anda: true, vista: now },
      { nombre: 'Kyocera', sucursal_id: 2, uri: 'ipp://b/', texto: 'Sin papel', vista: now },
    ])
    const [alberdi, aguilares] = [await newOperador(shop, 1), await newOperador(shop, 2)]
    expect(await asuntos(alberdi.headers)).toMatchObject([
      { cual: 'agente:Norte', detalle: expect.stringContaining('hace 12 minutos') },
    ])
    expect(await asuntos(aguilares.headers)).toMatchObject([
      { cual: 'impresora:Kyocera', detalle: expect.stringContaining('Aguilares: Sin papel') },
    ])
    expect((await asuntos()).map(({ cual }) => cual)).toEqual(
      expect.arrayContaining(['agente:Norte', 'impresora:Kyocera', 'disco', 'base', 'reloj']),
    )
  })

  test('of a service that fails three times in a row, until it works again', async () => {
    const pulso = createPulso()
    const { one } = await openShop({ pulso })
    let isUp = false
    const port = pulso.watch('pagos', {
      kind: 'mercadopago',
      createPreference: async () => {
        if (!isUp) throw new Error('503')
      },
    })
    for (let call = 0; call < 3; call++) {
      expect(await one('proveedor:pagos')).toBeUndefined()
      await port.createPreference().catch(() => {})
    }
    expect(await one('proveedor:pagos')).toMatchObject({ estado: 'urgente', titulo: 'Mercado Pago' })
    isUp = true
    await port.createPreference()
    expect(await one('proveedor:pagos')).toBeUndefined()
  })
})
