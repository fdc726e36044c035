import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { buildApp, type ShopApp } from '../../app.ts'
import { codigos } from '../../base/db/schema/codigos.ts'
import { operadores } from '../../base/db/schema/mostrador.ts'
import { historial, pedidos } from '../../base/db/schema/pedidos.ts'
import { hashPassword } from '../../base/secrets/password.ts'
import { createCodigo, hold, reserve } from '../../fidelidad/codigos/service.ts'
import { newCliente } from '../../testing/cuenta.ts'
import { makePdf } from '../../testing/pdf.ts'
import { compra, OWNER, type Shop, testShop } from '../../testing/shop.ts'
import { listen } from '../../testing/socket.ts'

const BASE = '/api/mostrador'
const CLERK = { email: 'caja@x.com', password: 'una-clave-larga' }
const HOUR = 3600_000
type Headers = Record<string, string>

async function enter(app: ShopApp, who: object): Promise<Headers> {
  const answer = await app.inject({ method: 'POST', url: `${BASE}/ingresar`, payload: who })
  return { authorization: `Bearer ${answer.json().access}` }
}
/** A shop with a clerk of the branch Alberdi, and who is signed in. */
async function withClerk() {
  const shop = await testShop({}, { trustProxy: 'loopback' })
  const password_hash = await hashPassword(CLERK.password)
  const clerk = { email: CLERK.email, nombre: 'Caja Alberdi', rol: 'operador', sucursal_id: 1 } as const
  await shop.db.insert(operadores).values({ ...clerk, password_hash })
  const auth = await enter(shop.app, CLERK)
  const use = (codigo: string, headers = auth, app = shop.app, email: string | null = 'ana@example.com') =>
    app.inject({
      method: 'POST',
      url: `${BASE}/codigos/${encodeURIComponent(codigo)}/usar`,
      headers,
      payload: { email },
    })
  const look = (codigo: string) => shop.get(`${BASE}/codigos/${encodeURIComponent(codigo)}`, auth)
  return { shop, auth, use, look }
}

/** A code that lives for an hour more, unless said. */
const newCodigo = ({ db, deps }: Shop, change: Partial<Parameters<typeof createCodigo>[1]> = {}) =>
  createCodigo(db, {
    tipo: 'ruleta',
    email: 'ana@example.com',
    porcentaje: 7,
    producto_nombre: 'Ruleta: 7 %',
    creado: deps.now(),
    vence: new Date(deps.now().getTime() + HOUR),
    ...change,
  })

async function newPedido(shop: Shop, isConfirmed = true) {
  const { pedido_id } = await shop.quote([{ nombre: 'a.pdf', bytes: await makePdf() }])
  if (isConfirmed) await shop.post('/api/completar_compra', compra(pedido_id))
  const [pedido] = await shop.db.select().from(pedidos).where(eq(pedidos.id, pedido_id))
  if (!pedido) throw new Error('no order')
  return pedido
}

test('a code is looked up without being marked, marked once by name, and then tells the person and the time', async () => {
  const { shop, use, look } = await withClerk()
  const { id } = (
    await shop.get('/api/auth/cliente-actual/', {
      authorization: `Bearer ${(await newCliente(shop, { email: 'ana.paz@example.com' })).access}`,
    })
  ).json()[0]
  for (const [change, shown] of [
    [{}, { tipo: 'ruleta', descuento: 7, producto_nombre: null, cliente: 'a•••••@example.com' }],
    [
      { tipo: 'cupon', cliente_id: id, email: null, porcentaje: 10 },
      { tipo: 'cupon', descuento: 10, producto_nombre: null, cliente: 'a•••••@example.com' },
    ],
    [
      { tipo: 'premio', cliente_id: id, email: null, porcentaje: null, producto_nombre: 'Taza' },
      { tipo: 'premio', descuento: null, producto_nombre: 'Taza', cliente: 'a•••••@example.com' },
    ],
  ] as const) {
    const { codigo, vence } = await newCodigo(shop, change)
    const typed = codigo.toLowerCase().replaceAll('-', ' ').replaceAll('1', 'l').replaceAll('0', 'o')
    const free = {
      codigo,
      estado: 'disponible',
      detail: null,
      hojas: null,
      vence: vence.toISOString(),
      quien: null,
      cuando: null,
      numero: null,
      pedido_id: null,
      ...shown,
    }
    for (const seen of [await look(typed), await look(codigo)]) {
      expect(seen.statusCode).toBe(200)
      expect(seen.json()).toEqual(free)
    }
    const used = await use(typed)
    const cuando = used.json().cuando
    expect(used.statusCode).toBe(200)
    expect(used.json()).toEqual({ ...free, estado: 'usado', quien: 'Caja Alberdi', cuando })
    expect(Math.abs(Date.parse(cuando) - Date.now())).toBeLessThan(60_000)
    const detail = expect.stringMatching(/^Ese código ya se usó: Caja Alberdi, \S+ \d\d\/\d\d, \d\d:\d\d\.$/)
    const again = await use(codigo, await enter(shop.app, OWNER))
    expect(again.statusCode).toBe(409)
    expect(again.json()).toEqual({ detail, quien: 'Caja Alberdi', cuando })
    expect((await look(codigo)).json()).toEqual({
      ...free,
      estado: 'usado',
      quien: 'Caja Alberdi',
      cuando,
      detail,
    })
  }
  for (const codigo of ['AAAA-AAAA-AAAA', 'hola', '%', 'x'.repeat(300)])
    for (const answer of [await use(codigo), await look(codigo)]) {
      expect(answer.statusCode, String(codigo)).toBe(404)
      expect(Object.keys(answer.json()), String(codigo)).toEqual(['detail'])
    }
  const { codigo } = await newCodigo(shop)
  for (const headers of [{}, { authorization: 'Bearer x' }] as Headers[])
    expect((await use(codigo, headers)).statusCode).toBe(401)
  expect((await look(codigo)).json().estado).toBe('disponible')
  expect((await shop.get(`${BASE}/codigos/x`)).statusCode).toBe(401)
})

test('a code of the wheel is taken only with the e-mail that won it; other kinds ask for none', async () => {
  const { shop, auth, look } = await withClerk()
  const url = await listen(shop.app)
  const use = async (codigo: string, email: string | null, from = '198.18.40.1') => {
    const answer = await fetch(`${url}${BASE}/codigos/${codigo}/usar`, {
      method: 'POST',
      headers: { ...auth, 'content-type': 'application/json', 'x-forwarded-for': from },
      body: JSON.stringify({ email }),
    })
    return { status: answer.status, codigo: answer.headers.get('x-codigo'), body: await answer.json() }
  }
  const { codigo } = await newCodigo(shop, { email: 'ana.gomez@gmail.com' })
  for (const [email, codigoOf, text] of [
    [null, 'datos', 'Escribí el correo con el que giró.'],
    ['', 'datos', 'Escribí el correo con el que giró.'],
    ['otra@example.com', 'codigo_ajeno', 'Ese código se ganó con otro correo.'],
  ] as const) {
    for (const from of ['198.18.40.1', '198.18.40.2'])
      expect(await use(codigo, email, from)).toEqual({
        status: 400,
        codigo: codigoOf,
        body: { email: [text] },
      })
  }
  expect((await look(codigo)).json()).toMatchObject({ estado: 'disponible' })
  // However it is spelled
  expect((await use(codigo, ' AnaGomez+ruleta@googlemail.com ')).status).toBe(200)
  // A used code is refused, with the person who used it, before the e-mail is asked for
  expect((await use(codigo, null, '198.18.40.2')).codigo).toBe('codigo_usado')
  const { access } = await newCliente(shop)
  const { id } = (
    await shop.get('/api/auth/cliente-actual/', { authorization: `Bearer ${access}` })
  ).json()[0]
  const cupon = await newCodigo(shop, { tipo: 'cupon', cliente_id: id, email: null })
  expect((await use(cupon.codigo, null)).status).toBe(200)
})

test('expired: 410, at the instant and after; sheets come off in a sale alone; yesterday’s spin is refused', async () => {
  const { shop, use, look } = await withClerk()
  const { codigo } = await newCodigo(shop)
  const sheets = await newCodigo(shop, { tipo: 'hojas', hojas: 30, porcentaje: null })
  const refused = await use(sheets.codigo)
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toEqual({ detail: expect.stringContaining('venta') })
  expect((await look(sheets.codigo)).json()).toMatchObject({
    tipo: 'hojas',
    estado: 'disponible',
    hojas: 30,
    detail: null,
  })
  shop.clock.offsetMs = HOUR
  const answer = await use(codigo)
  expect(answer.statusCode).toBe(410)
  expect(answer.json()).toEqual({ detail: expect.stringMatching(/^Ese código venció/) })
  expect((await look(codigo)).json()).toMatchObject({ estado: 'vencido', detail: answer.json().detail })
  const [row] = await shop.db.select().from(codigos).where(eq(codigos.codigo, codigo))
  expect(row?.usado).toBeNull()
})

test('a code that a confirmed order holds is not marked; one that a page only reserved goes to the customer who is here', async () => {
  const { shop, use, look } = await withClerk()
  const [held, reserved] = [await newCodigo(shop), await newCodigo(shop)]
  const [pedido, draft] = [await newPedido(shop), await newPedido(shop, false)]
  await shop.db.transaction((tx) => hold(tx, held.id, pedido.id, shop.deps.now()))
  await reserve(shop.db, reserved.id, draft.id, shop.deps.now())

  const refused = await use(held.codigo)
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toEqual({
    detail: `Ese código lo tiene el pedido ${pedido.numero}, que todavía no está pagado.`,
  })
  expect((await look(held.codigo)).json()).toMatchObject({
    estado: 'ocupado',
    numero: pedido.numero,
    pedido_id: pedido.id,
  })
  expect((await look(reserved.codigo)).json()).toMatchObject({ estado: 'disponible', pedido_id: null })
  expect((await use(reserved.codigo)).statusCode).toBe(200)
  const late = await shop.db.transaction((tx) => hold(tx, reserved.id, draft.id, shop.deps.now()))
  expect(late).toBe(false)
})

test('a pickup code hands its order over when it is ready, once, and says in which state it is otherwise', async () => {
  const { shop, use, look } = await withClerk()
  const { id, numero, codigo_retiro } = await newPedido(shop)
  const codigo = codigo_retiro ?? ''
  const about = { codigo, tipo: 'retiro', numero, pedido_id: id, cliente: 'a•••••@example.com', vence: null }
  for (const [estado, name] of [
    ['confirmado', 'por pagar'],
    ['en_produccion', 'en producción'],
    ['cancelado', 'cancelado'],
  ] as const) {
    await shop.db.update(pedidos).set({ estado }).where(eq(pedidos.id, id))
    const detail = `El pedido ${numero} no se puede entregar: está ${name}.`
    const refused = await use(codigo)
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toEqual({ detail })
    expect((await look(codigo)).json()).toMatchObject({ ...about, estado: 'ocupado', detail })
  }
  await shop.db.update(pedidos).set({ estado: 'listo' }).where(eq(pedidos.id, id))
  expect((await look(codigo)).json()).toMatchObject({ ...about, estado: 'disponible', detail: null })

  const answers = await Promise.all(Array.from({ length: 10 }, () => use(codigo.toLowerCase())))
  const [handed, ...more] = answers.filter(({ statusCode }) => statusCode === 200)
  expect(more).toEqual([])
  expect(handed?.json()).toMatchObject({ ...about, estado: 'usado', descuento: null, quien: 'Caja Alberdi' })
  for (const answer of answers.filter((each) => each !== handed)) {
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toEqual({
      detail: expect.stringContaining(`El pedido ${numero} ya se entregó: Caja Alberdi`),
      quien: 'Caja Alberdi',
      cuando: handed?.json().cuando,
    })
  }
  const moves = await shop.db.select().from(historial).where(eq(historial.pedido_id, id))
  expect(moves.filter(({ estado }) => estado === 'entregado')).toMatchObject([{ quien: 'Caja Alberdi' }])
})

test('of 50 at once, over two processes, exactly one marks it', async () => {
  const { shop, auth, use } = await withClerk()
  const other = await buildApp(shop.deps)
  onTestFinished(() => other.close())
  const { codigo } = await newCodigo(shop)
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => use(codigo, auth, n % 2 ? other : shop.app)),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  const others = answers.filter(({ statusCode }) => statusCode === 409)
  expect(others).toHaveLength(49)
  for (const answer of others) expect(answer.json()).toMatchObject({ quien: 'Caja Alberdi' })
})

test('between the counter and orders that are being confirmed, exactly one has it', async () => {
  const { shop, use } = await withClerk()
  const orders = await Promise.all([newPedido(shop), newPedido(shop), newPedido(shop)])
  for (let round = 0; round < 5; round++) {
    const { id, codigo } = await newCodigo(shop)
    const takers = orders.flatMap((pedido) => [
      () => shop.db.transaction((tx) => hold(tx, id, pedido.id, shop.deps.now())),
      async () => (await use(codigo)).statusCode === 200,
    ])
    const took = await Promise.all(takers.map((take) => take()))
    expect(took.filter(Boolean), JSON.stringify(took)).toHaveLength(1)
    const [row] = await shop.db.select().from(codigos).where(eq(codigos.id, id))
    expect([row?.usado !== null, row?.pedido_id !== null].filter(Boolean)).toHaveLength(1)
  }
})

test('the page of a QR tells kind, validity and end, marks nothing, and names no person', async () => {
  const { shop, use } = await withClerk()
  const { codigo, vence } = await newCodigo(shop)
  const look = (typed: string) => shop.get(`/api/c/${typed}`)
  const free = { tipo: 'ruleta', valido: true, vence: vence.toISOString() }
  expect((await look(codigo.toLowerCase())).json()).toEqual(free)
  expect((await look(codigo)).json()).toEqual(free)
  await use(codigo)
  expect((await look(codigo)).json()).toEqual({ ...free, valido: false })
  const later = await newCodigo(shop)
  shop.clock.offsetMs = HOUR
  expect((await look(later.codigo)).json()).toMatchObject({ valido: false })
  const { id, codigo_retiro } = await newPedido(shop)
  const retiro = { tipo: 'retiro', vence: null }
  expect((await look(codigo_retiro ?? '')).json()).toEqual({ ...retiro, valido: false })
  await shop.db.update(pedidos).set({ estado: 'en_produccion' }).where(eq(pedidos.id, id))
  expect((await look(codigo_retiro ?? '')).json()).toEqual({ ...retiro, valido: true })
  for (const unknown of ['AAAA-AAAA-AAAA', 'x']) expect((await look(unknown)).statusCode).toBe(404)

  const again = () => shop.get('/api/c/x', { cookie: `navegador=${'a'.repeat(22)}` })
  let last = await again()
  for (let n = 0; n < 60 && last.statusCode !== 429; n++) last = await again()
  expect(last.statusCode).toBe(429)
  expect(Number(last.headers['retry-after']) > 0).toBe(true)
})
