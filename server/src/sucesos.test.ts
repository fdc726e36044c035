// Each kind of event of the security log, caused from outside: kept with its account, and counted in
// Prometheus.
import {
  EVENTO_SEGURIDAD_KEYS,
  type EventoSeguridad,
  LLAMADAS,
} from '@imprimitodo/shared/rules/gestion/seguridad'
import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, test } from 'vitest'
import { clientes } from './base/db/schema/clientes.ts'
import { operadores } from './base/db/schema/mostrador.ts'
import { eventos_seguridad } from './base/db/schema/seguridad.ts'
import { recordProveedores } from './gestion/proveedores/proveedores.ts'
import { CONFIRMAR, enterAs as enterSite, joinAs, linkOf, newEmail, PASSWORD } from './testing/cuenta.ts'
import { confirmAs, enterAs, newOperador, turnOnSegundoFactor } from './testing/mostrador.ts'
import { another, mercadoPagoShop, withLink } from './testing/pagos.ts'
import { pastDeshacer } from './testing/pedidos.ts'
import { routesOf } from './testing/routes.ts'
import { eventually, OWNER, type Shop, testShop } from './testing/shop.ts'
import { openShop } from './testing/socket.ts'

type Open = Awaited<ReturnType<typeof openShop>>
const B = '/api/mostrador'

const kept = (shop: Pick<Shop, 'db'>, que: EventoSeguridad) =>
  eventually(
    () => shop.db.select().from(eventos_seguridad).where(eq(eventos_seguridad.que, que)),
    (rows) => rows.length > 0,
  )

/** Prometheus' count of a kind. */
async function counted(shop: Pick<Shop, 'get'>, que: EventoSeguridad): Promise<number> {
  const { body } = await shop.get('/metrics')
  const [, value] =
    new RegExp(`imprimitodo_process_security_events_total\\{kind="${que}"\\} (\\d+)`).exec(body) ?? []
  return Number(value)
}

const ownerId = async ({ db }: Pick<Shop, 'db'>) =>
  (await db.select().from(operadores).where(eq(operadores.rol, 'dueno')))[0]?.id ?? 0
const clienteId = async ({ db }: Pick<Shop, 'db'>, email: string) =>
  (await db.select().from(clientes).where(eq(clientes.email, email)))[0]?.id ?? 0

/** Causes the event. @returns its account, and a part of the text that the owner reads */
type Cause = (shop: Open) => Promise<[cuenta: string | null, detalle: string]>

const CAUSES: Record<Exclude<EventoSeguridad, 'devolucion'>, Cause> = {
  ingreso_fallido: async (shop) => {
    const visitor = shop.visitor()
    const { email } = await joinAs(shop, visitor)
    const wrong = await visitor.ask('/api/auth/login/', { body: { email, password: 'otra-cosa-1' } })
    expect(wrong.status).toBe(400)
    return [`cliente ${await clienteId(shop, email)}`, 'Sitio web']
  },
  ingreso_nuevo: async (shop) => {
    const { email } = await joinAs(shop, shop.visitor())
    await enterSite(shop.visitor(), email)
    return [`cliente ${await clienteId(shop, email)}`, '']
  },
  codigo_errado: async (shop) => {
    const headers = await enterAs(shop)
    const typed = { body: { actual: 'no-es-esta' }, headers }
    expect((await shop.visitor().ask(`${B}/confirmar`, typed)).status).toBe(400)
    return [`operador ${await ownerId(shop)}`, 'Contraseña, al confirmar']
  },
  correo_cambiado: async (shop) => {
    const visitor = shop.visitor()
    const { email, headers } = await joinAs(shop, visitor)
    const id = await clienteId(shop, email)
    const fresh = newEmail()
    await visitor.ask('/api/clientes/actualizar/', { method: 'PATCH', body: { email: fresh }, headers })
    const token = await linkOf(shop, fresh, CONFIRMAR)
    expect((await kept(shop, 'correo_cambiado')).map(({ detalle }) => detalle)).toEqual(['Pedido'])
    await visitor.ask(`/api/clientes/confirmar-correo/${token}`, { method: 'POST' })
    return [`cliente ${id}`, 'Confirmado']
  },
  contrasena_cambiada: async (shop) => {
    const visitor = shop.visitor()
    const { email, headers } = await joinAs(shop, visitor)
    const body = { password_actual: PASSWORD, password: 'Otra-frase-larga-7' }
    const changed = await visitor.ask('/api/clientes/actualizar/', { method: 'PATCH', body, headers })
    expect(changed.status, changed.body).toBe(200)
    return [`cliente ${await clienteId(shop, email)}`, '']
  },
  segundo_factor: async (shop) => {
    const clerk = await newOperador(shop, 1)
    await turnOnSegundoFactor(shop, clerk.headers, { ...OWNER, password: clerk.who.password })
    return [`operador ${clerk.id}`, 'activado']
  },
  rol_cambiado: async (shop) => {
    const clerk = await newOperador(shop, 1)
    const headers = await enterAs(shop)
    const body = { sucursal: 'Aguilares', actual: OWNER.password }
    await shop.visitor().ask(`${B}/usuarios/${clerk.id}`, { method: 'PATCH', body, headers })
    return [`operador ${clerk.id}`, 'la sucursal Aguilares, por Dueño']
  },
  proveedor_cambiado: async (shop) => {
    const one = {
      mercadopago: { accessToken: 'A' },
      arca: null,
      correo: null,
      captcha: null,
      mapas: null,
      respaldo: null,
    }
    await recordProveedores(shop.deps, one)
    await recordProveedores(shop.deps, one)
    await recordProveedores(shop.deps, { ...one, mercadopago: { accessToken: 'B' } })
    await recordProveedores(shop.deps, { ...one, mercadopago: { accessToken: 'B' } })
    return [null, 'Pagos: Pago simulado']
  },
  agente_vinculado: async (shop) => {
    const headers = await enterAs(shop)
    const body = { nombre: 'PC del fondo', sucursal: 'Alberdi', actual: OWNER.password }
    const visitor = shop.visitor()
    const { token } = (await visitor.ask(`${B}/agentes`, { body, headers })).json<{ token: string }>()
    const [made] = await kept(shop, 'agente_vinculado')
    expect([made?.cuenta_id, made?.detalle]).toEqual([
      await ownerId(shop),
      '«PC del fondo», llave nueva para Alberdi',
    ])
    await shop.db.delete(eventos_seguridad)
    const agent = { authorization: `Bearer ${token}`, 'x-agente-instancia': 'pc-1-pc-1' }
    for (let times = 0; times < 3; times++)
      expect((await visitor.ask('/api/agente/tareas', { headers: agent })).status).toBe(200)
    return [null, '«PC del fondo», en una computadora']
  },
  limite: async (shop) => {
    const visitor = shop.visitor()
    const wrong = { body: { email: 'nadie@example.com', password: 'x' } }
    const statuses: number[] = []
    for (let times = 0; times < 30 && statuses.at(-1) !== 429; times++)
      statuses.push((await visitor.ask(`${B}/ingresar`, wrong)).status)
    expect(statuses.at(-1)).toBe(429)
    return [null, 'Entrar al mostrador']
  },
  subida_rechazada: async (shop) => {
    const form = new FormData()
    form.append('archivos_data', '[]')
    expect((await shop.visitor().ask('/api/upload_archivo', { body: form })).status).toBe(400)
    return [null, 'Subir archivos (400)']
  },
}

test.each(Object.entries(CAUSES))('%s is kept once, with its account, and counted', async (name, cause) => {
  const que = name as EventoSeguridad
  const shop = await openShop()
  expect(await counted(shop, que)).toBe(0)
  const [cuenta, detalle] = await cause(shop)
  const rows = (await kept(shop, que)).filter((row) => row.detalle.startsWith(detalle))
  expect(
    rows.map(({ veces, cuenta_tipo, cuenta_id }) => [veces, cuenta_tipo && `${cuenta_tipo} ${cuenta_id}`]),
  ).toEqual([[1, cuenta]])
  expect(await counted(shop, que)).toBeGreaterThan(0)
})

test('the calls with a text of their own exist', async () => {
  const { app } = await testShop()
  expect(await routesOf(app)).toEqual(expect.arrayContaining(Object.keys(LLAMADAS)))
})

test('devolucion is kept with the person of the counter who requested it', async () => {
  const { shop, mercadopago } = await mercadoPagoShop()
  const { id, preferencia_id } = await another(shop, await withLink(shop))
  await mercadopago.notify(String(mercadopago.books.pay(preferencia_id ?? '').id))
  await eventually(
    async () => (await shop.get(`/api/pedidos/${id}`)).json().estado,
    (estado) => estado === 'pagado',
  )
  const clerk = await newOperador(shop, 1)
  await confirmAs(shop, clerk.headers, clerk.who.password)
  const cancelled = await shop.post(
    `${B}/pedidos/${id}/estado`,
    { estado: 'cancelado', motivo: 'Sin papel' },
    clerk.headers,
  )
  expect(cancelled.statusCode).toBe(200)
  await pastDeshacer(shop, id)
  expect((await kept(shop, 'devolucion')).map(({ cuenta_id }) => cuenta_id)).toEqual([clerk.id])
  expect(await counted(shop, 'devolucion')).toBe(1)
})

test('every kind has a count, also before anything happened', async () => {
  const shop = await openShop()
  for (const que of EVENTO_SEGURIDAD_KEYS) expect(await counted(shop, que), que).toBe(0)
})

test('an event of a transaction that had to be repeated is kept, counted and logged once', async () => {
  const shop = await testShop()
  const admin = new pg.Client({ connectionString: shop.url })
  let times = 0
  await shop.db.transaction(async (tx) => {
    times++
    await shop.deps.seguridad.noteIn(tx, null, 'devolucion')
    if (times > 1) return
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    await admin.connect()
    await admin.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    await admin.end()
    await tx.execute(sql`select 1`)
  })
  expect([times, shop.deps.seguridad.counts().get('devolucion')]).toEqual([2, 1])
  expect(await kept(shop, 'devolucion')).toHaveLength(1)
})
