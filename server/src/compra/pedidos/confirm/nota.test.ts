// The name for pickup and the note for the shop, from the purchase to the counter.
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { pedidos } from '../../../base/db/schema/pedidos.ts'
import { bearer, newCliente } from '../../../testing/cuenta.ts'
import { enterAs } from '../../../testing/mostrador.ts'
import { makePdf } from '../../../testing/pdf.ts'
import { confirmed, moveTo, ownerOf, rowOf } from '../../../testing/pedidos.ts'
import { compra, type Shop, testShop } from '../../../testing/shop.ts'
import { deleteSuscripcionesOf } from '../../suscripciones/service.ts'
import { anonymiseClosed } from '../service.ts'

const NOTA = 'La tesis con tapa transparente.\nGracias.'
const draft = async (shop: Shop) =>
  (await shop.quote([{ nombre: 'a.pdf', bytes: await makePdf() }])).pedido_id

describe('the name for pickup and the note for the shop', () => {
  test('are shown to its customer and the counter, and not to a stranger with the link', async () => {
    const shop = await testShop()
    const pedido_id = await draft(shop)
    await shop.post('/api/completar_compra', compra(pedido_id, { nombre: ' Lucía ', nota: `${NOTA} ` }))
    const own = await shop.get(`/api/pedidos/${pedido_id}`, await ownerOf(shop, pedido_id))
    expect(own.json()).toMatchObject({ acceso: 'completo', nombre: 'Lucía', nota: NOTA })
    const strange = await shop.get(`/api/pedidos/${pedido_id}`)
    expect(strange.json()).toMatchObject({ acceso: 'enlace', nombre: null, nota: null })
    const counter = await shop.get(`/api/mostrador/pedidos/${pedido_id}`, await enterAs(shop))
    expect(counter.json()).toMatchObject({ nombre: 'Lucía', nota: NOTA, email: 'ana@example.com' })
  })

  test('the name given with an order comes before its account’s name, which is used where none was given', async () => {
    const shop = await testShop()
    const { access } = await newCliente(shop)
    const owner = await enterAs(shop)
    const seen = async (id: string) => (await shop.get(`/api/mostrador/pedidos/${id}`, owner)).json().nombre
    const headers = bearer(access)
    const said = await confirmed(shop, { headers, change: { nombre: 'Su hermano' } })
    expect(await seen(said.id)).toBe('Su hermano')
    expect(await seen((await confirmed(shop, { headers })).id)).toBe('Ana Pérez')
  })

  test('are replaced like the rest of the contact, and emptied by nothing, spaces or null', async () => {
    const shop = await testShop()
    const pedido_id = await draft(shop)
    await shop.post('/api/completar_compra', compra(pedido_id, { nombre: 'Lucía', nota: NOTA }))
    const headers = await ownerOf(shop, pedido_id)
    for (const empty of [{ nombre: '  ', nota: '' }, { nombre: null, nota: null }, {}]) {
      await shop.db.update(pedidos).set({ nombre: 'Lucía', nota: NOTA }).where(eq(pedidos.id, pedido_id))
      const answer = await shop.post('/api/completar_compra', compra(pedido_id, empty), headers)
      expect(answer.statusCode).toBe(200)
      expect(await rowOf(shop, pedido_id)).toMatchObject({ nombre: null, nota: null })
    }
  })

  test('are forgotten with their person', async () => {
    const shop = await testShop()
    const { id } = await confirmed(shop, { change: { nombre: 'Lucía', nota: NOTA } })
    await moveTo(shop, id, 'cancelado')
    await shop.db.update(pedidos).set({ anonimizar: true }).where(eq(pedidos.id, id))
    await anonymiseClosed(shop.deps, deleteSuscripcionesOf)
    expect(await rowOf(shop, id)).toMatchObject({ nombre: null, nota: null, anonimizar: false })
  })

  test('over a socket: too long or odd texts are refused at their field, and cost nothing', async () => {
    const shop = await testShop()
    const url = await shop.app.listen({ host: '127.0.0.1', port: 0 })
    const pedido_id = await draft(shop)
    const buy = async (change: object) => {
      const answer = await fetch(`${url}/api/completar_compra`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(compra(pedido_id, change)),
      })
      return { status: answer.status, body: await answer.json() }
    }
    const ODD = 'Hay un carácter que no se puede usar: borralo y escribilo de nuevo.'
    const refusals: [object, object][] = [
      [{ nombre: 'x'.repeat(61) }, { nombre: ['El nombre puede tener hasta 60 caracteres.'] }],
      [{ nombre: 'x'.repeat(50_000) }, { nombre: ['El nombre puede tener hasta 60 caracteres.'] }],
      [{ nombre: 'Lu\u0007cía' }, { nombre: [ODD] }],
      [{ nombre: 'Lucía\nGómez' }, { nombre: [ODD] }],
      [{ nota: 'x'.repeat(301) }, { nota: ['La nota puede tener hasta 300 caracteres.'] }],
      [{ nota: '\u202eadatla' }, { nota: [ODD] }],
    ]
    for (const [change, body] of refusals) expect(await buy(change)).toEqual({ status: 400, body })
    for (const change of [{ nota: 7 }, { nombre: ['Lucía'] }, { nota: { a: 1 } }, { nota: 'a\u0000b' }])
      expect((await buy(change)).status).toBe(400)
    expect((await buy({ nota: 'x'.repeat(3_000_000) })).status).toBe(413)
    expect(await rowOf(shop, pedido_id)).toMatchObject({ estado: 'borrador', nombre: null, nota: null })
    expect((await buy({ nombre: 'Lucía', nota: NOTA })).status).toBe(200)
  })
})
