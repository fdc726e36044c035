import { mkdir, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Salud } from '@imprimitodo/shared/api/salud'
import { sql } from 'drizzle-orm'
import { fastify } from 'fastify'
import pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openPool } from '../../base/db/open.ts'
import { openDatabase } from '../../base/db/repeat.ts'
import { contenidos } from '../../base/db/schema/archivos.ts'
import { correos } from '../../base/db/schema/correos.ts'
import { agentes, impresoras } from '../../base/db/schema/impresion.ts'
import { respaldos } from '../../base/db/schema/respaldo.ts'
import { createCounters } from '../../base/runtime/counters.ts'
import type { Mail } from '../../base/services/mail/port.ts'
import { createPulso } from '../../base/services/pulso.ts'
import { scrub } from '../../compra/archivos/service.ts'
import { endConnections, testDatabase } from '../../testing/database.ts'
import { nameOfDatabase } from '../../testing/database-url.ts'
import { delayJob, dueJobs } from '../../testing/jobs.ts'
import { enterAs, newOperador } from '../../testing/mostrador.ts'
import { makePdf } from '../../testing/pdf.ts'
import { confirmed, moveTo, paid } from '../../testing/pedidos.ts'
import { openGate } from '../../testing/peers/gate.ts'
import { compra, eventually, otherProcess, testShop } from '../../testing/shop.ts'
import { readAjustes, writeAjustes } from '../ajustes/service.ts'
import { gauge, prometheusText } from './prometheus.ts'
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
  test('says what works, and nothing of how it is set up', async () => {
    const { shop } = await openShop()
    const answer = await shop.get('/api/salud')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.json()).toEqual({ estado: 'ok', base: true, archivos: true, correo: true })
  })

  test('files without room, or that never answer, and a mail server that is away leave the shop open', async () => {
    const { shop } = await openShop()
    const { files } = shop.deps
    for (const room of [async () => -1, () => new Promise<number>(() => {})]) {
      const answer = await (await testShop({ files: { ...files, room } })).get('/api/salud')
      expect(answer.statusCode).toBe(200)
      expect(answer.json()).toEqual({ estado: 'degradado', base: true, archivos: false, correo: true })
    }
    const pulso = createPulso()
    const send = (_: Mail) => Promise.reject(new Error('away'))
    const mailer = pulso.watch('correo', { ...shop.deps.mailer, send })
    const mail = { id: 'x', from: 'La Copia', to: 'a@example.com', subject: 'a', text: 'b', html: 'c' }
    for (let times = 0; times < 3; times++) await mailer.send(mail).catch(() => {})
    const answer = await (await testShop({ pulso })).get('/api/salud')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ estado: 'degradado', correo: false })
  })

  test('without the database it is taken out of the balancer and still alive', async () => {
    const { shop } = await openShop()
    const gate = await openGate(shop.url)
    const process = await otherProcess(gate.url)
    const origin = await process.app.listen({ port: 0, host: '127.0.0.1' })
    await gate.close()
    const answer = await fetch(`${origin}/api/salud`)
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({ estado: 'mal', base: false })
    const alive = await fetch(`${origin}/api/salud/vivo`)
    expect(alive.status).toBe(200)
    expect(alive.headers.get('cache-control')).toBe('no-store')
    expect(await alive.json()).toEqual({
      estado: 'ok',
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      desde: expect.stringMatching(/Z$/),
    })
    await gate.reopen()
  })

  test('with a database that is read-only, as after a failover, it is taken out of the balancer', async () => {
    const { shop } = await openShop()
    await shop.deps.db.execute(
      sql.raw(`alter database ${nameOfDatabase(shop.url)} set default_transaction_read_only = on`),
    )
    await endConnections(shop.url)
    const answer = await shop.get('/api/salud')
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toMatchObject({ estado: 'mal', base: false })
  })

  test('a process that ends says so first of all, and answers what still comes', async () => {
    const { shop } = await openShop()
    const origin = await shop.app.listen({ port: 0, host: '127.0.0.1' })
    shop.app.leave()
    const statuses = ['/api/salud', '/api/salud/vivo', '/api/precios'].map(
      async (path) => (await fetch(origin + path)).status,
    )
    expect(await Promise.all(statuses)).toEqual([503, 200, 200])
  })
})

describe('/metrics', () => {
  test('counts answers by class and status, and their times in buckets', async () => {
    const { shop } = await openShop()
    await shop.get('/api/precios')
    await shop.get('/api/v1/productos')
    await shop.get('/api/v1/productos/999999')
    const answer = await shop.get('/metrics')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
    const name = 'imprimitodo_process_http_duration_seconds'
    const of = (status: string) => `{class="catalogue",status="${status}"`
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
      /^(?:# (?:HELP|TYPE) [a-z0-9_]+ .+|[a-z0-9_]+(?:\{[a-z]+="[^"\n]*"(?:,[a-z]+="[^"\n]*")*\})? -?[\d.e+-]+)$/
    expect(body.split('\n').filter((text) => text !== '' && !line.test(text))).toEqual([])
    const types = [...body.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)
    expect(types).toEqual([...new Set(types)])
    for (const name of [
      'process_resident_memory_bytes',
      'imprimitodo_shop_up',
      'imprimitodo_shop_disk_free_bytes',
    ])
      expect(figure(body, name)).toBeGreaterThan(0)
    expect(body).not.toContain('quantile')
  })

  test('a name that a person typed stays within its quotes', () => {
    const figura = {
      ...gauge('a_b', 'x', 0),
      samples: [{ labels: { de: 'La "nueva"\\\n# HELP' }, value: 1 }],
    }
    expect(prometheusText([figura])).toBe(
      '# HELP a_b x\n# TYPE a_b gauge\na_b{de="La \\"nueva\\"\\\\\\n# HELP"} 1\n',
    )
  })

  test('tells orders, mails and jobs that wait', async () => {
    const { shop } = await openShop()
    const { pedido_id } = await shop.quote([{ nombre: 'a.pdf', bytes: await makePdf({ pages: 1 }) }])
    const orders = 'imprimitodo_shop_orders{state="confirmed",branch="Alberdi"}'
    const before = figure((await shop.get('/metrics')).body, orders) ?? 0
    await shop.post('/api/completar_compra', compra(pedido_id))
    const { body } = await shop.get('/metrics')
    expect(figure(body, orders)).toBe(before + 1)
    expect(figure(body, 'imprimitodo_shop_database_connections')).toBeGreaterThan(0)
  })

  test('counts steps, payments, mails and jobs, also those that failed or were tried again', async () => {
    const counters = createCounters()
    let tries = 0
    const mailer = {
      kind: 'smtp' as const,
      probe: async () => ({ ok: true, detail: '' }),
      async send() {
        if (tries++ === 0) throw new Error('451')
      },
    }
    const { shop } = await openShop({ mailer, counters })
    const pedido = await confirmed(shop)
    await shop.post('/api/crear-preferencia', { pedido_id: pedido.id, total: 95 })
    await shop.post(`/api/pago-simulado/${pedido.referencia}`, { accion: 'aprobar' })
    const [again] = await eventually(
      () => dueJobs(shop.db, ['correo_esperado'], new Date(Date.now() + 61_000)),
      (due) => tries === 1 && due.length === 1,
    )
    await delayJob(shop.db, again?.id ?? '', new Date())
    const jobs = (outcome: string) =>
      `imprimitodo_process_jobs_total{queue="correo_esperado",outcome="${outcome}"}`
    const body = await eventually(
      async () => (await shop.get('/metrics')).body,
      (text) => figure(text, jobs('done')) === 1,
    )
    const steps = (state: string) => `imprimitodo_shop_order_steps_total{state="${state}",branch="Alberdi"}`
    for (const [sample, value] of [
      [steps('confirmed'), 1],
      [steps('paid'), 1],
      ['imprimitodo_process_payments_total{state="approved"}', 1],
      ['imprimitodo_process_mails_total{outcome="sent"}', 1],
      [jobs('failed'), 1],
      ['imprimitodo_process_jobs_retried_total{queue="correo_esperado"}', 1],
    ] as const)
      expect(figure(body, sample), sample).toBe(value)
  })

  test('counts what waited for a connection, and what took long', async () => {
    const counters = createCounters()
    const pool = openPool((await testDatabase()).url, 1)
    onTestFinished(() => pool.end())
    const db = openDatabase(pool, counters)
    const slow = (seconds: number) => db.transaction((tx) => tx.execute(sql`select pg_sleep(${seconds})`))
    await Promise.all([slow(0.6), slow(0)])
    await db.execute(sql`select 1`)
    const values = Object.fromEntries(
      counters
        .all()
        .map(({ name, samples }) => [
          name.slice('imprimitodo_process_'.length),
          samples.map(({ value }) => value),
        ]),
    )
    expect(values).toMatchObject({
      database_calls_total: [2, 1],
      database_slow_total: [2, 0], // the second waited for the first
      database_waits_total: [1],
      database_wait_seconds_total: [expect.closeTo(0.6, 0)],
    })
  })

  test('the delay of the event loop stays, however often it is asked for', async () => {
    const { shop } = await openShop()
    const until = performance.now() + 300
    while (performance.now() < until); // blocks the event loop
    await sleep(120)
    const lags: (number | undefined)[] = []
    for (let scrape = 0; scrape < 3; scrape++)
      lags.push(figure((await shop.get('/metrics')).body, 'nodejs_eventloop_lag_max_seconds'))
    for (const lag of lags) expect(lag).toBeGreaterThan(0.1)
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

  test('keeps reporting on the process while the database is away', async () => {
    const { shop } = await openShop()
    const db = { ...shop.deps.db, transaction: () => Promise.reject(new Error('away')) }
    const salud = createSalud(fastify(), { ...shop.deps, db: db as never })
    const text = await salud.metrics()
    expect(figure(text, 'imprimitodo_shop_up')).toBe(0)
    expect(figure(text, 'process_resident_memory_bytes')).toBeGreaterThan(0)
    expect(text).not.toContain('imprimitodo_shop_orders')
    expect(figure(text, 'imprimitodo_shop_disk_free_bytes')).toBeGreaterThan(0)
    const { asuntos } = await salud.asuntos(null)
    expect(asuntos[0]).toMatchObject({ cual: 'base', estado: 'urgente' })
  })

  test('one figure that takes too long is absent by name, and the others are there', async () => {
    const { shop, one } = await openShop()
    const holder = new pg.Client({ connectionString: shop.url })
    await holder.connect()
    onTestFinished(() => holder.end())
    await holder.query('begin; lock table correos in access exclusive mode')
    const { body } = await shop.get('/metrics')
    const up = [...body.matchAll(/^imprimitodo_shop_figure_up\{figure="(\w+)"\} ([01])$/gm)]
    expect(up.length).toBeGreaterThan(10)
    expect(up.filter(([, , value]) => value === '0').map(([, name]) => name)).toEqual(['mails'])
    expect(figure(body, 'imprimitodo_shop_up')).toBe(1)
    expect(body).not.toContain('imprimitodo_shop_mails')
    expect(figure(body, 'imprimitodo_shop_payments_waiting{kind="link"}')).toBe(0)
    expect(figure(body, 'imprimitodo_shop_database_connections')).toBeGreaterThan(0)
    expect(await one('correo')).toMatchObject({
      estado: 'atencion',
      detalle: 'No se pudo saber a tiempo cómo está.',
    })
    expect(await one('pagos')).toMatchObject({ estado: 'bien' })
    await holder.query('rollback')
    expect(await one('correo')).toMatchObject({ estado: 'bien' })
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

  test('of a backup that is old or failed, also after one that a clock far ahead wrote down', async () => {
    const { shop, one } = await openShop()
    const ago = (ms: number) => new Date(Date.now() - ms)
    await shop.db.insert(respaldos).values([
      { cuando: ago(-400 * DAY_MS), archivos: 1, bytes: 5 },
      { cuando: ago(3 * DAY_MS), archivos: 1, bytes: 5 },
      { cuando: ago(60_000), archivos: 0, bytes: 0, falla: 'No hay lugar en el disco.' },
    ])
    expect(await one('respaldo')).toMatchObject({
      estado: 'urgente',
      detalle: expect.stringMatching(/^El último respaldo bueno tiene 3 días: .*falló: No hay lugar/),
    })
  })

  test('of a disk that takes no files, while there is room on it', async () => {
    const { shop, one } = await openShop()
    const trial = join(shop.deps.dataDir, '.prueba-de-escritura')
    await mkdir(trial) // no file can be written in its place
    expect(await one('disco')).toMatchObject({
      estado: 'urgente',
      detalle: expect.stringContaining('escribir'),
    })
    await rmdir(trial)
    expect((await one('disco'))?.detalle).not.toContain('escribir')
  })

  test('of a customer’s file that is gone, as long as its order needs it', async () => {
    const { shop, one } = await openShop()
    const pedido = await paid(shop)
    expect(await one('archivos')).toMatchObject({ estado: 'bien' })
    const [contenido] = await shop.db.select().from(contenidos)
    await shop.deps.files.delete(contenido?.id ?? '')
    await scrub(shop.deps)
    expect(await one(`archivos:${pedido.numero}`)).toMatchObject({
      estado: 'urgente',
      enlace: `/mostrador/pedidos/${pedido.id}`,
      detalle: expect.stringMatching(/^«.+\.pdf» ya no está en el disco\.$/),
    })
    await moveTo(shop, pedido.id, 'en_produccion', 'listo', 'entregado')
    expect(await one('archivos')).toMatchObject({ estado: 'bien' })
  })

  test('of mails that do not go out', async () => {
    const { shop, one } = await openShop()
    await shop.db.insert(correos).values({
      clave: 'vieja',
      para: 'ana@example.com',
      asunto: 'a',
      texto: 'b',
      html: 'c',
      creado: new Date(Date.now() - 3600_000),
    })
    expect(await one('correo')).toMatchObject({
      estado: 'urgente',
      detalle: 'Hay 1 mail que no salió: el más viejo espera hace 60 minutos.',
    })
  })

  test('of mails that were all refused since the last one that left: a wrong address does not explain several domains', async () => {
    const { shop, one } = await openShop()
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
    const insert = (para: string, ended: Partial<typeof correos.$inferInsert>) =>
      shop.db
        .insert(correos)
        .values({ clave: para, para, asunto: 'a', texto: 'b', html: 'c', creado: ago(9), ...ended })
    await insert('ana@uno.example', { rechazado: ago(8) })
    await insert('bea@dos.example', { enviado: ago(7) })
    for (const para of ['ana@tres.example', 'eva@TRES.example', 'ana@cuatro.example'])
      await insert(para, { rechazado: ago(6) })
    expect(await one('correo')).toMatchObject({
      estado: 'atencion',
      hacer: expect.stringContaining('mal escrita'),
    })
    await insert('ana@cinco.example', { rechazado: ago(5) })
    expect(await one('correo')).toMatchObject({
      estado: 'urgente',
      detalle:
        'En los últimos 7 días se rechazaron 5 mails. Desde el último que salió se rechazaron todos, a 3 dominios distintos.',
      enlace: '/mostrador/proveedores',
    })
  })

  test('of a silent agent and a stopped printer: to the people who work there, and nothing of other branches', async () => {
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

  test('of a service that leaves a call without an answer for three minutes, until it answers', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const pulso = createPulso()
    const { one } = await openShop({ pulso })
    const answer = Promise.withResolvers<void>()
    const port = pulso.watch('correo', { kind: 'smtp', send: () => answer.promise })
    const sending = port.send()
    for (let minute = 0; minute < 3; minute++) {
      expect(await one('proveedor:correo')).toBeUndefined()
      vi.advanceTimersByTime(60_000)
    }
    expect(await one('proveedor:correo')).toMatchObject({ estado: 'atencion' })
    answer.resolve()
    await sending
    expect(await one('proveedor:correo')).toBeUndefined()
    vi.advanceTimersByTime(3 * 60_000)
    expect(await one('proveedor:correo')).toBeUndefined()
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
