import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { correos } from '../../../base/db/schema/correos.ts'
import { pagos } from '../../../base/db/schema/pagos.ts'
import { pedidos } from '../../../base/db/schema/pedidos.ts'
import { StoreDown } from '../../../base/services/files/port.ts'
import { readAjustes, writeAjustes } from '../../../gestion/ajustes/service.ts'
import { makePdf } from '../../../testing/pdf.ts'
import { moveTo, ownerOf, pay, rowOf } from '../../../testing/pedidos.ts'
import { compra, eventually, type Shop, testShop } from '../../../testing/shop.ts'
import { forgetFilesOf } from '../pasos/limpieza.ts'

const HOUR = 3600_000

async function draft(shop: Shop, pages = 4, fields?: Record<string, string>) {
  return shop.quote([{ nombre: 'a.pdf', bytes: await makePdf({ pages }) }], fields)
}
const stored = async ({ db }: Shop, id: string) =>
  (await db.select().from(pedidos).where(eq(pedidos.id, id)))[0]

describe('POST /api/completar_compra', () => {
  test('confirms the draft at the price of the server, whatever totals are sent', async () => {
    const shop = await testShop()
    const { pedido_id } = await draft(shop)
    const forged = { importe_total: 1, costo_delivery: -5, distancia_km: 0 }
    const answer = await shop.post('/api/completar_compra', compra(pedido_id, forged))
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      pedido_id,
      importe_final: 304,
      total_impresion: 320,
      total_anillado: 0,
      costo_delivery: 0,
      estado: 'confirmado',
    })
    expect(await stored(shop, pedido_id)).toMatchObject({ numero: 1001, celular: '3865412233' })
    const seen = (await shop.get(`/api/pedidos/${pedido_id}`)).json()
    expect(seen).toMatchObject({
      estado: 'confirmado',
      email: 'a•••••@example.com',
      celular: '•• •••• 2233',
      codigo_retiro: null,
      pago: null,
    })
  })

  test('repeated it replaces contact and delivery, and keeps number and price', async () => {
    const shop = await testShop()
    const { pedido_id } = await draft(shop)
    await shop.post('/api/completar_compra', compra(pedido_id))
    const before = await stored(shop, pedido_id)
    await shop.deps.db.transaction((tx) =>
      writeAjustes(tx, new Date(), (now) => ({
        ...now,
        byn: { una: 900_00, dos: 900_00 },
        descuentoCompra: 0,
      })),
    )
    const delivery = {
      modo_entrega: 'delivery',
      direccion_entrega: 'Belgrano 348, Aguilares',
      sucursal: 'Aguilares',
      lat: -27.434,
      lng: -65.616,
    }
    const again = await shop.post(
      '/api/completar_compra',
      compra(pedido_id, { ...delivery, email: 'otra@example.com' }),
      await ownerOf(shop, pedido_id),
    )
    expect(again.json()).toMatchObject({ importe_final: 304, costo_delivery: 2000 })
    expect(await stored(shop, pedido_id)).toMatchObject({
      numero: before?.numero,
      vence: before?.vence,
      email: 'otra@example.com',
      modo_entrega: 'delivery',
    })
  })

  test('an address loses the characters that are not seen, which a copied one brings', async () => {
    const shop = await testShop()
    const { pedido_id } = await draft(shop)
    const direccion_entrega = '\u202aBelgrano\u200b 348,\u2066 Alberdi\u2069\u202c'
    const delivery = { modo_entrega: 'delivery', direccion_entrega, lat: -27.587, lng: -65.62 }
    const answer = await shop.post('/api/completar_compra', compra(pedido_id, delivery))
    expect(answer.statusCode, answer.body).toBe(200)
    expect((await stored(shop, pedido_id))?.direccion_entrega).toBe('Belgrano 348, Alberdi')
  })

  test.each([
    ['email', { email: '' }, 'El email es obligatorio'],
    ['email', { email: 'abc@' }, 'Por favor ingresa un email válido'],
    ['email', { email: undefined }, 'El email es obligatorio'],
    ['celular', { celular: '12345' }, 'El celular debe tener al menos 10 dígitos'],
    ['celular', { celular: null }, 'El celular es obligatorio'],
    ['sucursal', { sucursal: '' }, 'Elegí una sucursal.'],
    ['sucursal', { sucursal: 'Yerba Buena' }, 'Esa sucursal no existe.'],
    ['modo_entrega', { modo_entrega: 'dron' }, 'Elegí retiro o delivery.'],
    ['direccion_entrega', { modo_entrega: 'delivery' }, 'Escribí la dirección de entrega.'],
    [
      'direccion_entrega',
      { modo_entrega: 'delivery', direccion_entrega: 'x'.repeat(301), lat: -27.587, lng: -65.62 },
      'Es demasiado largo: hasta 300 caracteres.',
    ],
    ['email', { email: 'ana@example.com,otra@example.com' }, 'Por favor ingresa un email válido'],
    ['email', { email: 'otra,ana@example.com' }, 'Por favor ingresa un email válido'],
    ['email', { email: '<ana@example.com>' }, 'Por favor ingresa un email válido'],
    [
      'direccion_entrega',
      { modo_entrega: 'delivery', direccion_entrega: 'x', lat: -26.8, lng: -65.2 },
      'La dirección queda fuera del radio de entrega. Podés retirar en la sucursal.',
    ],
    [
      'direccion_entrega',
      { modo_entrega: 'delivery', direccion_entrega: 'Calle 1, Ushuaia' },
      'No se pudo trazar la ruta. Verificá la dirección.',
    ],
    [
      'codigosAplicados',
      { codigosAplicados: ['ABCD-EFGH-JKMN'] },
      'El código ABCD-EFGH-JKMN no existe o no es tuyo.',
    ],
  ])('refuses by the field %s: %j', async (field, change, message) => {
    const shop = await testShop()
    const { pedido_id } = await draft(shop)
    const answer = await shop.post('/api/completar_compra', compra(pedido_id, change))
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({ [field]: [message] })
    expect(await stored(shop, pedido_id)).toMatchObject({ estado: 'borrador', numero: null, email: null })
  })

  test('50 at once make one order with one number', async () => {
    const shop = await testShop()
    const { pedido_id } = await draft(shop)
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => shop.post('/api/completar_compra', compra(pedido_id))),
    )
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    const { historial } = (await shop.get(`/api/pedidos/${pedido_id}`)).json()
    expect(historial).toHaveLength(1)
  })

  test('200 orders in parallel: each its own number', async () => {
    const shop = await testShop()
    const bytes = await makePdf()
    const { archivos } = await shop.quote([{ nombre: 'a.pdf', bytes }])
    const subida = archivos[0]?.subida ?? ''
    const ids = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const { pedido_id } = await shop.quote([{ nombre: 'a.pdf', subida, duplicado: index + 1 }])
        const email = `cliente${index}@example.com`
        const bought = await shop.post('/api/completar_compra', compra(pedido_id, { email }))
        expect(bought.json().total_impresion).toBe(100 * (index + 1))
        return pedido_id
      }),
    )
    const made = await shop.db
      .select({ numero: pedidos.numero })
      .from(pedidos)
      .where(eq(pedidos.estado, 'confirmado'))
    expect(ids).toHaveLength(200)
    expect(new Set(made.map(({ numero }) => numero)).size).toBe(200)
  }, 60_000)

  test('an unknown order is 404', async () => {
    const shop = await testShop()
    for (const path of ['/api/completar_compra', '/api/registrar_compra_sin_pago'])
      expect((await shop.post(path, compra('nada'))).statusCode).toBe(404)
    expect((await shop.get('/api/pedidos/nada')).statusCode).toBe(404)
  })

  test('another site may not buy in the name of a visitor', async () => {
    const shop = await testShop()
    const { pedido_id } = await draft(shop)
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://otro.example' },
      { origin: 'null' },
    ])
      expect((await shop.post('/api/completar_compra', compra(pedido_id), headers as never)).statusCode).toBe(
        403,
      )
    const own = await shop.post('/api/completar_compra', compra(pedido_id), {
      origin: 'http://localhost:3000',
    })
    expect(own.statusCode).toBe(200)
  })
})

describe('POST /api/registrar_compra_sin_pago', () => {
  const free = (shop: Shop) =>
    shop.deps.db.transaction((tx) =>
      writeAjustes(tx, new Date(), (now) => ({ ...now, descuentoCompra: 100 })),
    )

  test('pays a free order at once, also when it is repeated, with one mail', async () => {
    const shop = await testShop()
    await free(shop)
    const { pedido_id } = await draft(shop)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => shop.post('/api/registrar_compra_sin_pago', compra(pedido_id))),
    )
    const fine = { pedido_id, importe_final: 0, estado: 'pagado' }
    for (const answer of answers) expect(answer.json()).toEqual(fine)
    expect((await shop.post('/api/registrar_compra_sin_pago', compra(pedido_id))).json()).toEqual(fine)
    const mails = await eventually(
      () => shop.db.select().from(correos),
      (list) => list.length > 0 && list.every(({ enviado }) => enviado),
    )
    expect(mails).toHaveLength(1)
    expect(mails[0]?.texto).toContain(`/pedido/${pedido_id}`)
    const owner = await ownerOf(shop, pedido_id)
    expect((await shop.get(`/api/pedidos/${pedido_id}`, owner)).json()).toMatchObject({
      estado: 'pagado',
      codigo_retiro: expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/),
    })
  })

  test('refuses an order that costs something and changes nothing', async () => {
    const shop = await testShop()
    const { pedido_id } = await draft(shop)
    const answer = await shop.post('/api/registrar_compra_sin_pago', compra(pedido_id))
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toEqual(expect.objectContaining({ importe_final: 304 }))
    expect(await stored(shop, pedido_id)).toMatchObject({ estado: 'borrador', numero: null })
  })
})

describe('changing options after confirming', () => {
  const carrito = 'carrito-de-prueba'

  test('cancels the unpaid order and makes a new quote', async () => {
    const shop = await testShop()
    const first = await draft(shop, 4, { carrito })
    await shop.post('/api/completar_compra', compra(first.pedido_id))
    const subida = first.archivos[0]?.subida ?? ''
    const second = await shop.quote([{ nombre: 'a.pdf', subida, duplicado: 2 }], { carrito })
    expect(second.total).toBe(640)
    expect(await stored(shop, first.pedido_id)).toMatchObject({ estado: 'cancelado' })
  })

  test('is told on the page of the cancelled order, which leads its owner to the new one', async () => {
    const shop = await testShop()
    const first = await draft(shop, 4, { carrito })
    await shop.post('/api/completar_compra', compra(first.pedido_id))
    const own = await ownerOf(shop, first.pedido_id)
    const seen = async (headers = own) => (await shop.get(`/api/pedidos/${first.pedido_id}`, headers)).json()
    expect(await seen()).toMatchObject({ estado: 'confirmado', reemplazado_por: null })
    const second = await draft(shop, 2, { carrito })
    const replaced = { estado: 'cancelado', reemplazado_por: second.pedido_id }
    expect(await seen()).toMatchObject({ acceso: 'completo', ...replaced })
    expect(await seen({ cookie: '' })).toMatchObject({ acceso: 'enlace', reemplazado_por: null })
    await shop.post('/api/completar_compra', compra(second.pedido_id))
    await pay(shop, await rowOf(shop, second.pedido_id))
    expect(await seen()).toMatchObject(replaced)
  })

  test('is not told of an order that was cancelled otherwise, although another one was begun since', async () => {
    const shop = await testShop()
    const first = await draft(shop, 4, { carrito })
    await shop.post('/api/completar_compra', compra(first.pedido_id))
    const own = await ownerOf(shop, first.pedido_id)
    await moveTo(shop, first.pedido_id, 'cancelado')
    await draft(shop, 4, { carrito })
    const seen = (await shop.get(`/api/pedidos/${first.pedido_id}`, own)).json()
    expect(seen).toMatchObject({ acceso: 'completo', estado: 'cancelado', reemplazado_por: null })
  })

  test('is refused once the order has a payment', async () => {
    const shop = await testShop()
    const first = await draft(shop, 4, { carrito })
    await shop.post('/api/completar_compra', compra(first.pedido_id))
    const now = new Date()
    await shop.db.insert(pagos).values({
      id: '1',
      proveedor: 'simulado',
      pedido_id: first.pedido_id,
      estado: 'pending',
      importe: 304_00,
      moneda: 'ARS',
      creado: now,
      actualizado: now,
    })
    const again = await shop.upload([{ nombre: 'a.pdf', bytes: await makePdf() }], { carrito })
    expect(again.statusCode).toBe(409)
    expect(await stored(shop, first.pedido_id)).toMatchObject({ estado: 'confirmado' })
  })

  test('by a page that stayed open is refused while the order that was paid is being made', async () => {
    const shop = await testShop()
    const first = await draft(shop, 4, { carrito })
    await shop.post('/api/completar_compra', compra(first.pedido_id))
    await pay(shop, await rowOf(shop, first.pedido_id))
    const subida = first.archivos[0]?.subida ?? ''
    const again = (name = carrito) =>
      shop.upload([{ nombre: 'a.pdf', subida, duplicado: 2 }], { carrito: name })
    for (const estado of ['en_produccion', 'listo', 'entregado'] as const) {
      const refused = await again()
      expect([refused.statusCode, refused.headers['x-codigo']]).toEqual([409, 'pedido_pagado'])
      await moveTo(shop, first.pedido_id, estado)
    }
    expect((await again()).statusCode).toBe(200)
    expect((await again('carrito-siguiente')).statusCode).toBe(200)
  })
})

describe('expiry', () => {
  test('a draft goes after 48 h with its files, an unpaid order expires after 72 h and keeps them 7 days', async () => {
    const shop = await testShop()
    const old = await draft(shop)
    const kept = await draft(shop)
    await shop.post('/api/completar_compra', compra(kept.pedido_id))
    const pathOf = (made: typeof old) => shop.deps.files.pathOf(made.archivos[0]?.subida ?? '')

    shop.clock.offsetMs = 47 * HOUR
    await shop.app.housekeeping()
    expect((await shop.get(`/api/pedidos/${old.pedido_id}`)).statusCode).toBe(200)

    shop.clock.offsetMs = 49 * HOUR
    await shop.app.housekeeping()
    expect((await shop.get(`/api/pedidos/${old.pedido_id}`)).statusCode).toBe(404)
    await expect(pathOf(old)).rejects.toThrow()
    expect(await stored(shop, kept.pedido_id)).toMatchObject({ estado: 'confirmado' })

    shop.clock.offsetMs = 73 * HOUR
    await shop.app.housekeeping()
    expect(await stored(shop, kept.pedido_id)).toMatchObject({ estado: 'vencido' })
    await pathOf(kept)
    expect((await shop.post('/api/completar_compra', compra(kept.pedido_id))).statusCode).toBe(409)

    shop.clock.offsetMs = (73 + 7 * 24 + 1) * HOUR
    await shop.app.housekeeping()
    await expect(pathOf(kept)).rejects.toThrow()
    expect(await stored(shop, kept.pedido_id)).toMatchObject({ estado: 'vencido', importe_final: 304_00 })
  })

  test('an unpaid order expires after 72 h also where the store deletes nothing', async () => {
    const shop = await testShop()
    const kept = await draft(shop)
    await shop.post('/api/completar_compra', compra(kept.pedido_id))
    for (let drafts = 0; drafts < 2; drafts++) await draft(shop, 5 + drafts)
    shop.deps.files.delete = async () => {
      throw new StoreDown('It deletes nothing.')
    }
    shop.clock.offsetMs = 73 * HOUR
    await shop.app.housekeeping()
    expect(await stored(shop, kept.pedido_id)).toMatchObject({ estado: 'vencido' })
  })

  test('a ready order that is not collected keeps its files for 60 days, or as many as the owner says', async () => {
    const shop = await testShop()
    const kept = await draft(shop)
    await shop.post('/api/completar_compra', compra(kept.pedido_id))
    await moveTo(shop, kept.pedido_id, 'pagado', 'en_produccion', 'listo')
    const after = async (days: number) => {
      shop.clock.offsetMs = days * 24 * HOUR
      await shop.app.housekeeping()
      return (await stored(shop, kept.pedido_id))?.archivos_borrados
    }
    expect(await after(59)).toBeNull()
    const days = (retencion_listo_dias: number) =>
      shop.deps.db.transaction((tx) =>
        writeAjustes(tx, new Date(), (now) => ({ ...now, retencion_listo_dias })),
      )
    await days(90)
    expect(await after(61)).toBeNull()
    await days(60)
    expect(await after(61)).not.toBeNull()
    await expect(shop.deps.files.pathOf(kept.archivos[0]?.subida ?? '')).rejects.toThrow()
  })

  test('an expired order that was paid at the last moment keeps its files', async () => {
    const shop = await testShop()
    const { pedido_id, archivos } = await draft(shop)
    await shop.post('/api/completar_compra', compra(pedido_id))
    await shop.db.update(pedidos).set({ estado: 'pagado' }).where(eq(pedidos.id, pedido_id))
    await forgetFilesOf(shop.deps, pedido_id) // as if it had been found expired just before
    await shop.deps.files.pathOf(archivos[0]?.subida ?? '')
    expect(await stored(shop, pedido_id)).toMatchObject({ archivos_borrados: null })
  })

  test('an unpaid order with a payment on its way does not expire', async () => {
    const shop = await testShop()
    const { pedido_id } = await draft(shop)
    await shop.post('/api/completar_compra', compra(pedido_id))
    const now = new Date()
    const pago = { id: '1', pedido_id, estado: 'pending' as const, importe: 304_00, moneda: 'ARS' }
    await shop.db.insert(pagos).values({ ...pago, proveedor: 'simulado', creado: now, actualizado: now })
    shop.clock.offsetMs = 100 * HOUR
    await shop.app.housekeeping()
    expect(await stored(shop, pedido_id)).toMatchObject({ estado: 'confirmado' })
  })
})

test('the screens get prices, delivery and branches', async () => {
  const shop = await testShop()
  expect((await shop.get('/api/get_config_delivery/')).json()).toEqual({
    radioPermitido: 5,
    precioDelivery: 2000,
    descuentoCompra: 5,
  })
  expect((await shop.get('/api/precios')).json()).toMatchObject({
    byn: { una: 100, dos: 160 },
    retencion_dias: 7,
    retencion_listo_dias: 60,
  })
  const names = (await shop.get('/api/sucursales')).json().map(({ nombre }: { nombre: string }) => nombre)
  expect(names).toEqual(['Alberdi', 'Aguilares'])
  expect((await readAjustes(shop.db)).radioPermitido).toBe(5)
  expect((await shop.get('/api/salud')).json()).toMatchObject({ estado: 'ok' })
})
