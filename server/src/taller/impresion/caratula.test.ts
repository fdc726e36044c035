import { PDFDocument } from '@cantoo/pdf-lib'
import type { Tarea } from '@imprimitodo/shared/api/agente'
import type { Impresion } from '@imprimitodo/shared/api/impresion'
import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { describe, expect, it } from 'vitest'
import { makePdf } from '../../testing/pdf.ts'
import { drawnOn } from '../../testing/pdf-text.ts'
import { printShop } from '../../testing/printing.ts'
import { eventually } from '../../testing/shop.ts'

type Shop = Awaited<ReturnType<typeof printShop>>

/** The very bytes that the agent sends. */
const documentOf = async (shop: Shop, { documento }: Tarea) =>
  (await shop.get(`/api/agente/documento/${documento.sha256}`, shop.as(shop.alberdi))).rawPayload
const pagesOf = async (shop: Shop, tarea: Tarea) =>
  (await PDFDocument.load(await documentOf(shop, tarea))).getPageCount()
const caratulaOf = async (shop: Shop, tarea: Tarea) =>
  (await drawnOn(await documentOf(shop, tarea)))[0]?.includes('Va junto') ?? false

/** At the printer, and out of it. */
async function done(shop: Shop, tarea: Tarea) {
  await shop.authorise(tarea)
  await shop.tell(tarea, 1, 'enviado')
  await shop.tell(tarea, 2, 'completo')
}

describe('the cover sheet of an order', () => {
  it('is off at first, and the owner turns it on for a printer', async () => {
    const shop = await printShop()
    const printer = await shop.printer('Ricoh')
    expect(printer.caratula).toBe(false)
    await shop.print(await shop.pedido())
    const tarea = await shop.first()
    expect([await caratulaOf(shop, tarea), await pagesOf(shop, tarea)]).toEqual([false, 5])
    const answer = await shop.app.inject({
      method: 'PATCH',
      url: `/api/mostrador/impresoras/${printer.id}`,
      payload: { caratula: true },
      headers: shop.owner,
    })
    expect(answer.json().caratula).toBe(true)
  })

  it('comes first and once: with the first work of the order there, before all copies, its back blank', async () => {
    const shop = await printShop()
    await shop.printer('Ricoh', { caratula: true })
    const bytes = await makePdf({ pages: 5 })
    const id = await shop.pedido([
      { nombre: 'tesis ñandú.pdf', bytes, duplicado: 2, anillado: true },
      { nombre: 'afiche.pdf', bytes: await makePdf({ pages: 1 }) },
    ])
    const url = `/api/mostrador/pedidos/${id}`
    await shop.app.inject({ method: 'PATCH', url, payload: { urgente: true }, headers: shop.owner })
    await shop.print(id)
    const first = await shop.first()
    expect(first.nombre).toContain('tesis ñandú.pdf')
    expect(first.ficha).toMatchObject({ copias: 1, lados: 2 })
    const [cover = '', back, ...pages] = await drawnOn(await documentOf(shop, first))
    expect(back).toBe('')
    // Two copies of five sides, each on fresh sheets
    expect(pages.map((page) => page !== '')).toEqual([
      ...Array(5).fill(true),
      false,
      ...Array(5).fill(true),
      false,
    ])
    const { numero, codigo_retiro, importe_final } = (await shop.get(url, shop.owner)).json()
    for (const said of [
      `${numero}`,
      codigo_retiro,
      'Retira en Alberdi',
      `Pagado ${formatPesos(importe_final)}`,
      'URGENTE',
      'Estante',
      'Ricoh',
      'Anillado',
      '2 copias, 3 hojas cada una',
      'tesis ñandú.pdf 5 pág., b/n, doble faz',
      'Suelto',
      '1 copia, 1 hoja',
      'afiche.pdf 1 pág., b/n, doble faz',
    ])
      expect(cover).toContain(said)
    await done(shop, first)
    const second = await shop.first()
    expect([await caratulaOf(shop, second), await pagesOf(shop, second)]).toEqual([false, 1])
  })

  it('is ink only: nothing on it is a tint or a colour', async () => {
    const shop = await printShop()
    await shop.printer('Ricoh', { caratula: true })
    const bytes = await makePdf({ pages: 4, color: [3] })
    await shop.print(await shop.pedido({ bytes, color: 'color' }))
    const tarea = await shop.first()
    const [cover = ''] = await drawnOn(await documentOf(shop, tarea))
    expect(cover.match(/[\d.]+ (g|G)\b/g)).toContain('0 g')
    expect(new Set(cover.match(/[\d.]+ (g|G)\b/g))).toEqual(new Set(['0 g', '0 G']))
    expect(cover).not.toMatch(/\b(rg|RG|k|K|cs|CS|scn|sh)\b(?![^(]*\))/)
    // Nor does it count as colour where the colour of single pages is sent
    expect(tarea.ficha.sin_color).toEqual([
      [1, 2],
      [3, 4],
    ])
  })

  it('a retry has the same bytes, so never a second cover; a reprint has none', async () => {
    const shop = await printShop()
    await shop.printer('Ricoh', { caratula: true })
    const id = await shop.pedido()
    await shop.print(id)
    const lost = await shop.first()
    shop.clock.offsetMs += 61_000
    const again = await shop.first()
    expect(again.intento).toBeGreaterThan(lost.intento)
    expect(again.documento).toEqual(lost.documento)
    await shop.authorise(again)
    await shop.tell(again, 1, 'verificar')
    const [doubtful] = await shop.made(id)
    await shop.answer(doubtful?.id ?? 0, { respuesta: 'reimprimir', motivo: 'Salió manchado' })
    const reprint = await shop.first()
    expect([await caratulaOf(shop, reprint), await pagesOf(shop, reprint)]).toEqual([false, 5])
  })

  it('the sides of a stopped work are counted without the cover; after one side it moves no more', async () => {
    const shop = await printShop()
    const [, other] = [await shop.printer('Ricoh', { caratula: true }), await shop.printer('Canon')]
    const id = await shop.pedido()
    const [queued] = (await shop.print(id, { impresora: undefined })).json<Impresion[]>()
    const tarea = await shop.first()
    await shop.authorise(tarea)
    await shop.tell(tarea, 1, 'abortado', { impresiones: 1 })
    expect((await shop.made(id))[0]).toMatchObject({ estado: 'detenida', contadas: 0 })
    const path = `/api/mostrador/impresiones/${queued?.id}/mover`
    expect((await shop.post(path, { impresora: other.id }, shop.owner)).statusCode).toBe(409)
  })

  it('goes with its work to another printer, if that printer makes covers; the order’s other works wait', async () => {
    const shop = await printShop()
    const [ricoh, canon] = [await shop.printer('Ricoh', { caratula: true }), await shop.printer('Canon')]
    const bytes = await makePdf({ pages: 2 })
    const id = await shop.pedido([
      { nombre: 'a.pdf', bytes },
      { nombre: 'b.pdf', bytes },
    ])
    const rows = (await shop.print(id, { impresora: ricoh.id })).json<Impresion[]>()
    const tarea = await shop.first()
    expect(await caratulaOf(shop, tarea)).toBe(true)
    expect(await shop.tareas()).toEqual([])
    const moved = rows.find(({ nombre }) => nombre === 'a.pdf')
    await shop.post(`/api/mostrador/impresiones/${moved?.id}/mover`, { impresora: canon.id }, shop.owner)
    const two = await eventually(
      async () => shop.tareas(),
      (found) => found.length > 0,
    )
    const more =
      two.length > 1
        ? []
        : await eventually(
            () => shop.tareas(),
            (found) => found.length > 0,
          )
    const found = [...two, ...more]
    expect(found.map(({ impresora }) => impresora).sort()).toEqual([ricoh.id, canon.id].sort())
    for (const one of found) expect(await caratulaOf(shop, one)).toBe(false)
  })
})
