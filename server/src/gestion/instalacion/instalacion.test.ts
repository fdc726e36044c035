// The first start of a production shop: its owner, made with the installation's code, and the opening.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Instalacion } from '@imprimitodo/shared/api/instalacion'
import { SIN_ABRIR } from '@imprimitodo/shared/rules/gestion/apertura'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { operadores } from '../../base/db/schema/mostrador.ts'
import { createAusente } from '../../base/services/payments/ausente.ts'
import { registerProviders } from '../../base/services/payments/index.ts'
import { seed } from '../../seed.ts'
import { bearer } from '../../testing/cuenta.ts'
import { testDatabase } from '../../testing/database.ts'
import { confirmAs } from '../../testing/mostrador.ts'
import { makePdf } from '../../testing/pdf.ts'
import { compra, OWNER, otherProcess, type Shop, startShop, testShop } from '../../testing/shop.ts'
import { codigoDeInstalacion } from './service.ts'

const CALL = '/api/mostrador/instalacion'
const ANA = { nombre: 'Ana', email: 'Ana@Copias.example', password: 'tinta-cian-y-papel-77' }

/** A server with `NODE_ENV=production`, without OWNER_EMAIL and without providers. */
async function newInstalacion(shared = false) {
  const database = await testDatabase()
  await seed(database.db, { email: undefined, password: undefined, muestra: false })
  const payments = registerProviders([createAusente('/api/pagos/mercadopago')])
  const shop = await startShop(database, { production: true, shared, payments }, {})
  const codigo = (await codigoDeInstalacion(shop.deps)) ?? ''
  return { shop, codigo }
}

const look = async (shop: Shop, headers: Record<string, string> = {}) =>
  (await shop.get(CALL, headers)).json<Instalacion>()

test('the code of the log makes the owner, once; its file is readable by us alone, and gone afterwards', async () => {
  const { shop, codigo } = await newInstalacion()
  const file = join(shop.dataDir, 'secretos', 'instalacion')
  expect(codigo).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){2}$/)
  expect(readFileSync(file, 'utf8')).toBe(codigo)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(await look(shop)).toEqual({ instalada: false, restaurando: false, abierta: false, pasos: [] })

  const made = await shop.post(CALL, { ...ANA, codigo: codigo.toLowerCase().replaceAll('-', ' ') })
  expect(made.statusCode).toBe(201)
  expect(made.json()).toMatchObject({ nombre: 'Ana', rol: 'dueno', sucursal: null })
  expect(existsSync(file)).toBe(false)
  const headers = bearer(made.json().access)
  const { instalada, pasos } = await look(shop, headers)
  expect([instalada, pasos[0]?.paso]).toEqual([true, 'segundo_factor'])
  // Strangers learn only that there is an owner
  expect((await look(shop)).pasos).toEqual([])
  const again = await shop.post(CALL, { ...ANA, email: 'otra@copias.example', codigo })
  expect(again).toMatchObject({ statusCode: 409, headers: { 'x-codigo': 'ya_instalada' } })
  expect(again.json().detail).toBe('Esta instalación ya tiene dueño: ingresá con su e-mail y contraseña.')
  const { email, password } = ANA
  expect((await shop.post('/api/mostrador/ingresar', { email, password })).statusCode).toBe(200)
})

test('a wrong code makes no owner, says where the right one is, and may be tried a few times', async () => {
  const { shop, codigo } = await newInstalacion()
  const wrong = await shop.post(CALL, { ...ANA, codigo: '0000-0000-0000' })
  expect(wrong.statusCode).toBe(400)
  expect(wrong.headers['x-codigo']).toBe('codigo_desconocido')
  expect(wrong.json()).toEqual({
    codigo: [
      'Ese código no es el de esta instalación. Está en el registro del servidor y en DATA_DIR/secretos/instalacion.',
    ],
  })
  for (const typed of ['hola', '1111-1111-1111', '2222-2222-2222', '3333-3333-3333'])
    expect((await shop.post(CALL, { ...ANA, codigo: typed })).statusCode).toBe(400)
  const late = await shop.post(CALL, { ...ANA, codigo })
  expect(late.statusCode).toBe(429)
  expect(Number(late.headers['retry-after']) > 0).toBe(true)
  expect(await shop.db.select().from(operadores)).toEqual([])
  shop.clock.offsetMs = 16 * 60_000
  expect((await shop.post(CALL, { ...ANA, codigo })).statusCode).toBe(201)
})

test('a bad password or e-mail costs nothing: the code stays good', async () => {
  const { shop, codigo } = await newInstalacion()
  const common = await shop.post(CALL, { ...ANA, codigo, password: '123456789' })
  expect(common.statusCode).toBe(400)
  expect(Object.keys(common.json())).toEqual(['password'])
  const typo = await shop.post(CALL, { ...ANA, codigo, email: 'ana' })
  expect(typo.statusCode).toBe(400)
  expect(Object.keys(typo.json())).toEqual(['email'])
  expect((await shop.post(CALL, { ...ANA, codigo })).statusCode).toBe(201)
})

test('of 50 calls at once one makes the owner', async () => {
  const { shop, codigo } = await newInstalacion()
  const all = await Promise.all(
    Array.from({ length: 50 }, (_, n) => shop.post(CALL, { ...ANA, email: `a${n}@copias.example`, codigo })),
  )
  const codes = all.map(({ statusCode }) => statusCode).toSorted()
  expect(codes).toEqual([201, ...Array(49).fill(409)])
  expect(await shop.db.select().from(operadores)).toHaveLength(1)
})

test('two machines of one database take the same code', async () => {
  const { shop, codigo } = await newInstalacion(true)
  const other = await otherProcess(shop.url, { production: true })
  expect(await codigoDeInstalacion(other.deps)).toBe(codigo)
  expect((await other.post(CALL, { ...ANA, codigo })).statusCode).toBe(201)
  expect((await look(shop)).instalada).toBe(true)
  expect((await shop.post(CALL, { ...ANA, codigo })).statusCode).toBe(409)
})

test('where an owner was named at the start there is no code, and no other owner is made', async () => {
  const shop = await testShop()
  expect(await codigoDeInstalacion(shop.deps)).toBeNull()
  expect(existsSync(join(shop.dataDir, 'secretos', 'instalacion'))).toBe(false)
  expect(await look(shop)).toEqual({ instalada: true, restaurando: false, abierta: true, pasos: [] })
  expect((await shop.post(CALL, { ...ANA, codigo: '0000-0000-0000' })).statusCode).toBe(409)
})

const PRECIOS = {
  precios: { byn: { una: 90, dos: 150 }, color: { una: 300, dos: 500 } },
  anillado: [{ hasta: 100, precio: 1000 }],
}
const VENDEDOR = {
  razon_social: 'Copias Reales SRL',
  cuit: '30500010912',
  condicion_iva: 'RI',
  domicilio: 'Belgrano 1',
  email: 'hola@copias.example',
  telefono: '381 400-0000',
  data_fiscal_url: null,
}

test('before the shop is open all but paying works; it opens once nothing is missing that blocks it', async () => {
  const { shop, codigo } = await newInstalacion()
  const { access, id } = (await shop.post(CALL, { ...ANA, codigo })).json()
  const headers = bearer(access)
  const send = async (method: 'PUT' | 'PATCH', path: string, payload: object) => {
    const url = `/api/mostrador/${path}`
    const answer = await shop.app.inject({ method, url, payload, headers })
    expect(answer.statusCode, answer.body).toBe(200)
  }
  const open = (payload: object = {}) => shop.post(`${CALL}/abrir`, payload, headers)
  const bloquean = async () =>
    (await look(shop, headers)).pasos.flatMap(({ paso, bloquea, hecho }) => (bloquea && !hecho ? [paso] : []))
  expect((await open()).json()).toMatchObject({ confirmar: true })
  await confirmAs(shop, headers, ANA.password)
  const early = await open()
  expect(early.statusCode).toBe(409)
  expect(early.json().detail).toBe(
    'Para abrir falta: segundo factor de tu cuenta, lista de precios, dirección, horario, quién vende, cobros en la web.',
  )

  await send('PUT', 'ajustes', PRECIOS)
  await send('PUT', 'ajustes', { vendedor: VENDEDOR })
  // One branch with its facts is enough
  await send('PATCH', 'sucursales/1', { direccion: 'Belgrano 100', horario: 'Lunes a viernes de 8 a 20' })
  expect(await bloquean()).toEqual(['segundo_factor', 'cobros'])
  // An optional step says what the shop does meanwhile, and is done once the owner chooses
  const aspecto = async () => (await look(shop, headers)).pasos.find(({ paso }) => paso === 'aspecto')
  expect(await aspecto()).toMatchObject({
    hecho: false,
    bloquea: false,
    texto: expect.stringContaining('azul'),
  })
  await send('PUT', 'ajustes', { colores: 'menta' })
  expect((await aspecto())?.hecho).toBe(true)

  const { pedido_id, total } = await shop.quote([{ nombre: 'tesis.pdf', bytes: await makePdf({ pages: 2 }) }])
  const buy = { ...compra(pedido_id), importe: total }
  expect((await shop.post('/api/completar_compra', buy)).statusCode).toBe(200)
  const pedido = (await shop.get(`/api/pedidos/${pedido_id}`)).json()
  const medios = async () => (await shop.get(`/api/pedidos/${pedido_id}/para-pagar`)).json().pago
  expect(await medios()).toBeNull()
  const pay = () => shop.post('/api/crear-preferencia', { pedido_id, total: pedido.importe_final })
  const refused = await pay()
  expect(refused.statusCode).toBe(503)
  expect(refused.headers['x-codigo']).toBe('sin_abrir')
  expect(refused.json()).toEqual({ detail: SIN_ABRIR })
  expect((await shop.get('/api/vidriera')).json().abierta).toBe(false)

  // A payment provider is connected now, and the phone has its code
  shop.deps.payments = (await testShop()).deps.payments
  await shop.db.update(operadores).set({ totp_activado: new Date() }).where(eq(operadores.id, id))
  expect(await bloquean()).toEqual([])
  expect((await pay()).statusCode).toBe(503)
  const opened = await open()
  expect(opened.statusCode).toBe(200)
  expect(opened.json()).toEqual({ abierta: true })
  expect((await open()).json()).toEqual({ abierta: true })
  expect(await medios()).not.toBeNull()
  expect((await shop.get('/api/vidriera')).json().abierta).toBe(true)
  const cambios = (await shop.get('/api/mostrador/auditoria', headers)).json().cambios
  expect(cambios.filter(({ nombre }: { nombre: string }) => nombre === 'La tienda')).toMatchObject([
    { que: 'ajustes', quien: 'Ana', antes: { abierta: false }, despues: { abierta: true } },
  ])
})

test('a new shop whose payments are configured at its start is open from then on', async () => {
  const database = await testDatabase()
  await seed(database.db, { ...OWNER, muestra: false, abierta: true })
  const shop = await startShop(database, { production: true }, {})
  expect(await look(shop)).toEqual({ instalada: true, restaurando: false, abierta: true, pasos: [] })
})
