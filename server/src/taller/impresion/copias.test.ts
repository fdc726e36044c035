import { PDFDocument } from '@cantoo/pdf-lib'
import type { Tarea } from '@imprimitodo/shared/api/agente'
import { describe, expect, it } from 'vitest'
import { PERFIL, printShop } from '../../testing/printing.ts'

type Shop = Awaited<ReturnType<typeof printShop>>

/** The copies that the printer is asked for, and the document's pages: five and a blank one where they are repeated. */
async function askedFor(shop: Shop, { ficha, documento }: Tarea) {
  const path = `/api/agente/documento/${documento.sha256}`
  const { rawPayload } = await shop.get(path, shop.as(shop.alberdi))
  return { copias: ficha.copias, paginas: (await PDFDocument.load(rawPayload)).getPageCount() }
}
const ONCE = { copias: 3, paginas: 5 }
const REPEATED = { copias: 1, paginas: 3 * 6 }

const setRepeat = (shop: Shop, id: number, repetir_copias: boolean) =>
  shop.app.inject({
    method: 'PATCH',
    url: `/api/mostrador/impresoras/${id}`,
    payload: { repetir_copias },
    headers: shop.owner,
  })

async function waiting(more: object = {}) {
  const shop = await printShop()
  const { id: impresora } = await shop.printer('Ricoh', more)
  const id = await shop.pedido({ duplicado: 3 })
  await shop.print(id)
  return { shop, impresora, id }
}

describe('copies', () => {
  it('are asked of the printer, or stand in the document, of which it then makes one', async () => {
    const { shop, impresora } = await waiting({ repetir_copias: true })
    const tarea = await shop.first()
    expect(await askedFor(shop, tarea)).toEqual(REPEATED)
    await shop.authorise(tarea)
    await shop.tell(tarea, 1, 'completo')
    await shop.post(`/api/mostrador/impresoras/${impresora}/prueba`, {}, shop.owner)
    expect(await askedFor(shop, await shop.first())).toEqual({ copias: 1, paginas: 2 * 2 })
  })

  it('of waiting works are made anew when the owner changes the way of copying; a work leased before sends no byte', async () => {
    const { shop, impresora, id } = await waiting()
    let tarea = await shop.first()
    expect(await askedFor(shop, tarea)).toEqual(ONCE)
    for (const [isOn, asked] of [
      [true, REPEATED],
      [false, ONCE],
    ] as const) {
      await setRepeat(shop, impresora, isOn)
      expect((await shop.authorise(tarea)).statusCode).toBe(409)
      tarea = await shop.first()
      expect(await askedFor(shop, tarea)).toEqual(asked)
    }
    expect((await shop.authorise(tarea)).statusCode).toBe(200)
    expect(await shop.made(id)).toMatchObject([{ estado: 'imprimiendo', copias: 3 }])
  })

  it('of a work whose document is not made yet are as the owner wants them now', async () => {
    const { shop, impresora } = await waiting()
    await setRepeat(shop, impresora, true)
    expect(await askedFor(shop, await shop.first())).toEqual(REPEATED)
  })

  it('of a work that has begun stay as they are', async () => {
    const { shop, impresora, id } = await waiting()
    const tarea = await shop.first()
    await shop.authorise(tarea)
    await setRepeat(shop, impresora, true)
    expect((await shop.beat(tarea)).json().cancelar).toEqual([])
    await shop.tell(tarea, 1, 'completo')
    expect(await shop.made(id)).toMatchObject([{ estado: 'impresa' }])
  })

  it('are decided by the shop alone: an agent is told no other way of making them', async () => {
    const { shop, impresora } = await waiting({ repetir_copias: true })
    const perfil = { ...PERFIL, copias: 'repetir_en_pdf' }
    const salud = { id: impresora, anda: true, texto: 'Lista', aviso: null, perfil }
    const informe = { informes: [], vivos: [], impresoras: [salud] }
    await shop.post('/api/agente/informe', informe, shop.as(shop.alberdi))
    const { impresoras } = (await shop.get('/api/agente/tareas', shop.as(shop.alberdi))).json()
    expect(impresoras).toMatchObject([{ perfil: { copias: 'impresora' } }])
  })

  it('a work that is asked about keeps its question while it is made anew', async () => {
    const { shop, impresora, id } = await waiting()
    await shop.first()
    shop.clock.offsetMs += 9 * 3600_000
    expect(await shop.tareas()).toEqual([])
    const [asked] = await shop.made(id)
    await setRepeat(shop, impresora, true)
    await shop.print(await shop.pedido({ duplicado: 3 }))
    expect(await askedFor(shop, await shop.first())).toEqual(REPEATED)
    expect(await shop.made(id)).toMatchObject([{ consultar: true, mensaje: asked?.mensaje }])
  })
})
