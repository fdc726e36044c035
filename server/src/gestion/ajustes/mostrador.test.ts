import { describe, expect, test } from 'vitest'
import { operadores } from '../../base/db/schema/mostrador.ts'
import { hashPassword } from '../../base/secrets/password.ts'
import { enterAs } from '../../testing/mostrador.ts'
import { OWNER, type Shop, testShop } from '../../testing/shop.ts'

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
    const after = (await put({ precioDelivery: 2500.5, radioPermitido: 7 })).json()
    expect(after).toEqual({ ...before, precioDelivery: 2500.5, radioPermitido: 7 })
    expect((await shop.get('/api/get_config_delivery/')).json()).toMatchObject({ precioDelivery: 2500.5 })

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
      [{ retencion_dias: 0 }, 'retencion_dias'],
    ] as const) {
      const answer = await put(sent)
      expect([answer.statusCode, Object.keys(answer.json())], JSON.stringify(sent)).toEqual([400, [field]])
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
