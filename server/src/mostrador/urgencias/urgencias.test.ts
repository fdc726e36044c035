import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import type { Urgencia, Urgencias } from '@imprimitodo/shared/api/urgencias'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { impresoras } from '../../base/db/schema/impresion.ts'
import { pagos } from '../../base/db/schema/pagos.ts'
import { pedidos } from '../../base/db/schema/pedidos.ts'
import { respaldos } from '../../base/db/schema/respaldo.ts'
import {
  cleanUp,
  listAyudas,
  listPrometidos,
  listRechazados,
  listSenas,
} from '../../compra/pedidos/service.ts'
import { newOperador } from '../../testing/mostrador.ts'
import { confirmed, moveTo, ownerOf, paid } from '../../testing/pedidos.ts'
import { printShop } from '../../testing/printing.ts'
import { eventually } from '../../testing/shop.ts'

const MINUTE = 60_000
const URL = '/api/mostrador/urgencias'

async function openShop() {
  const shop = await printShop()
  const ask = async (query = '', headers: Record<string, string> = shop.owner) => {
    const answer = await shop.get(`${URL}${query}`, headers)
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toEqual(expect.any(String))
    return answer.json<Urgencias>()
  }
  /** Without the shop's machine: a test shop has no backup. */
  const claves = async (query?: string, headers?: Record<string, string>) =>
    (await ask(query, headers)).urgencias.map(({ clave }) => clave).filter((one) => !one.startsWith('asunto'))
  const at = (minutes: number) => new Date(shop.deps.now().getTime() + minutes * MINUTE)
  const promise = (id: string, minutes: number) =>
    shop.db
      .update(pedidos)
      .set({ prometido: at(minutes) })
      .where(eq(pedidos.id, id))
  const refused = (
    pedido_id: string,
    id: string,
    minutes: number,
    estado: 'rejected' | 'pending' = 'rejected',
  ) =>
    shop.db.insert(pagos).values({
      id,
      proveedor: 'simulado',
      pedido_id,
      estado,
      importe: 100,
      moneda: 'ARS',
      creado: at(minutes),
      actualizado: at(minutes),
    })
  return { shop, ask, claves, at, promise, refused }
}

const only = <T extends Urgencia['tipo']>(urgencias: Urgencia[], tipo: T) =>
  urgencias.filter((one): one is Extract<Urgencia, { tipo: T }> => one.tipo === tipo)

describe('what needs a person', () => {
  test('is nothing in a shop where all is well', async () => {
    const { ask, claves } = await openShop()
    expect([await claves(), (await ask()).pronto]).toEqual([[], []])
  })

  test('a doubtful print is asked about until it is answered, with its customer and the printer’s count', async () => {
    const { shop, ask, claves, at } = await openShop()
    await shop.printer('Ricoh')
    const { id, tarea } = await shop.printing()
    await shop.db.update(pedidos).set({ nombre: 'Facundo Medina' }).where(eq(pedidos.id, id))
    await shop.db.update(impresoras).set({ anda: true, texto: 'Imprimiendo', vista: at(0) })
    expect(await claves()).toEqual([])
    await shop.tell(tarea, 1, 'verificar', { impresiones: 2 })
    const [duda] = only((await ask()).urgencias, 'duda')
    expect(duda).toMatchObject({
      nombre: 'Facundo Medina',
      sucursal: 'Alberdi',
      impresion: { estado: 'verificar', contadas: 2, pedido_id: id, impresora: { nombre: 'Ricoh' } },
    })
    await shop.answer(duda?.impresion.id ?? 0, { respuesta: 'salio_bien' })
    expect(await claves()).toEqual([])
  })

  test('a print that stopped is asked about; a test page, too, without a customer', async () => {
    const { shop, ask } = await openShop()
    const { id: printer } = await shop.printer('Ricoh')
    const { tarea } = await shop.printing()
    await shop.tell(tarea, 1, 'abortado', { impresiones: 0, mensaje: 'Papel trabado.' })
    await shop.post(`/api/mostrador/impresoras/${printer}/prueba`, {}, shop.owner)
    const page = await shop.first()
    await shop.authorise(page)
    await shop.tell(page, 1, 'verificar')
    const dudas = only((await ask()).urgencias, 'duda')
    expect(
      dudas.map(({ impresion, nombre }) => [
        impresion.estado,
        impresion.mensaje,
        impresion.numero !== null,
        nombre,
      ]),
    ).toEqual([
      ['detenida', 'Papel trabado.', true, '…2233'],
      ['verificar', null, false, null],
    ])
  })

  test('a printer that stands still is told of while orders wait for it, with how much; not for a test page alone', async () => {
    const { shop, ask, claves, at } = await openShop()
    const { id } = await shop.printer('Ricoh')
    const set = (values: Partial<typeof impresoras.$inferInsert>) =>
      shop.db.update(impresoras).set(values).where(eq(impresoras.id, id))
    await shop.post(`/api/mostrador/impresoras/${id}/prueba`, {}, shop.owner)
    await set({ anda: false, texto: 'Sin papel', vista: at(0) })
    expect(await claves()).toEqual([])
    for (const duplicado of [1, 2]) await shop.print(await shop.pedido({ duplicado }), { impresora: id })
    const [stopped] = only((await ask()).urgencias, 'impresora')
    expect(stopped).toMatchObject({
      nombre: 'Ricoh',
      sucursal: 'Alberdi',
      texto: 'Sin papel',
      sin_noticias: null,
      pedidos: 2,
      hojas: 9,
    })
    await set({ anda: true, texto: 'Lista' })
    expect(await claves()).toEqual([])
    const vista = at(-12)
    await set({ vista })
    expect(only((await ask()).urgencias, 'impresora')).toMatchObject([
      { texto: 'Sin noticias del agente', sin_noticias: vista.toISOString() },
    ])
  })

  test('late orders come longest late first, those due within the hour apart; ready orders are in neither list', async () => {
    const { shop, ask, claves, at, promise } = await openShop()
    const a = await paid(shop)
    const b = await paid(shop)
    const c = await paid(shop)
    const d = await paid(shop)
    const unpaid = await confirmed(shop)
    await promise(a.id, -8)
    await promise(b.id, -22)
    await promise(c.id, 59)
    await promise(d.id, 61)
    await promise(unpaid.id, -5)
    await moveTo(shop, b.id, 'en_produccion')
    expect(await claves()).toEqual([`tarde:${b.id}`, `tarde:${a.id}`])
    expect((await ask()).pronto.map(({ numero }) => numero)).toEqual([c.numero])
    shop.clock.offsetMs += 2 * MINUTE
    expect((await ask()).pronto.map(({ numero }) => numero)).toEqual([c.numero, d.numero])
    await moveTo(shop, b.id, 'listo')
    expect(await claves()).toEqual([`tarde:${a.id}`])
    // Once told of a new hour, the customer expects it at that hour
    await shop.db
      .update(pedidos)
      .set({ nueva_hora: at(30) })
      .where(eq(pedidos.id, a.id))
    const { pronto } = await ask()
    expect([await claves(), pronto.map(({ numero }) => numero)]).toEqual([[], [a.numero, c.numero, d.numero]])
  })

  test('an unpaid order asks for help after two refusals, or one and ten minutes; not once a payment is on its way', async () => {
    const { shop, ask, claves, refused } = await openShop()
    const [one, two, old] = [await confirmed(shop), await confirmed(shop), await confirmed(shop)]
    await refused(one.id, 'a', 0)
    await refused(two.id, 'b', -3)
    await refused(two.id, 'c', -1)
    await refused(old.id, 'd', -24 * 60 - 1)
    expect(only((await ask()).urgencias, 'ayuda')).toMatchObject([
      { numero: two.numero, rechazos: 2, sucursal: 'Alberdi' },
    ])
    shop.clock.offsetMs += 11 * MINUTE
    expect(await claves()).toEqual([`ayuda:${two.id}`, `ayuda:${one.id}`])
    await refused(two.id, 'e', 0, 'pending')
    expect(await claves()).toEqual([`ayuda:${one.id}`])
    await moveTo(shop, one.id, 'pagado')
    expect(await claves()).toEqual([])
  })

  test('an unpaid order whose customer called is listed until a clerk takes it in hand', async () => {
    const { shop, ask, claves, refused } = await openShop()
    const [one, two] = [await confirmed(shop), await confirmed(shop)]
    const path = (id: string) => `/api/pedidos/${id}/ayuda`
    expect((await shop.post(path(one.id), {})).statusCode).toBe(403)
    const own = await ownerOf(shop, one.id)
    const answers = await Promise.all(Array.from({ length: 20 }, () => shop.post(path(one.id), {}, own)))
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1)
    const { historial } = (
      await shop.get(`/api/mostrador/pedidos/${one.id}`, shop.owner)
    ).json<PedidoMostrador>()
    expect(historial.filter(({ nota }) => nota === 'Pidió ayuda con el pago.')).toHaveLength(1)
    await refused(one.id, 'a', -20)
    expect(only((await ask()).urgencias, 'ayuda')).toMatchObject([
      { numero: one.numero, rechazos: 0, desde: answers[0]?.json().pedida },
    ])
    await shop.db.delete(pagos)
    await shop.post(`/api/mostrador/pedidos/${one.id}/tomar`, {}, shop.owner)
    await shop.post(`/api/mostrador/pedidos/${one.id}/soltar`, {}, shop.owner)
    expect(await claves()).toEqual([])
    await shop.post(path(one.id), {}, own)
    expect(await claves()).toEqual([])
    shop.clock.offsetMs += 61 * MINUTE
    await shop.post(path(one.id), {}, own)
    await shop.post(path(two.id), {}, await ownerOf(shop, two.id))
    expect(await claves()).toEqual([`ayuda:${one.id}`, `ayuda:${two.id}`])
    await moveTo(shop, one.id, 'pagado')
    await moveTo(shop, two.id, 'cancelado')
    expect(await claves()).toEqual([])
    expect((await shop.post(path(one.id), {}, own)).json()).toEqual({
      detail: 'Este pedido no tiene un pago pendiente.',
    })
  })

  test('the shop’s machine is told of where its health is urgent, and no longer once it is well', async () => {
    const { shop, ask, at } = await openShop()
    await shop.db.insert(respaldos).values({ cuando: at(-3 * 24 * 60), archivos: 1, bytes: 5 })
    const [alarm] = only((await ask()).urgencias, 'asunto')
    expect(alarm).toMatchObject({ clave: 'asunto:respaldo', titulo: 'Respaldo' })
    await shop.db.insert(respaldos).values({ cuando: at(0), archivos: 1, bytes: 5 })
    shop.clock.offsetMs += MINUTE
    await eventually(
      async () => only((await ask()).urgencias, 'asunto'),
      (found) => found.length === 0,
    )
  })

  test('of every kind, in the strip’s order', async () => {
    const { shop, ask, at, promise, refused } = await openShop()
    await shop.db.insert(respaldos).values({ cuando: at(-3 * 24 * 60), archivos: 1, bytes: 5 })
    const { id: printer } = await shop.printer('Ricoh')
    const { id, tarea } = await shop.printing()
    await shop.tell(tarea, 1, 'verificar')
    const waits = await shop.pedido()
    await shop.print(waits, { impresora: printer })
    await shop.db.update(impresoras).set({ anda: false, texto: 'Sin papel', vista: at(0) })
    await promise(id, -5)
    const unpaid = await confirmed(shop)
    for (const pago of ['a', 'b']) await refused(unpaid.id, pago, -1)
    const late = await confirmed(shop)
    await shop.db.insert(pagos).values({
      id: 'mostrador:x',
      pedido_id: late.id,
      proveedor: 'caja',
      estado: 'approved',
      importe: 100,
      moneda: 'ARS',
      medio: 'efectivo',
      creado: at(0),
      actualizado: at(0),
    })
    await shop.db
      .update(pedidos)
      .set({ vence: at(-1) })
      .where(eq(pedidos.id, late.id))
    await cleanUp(shop.deps)
    expect((await ask()).urgencias.map(({ tipo }) => tipo)).toEqual([
      'duda',
      'impresora',
      'tarde',
      'ayuda',
      'sena',
      'asunto',
    ])
  })
})

describe('urgencias of two branches', () => {
  test('each person gets their own branch, or the chosen one; a clerk of one branch never gets another branch’s', async () => {
    const { shop, claves, at, promise, refused } = await openShop()
    const away = { change: { sucursal: 'Aguilares' } }
    const [here, there] = [await paid(shop), await paid(shop, away)]
    for (const { id } of [here, there]) await promise(id, -5)
    const [stuckHere, stuckThere] = [await confirmed(shop), await confirmed(shop, away)]
    for (const { id } of [stuckHere, stuckThere])
      for (const pago of ['a', 'b']) await refused(id, `${id}${pago}`, -1)
    const near = await shop.printer('Ricoh')
    const far = await shop.printer('Xerox', { sucursal: 'Aguilares' })
    await shop.print(here.id, { impresora: near.id })
    await shop.print(there.id, { impresora: far.id })
    await shop.db.update(impresoras).set({ anda: false, texto: 'Sin papel', vista: at(0) })
    const alberdi = [`impresora:${near.id}`, `tarde:${here.id}`, `ayuda:${stuckHere.id}`]
    const aguilares = [`impresora:${far.id}`, `tarde:${there.id}`, `ayuda:${stuckThere.id}`]
    expect(await claves('?sucursal=Alberdi')).toEqual(alberdi)
    expect(await claves('?sucursal=Aguilares')).toEqual(aguilares)
    expect((await claves()).toSorted()).toEqual([...alberdi, ...aguilares].toSorted())
    expect(await claves('?sucursal=Ninguna')).toEqual([])
    const clerk = await newOperador(shop, 2)
    for (const query of ['', '?sucursal=Alberdi', '?sucursal=Aguilares'])
      expect(await claves(query, clerk.headers)).toEqual(aguilares)
    const both = await newOperador(shop, null)
    expect(await claves('?sucursal=Alberdi', both.headers)).toEqual(alberdi)
  })

  test('a clerk of one branch gets alarms of the machine that concern the whole shop', async () => {
    const { shop, ask, at } = await openShop()
    await shop.db.insert(respaldos).values({ cuando: at(-3 * 24 * 60), archivos: 1, bytes: 5 })
    const clerk = await newOperador(shop, 2)
    expect(only((await ask('', clerk.headers)).urgencias, 'asunto').map(({ titulo }) => titulo)).toEqual([
      'Respaldo',
    ])
  })
})

test('orders that are over are not read, however many there are: no query goes through a whole table', async () => {
  const { shop, ask } = await openShop()
  const { id } = await paid(shop)
  // Many copies of it, handed over long ago
  const { rows } = await shop.db.execute<{ column_name: string }>(
    sql`select column_name from information_schema.columns where table_name = 'pedidos'`,
  )
  const own = ['id', 'numero', 'estado', 'referencia', 'codigo_retiro', 'carrito', 'prometido']
  const others = sql.raw(
    rows
      .map(({ column_name }) => column_name)
      .filter((name) => !own.includes(name))
      .map((name) => `"${name}"`)
      .join(', '),
  )
  await shop.db.execute(sql`
    insert into pedidos (id, numero, estado, referencia, codigo_retiro, prometido, ${others})
    select 'viejo' || n, 100000 + n, 'entregado', 'viejo' || n, 'viejo' || n, now() - n * interval '1 minute', ${others}
    from pedidos, generate_series(1, 20000) n where pedidos.id = ${id}`)
  await shop.db.execute(sql`analyze pedidos`)
  const hour = new Date(Date.now() + 3600_000)
  for (const query of [
    listPrometidos(shop.db, hour, undefined),
    listPrometidos(shop.db, hour, 1),
    listRechazados(shop.db, new Date(0), undefined),
    listRechazados(shop.db, new Date(0), 1),
    listAyudas(shop.db, new Date(0), undefined),
    listAyudas(shop.db, new Date(0), 1),
    listSenas(shop.db, undefined),
    listSenas(shop.db, 1),
  ]) {
    const { rows: plan } = await shop.db.execute(sql`explain ${query.getSQL()}`)
    expect(JSON.stringify(plan)).not.toContain('Seq Scan on pedidos')
  }
  expect((await ask()).urgencias.filter(({ tipo }) => tipo !== 'asunto')).toEqual([])
})
