// Cuentas corrientes: charged in a sale, paid at the till, refunded, and reported to their institution.
import type { CuentaCorriente } from '@imprimitodo/shared/api/cuentas-corrientes'
import { and, eq, like } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { auditoria } from '../../base/db/schema/auditoria.ts'
import { movimientos_caja } from '../../base/db/schema/caja.ts'
import { correos } from '../../base/db/schema/correos.ts'
import { cuentas_corrientes } from '../../base/db/schema/cuentas-corrientes.ts'
import { documentos } from '../../base/db/schema/documentos.ts'
import { facturas } from '../../base/db/schema/facturas.ts'
import { pagos } from '../../base/db/schema/pagos.ts'
import { pedidos } from '../../base/db/schema/pedidos.ts'
import { sendResumen } from '../../gestion/reportes/service.ts'
import { newCliente } from '../../testing/cuenta.ts'
import { aCounterWithCuentas, CUIT, newEncargado, onAccount } from '../../testing/cuentas-corrientes.ts'
import { confirmAs, enterAs, newOperador } from '../../testing/mostrador.ts'
import { drawnOn } from '../../testing/pdf-text.ts'
import { confirmed, ownerOf, pastDeshacer, rowOf } from '../../testing/pedidos.ts'
import { eventually, otherProcess } from '../../testing/shop.ts'
import { readSheet } from '../../testing/xlsx.ts'
import { checkCuentasCorrientes } from './check.ts'
import { sendExtractos } from './extracto.ts'

const B = '/api/mostrador'
const CC = `${B}/cuentas-corrientes`
const at = (text: string) => Date.parse(`${text}:00-03:00`)
const today = (shop: { deps: { now: () => Date } }) =>
  new Date(shop.deps.now().getTime() - 3 * 3600_000).toISOString().slice(0, 10)

const ledger = ({ movimientos }: CuentaCorriente) =>
  movimientos.map(({ tipo, importe, saldo }) => [tipo, importe, saldo])

describe('an account', () => {
  test('is opened and changed by the owner, who confirms their identity; every change stands in Cambios', async () => {
    const { shop, owner, open, look, change } = await aCounterWithCuentas()
    const fresh = await enterAs(shop)
    const unproven = await open({}, fresh)
    expect(unproven.statusCode).toBe(403)
    expect(unproven.headers['x-codigo']).toBe('confirmar')
    const made = (await open({ nombre: 'Escuela 12', saldo_inicial: 1_500.5 })).json<CuentaCorriente>()
    expect(made).toMatchObject({
      nombre: 'Escuela 12',
      documento: CUIT,
      limite: 10_000,
      saldo: 1_500.5,
      disponible: 8_499.5,
      sucursal: null,
      suspendida: false,
      editable: true,
      autorizados: [{ nombre: 'Ana Ruiz' }],
    })
    expect(ledger(made)).toEqual([['inicial', 1_500.5, 1_500.5]])
    expect((await open({ nombre: 'ESCUELA 12' })).json()).toEqual({
      nombre: ['Ya hay una cuenta corriente con ese nombre.'],
    })
    expect((await change(made.id, { limite: 500, suspendida: true })).json()).toMatchObject({
      limite: 500,
      suspendida: true,
      disponible: 0,
      nombre: 'Escuela 12',
    })
    const people = `${CC}/${made.id}/autorizados`
    const [ana] = made.autorizados
    const remove = (id = 0) => shop.app.inject({ method: 'DELETE', url: `${people}/${id}`, headers: owner })
    expect((await remove(ana?.id)).statusCode).toBe(409)
    expect((await shop.post(people, { nombre: 'Beto', dni: '28.999.111' }, owner)).statusCode).toBe(201)
    expect((await shop.post(people, { nombre: 'beto', dni: '28999111' }, owner)).statusCode).toBe(400)
    expect((await remove(ana?.id)).json().autorizados).toMatchObject([{ nombre: 'Beto', dni: '28999111' }])
    expect((await remove(ana?.id)).statusCode).toBe(404)
    const changes = await shop.db.select().from(auditoria).where(eq(auditoria.que, 'cuenta_corriente'))
    expect(changes.map(({ accion, antes, despues }) => [accion, antes, despues])).toMatchObject([
      ['crear', null, { limite: 10_000, autorizado: 'Ana Ruiz (DNI 30111222)', saldo_inicial: 1_500.5 }],
      ['cambiar', { limite: 10_000, suspendida: false }, { limite: 500, suspendida: true }],
      ['cambiar', null, { autorizado: 'Beto (DNI 28999111)' }],
      ['cambiar', { autorizado: 'Ana Ruiz (DNI 30111222)' }, null],
    ])
    expect((await look(made.id)).autorizados).toHaveLength(1)
  })

  test('can be changed by a manager in their branch only; a clerk sees and charges, and changes nothing', async () => {
    const { shop, clerk, open, opened, change } = await aCounterWithCuentas()
    const manager = await newEncargado(shop, 1)
    const elsewhere = await newEncargado(shop, 2)
    for (const sucursal of [null, 'Aguilares'])
      expect((await open({ sucursal }, manager.headers)).headers['x-codigo']).toBe('otra_sucursal')
    const own = (await open({ sucursal: 'Alberdi', nombre: 'Estudio Sosa' }, manager.headers)).json()
    const general = await opened({ nombre: 'Municipalidad' })
    expect((await change(own.id, { limite: 20_000 }, manager.headers)).json().limite).toBe(20_000)
    expect((await change(own.id, { sucursal: null }, manager.headers)).statusCode).toBe(403)
    expect((await change(general.id, { limite: 20_000 }, manager.headers)).statusCode).toBe(403)
    expect((await change(own.id, { limite: 1 }, elsewhere.headers)).statusCode).toBe(404)
    const names = async (headers: Record<string, string>, texto = '') =>
      (await shop.get(`${CC}?texto=${texto}`, headers))
        .json()
        .cuentas.map((one: CuentaCorriente) => one.nombre)
    expect(await names(clerk.headers)).toEqual(['Estudio Sosa', 'Municipalidad'])
    expect(await names(elsewhere.headers)).toEqual(['Municipalidad'])
    for (const texto of ['sosa', 'Sosa estúdio'])
      expect(await names(clerk.headers, encodeURIComponent(texto)), texto).toEqual(['Estudio Sosa'])
    expect(await names(clerk.headers, '100%25')).toEqual([])
    expect((await shop.get(`${CC}/${own.id}`, elsewhere.headers)).statusCode).toBe(404)
    for (const path of ['extracto.pdf', 'movimientos.xlsx', 'recibos/1.pdf'])
      expect((await shop.get(`${CC}/${own.id}/${path}`, elsewhere.headers)).statusCode).toBe(404)
    await confirmAs(shop, clerk.headers, clerk.who.password)
    for (const answer of [
      await open({}, clerk.headers),
      await change(own.id, { limite: 1 }, clerk.headers),
      await shop.post(`${CC}/${own.id}/autorizados`, { nombre: 'Yo' }, clerk.headers),
    ]) {
      expect(answer.statusCode).toBe(403)
      expect(answer.headers['x-codigo']).toBe('solo_encargado')
    }
  })

  test('is renamed and charged at the same time, and neither makes the other fail', async () => {
    const { opened, change, sell, look, shop } = await aCounterWithCuentas()
    const cuenta = await opened({ limite: 100_000 })
    const other = await otherProcess(shop.url, { dataDir: shop.dataDir })
    const owner = await enterAs(shop)
    await confirmAs(shop, owner)
    const rename = (nombre: string) =>
      other.app.inject({ method: 'PATCH', url: `${CC}/${cuenta.id}`, payload: { nombre }, headers: owner })
    const burst = await Promise.all(
      Array.from({ length: 30 }, (_, index) => [
        sell(cuenta, 10),
        rename(`Escuela con nombre ${index}`),
        change(cuenta.id, { nombre: `Otro nombre ${index}` }),
      ]).flat(),
    )
    expect([...new Set(burst.map(({ statusCode }) => statusCode))]).toEqual([200])
    expect((await look(cuenta.id)).saldo).toBe(300)
  })

  test('with an invalid name, document, limit or person is refused with a sentence, and nothing is opened', async () => {
    const { shop, open } = await aCounterWithCuentas()
    for (const [wrong, field] of [
      [{ nombre: ' ' }, 'nombre'],
      [{ nombre: 'x'.repeat(121) }, 'nombre'],
      [{ documento: '30500010913' }, 'documento'],
      [{ documento: '123' }, 'documento'],
      [{ limite: -1 }, 'limite'],
      [{ limite: 0.001 }, 'limite'],
      [{ limite: 1e12 }, 'limite'],
      [{ email: 'nada' }, 'email'],
      [{ saldo_inicial: -5 }, 'saldo_inicial'],
      [{ sucursal: 'Marte' }, 'sucursal'],
      [{ autorizado: ' ' }, 'autorizado'],
      [{ autorizado: null }, 'autorizado'],
      [{ dni: '12' }, 'dni'],
    ] as const) {
      const answer = await open(wrong)
      expect(answer.statusCode, String(wrong)).toBe(400)
      expect(Object.keys(answer.json()), String(wrong)).toEqual([field])
    }
    expect((await shop.get(CC, await enterAs(shop))).json().cuentas).toEqual([])
  })
})

describe('a sale on account', () => {
  test('pays its order; the shift lists it apart from money; its later payment is money and no second sale', async () => {
    const { shop, owner, clerk, opened, sold, look, pay } = await aCounterWithCuentas()
    const turno = (
      await shop.post(`${B}/turnos`, { sucursal: 'Alberdi', fondo: 1_000 }, clerk.headers)
    ).json()
    const cuenta = await opened()
    const { email } = await newCliente(shop)
    const made = await sold(cuenta, 3_000, {
      pagos: [onAccount(cuenta, 2_400), { medio: 'efectivo', importe: 600, recibido: 1_000 }],
      cliente: { email },
    })
    // Its points come at once, as for any sale
    expect(made).toMatchObject({ total: 3_000, pagado: 3_000, resto: 0, vuelto: 400, puntos: 3_000 })
    const [{ pedido_id = '' } = {}] = made.pedidos
    expect((await rowOf(shop, pedido_id)).estado).toBe('entregado')
    const after = await look(cuenta.id)
    expect(after).toMatchObject({ saldo: 2_400, disponible: 7_600 })
    expect(after.movimientos).toMatchObject([
      { tipo: 'cargo', importe: 2_400, pedido_id, retira: 'Ana Ruiz', numero: made.pedidos[0]?.numero },
    ])
    const paid = await pay(cuenta.id, { importe: 1_400 })
    expect(paid.statusCode).toBe(201)
    expect(paid.json()).toMatchObject({ importe: 1_400, saldo: 1_000 })

    const seen = (await shop.get(`${B}/turnos/${turno.turno_id}`, clerk.headers)).json()
    expect(seen.medios).toEqual([
      { medio: 'efectivo', cobros: 2, salidas: 0, importe: null },
      { medio: 'cuenta', cobros: 1, salidas: 0, importe: 2_400 },
    ])
    expect(seen.personas).toMatchObject([{ cobros: 2 }])
    const closed = await shop.post(`${B}/turnos/${turno.turno_id}/cerrar`, { contado: 3_000 }, clerk.headers)
    expect(closed.json()).toEqual({ esperado: 3_000, contado: 3_000, diferencia: 0 })
    const sheet = (await shop.get(`${B}/turnos/${turno.turno_id}`, clerk.headers)).json()
    expect(sheet.efectivo).toEqual([
      { que: 'cobros', veces: 1, importe: 600 },
      { que: 'pagos_cuenta', veces: 1, importe: 1_400 },
    ])
    const dia = today(shop)
    const report = async (name: string) =>
      (await shop.get(`${B}/reportes/${name}?desde=${dia}&hasta=${dia}`, owner)).json().filas
    expect(
      (await report('caja')).map((one: Record<string, unknown>) => [one.canal, one.medio, one.neto]),
    ).toEqual([
      ['mostrador', 'Cuenta corriente', 2_400],
      ['mostrador', 'Efectivo', 600],
      ['cuenta', 'Efectivo', 1_400],
    ])
    expect(await report('ventas')).toMatchObject([{ bruto: 3_000, devuelto: 0, neto: 3_000 }])
  })

  test('above the limit, suspended, of another branch or by another person is refused, and nothing of it stays', async () => {
    const { shop, owner, clerk, opened, sell, sold, change, facts } = await aCounterWithCuentas()
    const cuenta = await opened({ nombre: 'Escuela 12', limite: 1_000 })
    const foreign = await opened({ sucursal: 'Aguilares' })
    const suspended = await opened()
    await change(suspended.id, { suspendida: true })
    const full = await opened({ nombre: 'Escuela 13', limite: 400 })
    await sold(full, 400)
    const before = await facts()
    const charge = (change: object) => [{ ...onAccount(cuenta, 400), ...change }]
    const ids = (id: number, autorizado_id: number) => ({ cuenta_corriente: { id, autorizado_id } })
    const [ana] = cuenta.autorizados
    const cases: [number, object[] | undefined, number, RegExp][] = [
      [1_001, undefined, 400, /se le pueden cargar hasta \$ 1\.000,00/],
      [400, [onAccount(full, 400)], 400, /^La cuenta corriente de Escuela 13 llegó a su límite/],
      [400, [onAccount(suspended, 400)], 400, /suspendida/],
      [400, [onAccount(foreign, 400)], 400, /otra sucursal/],
      [400, charge(ids(999_999, ana?.id ?? 0)), 400, /no existe/],
      [400, charge(ids(cuenta.id, suspended.autorizados[0]?.id ?? 0)), 400, /no puede retirar/],
      [400, charge({ cuenta_corriente: null }), 400, /Elegí la cuenta corriente/],
      [400, charge(ids(-1, 1)), 400, /no existe/],
      [400, charge({ importe: -400 }), 400, /negativo/],
      [400, charge({ importe: 401 }), 400, /suman más/],
      [400, [onAccount(cuenta, 200), onAccount(foreign, 200)], 400, /una sola cuenta corriente/],
    ]
    for (const [importe, pagos, status, why] of cases) {
      const answer = await sell(cuenta, importe, pagos && { pagos })
      expect(answer.statusCode, String(pagos)).toEqual(status)
      expect(answer.json().pagos?.[0]).toMatch(why)
    }
    expect(await facts()).toEqual(before)
    // A removed autorizado may no longer take, and a typed sale cannot be charged to an account
    await shop.post(`${CC}/${cuenta.id}/autorizados`, { nombre: 'Beto' }, owner)
    await shop.app.inject({
      method: 'DELETE',
      url: `${CC}/${cuenta.id}/autorizados/${ana?.id}`,
      headers: owner,
    })
    expect((await sell(cuenta, 400)).json().pagos[0]).toMatch(/no puede retirar/)
    const typed = { email: 'a@b.com', importe: 5, medio: 'cuenta' }
    expect((await shop.post(`${B}/ventas`, typed, clerk.headers)).statusCode).toBe(400)
    expect(await facts()).toEqual(before)
  })

  test('of 50 at once that each take the whole limit one is charged, also over two processes', async () => {
    const { shop, opened, sell, look, facts, clerk } = await aCounterWithCuentas()
    const cuenta = await opened({ limite: 1_000 })
    const second = await otherProcess(shop.url, { dataDir: shop.dataDir })
    const body = {
      lineas: [{ texto: 'Fotocopias', importe: 1_000 }],
      sucursal: 'Alberdi',
      pagos: [onAccount(cuenta, 1_000)],
    }
    const burst = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        index % 2 === 0 ? sell(cuenta, 1_000) : second.post(`${B}/ventas`, body, clerk.headers),
      ),
    )
    expect(burst.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, ...Array(49).fill(400)])
    expect(await look(cuenta.id)).toMatchObject({ saldo: 1_000, disponible: 0 })
    expect(await facts()).toEqual({ pedidos: 1, pagos: 1, caja: 1, movimientos: 1, saldo: 1_000_00 })
  })

  test('sent again with its key is charged once; with other data it is refused', async () => {
    const { opened, sell, look } = await aCounterWithCuentas()
    const cuenta = await opened()
    const burst = await Promise.all(Array.from({ length: 20 }, () => sell(cuenta, 700, { key: 'una' })))
    expect(new Set(burst.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(new Set(burst.map((one) => one.json().venta_id)).size).toBe(1)
    expect(ledger(await look(cuenta.id))).toEqual([['cargo', 700, 700]])
    expect((await sell(cuenta, 701, { key: 'una' })).statusCode).toBe(409)
    expect((await look(cuenta.id)).saldo).toBe(700)
  })

  test('charges the rest of a seña and an order of the web; once suspended, the account takes no more', async () => {
    const { shop, clerk, opened, sold, look, change } = await aCounterWithCuentas()
    const cuenta = await opened()
    const pedido = await confirmed(shop)
    const made = await sold(cuenta, 0, {
      lineas: [{ pedido_id: pedido.id }],
      pagos: [{ medio: 'efectivo', importe: 35 }],
    })
    expect(made.resto).toBe(60)
    const rest = (importe: number) =>
      shop.post(`${B}/ventas/${made.venta_id}/pagos`, { pagos: [onAccount(cuenta, importe)] }, clerk.headers)
    expect((await rest(20)).json()).toMatchObject({ resto: 40 })
    await change(cuenta.id, { suspendida: true })
    expect((await rest(40)).json().pagos[0]).toMatch(/suspendida/)
    await change(cuenta.id, { suspendida: false })
    expect((await rest(40)).json()).toMatchObject({ resto: 0, pagado: 95 })
    expect(ledger(await look(cuenta.id))).toEqual([
      ['cargo', 20, 20],
      ['cargo', 40, 60],
    ])
  })

  test('is invoiced to the account, whose condition of sale the voucher says', async () => {
    const { shop, opened, sold, clerk } = await aCounterWithCuentas()
    const cuenta = await opened({ nombre: 'Escuela 12', condicion_iva: 'CF' })
    const made = await sold(cuenta, 900)
    const [{ pedido_id = '' } = {}] = made.pedidos
    expect((await shop.post(`${B}/pedidos/${pedido_id}/facturar`, {}, clerk.headers)).statusCode).toBe(200)
    const [factura] = await eventually(
      () => shop.db.select().from(facturas).where(eq(facturas.pedido_id, pedido_id)),
      ([one]) => one?.estado === 'emitida',
    )
    expect(factura?.cliente).toEqual({
      cuit: CUIT,
      nombre: 'Escuela 12',
      direccion: 'Belgrano 12',
      condicion_iva: 'CF',
    })
    const [paper] = await shop.db
      .select()
      .from(documentos)
      .where(eq(documentos.id, factura?.documento_id ?? ''))
    expect((await drawnOn(paper?.bytes ?? new Uint8Array())).join()).toContain('Cuenta corriente')
  })
})

describe('money of it back', () => {
  test('does not invoice the account for an amount that another payer paid', async () => {
    const { shop, clerk, opened, sold } = await aCounterWithCuentas()
    const cuenta = await opened({ nombre: 'Escuela 12', condicion_iva: 'CF' })
    const made = await sold(cuenta, 900, {
      pagos: [onAccount(cuenta, 400), { medio: 'mercadopago', importe: 500 }],
    })
    const [{ pedido_id = '' } = {}] = made.pedidos
    const venta = `${B}/ventas/${made.venta_id}`
    const back = { medio: 'cuenta', importe: 400, motivo: 'Lo paga él' }
    expect((await shop.post(`${venta}/devolver`, back, clerk.headers)).statusCode).toBe(200)
    const inCash = { pagos: [{ medio: 'efectivo', importe: 900 }] }
    expect((await shop.post(`${venta}/pagos`, inCash, clerk.headers)).json()).toMatchObject({ resto: 0 })
    expect((await shop.post(`${B}/pedidos/${pedido_id}/facturar`, {}, clerk.headers)).statusCode).toBe(200)
    const [factura] = await eventually(
      () => shop.db.select().from(facturas).where(eq(facturas.pedido_id, pedido_id)),
      ([one]) => one?.estado === 'emitida',
    )
    expect(factura?.cliente?.nombre).not.toBe('Escuela 12')
    const [paper] = await shop.db
      .select()
      .from(documentos)
      .where(eq(documentos.id, factura?.documento_id ?? ''))
    expect((await drawnOn(paper?.bytes ?? new Uint8Array())).join()).not.toContain('uenta corriente')
  })

  test('goes back to the account and not out of the drawer, refunded by order or by sale', async () => {
    const { shop, clerk, opened, sold, look } = await aCounterWithCuentas()
    const turno = (await shop.post(`${B}/turnos`, { sucursal: 'Alberdi', fondo: 0 }, clerk.headers)).json()
    const cuenta = await opened()
    const made = await sold(cuenta, 2_000, {
      pagos: [onAccount(cuenta, 1_500), { medio: 'efectivo', importe: 500 }],
    })
    const [{ pedido_id = '' } = {}] = made.pedidos
    const back = (medio: string, importe: number) =>
      shop.post(
        `${B}/ventas/${made.venta_id}/devolver`,
        { medio, importe, motivo: 'Salió torcido' },
        clerk.headers,
      )
    expect((await back('efectivo', 501)).json().importe[0]).toMatch(/Como mucho .*\$\s500,00 de esa/)
    expect((await back('cuenta', 1_501)).json().importe[0]).toMatch(/\$\s1\.500,00 de esa/)
    expect((await back('cuenta', 300)).json()).toEqual({
      venta_id: made.venta_id,
      devuelto: 300,
      queda: 1_700,
    })
    // Each goes back as it came: the charge first, since it is the later payment
    const whole = await shop.post(
      `${B}/pedidos/${pedido_id}/devolver`,
      { motivo: 'No lo quiso' },
      { ...clerk.headers, 'idempotency-key': 'todo' },
    )
    expect(whole.json()).toMatchObject({ estado: 'reembolsado' })
    expect(ledger(await look(cuenta.id))).toEqual([
      ['cargo', 1_500, 1_500],
      ['devolucion', -300, 1_200],
      ['devolucion', -1_200, 0],
    ])
    const closed = await shop.post(`${B}/turnos/${turno.turno_id}/cerrar`, { contado: 0 }, clerk.headers)
    expect(closed.json()).toEqual({ esperado: 0, contado: 0, diferencia: 0 })
    const moved = await shop.db.select().from(movimientos_caja).where(eq(movimientos_caja.tipo, 'devolucion'))
    expect(moved.map(({ medio, importe }) => [medio, importe])).toEqual([
      ['cuenta', -300_00],
      ['cuenta', -1_200_00],
      ['efectivo', -500_00],
    ])
  })

  test('of an order that the counter or its customer cancels goes back by itself, once', async () => {
    const { shop, clerk, owner, opened, sold, look } = await aCounterWithCuentas()
    const cuenta = await opened()
    const [first, second] = [await confirmed(shop), await confirmed(shop)]
    for (const { id } of [first, second])
      await sold(cuenta, 0, { lineas: [{ pedido_id: id }], pagos: [onAccount(cuenta, 95)] })
    expect((await look(cuenta.id)).saldo).toBe(190)
    const step = { estado: 'cancelado', motivo: 'No hay papel' }
    expect((await shop.post(`${B}/pedidos/${first.id}/estado`, step, clerk.headers)).statusCode).toBe(200)
    expect((await look(cuenta.id)).saldo).toBe(190)
    await pastDeshacer(shop, first.id)
    await eventually(
      () => look(cuenta.id),
      ({ saldo }) => saldo === 95,
    )
    const cancelled = await shop.post(
      `/api/pedidos/${second.id}/cancelar`,
      {},
      await ownerOf(shop, second.id),
    )
    expect(cancelled.statusCode).toBe(200)
    expect(cancelled.json()).toEqual({ estado: 'cancelado', devuelto: 95 })
    const after = await eventually(
      () => look(cuenta.id),
      ({ saldo }) => saldo === 0,
    )
    expect(ledger(after)).toEqual([
      ['cargo', 95, 95],
      ['cargo', 95, 190],
      ['devolucion', -95, 95],
      ['devolucion', -95, 0],
    ])
    // Housekeeping repeats refunds that did not happen: these did
    shop.clock.offsetMs += 3 * 3600_000
    await shop.app.housekeeping()
    expect((await look(cuenta.id)).saldo).toBe(0)
    const rows = await shop.db.select().from(pagos).where(eq(pagos.medio, 'cuenta'))
    expect(rows.map(({ estado, devuelto }) => [estado, devuelto])).toEqual([
      ['refunded', 95_00],
      ['refunded', 95_00],
    ])
    // The customer is told once, with the account; the owner is told of no cash
    const mails = await shop.db.select().from(correos).where(like(correos.clave, 'cancelado:%'))
    expect(mails.filter(({ texto }) => texto.includes('a la cuenta corriente'))).toHaveLength(2)
    expect(await shop.db.select().from(correos).where(like(correos.clave, 'devuelto%'))).toEqual([])
    expect((await shop.get(`${B}/pedidos/${first.id}`, owner)).json().estado).toBe('cancelado')
  })

  test('of an expired order has to be asked for as a refund to the account', async () => {
    const { shop, clerk, opened, sold, look } = await aCounterWithCuentas()
    const cuenta = await opened()
    const made = await sold(cuenta, 1_000, {
      pagos: [
        onAccount(cuenta, 200),
        { medio: 'efectivo', importe: 300 },
        { medio: 'mercadopago', importe: 500 },
      ],
    })
    const [{ pedido_id = '' } = {}] = made.pedidos
    await shop.db.update(pedidos).set({ vence: shop.deps.now() }).where(eq(pedidos.id, pedido_id))
    shop.clock.offsetMs += 1000
    await shop.app.housekeeping()
    const seen = (await shop.get(`${B}/pedidos/${pedido_id}`, clerk.headers)).json()
    expect(seen.historial.at(-1).nota.replaceAll('\u00a0', ' ')).toBe(
      'Quedan $ 300,00 en caja y $ 200,00 en cuenta corriente: hay que devolverlos, o cobrar lo que falta.',
    )
    const back = { medio: 'cuenta', importe: 200, motivo: 'No volvió' }
    const answer = await shop.post(`${B}/ventas/${made.venta_id}/devolver`, back, clerk.headers)
    expect(answer.statusCode).toBe(200)
    expect((await look(cuenta.id)).saldo).toBe(0)
  })

  test('becomes credit where the charge was paid by then, and the next charges use it up', async () => {
    const { shop, clerk, opened, sold, look, pay, sell } = await aCounterWithCuentas()
    const cuenta = await opened({ limite: 500 })
    const made = await sold(cuenta, 500)
    expect((await pay(cuenta.id, { importe: 500 })).statusCode).toBe(201)
    const body = { medio: 'cuenta', importe: 200, motivo: 'Faltaban hojas' }
    expect((await shop.post(`${B}/ventas/${made.venta_id}/devolver`, body, clerk.headers)).statusCode).toBe(
      200,
    )
    expect(await look(cuenta.id)).toMatchObject({ saldo: -200, disponible: 700 })
    expect((await pay(cuenta.id, { importe: 1 })).json().importe[0]).toContain('no debe nada')
    expect((await sell(cuenta, 701)).statusCode).toBe(400)
    await sold(cuenta, 700)
    expect(await look(cuenta.id)).toMatchObject({ saldo: 500, disponible: 0 })
  })
})

describe('a payment', () => {
  test('is at most the debt, counts once for its key, and is taken from a suspended account too', async () => {
    const { shop, opened, sold, pay, look, change, facts } = await aCounterWithCuentas()
    const cuenta = await opened({ nombre: 'Escuela 12', sucursal: 'Alberdi' })
    await sold(cuenta, 1_000)
    await change(cuenta.id, { suspendida: true })
    const before = await facts()
    const other = await newOperador(shop, 2)
    for (const [body, status, why] of [
      [{ importe: 1_000.01 }, 400, /debe \$ 1\.000,00/],
      [{ importe: 0 }, 400, /mayor que cero/],
      [{ importe: -5 }, 400, /negativo|mayor que cero/],
      [{ importe: 1 / 3 }, 400, /dos decimales/],
      [{ importe: 10, medio: 'mercadopago' }, 400, /Elegí cómo paga/],
      [{ importe: 10, sucursal: 'Aguilares' }, 403, /en tu sucursal/],
      [{ importe: 10, sucursal: 'Marte' }, 400, /no existe/],
    ] as const) {
      const answer = await pay(cuenta.id, body)
      expect(answer.statusCode, String(body)).toEqual(status)
      expect(answer.body, String(body)).toEqual(expect.stringMatching(why))
    }
    expect((await pay(cuenta.id, { importe: 10 }, { headers: other.headers })).statusCode).toBe(404)
    expect(await facts()).toEqual(before)
    const paid = { importe: 600, medio: 'transferencia', referencia: '8841' }
    const burst = await Promise.all(
      Array.from({ length: 20 }, () => pay(cuenta.id, paid, { key: 'la-misma' })),
    )
    expect(new Set(burst.map((one) => `${one.statusCode} ${one.body}`)).size).toBe(1)
    expect((await pay(cuenta.id, { ...paid, importe: 5 }, { key: 'la-misma' })).statusCode).toBe(409)
    // Of 50 payments of the whole rest at once, exactly one is accepted
    const rest = await Promise.all(Array.from({ length: 50 }, () => pay(cuenta.id, { importe: 400 })))
    expect(rest.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, ...Array(49).fill(400)])
    expect(ledger(await look(cuenta.id))).toEqual([
      ['cargo', 1_000, 1_000],
      ['pago', -600, 400],
      ['pago', -400, 0],
    ])
    const moved = await shop.db
      .select()
      .from(movimientos_caja)
      .where(eq(movimientos_caja.tipo, 'pago_cuenta'))
    expect(
      moved.map(({ medio, importe, sucursal_id, motivo }) => [medio, importe, sucursal_id, motivo]),
    ).toEqual([
      ['transferencia', 600_00, 1, 'Escuela 12'],
      ['efectivo', 400_00, 1, 'Escuela 12'],
    ])
  })

  test('has a receipt on A4 and on 80 mm; nothing else has one', async () => {
    const { shop, clerk, opened, sold, pay, look } = await aCounterWithCuentas()
    const direccion = `${'Calle Ancha '.repeat(15)}al fondo`
    const cuenta = await opened({ nombre: 'Escuela N.º 12 «Ñandú» 🎓', direccion })
    await sold(cuenta, 1_000)
    const { movimiento_id } = (
      await pay(cuenta.id, { importe: 250, medio: 'posnet', referencia: '0045' })
    ).json()
    for (const papel of ['a4', '80mm']) {
      const answer = await shop.get(
        `${CC}/${cuenta.id}/recibos/${movimiento_id}.pdf?papel=${papel}`,
        clerk.headers,
      )
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['content-type']).toBe('application/pdf')
      const text = (await drawnOn(answer.rawPayload)).join()
      for (const said of [
        `${movimiento_id}`,
        'Escuela N.',
        '$ 250,00',
        '$ 750,00',
        'con posnet',
        '0045',
        'fondo',
      ])
        expect(text).toContain(said)
    }
    const [charge] = (await look(cuenta.id)).movimientos
    expect((await shop.get(`${CC}/${cuenta.id}/recibos/${charge?.id}.pdf`, clerk.headers)).statusCode).toBe(
      404,
    )
    const other = await opened()
    expect((await shop.get(`${CC}/${other.id}/recibos/${movimiento_id}.pdf`, clerk.headers)).statusCode).toBe(
      404,
    )
  })
})

describe('the extracto', () => {
  test('of a month has the debt before, each movement and the debt afterwards, as a PDF and for a spreadsheet', async () => {
    const now = { ms: at('2026-10-20T10:00') }
    const { shop, owner, opened, sold, pay, look } = await aCounterWithCuentas({
      now: () => new Date(now.ms),
    })
    const cuenta = await opened({ nombre: 'Escuela 12', limite: 1_000_000 })
    await sold(cuenta, 4_000)
    // The last minute of October in Tucumán is November in UTC
    now.ms = at('2026-10-31T23:59')
    const session = await enterAs(shop)
    await sold(cuenta, 1_000, { headers: session })
    now.ms = at('2026-11-01T00:00')
    for (let count = 0; count < 60; count++) await sold(cuenta, 10, { headers: session })
    await pay(cuenta.id, { importe: 2_000 }, { headers: session })
    now.ms = at('2026-12-02T09:00')
    const later = await enterAs(shop)
    await sold(cuenta, 99, { headers: later })
    expect(await look(cuenta.id, '2026-10', later)).toMatchObject({ saldo_anterior: 0, saldo_final: 5_000 })
    const november = await look(cuenta.id, '2026-11', later)
    expect(november).toMatchObject({ saldo_anterior: 5_000, saldo_final: 3_600, saldo: 3_699 })
    expect(november.movimientos).toHaveLength(61)
    expect(await look(cuenta.id, '2027-01', later)).toMatchObject({ saldo_anterior: 3_699, movimientos: [] })
    const file = (path: string) => shop.get(`${CC}/${cuenta.id}/${path}`, later)
    const pdf = await file('extracto.pdf?mes=2026-11')
    expect(pdf.headers['content-disposition']).toContain('Extracto-Escuela-12-2026-11.pdf')
    const pages = await drawnOn(pdf.rawPayload)
    expect(pages.length).toBeGreaterThan(1)
    for (const said of [
      'EXTRACTO DE CUENTA',
      'noviembre de 2026',
      'Escuela 12',
      '30-50001091-2',
      '$ 5.000,00',
    ])
      expect(pages[0]).toContain(said)
    expect(pages.at(-1)).toContain('Saldo al 30/11/2026')
    expect(pages.at(-1)).toContain('$ 3.600,00')
    expect(pages.join()).toContain('recibo')
    const rows = readSheet((await file('movimientos.xlsx?mes=2026-11')).rawPayload)
    expect(rows).toHaveLength(63)
    expect(rows[1]).toEqual(['Saldo anterior', 5_000]) // without its empty cells
    for (const [fecha] of rows.slice(2)) expect(fecha).toBeInstanceOf(Date)
    expect(rows.at(-1)?.filter((cell) => typeof cell === 'number')).toEqual([2_000, 3_600])
    for (const mes of ['2026-13', 'ayer', '1999-01', "2026-11'"])
      expect((await file(`extracto.pdf?mes=${mes}`)).statusCode).toBe(400)
    expect((await shop.get(`${CC}/${cuenta.id}?mes=x`, owner)).statusCode).not.toBe(200)
  })

  test('is mailed on the 1st, once, to those with an e-mail that moved or owe', async () => {
    const now = { ms: at('2026-10-20T10:00') }
    const { shop, opened, sold } = await aCounterWithCuentas({ now: () => new Date(now.ms) })
    const second = await otherProcess(shop.url, { dataDir: shop.dataDir, now: shop.deps.now })
    const owes = await opened({
      nombre: 'Escuela 12',
      email: 'escuela@example.com',
      sucursal: 'Alberdi',
      saldo_inicial: 700,
    })
    await opened({ nombre: 'Sin movimientos', email: 'nada@example.com' })
    const mute = await opened({ nombre: 'Sin correo' })
    await sold(owes, 4_000)
    await sold(mute, 500)
    const sent = () => shop.db.select().from(correos).where(like(correos.clave, 'extracto:%'))
    now.ms = at('2026-10-31T23:59')
    await sendExtractos(shop.deps)
    expect(await sent()).toEqual([])
    now.ms = at('2026-11-01T00:00')
    await Promise.all([shop, second, shop, second].map(({ deps }) => sendExtractos(deps)))
    const [mail, ...more] = await sent()
    expect(more).toEqual([])
    expect(mail).toMatchObject({
      clave: `extracto:${owes.id}:2026-10`,
      para: 'escuela@example.com',
      asunto: 'Extracto de octubre de 2026: Escuela 12',
    })
    // The account belongs to one branch: no other branch can take its payment
    for (const said of ['Saldo inicial: $ 700,00', 'Compras: $ 4.000,00', 'Saldo: $ 4.700,00', 'en Alberdi'])
      expect(mail?.texto.replaceAll('\u00a0', ' ')).toContain(said)
    expect(mail?.texto).not.toContain('cualquiera')
    const papers = await shop.db.select().from(documentos)
    expect(papers.map(({ id, nombre }) => [id, nombre])).toEqual([
      [mail?.documento_id, 'Extracto-Escuela-12-2026-10.pdf'],
    ])
    expect((await drawnOn(papers[0]?.bytes ?? new Uint8Array())).join()).toContain('Saldo al 31/10/2026')
    // A month without movements that still owes is told too; after the 5th nothing is
    now.ms = at('2026-12-06T08:00')
    await sendExtractos(shop.deps)
    expect(await sent()).toHaveLength(1)
    now.ms = at('2026-12-05T23:00')
    await shop.app.housekeeping()
    expect((await sent()).map(({ clave }) => clave)).toEqual([
      `extracto:${owes.id}:2026-10`,
      `extracto:${owes.id}:2026-11`,
    ])
  })
})

test('the owner’s summary of the day tells money, and separately the amounts still to be paid', async () => {
  const now = { ms: at('2026-11-24T10:00') }
  const { shop, owner, opened, sold, pay } = await aCounterWithCuentas({ now: () => new Date(now.ms) })
  const cuenta = await opened()
  await sold(cuenta, 900)
  await pay(cuenta.id, { importe: 300 })
  const payload = { correos: { resumen: true } }
  await shop.app.inject({ method: 'PUT', url: `${B}/ajustes`, headers: owner, payload })
  now.ms = at('2026-11-24T21:05')
  await sendResumen(shop.deps)
  const [mail] = await shop.db
    .select()
    .from(correos)
    .where(and(like(correos.clave, 'resumen:%')))
  expect(mail?.texto).toContain('Pagos de cuentas corrientes')
  expect(mail?.texto).toContain('Neto: $ 300,00')
  expect(mail?.texto).toContain('A cuenta corriente, por cobrar: $ 900,00')
})

test('each night balances are proved against the ledger; a difference is told to the owner with both sums, and corrected', async () => {
  const { shop, owner, opened, sold, look } = await aCounterWithCuentas()
  const cuenta = await opened()
  await opened()
  await sold(cuenta, 1_230)
  const told = async (headers: Record<string, string>) =>
    (await shop.get(`${B}/salud`, headers))
      .json()
      .asuntos.filter(({ cual }: { cual: string }) => cual.endsWith('cuentas_corrientes'))
  await checkCuentasCorrientes(shop.deps)
  expect(await told(owner)).toEqual([])
  await shop.db
    .update(cuentas_corrientes)
    .set({ saldo: 1_000_00 })
    .where(eq(cuentas_corrientes.id, cuenta.id))
  await checkCuentasCorrientes(shop.deps) // it was proved today already
  expect((await look(cuenta.id)).saldo).toBe(1_000)
  shop.clock.offsetMs += 24 * 3600_000
  await Promise.all([...Array(5)].map(() => checkCuentasCorrientes(shop.deps)))
  expect((await look(cuenta.id, undefined, await enterAs(shop))).saldo).toBe(1_230)
  expect(await told(await enterAs(shop))).toMatchObject([
    {
      estado: 'urgente',
      detalle: expect.stringMatching(
        /sumaban \$\s1\.000,00 y sus movimientos \$\s1\.230,00: 1 cuenta no daba/,
      ),
    },
  ])
  expect(await told((await newOperador(shop, 1)).headers)).toEqual([])
})
