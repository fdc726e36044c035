// Sales and reprints above a role's limit need another person, on whatever way they are sent.
import { desc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditoria } from '../../base/db/schema/auditoria.ts'
import { movimientos_caja } from '../../base/db/schema/caja.ts'
import { impresiones } from '../../base/db/schema/impresion.ts'
import { operadores } from '../../base/db/schema/mostrador.ts'
import { newCliente } from '../../testing/cuenta.ts'
import { newOperador, ownerShop } from '../../testing/mostrador.ts'
import { makePdf } from '../../testing/pdf.ts'
import { printShop } from '../../testing/printing.ts'
import { OWNER } from '../../testing/shop.ts'
import { chargeInCash } from '../../testing/ventas.ts'

const B = '/api/mostrador'
const DUENO = { email: OWNER.email, actual: OWNER.password }
type Clerk = Awaited<ReturnType<typeof newOperador>>
const by = ({ who }: Clerk) => ({ email: who.email, actual: who.password })

test('a sale above the limit needs another person whose limit it is within; once for its key, with both names', async () => {
  const { shop, ask } = await ownerShop()
  const topes = { operador: { venta: 5_000 }, encargado: { venta: 8_000.5 } }
  const set = await ask('PUT', 'ajustes', { topes })
  expect(set.json().topes).toEqual({
    operador: { devolucion: null, descuento: 1_500, venta: 5_000, reimpresion: null },
    encargado: { devolucion: null, descuento: 10_000, venta: 8_000.5, reimpresion: null },
  })
  const [clerk, manager, elsewhere] = [
    await newOperador(shop, 1),
    await newOperador(shop, 1),
    await newOperador(shop, 2),
  ]
  await shop.db.update(operadores).set({ rol: 'encargado' }).where(eq(operadores.id, manager.id))
  const { email } = await newCliente(shop)
  const sell = (importe: number, autoriza?: object) =>
    shop.app.inject({
      method: 'POST',
      url: `${B}/ventas`,
      payload: { email, importe, medio: 'efectivo', autoriza },
      headers: { ...clerk.headers, 'idempotency-key': `venta-de-${importe}` },
    })
  const rows = () => shop.db.$count(movimientos_caja)

  expect((await sell(5_000)).statusCode).toBe(200)
  const refused = await sell(5_000.01)
  expect(refused.statusCode).toBe(403)
  expect(refused.headers['x-codigo']).toBe('autorizar')
  expect(refused.json()).toEqual({
    detail: 'Podés cargar ventas de hasta $\u00a05.000,00: más que eso lo autoriza otra persona.',
    autorizar: true,
  })
  for (const [who, says] of [
    [by(clerk), 'Tiene que autorizarlo otra persona.'],
    [{ ...by(manager), actual: 'no-es-esa' }, 'Ese e-mail o esa clave no van.'],
    [by(elsewhere), expect.stringContaining('trabaja en otra sucursal')],
  ] as const) {
    const wrong = await sell(6_000, who)
    expect(wrong.json()).toEqual({ autoriza: [says] })
    expect(wrong.headers['x-codigo']).toBe('autorizacion_fallida')
  }
  expect((await sell(8_001, by(manager))).json().detail).toMatch(
    /^Con Operador .* se puede cargar ventas de hasta/,
  )
  expect(await rows()).toBe(1)

  for (let click = 0; click < 2; click++) expect((await sell(8_000.5, by(manager))).statusCode).toBe(200)
  expect((await sell(90_000, DUENO)).statusCode).toBe(200)
  expect(await rows()).toBe(3)
  const [last, before, first] = await shop.db
    .select()
    .from(auditoria)
    .where(eq(auditoria.que, 'venta'))
    .orderBy(desc(auditoria.id))
  expect(last?.despues).toMatchObject({ importe: 90_000, autoriza: 'Dueño' })
  expect(before?.despues).toMatchObject({ importe: 8_000.5, autoriza: expect.stringMatching(/^Operador/) })
  expect(first?.despues).not.toHaveProperty('autoriza')
})

test('a sale of lines has the limit too, as has an order charged alone; Cambios names the person who agreed', async () => {
  const { shop, ask } = await ownerShop()
  await ask('PUT', 'ajustes', { topes: { operador: { venta: 100 } } })
  const [clerk, manager] = [await newOperador(shop, 1), await newOperador(shop, 1)]
  await shop.db.update(operadores).set({ rol: 'encargado' }).where(eq(operadores.id, manager.id))
  const post = (path: string, body: object) => shop.post(`${B}/${path}`, body, clerk.headers)
  const lineas = [{ texto: 'Banner', importe: 150 }]
  const pagos = [{ medio: 'efectivo', importe: 150 }]
  expect((await post('ventas', { lineas, pagos })).statusCode).toBe(403)
  expect((await post('ventas', { lineas, pagos, autoriza: by(manager) })).statusCode).toBe(200)
  const { pedido_id } = await shop.quote([{ nombre: 'a.pdf', bytes: await makePdf({ pages: 4 }) }])
  const charge = (more = {}) => chargeInCash(shop, pedido_id, clerk.headers, { nombre: 'Ana', ...more })
  const refused = await charge()
  expect(refused.statusCode).toBe(403)
  expect(refused.headers['x-codigo']).toBe('autorizar')
  expect((await charge({ autoriza: by(manager) })).statusCode).toBe(200)
  const rows = await shop.db.select().from(auditoria).where(eq(auditoria.que, 'venta'))
  expect(rows.map(({ despues }) => despues)).toEqual([
    { importe: 150, autoriza: expect.stringMatching(/^Operador/) },
    { importe: 320, autoriza: expect.stringMatching(/^Operador/) },
  ])
})

test('sheets of an order that are printed again count together; its first prints, and a new order’s, do not', async () => {
  const shop = await printShop()
  await shop.printer('Ricoh')
  const clerk = await newOperador(shop, 1)
  const set = await shop.app.inject({
    method: 'PUT',
    url: `${B}/ajustes`,
    headers: shop.owner,
    payload: { topes: { operador: { reimpresion: 8 } }, actual: OWNER.password },
  })
  expect(set.statusCode).toBe(200)
  expect(set.json().topes.operador.reimpresion).toBe(8)
  // Three sheets, twice
  const id = await shop.pedido({ duplicado: 2 })
  const print = (body: object = {}) => shop.post(`${B}/pedidos/${id}/imprimir`, body, clerk.headers)
  const comesOut = async () => {
    const tarea = await shop.first()
    await shop.authorise(tarea)
    await shop.tell(tarea, 1, 'completo')
  }
  expect((await print()).statusCode).toBe(200)
  await comesOut()
  const again = { trabajos: [1], motivo: 'Salió manchado' }
  expect((await print(again)).statusCode).toBe(200)
  await comesOut()
  const refused = await print(again)
  expect(refused.statusCode).toBe(403)
  expect(refused.json()).toEqual({
    detail: 'Podés reimprimir hasta 8 hojas por pedido: más que eso lo autoriza otra persona.',
    autorizar: true,
  })
  expect(await shop.made(id)).toHaveLength(2)
  // A person with the same limit may not agree either
  expect((await print({ ...again, autoriza: by(await newOperador(shop, 1)) })).statusCode).toBe(403)
  expect((await print({ ...again, autoriza: DUENO })).statusCode).toBe(200)
  const [cambio] = await shop.db.select().from(auditoria).where(eq(auditoria.que, 'reimpresion'))
  expect(cambio).toMatchObject({ operador_id: clerk.id, despues: { hojas: 6, autoriza: 'Dueño' } })
  const { historial } = (await shop.get(`${B}/pedidos/${id}`, shop.owner)).json()
  expect(JSON.stringify(historial)).toContain('Salió manchado')
})

test('sheets that came out before their print was cancelled count too', async () => {
  const shop = await printShop()
  await shop.printer('Ricoh')
  const clerk = await newOperador(shop, 1)
  await shop.app.inject({
    method: 'PUT',
    url: `${B}/ajustes`,
    headers: shop.owner,
    payload: { topes: { operador: { reimpresion: 2 } }, actual: OWNER.password },
  })
  const id = await shop.pedido({ duplicado: 2 })
  const print = () => shop.post(`${B}/pedidos/${id}/imprimir`, {}, clerk.headers)
  await print()
  const cancelled = { estado: 'cancelada', contadas: 0 } as const
  await shop.db.update(impresiones).set(cancelled)
  expect((await print()).statusCode).toBe(200)
  await shop.db.update(impresiones).set({ ...cancelled, contadas: 11 })
  expect((await print()).statusCode).toBe(403)
})

test('limits are whole sheets from 0 on, or none; each by itself', async () => {
  const { ask } = await ownerShop()
  for (const reimpresion of [-1, 1.5, 'x', 1_000_001])
    expect((await ask('PUT', 'ajustes', { topes: { operador: { reimpresion } } })).statusCode).toBe(400)
  await ask('PUT', 'ajustes', { topes: { operador: { reimpresion: 0 }, encargado: { venta: 10 } } })
  const kept = await ask('PUT', 'ajustes', { topes: { operador: { venta: 1.25 } } })
  expect(kept.json().topes).toEqual({
    operador: { devolucion: null, descuento: 1_500, venta: 1.25, reimpresion: 0 },
    encargado: { devolucion: null, descuento: 10_000, venta: 10, reimpresion: null },
  })
})
