import { readFile } from 'node:fs/promises'
import { DESHACER_S } from '@imprimitodo/shared/rules/compra/pedido'
import { eq, like, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { correos } from '../../../base/db/schema/correos.ts'
import { pedidos } from '../../../base/db/schema/pedidos.ts'
import { suscripciones } from '../../../base/db/schema/suscripciones.ts'
import { bearer, correosTo, newCliente, newEmail, PASSWORD } from '../../../testing/cuenta.ts'
import { newOperador } from '../../../testing/mostrador.ts'
import { makePdf } from '../../../testing/pdf.ts'
import {
  confirmed,
  moveTo,
  ownerOf,
  paid,
  pastDeshacer,
  rowOf,
  untilAnotherWaits,
} from '../../../testing/pedidos.ts'
import { newDevice } from '../../../testing/peers/push.ts'
import { eventually, type Shop, testShop, upload } from '../../../testing/shop.ts'
import { deleteSuscripcionesOf } from '../../suscripciones/service.ts'
import { anonymiseClosed, lockPedido, movePedido } from '../service.ts'

const FILES = async () => [
  { nombre: 'tesis de ana.pdf', bytes: await makePdf({ pages: 5 }), duplicado: 2, anillado: true },
  { nombre: 'cv.pdf', bytes: await makePdf({ pages: 1 }), doble_faz: false },
]
/** After this, steps of the counter can no longer be taken back. */
const PAST_MS = (DESHACER_S + 2) * 1000
const buy = async (shop: Shop, access: string) =>
  confirmed(shop, { files: await FILES(), headers: bearer(access) })

describe('the download of personal data', () => {
  test('is a download of everything about the person, without secrets', async () => {
    const shop = await testShop()
    const { access, email } = await newCliente(shop)
    const { id: pedido_id } = await buy(shop, access)
    const answer = await shop.get('/api/clientes/exportar', bearer(access))
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename=/)
    const data = answer.json()
    expect(data.cuenta).toMatchObject({ email, nombre: 'ana pérez', fecha_nacimiento: '1990-05-17' })
    expect(data.pedidos).toHaveLength(1)
    expect(data.pedidos[0]).toMatchObject({
      pedido_id,
      email,
      archivos: [{ nombre: 'tesis de ana.pdf' }, {}],
    })
    expect(data.facturas).toEqual([])
    expect(answer.body).not.toMatch(/argon2|hash|referencia/)
    expect((await shop.get('/api/clientes/exportar')).statusCode).toBe(401)
  })

  test('brings the invoices of its orders, and of no others', async () => {
    const shop = await testShop()
    const { access } = await newCliente(shop)
    const other = await newCliente(shop)
    const datos = { cuit: '20123456786', nombre: 'Ana Pérez', direccion: 'Belgrano 348', condicion_iva: 'CF' }
    const bought = []
    for (const whose of [access, other.access]) {
      const { id: pedido_id } = await buy(shop, whose)
      await moveTo(shop, pedido_id, 'pagado')
      expect((await shop.post(`/api/facturar/${pedido_id}/`, datos, bearer(whose))).statusCode).toBe(200)
      bought.push(pedido_id)
    }
    const { facturas } = (await shop.get('/api/clientes/exportar', bearer(access))).json()
    expect(facturas).toHaveLength(1)
    expect(facturas[0]).toMatchObject({
      pedido_id: bought[0],
      clase: 'factura',
      estado: 'emitida',
      comprobante: expect.stringMatching(/^Factura C \d{5}-\d{8}$/),
      importe: expect.any(Number),
      cae: expect.stringMatching(/^\d{14}$/),
      cliente: datos,
    })
    const pdf = await shop.get(new URL(facturas[0].url_pdf).pathname)
    expect(pdf.statusCode).toBe(200)
    expect(pdf.headers['content-type']).toBe('application/pdf')
  })
})

describe('deleting the account', () => {
  const remove = (shop: Shop, access: string, password = PASSWORD) =>
    shop.post('/api/clientes/eliminar', { password }, bearer(access))

  test('needs the password, and then the account is gone with its sessions and mails', async () => {
    const shop = await testShop()
    const { access, email, refresh } = await newCliente(shop)
    const wrong = await remove(shop, access, 'mal')
    expect(wrong.statusCode).toBe(400)
    expect(wrong.json()).toEqual({ password: ['La contraseña no es correcta.'] })
    const answer = await remove(shop, access)
    expect(answer.statusCode).toBe(200)
    expect(answer.cookies[0]?.value).toBe('')
    expect((await shop.get('/api/clientes/me', bearer(access))).statusCode).toBe(401)
    expect((await shop.post('/api/auth/refresh/', {}, { cookie: `refresh=${refresh}` })).statusCode).toBe(401)
    expect((await shop.post('/api/auth/login/', { email, password: PASSWORD })).statusCode).toBe(400)
    const mails = await correosTo(shop, email)
    expect(mails.map(({ asunto }) => asunto)).toEqual(['Tu cuenta fue eliminada'])
    const { rows } = await shop.db.execute(sql`select count(*)::int as n from clientes`)
    expect(rows[0]?.n).toBe(0)
  })

  test('its orders stay in the books without the person; files go; orders under way are still delivered', async () => {
    const shop = await testShop()
    const { access, email } = await newCliente(shop)
    const done = await buy(shop, access)
    await moveTo(shop, done.id, 'pagado', 'en_produccion', 'listo', 'entregado')
    const going = await buy(shop, access)
    await moveTo(shop, going.id, 'pagado')
    const unpaid = await buy(shop, access)
    const draft = (await upload(shop.app, await FILES(), {}, bearer(access))).json()
    shop.clock.offsetMs += PAST_MS
    const before = await rowOf(shop, done.id)
    expect((await remove(shop, access)).statusCode).toBe(200)

    const after = await rowOf(shop, done.id)
    expect(after).toMatchObject({
      estado: 'entregado',
      importe_final: before.importe_final,
      numero: before.numero,
      cliente_id: null,
      email: 'cuenta-eliminada@imprimitodo.invalid',
      celular: '0000000000',
      direccion_entrega: null,
      navegador: null,
      origen: null,
      red: null,
      buzon: null,
      archivos_borrados: expect.anything(),
    })
    await expect(rowOf(shop, draft.pedido_id)).rejects.toThrow('no such order')
    expect(await rowOf(shop, unpaid.id)).toMatchObject({ estado: 'cancelado', celular: '0000000000' })
    expect(await rowOf(shop, going.id)).toMatchObject({ estado: 'pagado', email, cliente_id: null })

    await moveTo(shop, going.id, 'en_produccion', 'listo', 'entregado')
    shop.clock.offsetMs += PAST_MS
    await shop.app.housekeeping()
    expect(await rowOf(shop, going.id)).toMatchObject({ estado: 'entregado', celular: '0000000000' })
    const { rows } = await shop.db.execute(sql`select
      (select json_agg(p) from pedidos p)::text || (select json_agg(a) from archivos a)::text as all`)
    expect(String(rows[0]?.all)).not.toMatch(/tesis de ana|3865412233/)
    expect(String(rows[0]?.all)).not.toContain(email)
    await eventually(
      () => correosTo(shop, email),
      (mails) => mails.length === 1,
    )
  })

  test('leaves the orders of others alone', async () => {
    const shop = await testShop()
    const [ana, luz] = [await newCliente(shop), await newCliente(shop)]
    const hers = await buy(shop, luz.access)
    const anonymous = await confirmed(shop, { change: { email: newEmail() } })
    await remove(shop, ana.access)
    expect(await rowOf(shop, hers.id)).toMatchObject({ email: luz.email, estado: 'confirmado' })
    expect(await rowOf(shop, anonymous.id)).toMatchObject({
      celular: '3865412233',
      estado: 'confirmado',
    })
  })
  test('while one of its orders is being paid: both happen, in either order', async () => {
    const shop = await testShop()
    const { access, email } = await newCliente(shop)
    const { id } = await buy(shop, access)
    const { removing } = await shop.db.transaction(async (tx) => {
      const pedido = await lockPedido(tx, id)
      const removing = remove(shop, access)
      await untilAnotherWaits(shop)
      if (pedido) await movePedido(tx, shop.deps, pedido, 'pagado', { quien: 'prueba' })
      return { removing }
    })
    expect((await removing).statusCode).toBe(200)
    expect(await rowOf(shop, id)).toMatchObject({
      estado: 'pagado',
      cliente_id: null,
      email,
      anonimizar: true,
    })
  })

  test('an expired order that is paid while it is being forgotten still reaches its owner', async () => {
    const shop = await testShop()
    const { access, email } = await newCliente(shop)
    const { id } = await buy(shop, access)
    await moveTo(shop, id, 'vencido')
    await shop.db.update(pedidos).set({ anonimizar: true }).where(eq(pedidos.id, id))
    const { forgetting } = await shop.db.transaction(async (tx) => {
      const pedido = await lockPedido(tx, id)
      const forgetting = anonymiseClosed(shop.deps, deleteSuscripcionesOf)
      await untilAnotherWaits(shop)
      if (pedido) await movePedido(tx, shop.deps, pedido, 'pagado', { quien: 'prueba' })
      return { forgetting }
    })
    await forgetting
    expect(await rowOf(shop, id)).toMatchObject({
      estado: 'pagado',
      email,
      celular: '3865412233',
      anonimizar: true,
      archivos_borrados: null,
    })
  })

  test('an order that the counter ended by mistake is not forgotten while it may be taken back; its mail arrives', async () => {
    const shop = await testShop()
    const { headers } = await newOperador(shop, 1)
    const forget = () => anonymiseClosed(shop.deps, deleteSuscripcionesOf)
    const call = (id: string, what: string, body: object) =>
      shop.post(`/api/mostrador/pedidos/${id}/${what}`, body, headers)
    const cancel = { estado: 'cancelado', motivo: 'Se rompió la máquina' }
    const [undone, gone, given] = [await paid(shop), await paid(shop), await paid(shop)]
    await shop.db.update(pedidos).set({ anonimizar: true })
    await moveTo(shop, given.id, 'en_produccion', 'listo')
    for (const [{ id }, step] of [
      [undone, cancel],
      [gone, cancel],
      [given, { estado: 'entregado' }],
    ] as const)
      expect((await call(id, 'estado', step)).statusCode).toBe(200)
    await forget()
    await shop.app.housekeeping()
    for (const { id, email } of [undone, gone, given])
      expect(await rowOf(shop, id)).toMatchObject({ email, archivos_borrados: null, anonimizar: true })
    expect((await call(undone.id, 'deshacer', {})).json()).toEqual({ estado: 'pagado' })
    expect((await call(given.id, 'deshacer', {})).json()).toEqual({ estado: 'listo' })
    await pastDeshacer(shop, gone.id)
    const told = await eventually(
      () =>
        shop.db
          .select()
          .from(correos)
          .where(eq(correos.clave, `cancelado:${gone.id}`)),
      ([mail]) => mail?.enviado !== null,
    )
    expect(told).toMatchObject([{ para: gone.email }])
    shop.clock.offsetMs += PAST_MS
    await forget()
    expect(await rowOf(shop, gone.id)).toMatchObject({ celular: '0000000000', anonimizar: false })
    for (const { id, email } of [undone, given])
      expect(await rowOf(shop, id)).toMatchObject({ email, archivos_borrados: null })
  })

  test('an order handed over while it is being forgotten is checked again under its lock', async () => {
    const shop = await testShop()
    const { id, email } = await paid(shop)
    await moveTo(shop, id, 'en_produccion', 'listo', 'entregado')
    await shop.db.update(pedidos).set({ anonimizar: true }).where(eq(pedidos.id, id))
    shop.clock.offsetMs += PAST_MS
    const { forgetting } = await shop.db.transaction(async (tx) => {
      await lockPedido(tx, id)
      const forgetting = anonymiseClosed(shop.deps, deleteSuscripcionesOf)
      await untilAnotherWaits(shop)
      await tx.update(pedidos).set({ cerrado: shop.deps.now() }).where(eq(pedidos.id, id))
      return { forgetting }
    })
    await forgetting
    expect(await rowOf(shop, id)).toMatchObject({ email, archivos_borrados: null, anonimizar: true })
  })

  test('deletes every mail to the customer of an order, and the devices that asked for its notices', async () => {
    const shop = await testShop()
    const { id } = await paid(shop)
    const device = newDevice('http://127.0.0.1:9/x').body
    await shop.post(`/api/pedidos/${id}/push`, device, await ownerOf(shop, id))
    expect(await shop.db.$count(suscripciones)).toBe(1)
    const temas = await temasDePedidos()
    expect(temas).toEqual(expect.arrayContaining(['pagado', 'listo', 'buscado', 'cancelado', 'reposicion']))
    const mail = { para: 'ana@example.com', asunto: 'a', texto: 't', html: 'h', creado: new Date() }
    await shop.db.insert(correos).values(temas.map((tema) => ({ ...mail, clave: `${tema}:${id}:probando` })))
    await moveTo(shop, id, 'en_produccion', 'listo', 'entregado')
    await shop.db.update(pedidos).set({ anonimizar: true }).where(eq(pedidos.id, id))
    shop.clock.offsetMs += PAST_MS
    await anonymiseClosed(shop.deps, deleteSuscripcionesOf)
    expect(
      await shop.db
        .select()
        .from(correos)
        .where(like(correos.clave, `%:${id}%`)),
    ).toEqual([])
    expect(await shop.db.$count(suscripciones)).toBe(0)
  })
})

/** The first parts of the keys of all mails about an order, read from the code that writes them. */
async function temasDePedidos(): Promise<string[]> {
  const sources = ['../mails/mails.ts', '../mails/mails-devolucion.ts', '../../reposiciones/mails.ts']
  const texts = await Promise.all(sources.map((source) => readFile(new URL(source, import.meta.url), 'utf8')))
  const found = texts.flatMap((text) => [...text.matchAll(/`(\w+):\$\{(?:pedido\.)?id\}/g)])
  return [...new Set(found.map(([, tema]) => tema ?? ''))]
}
