// The machine is switched off in the middle of a restore: afterwards there is a new installation, and the
// file.
import type { Restauracion } from '@imprimitodo/shared/api/restauracion'
import { afterAll, expect, it } from 'vitest'
import { makePdf } from '../../server/src/testing/pdf.ts'
import { confirm, sendTo, upload } from '../support/buy.ts'
import { isGrande } from '../support/grande.ts'
import { ask, ownerBearer, request, rows } from '../support/server.ts'
import { OWNER, type Shop, startShop } from '../support/shop.ts'
import { startCopy } from '../support/stage.ts'

const env = {
  NODE_ENV: 'production',
  OWNER_EMAIL: '',
  OWNER_PASSWORD: '',
  GEOCODER_URL: 'off',
  MAP_TILES_URL: 'off',
}
const BASE = '/api/mostrador/instalacion'
const before = await startCopy()
afterAll(before.remove)
let shop: Shop = await startShop({ env })
afterAll(() => shop.remove())

it.skipIf(isGrande)(
  'kill -9 of the server leaves it empty; it goes on with what was sent, and the shop comes back whole',
  async () => {
    const send = sendTo(before.url)
    const { pedido_id } = await upload(send, { bytes: await makePdf({ pages: 3 }) })
    await confirm(send, pedido_id)
    const headers = await ownerBearer(before)
    await ask(before, '/api/mostrador/confirmar', { actual: OWNER.password }, { headers })
    const { clave } = await ask<{ clave: string }>(before, '/api/mostrador/respaldo/clave', {}, { headers })
    const archive = Buffer.from(
      await (await request(before, '/api/mostrador/respaldo', {}, { headers })).arrayBuffer(),
    )

    const codigo = /Código para serlo.*: ([0-9A-Z-]{14})/.exec(shop.printed())?.[1] ?? ''
    const nombre = 'tienda.respaldo'
    await ask(shop, `${BASE}/respaldo`, { codigo, nombre, bytes: archive.length, modificado: 1 })
    const piece = { 'content-type': 'application/octet-stream', 'x-instalacion': codigo }
    const put = await fetch(`${shop.url}${BASE}/respaldo/0`, { method: 'PUT', headers: piece, body: archive })
    expect(put.status).toBe(200)

    await rows(
      shop,
      `create function wait() returns trigger language plpgsql as $$ begin perform pg_sleep(120); return new; end $$`,
    )
    await rows(shop, 'create trigger wait after insert on pedidos for each statement execute function wait()')
    const que = { codigo, clave, lugar: 'subido', nombre }
    await ask(shop, `${BASE}/restaurar`, que)
    const asleep = () =>
      rows<{ pid: number }>(shop, `select pid from pg_stat_activity where wait_event = 'PgSleep'`)
    await expect.poll(asleep, { timeout: 30_000 }).toHaveLength(1)
    // Health and the counter answer meanwhile
    expect((await request(shop, '/api/salud/vivo')).status).toBe(200)
    expect(await ask(shop, BASE)).toMatchObject({ instalada: false, restaurando: true })

    const { dataDir } = shop
    await shop.kill9()
    shop = await startShop({ dataDir, env })
    expect(await ask(shop, BASE)).toMatchObject({ instalada: false, restaurando: false })
    expect(await rows(shop, 'select id from pedidos')).toEqual([])
    const left = await ask<Restauracion>(shop, `${BASE}/restauracion`, { codigo })
    expect(left).toMatchObject({ fase: 'nada', subida: { nombre, recibidos: archive.length } })

    await rows(shop, 'drop trigger wait on pedidos')
    await ask(shop, `${BASE}/restaurar`, que)
    const isBack = async () => {
      const answer = await request(shop, BASE).catch(() => null)
      return answer?.ok ? ((await answer.json()) as object) : null
    }
    await expect.poll(isBack, { timeout: 60_000 }).toMatchObject({ instalada: true, restaurando: false })
    expect(await rows(shop, 'select id from pedidos')).toEqual(await rows(before, 'select id from pedidos'))
    expect((await request(shop, '/api/mostrador/ingresar', OWNER)).status).toBe(200)
  },
)
