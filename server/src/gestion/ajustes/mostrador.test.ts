import { describe, expect, test } from 'vitest'
import { operadores } from '../../base/db/schema/mostrador.ts'
import { hashPassword } from '../../base/secrets/password.ts'
import { enterAs, ownerShop } from '../../testing/mostrador.ts'
import { makePdf } from '../../testing/pdf.ts'
import { OWNER, type Shop, testShop } from '../../testing/shop.ts'
import { putKit } from '../../vidriera/productos/service.ts'

const BASE = '/api/mostrador'

const enter = (shop: Shop, who: object = OWNER, remoteAddress = '10.0.0.1') =>
  shop.app.inject({ method: 'POST', url: `${BASE}/ingresar`, payload: who, remoteAddress })

describe('settings', () => {
  test('are merged, checked by field, and changed by the owner alone', async () => {
    const shop = await testShop()
    const auth = await enterAs(shop)
    const put = (payload: object, headers = auth) =>
      shop.app.inject({ method: 'PUT', url: `${BASE}/ajustes`, payload, headers })
    const before = (await shop.get(`${BASE}/ajustes`, auth)).json()
    expect(before).toMatchObject({
      precios: { byn: { una: 100, dos: 160 } },
      precioDelivery: 2000,
      radioPermitido: 5,
    })
    const after = (await put({ precioDelivery: 2500, radioPermitido: 7 })).json()
    expect(after).toEqual({ ...before, precioDelivery: 2500, radioPermitido: 7 })
    expect((await shop.get('/api/get_config_delivery/')).json()).toMatchObject({ precioDelivery: 2500 })

    const byn = { una: 100, dos: 160 }
    for (const [sent, field] of [
      [{ precios: { byn: { una: 100, dos: 99 }, color: byn } }, 'precios'],
      [{ precios: { byn, color: { una: 99, dos: 700 } } }, 'precios'],
      [{ precios: { byn: { una: -1, dos: 160 }, color: byn } }, 'precios'],
      [{ precios: { byn, color: { una: 1e300, dos: 1e301 } } }, 'precios'],
      [{ anillado: [] }, 'anillado'],
      [
        {
          anillado: [
            { hasta: 50, precio: 1200 },
            { hasta: 90, precio: 1100 },
          ],
        },
        'anillado',
      ],
      [{ descuentoCompra: 101 }, 'descuentoCompra'],
      [{ descuentoCompra: 1.005 }, 'descuentoCompra'],
      [{ precioDelivery: -1 }, 'precioDelivery'],
      [{ ruleta: { min: 9, max: 8 } }, 'ruleta'],
      [{ ruleta: { min: 9 } }, 'ruleta'],
      [{ retencion_dias: 0 }, 'retencion_dias'],
      [{ retencion_listo_dias: 0 }, 'retencion_listo_dias'],
    ] as const) {
      const answer = await put(sent)
      expect(answer.statusCode, String(JSON.stringify(sent))).toBe(400)
      expect(Object.keys(answer.json()), String(JSON.stringify(sent))).toEqual([field])
      expect(answer.json()[field][0]).not.toMatch(/expected|Invalid|Too/)
    }
    expect((await shop.get(`${BASE}/ajustes`, auth)).json()).toEqual(after)

    const clerk = { email: 'caja@x.com', password: 'una-clave-larga' }
    const password_hash = await hashPassword(clerk.password)
    await shop.db
      .insert(operadores)
      .values({ email: clerk.email, nombre: 'Caja', rol: 'operador', sucursal_id: 1, password_hash })
    expect((await enter(shop, clerk)).json()).toMatchObject({ nombre: 'Caja', sucursal: 'Alberdi' })
    expect((await put({ radioPermitido: 50 }, await enterAs(shop, clerk))).statusCode).toBe(403)
  })
})

test('an amount that would be kept otherwise than it was sent is refused', async () => {
  const { ask, look } = await ownerShop()
  const before = await look('ajustes')
  const precio = { una: 500, dos: 800.005 }
  for (const [sent, field] of [
    [{ precios: { byn: { una: 33.335 } } }, 'precios'],
    [{ hojas: { A3: { byn: { una: 300, dos: 500 }, color: precio } } }, 'hojas'],
    [{ anillado: [{ hasta: 50, precio: 0.004 }] }, 'anillado'],
    [{ descuentoCompra: 1.005 }, 'descuentoCompra'],
    [{ cupon: { siguientes: 0.001 } }, 'cupon'],
    [{ precioDelivery: 1999.99 }, 'precioDelivery'],
    [{ puntos_por_peso: 0.00001 }, 'puntos_por_peso'],
    [{ puntos_por_peso: 1.23456 }, 'puntos_por_peso'],
    [{ topes: { operador: { venta: 0.001 } } }, 'topes'],
    [{ seguridad: { devolucion_confirmar: 10.005 } }, 'seguridad'],
  ] as const) {
    const answer = await ask('PUT', 'ajustes', sent)
    expect(answer.statusCode, JSON.stringify(sent)).toBe(400)
    expect(answer.json(), JSON.stringify(sent)).toEqual({
      [field]: [expect.stringMatching(/decimales|sin centavos/)],
    })
  }
  expect(await look('ajustes')).toEqual(before)
  const exact = { puntos_por_peso: 0.0123, anillado: [{ hasta: 50, precio: 1200.1 }], descuentoCompra: 4.35 }
  expect((await ask('PUT', 'ajustes', exact)).json()).toEqual({ ...before, ...exact })
})

test('a key that is left out keeps its value, one amount of a pair too', async () => {
  const { ask, look } = await ownerShop()
  const before = await look('ajustes')
  await ask('PUT', 'ajustes', { precios: { byn: { una: 110 } }, cupon: { siguientes: 7 } })
  await ask('PUT', 'ajustes', { precios: { color: { dos: 750 } }, promesa: { minutos_margen: 20 } })
  expect(await look('ajustes')).toEqual({
    ...before,
    precios: { byn: { una: 110, dos: 160 }, color: { una: 400, dos: 750 } },
    cupon: { primero: 10, siguientes: 7 },
    promesa: { ...before.promesa, minutos_margen: 20 },
  })
  const wrong = await ask('PUT', 'ajustes', { precios: { byn: { dos: 90 } } })
  expect(wrong.statusCode).toBe(400)
  expect(Object.keys(wrong.json())).toEqual(['precios'])
})

test('what was read can be sent back as it is with one price changed, without a confirmation', async () => {
  const shop = await testShop()
  const auth = await enterAs(shop) // a session alone
  const put = (payload: object) =>
    shop.app.inject({ method: 'PUT', url: `${BASE}/ajustes`, payload, headers: auth })
  const read = (await shop.get(`${BASE}/ajustes`, auth)).json()
  const answer = await put({ ...read, precioDelivery: 2500 })
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({ ...read, precioDelivery: 2500 })
  for (const changed of [
    { seguridad: { ...read.seguridad, devolucion_confirmar: 1 } },
    { topes: { ...read.topes, operador: { ...read.topes.operador, venta: 1 } } },
  ]) {
    const refused = await put({ ...read, ...changed })
    expect([refused.statusCode, refused.json().confirmar]).toEqual([403, true])
  }
})

test('of the seller and the points of sale only the facts that are sent change; null removes a point of sale', async () => {
  const { ask, look } = await ownerShop()
  const { vendedor } = await look('ajustes')
  await ask('PUT', 'ajustes', { facturacion: { puntos_venta: { Alberdi: 7, Aguilares: 3 } } })
  await ask('PUT', 'ajustes', { vendedor: { telefono: '3865 40-0000' } })
  await ask('PUT', 'ajustes', { facturacion: { puntos_venta: { Alberdi: null } } })
  expect(await look('ajustes')).toMatchObject({ vendedor: { ...vendedor, telefono: '3865 40-0000' } })
  expect((await look('ajustes')).facturacion.puntos_venta).toEqual({ Aguilares: 3 })
})

const FACTURACION = { puntos_venta: {}, ingresos_brutos: '1', inicio_actividades: '2015-03-01' }

test('networks, the flag kit and the odds of the wheel are settings, written down like the rest', async () => {
  const { shop, ask, last } = await ownerShop()
  await putKit(shop.db, { bytes: Buffer.from(await makePdf()), paginas: 1, subido: new Date() })
  const redes = [{ nombre: 'TikTok', url: 'https://www.tiktok.com/@imprimitodo' }]
  await ask('PUT', 'ajustes', {
    redes,
    kit_banderas: 'banderas-2027',
    ruleta: { min: 2, max: 4, pesos: [80, 0, 20] },
  })
  expect((await shop.get('/api/vidriera')).json()).toMatchObject({
    redes,
    kit_banderas: '/banderas-2027.pdf',
  })
  expect(await last()).toMatchObject({
    que: 'ajustes',
    antes: { ruleta: { min: 2, max: 8, pesos: null, presupuesto: null } },
    despues: { kit_banderas: 'banderas-2027' },
  })
  const merged = await ask('PUT', 'ajustes', { ruleta: { presupuesto: 900 } })
  expect(merged.json().ruleta).toEqual({ min: 2, max: 4, pesos: [80, 0, 20], presupuesto: 900 })
  expect((await ask('PUT', 'ajustes', { ruleta: { min: 3 } })).json()).toHaveProperty('ruleta.0')
  for (const [change, field] of [
    [{ kit_banderas: 'con espacio' }, 'kit_banderas'],
    [{ redes: [{ nombre: 'TikTok', url: 'javascript:1' }] }, 'redes'],
    [{ ruleta: { min: 2, max: 4, pesos: [0, 0, 0] } }, 'ruleta'],
    [{ ruleta: { min: 2, max: 4, pesos: [100] } }, 'ruleta'],
    [{ ruleta: { min: 2, max: 4, pesos: [50, 30, 19] } }, 'ruleta'],
    [{ ruleta: { min: 2, max: 4, presupuesto: 0 } }, 'ruleta'],
    [{ promesa: { minutos_anillado: -1, minutos_margen: 0 } }, 'promesa'],
    [{ facturacion: { ...FACTURACION, puntos_venta: { Alberdi: 0 } } }, 'facturacion'],
    [{ facturacion: { ...FACTURACION, puntos_venta: { Tafí: 2 } } }, 'facturacion'],
    [{ facturacion: { ...FACTURACION, inicio_actividades: '2999-01-01' } }, 'facturacion'],
  ] as const)
    expect((await ask('PUT', 'ajustes', change)).json()).toHaveProperty(field)
  const late = { facturacion: { ...FACTURACION, inicio_actividades: '2999-01-01' } }
  expect((await ask('PUT', 'ajustes', late)).json()).toEqual({
    facturacion: ['El inicio de actividades no puede ser en el futuro, ni antes de 1900.'],
  })
})
