import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { codigos } from '../../base/db/schema/codigos.ts'
import { premios } from '../../base/db/schema/puntos.ts'
import { correosTo } from '../../testing/cuenta.ts'
import {
  type ConPuntos,
  codigoRow,
  conPuntos,
  give,
  ledgerOf,
  newHojas,
  newPremio,
  saldo,
  secondApp,
  urlOf,
} from '../../testing/puntos.ts'
import { rounds } from '../../testing/rounds.ts'
import { type Shop, testShop } from '../../testing/shop.ts'
import { takeBackPuntos } from './service.ts'

const DAY = 24 * 3600_000
const CODE = /^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/

const redeem = ({ post }: Shop, { id, headers }: ConPuntos, producto: unknown, cliente: unknown = id) =>
  post('/api/codigos-canje/', { producto, cliente }, headers)
const ask = ({ post }: Shop, { headers }: ConPuntos, producto_id: unknown) =>
  post('/api/puntos/canjear-producto/', { producto_id }, headers)
const pendientes = async ({ get }: Shop, { headers }: ConPuntos) =>
  (await get('/api/codigos-canje/pendientes/', headers)).json()
const stockOf = async ({ db }: Shop, id: number) =>
  (await db.select().from(premios).where(eq(premios.id, id)))[0]?.cantidad
const codesOf = ({ db }: Shop, { id }: ConPuntos) =>
  db.select().from(codigos).where(eq(codigos.cliente_id, id))

test('2500 points at 1000 for 50 sheets: one code of 100 sheets for 2000 points, 500 stay', async () => {
  const shop = await testShop()
  const ana = await conPuntos(shop, 2500)
  const producto = await newHojas(shop)
  const answer = await redeem(shop, ana, producto)
  expect(answer.statusCode).toBe(201)
  const codes = answer.json()
  expect(codes).toEqual([
    {
      id: expect.any(Number),
      codigo: expect.stringMatching(CODE),
      producto_nombre: 'Hojas gratis',
      cantidad: 100,
      vence: expect.stringMatching(/Z$/),
      aplicado: false,
    },
  ])
  expect(Math.round((Date.parse(codes[0].vence) - Date.now()) / DAY)).toBe(90)
  expect(await saldo(shop, ana)).toBe(500)
  expect(await pendientes(shop, ana)).toEqual(codes)
  expect((await shop.get('/api/codigos-canje/', ana.headers)).json()).toEqual(codes)

  const again = await redeem(shop, ana, String(producto), String(ana.id))
  expect(again.statusCode).toBe(400)
  expect(again.json()).toEqual({ detail: 'Te faltan 500 puntos para este canje.' })
  const luz = await conPuntos(shop)
  expect(await pendientes(shop, luz)).toEqual([])

  shop.clock.offsetMs = 91 * DAY
  const later = await conPuntos(shop, 0, `a.${ana.email}`)
  await shop.db.update(codigos).set({ cliente_id: later.id })
  expect(await pendientes(shop, later)).toEqual([])
  expect((await shop.get('/api/codigos-canje/', later.headers)).json()).toHaveLength(1)
})

test('a prize takes its points and one unit, and mails the code that fetches it', async () => {
  const shop = await testShop()
  const ana = await conPuntos(shop, 2999)
  const premio = await newPremio(shop, { nombre: 'Taza <grande>', cantidad: 2 })
  const answer = await ask(shop, ana, premio)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({
    codigo: expect.stringMatching(CODE),
    producto_nombre: 'Taza <grande>',
    puntos: 1999,
  })
  const { codigo } = answer.json()
  expect(await codigoRow(shop, codigo)).toMatchObject({ tipo: 'premio', hojas: null, cliente_id: ana.id })
  expect(await stockOf(shop, premio)).toBe(1)
  expect(await saldo(shop, ana)).toBe(1999)
  const mails = (await correosTo(shop, ana.email)).filter(
    ({ asunto }) => asunto === 'Tu premio: Taza <grande>',
  )
  expect(mails).toHaveLength(1)
  expect(mails[0]?.texto).toContain(codigo)
  expect(mails[0]?.html).toContain('Taza &lt;grande&gt;')

  await ask(shop, ana, premio)
  const none = await conPuntos(shop, 5000)
  const empty = await ask(shop, none, premio)
  expect(empty.statusCode).toBe(409)
  expect(empty.json()).toEqual({ detail: 'Ya no quedan unidades de «Taza <grande>».' })
  expect(await saldo(shop, none)).toBe(5000)
  const poor = await ask(shop, ana, await newPremio(shop))
  expect(poor.statusCode).toBe(400)
  expect(poor.json()).toEqual({ detail: 'Te falta 1 punto para este canje.' })
  expect(await pendientes(shop, ana)).toMatchObject([{ cantidad: 0 }, { cantidad: 0 }])
})

test('an exchange for other points or sheets than the customer saw is refused with those of now, and takes nothing', async () => {
  const shop = await testShop()
  const ana = await conPuntos(shop, 60_000)
  const llavero = await newPremio(shop, { nombre: 'Llavero', puntos_requeridos: 15_000 })
  const prize = (more: object) =>
    shop.post('/api/puntos/canjear-producto/', { producto_id: llavero, ...more }, ana.headers)
  await shop.db.update(premios).set({ puntos_requeridos: 45_000 }).where(eq(premios.id, llavero))
  const dearer = await prize({ puntos: 15_000 })
  expect([dearer.statusCode, dearer.headers['x-codigo'], dearer.json()]).toEqual([
    409,
    'puntos_cambiaron',
    { detail: 'Cambió mientras mirabas: ahora son 45.000 puntos.', puntos: 45_000 },
  ])
  expect(await saldo(shop, ana)).toBe(60_000)
  expect((await prize({ puntos: 45_000 })).json()).toMatchObject({ puntos: 15_000 })

  const producto = await newHojas(shop, { puntos_requeridos: 10_000 })
  const sheets = (more: object) =>
    shop.post('/api/codigos-canje/', { producto, cliente: ana.id, ...more }, ana.headers)
  await give(shop, ana.id, 10_000)
  const more = await sheets({ puntos: 10_000, hojas: 50 })
  expect([more.statusCode, more.headers['x-codigo'], more.json()]).toEqual([
    409,
    'puntos_cambiaron',
    {
      detail: 'Cambió mientras mirabas: ahora son 20.000 puntos por 100 hojas.',
      puntos: 20_000,
      hojas: 100,
    },
  ])
  await shop.db.update(premios).set({ cantidad: 10 }).where(eq(premios.id, producto))
  expect((await sheets({ puntos: 20_000, hojas: 100 })).json()).toMatchObject({ puntos: 20_000, hojas: 20 })
  expect((await sheets({ puntos: 20_000, hojas: 20 })).json()).toMatchObject([{ cantidad: 20 }])
  expect(await saldo(shop, ana)).toBe(5000)
})

test('an exchange whose answer was lost gets its code when it is sent again, and is made once, also at once', async () => {
  const shop = await testShop()
  const [hojas, taza, gorra] = [await newHojas(shop), await newPremio(shop), await newPremio(shop)]
  const [ana, luz] = [await conPuntos(shop, 9500), await conPuntos(shop, 9500)]
  const prize = (clave: string, producto_id = taza, { headers } = ana) =>
    shop.post('/api/puntos/canjear-producto/', { producto_id }, { ...headers, 'idempotency-key': clave })
  const sheets = (clave: string) =>
    shop.post(
      '/api/codigos-canje/',
      { producto: hojas, cliente: ana.id },
      { ...ana.headers, 'idempotency-key': clave },
    )

  const cups = await Promise.all(Array.from({ length: 10 }, () => prize('uno')))
  expect(new Set(cups.map(({ body }) => body)).size).toBe(1)
  expect(cups[0]?.json()).toMatchObject({ producto_nombre: 'Taza', puntos: 8500 })
  expect(await stockOf(shop, taza)).toBe(4)
  // Another press; a key belongs to its account and its prize
  const codigo = cups[0]?.json().codigo
  for (const other of [await prize('dos'), await prize('uno', gorra), await prize('uno', taza, luz)])
    expect(other.json().codigo).not.toBe(codigo)
  expect((await prize('x'.repeat(201))).statusCode).toBe(400)
  // The points are gone, or the prize is: the press still has its code
  await shop.db.update(premios).set({ retirado: new Date() }).where(eq(premios.id, taza))
  expect((await prize('uno')).json()).toMatchObject({ codigo, puntos: 6500 })
  expect((await prize('tres')).statusCode).toBe(404)

  const codes = await Promise.all(Array.from({ length: 10 }, () => sheets('uno')))
  expect(codes.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(201))
  expect(new Set(codes.map(({ body }) => body)).size).toBe(1)
  expect(codes[0]?.json()).toMatchObject([{ cantidad: 300 }])
  await give(shop, ana.id, 1000)
  expect((await sheets('uno')).body).toBe(codes[0]?.body)
  expect(await saldo(shop, ana)).toBe(1500)
  expect((await sheets('dos')).json()).toMatchObject([{ cantidad: 50 }])
  const mails = await correosTo(shop, ana.email)
  expect(mails.filter(({ asunto }) => asunto === 'Tu premio: Taza')).toHaveLength(3)
})

test('an impossible exchange is refused and changes nothing', async () => {
  const shop = await testShop()
  const [ana, luz] = [await conPuntos(shop, 5000), await conPuntos(shop, 5000)]
  const [taza, hojas] = [await newPremio(shop), await newHojas(shop)]
  const gone = await newPremio(shop, { retirado: new Date() })
  const statusOf = async (answer: ReturnType<Shop['post']>) => (await answer).statusCode
  expect(await statusOf(redeem(shop, ana, hojas, luz.id))).toBe(403)
  expect(await statusOf(redeem(shop, ana, 999_999))).toBe(404)
  expect(await statusOf(redeem(shop, ana, taza))).toBe(400)
  expect(await statusOf(ask(shop, ana, hojas))).toBe(400)
  expect(await statusOf(ask(shop, ana, gone))).toBe(404)
  for (const bad of ['x', null, 0, -1, 1.5, 2 ** 31, {}, '1; drop table puntos']) {
    expect([bad, await statusOf(redeem(shop, ana, bad))]).toEqual([bad, 400])
    expect([bad, await statusOf(ask(shop, ana, bad))]).toEqual([bad, 400])
  }
  for (const call of ['/api/codigos-canje/', '/api/codigos-canje/pendientes/', '/api/puntos/movimientos'])
    expect((await shop.get(call)).statusCode).toBe(401)
  expect(await statusOf(shop.post('/api/codigos-canje/', { producto: hojas, cliente: ana.id }))).toBe(401)
  expect(await statusOf(shop.post('/api/puntos/canjear-producto/', { producto_id: taza }))).toBe(401)
  expect([await saldo(shop, ana), await saldo(shop, luz)]).toEqual([5000, 5000])
  expect(await shop.db.select().from(codigos)).toEqual([])
})

test('an id is an integer or its digits: nothing else that JavaScript reads as a number takes points', async () => {
  const shop = await testShop()
  const ana = await conPuntos(shop, 2500)
  const [premio, hojas] = [await newPremio(shop), await newHojas(shop)]
  for (const like of [
    (id: number) => [id],
    (id: number) => [String(id)],
    (id: number) => `0x${id}`,
    (id: number) => `${id}e0`,
    (id: number) => ` ${id} `,
    () => true,
  ]) {
    expect((await ask(shop, ana, like(premio))).json()).toEqual({ producto_id: ['Elegí un premio.'] })
    expect((await redeem(shop, ana, like(hojas))).json()).toEqual({ producto: ['Elegí un premio.'] })
    expect((await redeem(shop, ana, hojas, like(ana.id))).json()).toEqual({ cliente: ['Falta el cliente.'] })
  }
  expect(await saldo(shop, ana)).toBe(2500)
  expect((await redeem(shop, ana, String(hojas), String(ana.id))).statusCode).toBe(201)
})

test('prizes can be seen without a session, those taken off are not; movements are told newest first with the balance', async () => {
  const shop = await testShop()
  await shop.db.update(premios).set({ retirado: new Date() })
  await newPremio(shop, { orden: 2 })
  await newHojas(shop, { orden: 1 })
  await newPremio(shop, { nombre: 'Vieja', retirado: new Date() })
  const shown = (await shop.get('/api/productos-canje/')).json()
  expect(shown).toMatchObject([
    { nombre: 'Hojas gratis', cantidad: 50, es_codigo_canje: true, imagen: null },
    { nombre: 'Taza', descripcion: 'De loza', puntos_requeridos: 1000, cantidad: 5, es_codigo_canje: false },
  ])
  const ana = await conPuntos(shop)
  for (let turn = 1; turn <= 60; turn++) await give(shop, ana.id, 100)
  await redeem(shop, ana, shown[0].id)
  const page = async (query = '') => (await shop.get(`/api/puntos/movimientos${query}`, ana.headers)).json()
  const first = await page()
  expect(first.movimientos).toHaveLength(50)
  expect(first.movimientos[0]).toMatchObject({
    puntos: -6000,
    saldo: 0,
    motivo: 'Canje: Hojas gratis (300 hojas)',
  })
  expect(first.movimientos[1]).toMatchObject({ puntos: 100, saldo: 6000 })
  const second = await page(`?cursor=${first.siguiente}`)
  expect(second.movimientos).toHaveLength(11)
  expect(second).toMatchObject({ siguiente: null })
  expect(second.movimientos.at(-1)).toMatchObject({ puntos: 100, saldo: 100 })
})

test('points for one exchange, claimed 50 times at once at two servers: exactly one succeeds, all get an answer', async () => {
  const shop = await testShop()
  const other = await secondApp(shop)
  const apps = [shop.app, other]
  const burst = async (ana: ConPuntos, url: string, payload: object) => {
    const { headers } = ana
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, turn) =>
        apps[turn % 2]?.inject({ method: 'POST', url, headers, payload }),
      ),
    )
    return answers.map((answer) => answer?.statusCode).toSorted()
  }
  const lost = Array(49).fill(400)
  const [hojas, taza] = [await newHojas(shop), await newPremio(shop, { cantidad: 100 })]
  const ana = await conPuntos(shop, 1999)
  expect(await burst(ana, '/api/codigos-canje/', { producto: hojas, cliente: ana.id })).toEqual([
    201,
    ...lost,
  ])
  const luz = await conPuntos(shop, 1000)
  expect(await burst(luz, '/api/puntos/canjear-producto/', { producto_id: taza })).toEqual([200, ...lost])
  for (const [who, left] of [
    [ana, 999],
    [luz, 0],
  ] as const) {
    expect(await ledgerOf(shop, who.id)).toMatchObject({ saldo: left, lines: [{}, { puntos: -1000 }] })
    expect(await codesOf(shop, who)).toHaveLength(1)
  }
  expect(await stockOf(shop, taza)).toBe(99)
})

test('the last unit, claimed by 50 customers at once at two servers: one gets it, the others pay nothing', async () => {
  const shop = await testShop()
  const apps = [shop.app, await secondApp(shop)]
  const taza = await newPremio(shop, { cantidad: 1 })
  const many: ConPuntos[] = []
  for (let turn = 0; turn < 5; turn++) many.push(await conPuntos(shop, 100_000))
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, turn) =>
      apps[turn % 2]?.inject({
        method: 'POST',
        url: '/api/puntos/canjear-producto/',
        payload: { producto_id: taza },
        headers: many[turn % 5]?.headers,
      }),
    ),
  )
  expect(answers.map((answer) => answer?.statusCode).toSorted()).toEqual([200, ...Array(49).fill(409)])
  expect(await stockOf(shop, taza)).toBe(0)
  const saldos = await Promise.all(many.map((one) => saldo(shop, one)))
  expect(saldos.toSorted()).toEqual([100_000, 100_000, 100_000, 100_000, 99_000].toSorted())
})

test('whatever happens at once, the balance is the sum of the lines and never shown below zero; a debt is paid first', {
  timeout: 120_000,
}, async () => {
  const shop = await testShop()
  const apps = [shop.app, await secondApp(shop)]
  const hojas = await newHojas(shop, { puntos_requeridos: 300, cantidad: 3 })
  const taza = await newPremio(shop, { puntos_requeridos: 450, cantidad: 1_000_000 })
  const step = fc.oneof(
    fc.record({ kind: fc.constant('gana' as const), puntos: fc.integer({ min: 1, max: 700 }) }),
    fc.record({ kind: fc.constant('devuelve' as const), puntos: fc.integer({ min: 1, max: 700 }) }),
    fc.record({ kind: fc.constantFrom('hojas' as const, 'taza' as const), puntos: fc.constant(0) }),
  )
  const ana = await conPuntos(shop)
  let fact = 0
  const devuelve = (puntos: number, clave: string) =>
    shop.db.transaction((tx) =>
      takeBackPuntos(tx, shop.deps, {
        cliente_id: ana.id,
        tipo: 'devolucion',
        puntos,
        motivo: 'x',
        clave,
        quien: 'sistema',
        cuando: new Date(),
      }),
    )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      await Promise.all(
        steps.map(({ kind, puntos }, turn) => {
          const clave = `prueba:${++fact}`
          if (kind === 'gana') return give(shop, ana.id, puntos)
          if (kind === 'devuelve') return devuelve(puntos, clave)
          const [url, payload] =
            kind === 'hojas'
              ? ['/api/codigos-canje/', { producto: hojas, cliente: ana.id }]
              : ['/api/puntos/canjear-producto/', { producto_id: taza }]
          return apps[turn % 2]?.inject({ method: 'POST', url, payload, headers: ana.headers })
        }),
      )
      const { lines, saldo: total } = await ledgerOf(shop, ana.id)
      let running = 0
      for (const { tipo, puntos } of lines) {
        running += puntos
        // Only a refund makes a debt; nothing is bought before it is paid
        if (tipo === 'canje') expect(running).toBeGreaterThanOrEqual(0)
      }
      expect(running).toBe(total)
      expect(await saldo(shop, ana)).toBe(Math.max(0, total))
      const { deuda, movimientos } = (await shop.get('/api/puntos/movimientos', ana.headers)).json()
      expect(deuda).toBe(Math.max(0, -total))
      expect(movimientos.every((one: { saldo: number }) => one.saldo >= 0)).toBe(true)

      const codes = await codesOf(shop, ana)
      const valid = codes.filter(({ anulado }) => !anulado)
      if (total < 0) expect(valid).toEqual([])
      const sum = (some: typeof lines) => some.reduce((all, { puntos }) => all + puntos, 0)
      const bought = codes.reduce((all, { hojas }) => all + (hojas ? hojas * 100 : 450), 0)
      expect(sum(lines.filter(({ tipo }) => tipo === 'canje'))).toBe(0 - bought)
      expect(sum(lines.filter(({ clave }) => clave.startsWith('anulado:')))).toBe(
        codes.reduce((all, { anulado, hojas }) => all + (!anulado ? 0 : hojas ? hojas * 100 : 450), 0),
      )
      expect(1_000_000 - ((await stockOf(shop, taza)) ?? 0)).toBe(
        valid.filter(({ tipo }) => tipo === 'premio').length,
      )
    }),
    { numRuns: rounds(8, 200) },
  )
})

test('a server killed in the middle of an exchange leaves nothing of it, and no call waits', async () => {
  const shop = await testShop()
  const taza = await newPremio(shop, { cantidad: 1 })
  const ana = await conPuntos(shop, 1000)
  const script = fileURLToPath(new URL('../../testing/canje-process.ts', import.meta.url))
  const args = [...process.execArgv, script, await urlOf(shop), String(ana.id), String(taza)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  expect(await stockOf(shop, taza)).toBe(1)
  const waiting = ask(shop, ana, taza)
  child.kill('SIGKILL')
  expect((await waiting).statusCode).toBe(200)
  expect(await ledgerOf(shop, ana.id)).toMatchObject({ saldo: 0, lines: [{}, { puntos: -1000 }] })
  expect(await codesOf(shop, ana)).toHaveLength(1)
  expect(await stockOf(shop, taza)).toBe(0)
})
