import type { Impresion, Impresora } from '@imprimitodo/shared/api/impresion'
import { describe, expect, it } from 'vitest'
import { pastDeshacer } from '../../testing/pedidos.ts'
import { printShop } from '../../testing/printing.ts'
import { closeDeshechos } from './service.ts'

describe('a doubtful impresion', () => {
  const doubtful = async () => {
    const shop = await printShop()
    await shop.printer('Ricoh')
    const { id, tarea } = await shop.printing()
    await shop.tell(tarea, 1, 'verificar')
    const [row] = await shop.made(id)
    return { shop, id, row: row?.id ?? 0 }
  }

  it('is a question: until a person answers it, it is not printed again', async () => {
    const { shop, id, row } = await doubtful()
    expect((await shop.print(id, { trabajos: [1], motivo: 'otra vez' })).statusCode).toBe(409)
    expect((await shop.answer(row, { respuesta: 'salio_bien' })).json()[0]).toMatchObject({
      estado: 'impresa',
    })
    expect((await shop.answer(row, { respuesta: 'salio_bien' })).statusCode).toBe(409)
  })

  it('a part of it came out: the rest is printed, from the front of a sheet', async () => {
    const { shop, id, row } = await doubtful()
    expect((await shop.answer(row, { respuesta: 'reimprimir_desde', desde: 9 })).statusCode).toBe(409)
    await shop.answer(row, { respuesta: 'reimprimir_desde', desde: 4, motivo: 'se trabó' })
    const tarea = await shop.first()
    const whole = await shop.get(`/api/agente/documento/${tarea.documento.sha256}`, shop.as(shop.alberdi))
    const { pages } = await (async () => {
      const { PDFDocument } = await import('@cantoo/pdf-lib')
      return { pages: (await PDFDocument.load(whole.rawPayload)).getPageCount() }
    })()
    expect(pages).toBe(3)
    expect((await shop.made(id)).map(({ estado }) => estado)).toEqual(['en_cola', 'cancelada'])
  })
})

describe('50 copies that stop at 23', () => {
  it('the missing copies are printed, complete; not more than were ordered', async () => {
    const shop = await printShop()
    await shop.printer('Ricoh')
    const { id, tarea } = await shop.printing({ duplicado: 50 })
    await shop.tell(tarea, 1, 'abortado', { impresiones: 23 * 6 + 2, mensaje: 'Se trabó.' })
    const [row] = await shop.made(id)
    const resume = (copias: number) =>
      shop.answer(row?.id ?? 0, { respuesta: 'reimprimir', copias, motivo: 'se trabó' })
    expect((await resume(51)).json().detail).toBe('Ese trabajo lleva 50 copias.')
    expect((await resume(0)).statusCode).toBe(400)
    await resume(27)
    const next = await shop.first()
    expect(next.ficha.copias).toBe(27)
    expect(next.documento.sha256).toBe(tarea.documento.sha256)
    expect((await shop.made(id)).map(({ estado, copias, hojas }) => [estado, copias, hojas])).toEqual([
      ['en_cola', 27, 3],
      ['cancelada', 50, 3],
    ])
    const { historial } = (await shop.get(`/api/mostrador/pedidos/${id}`, shop.owner)).json()
    expect(JSON.stringify(historial)).toContain('(27 de 50 copias): se trabó')
  })
})

describe('an order is not ready', () => {
  it('while one of its works is being printed or doubtful; the refusal says what to do', async () => {
    const shop = await printShop()
    await shop.printer('Ricoh')
    const id = await shop.pedido()
    await shop.print(id)
    const ready = () => shop.post(`/api/mostrador/pedidos/${id}/estado`, { estado: 'listo' }, shop.owner)
    const tarea = await shop.first()
    await shop.authorise(tarea)
    expect((await ready()).statusCode).toBe(409)
    expect((await ready()).json().detail).toBe(
      'Falta imprimir 1 trabajo: esperá que salga o cancelá su impresión.',
    )
    await shop.tell(tarea, 1, 'verificar')
    expect((await ready()).json().detail).toBe(
      'Falta resolver 1 trabajo: mirá la bandeja y contestá en el pedido.',
    )
    const [row] = await shop.made(id)
    await shop.answer(row?.id ?? 0, { respuesta: 'salio_bien' })
    expect((await ready()).json().estado).toBe('listo')
  })
})

describe('the clerk’s changes', () => {
  it('printer off: another printer, as long as nothing came out', async () => {
    const shop = await printShop()
    await shop.printer('Ricoh')
    const other = await shop.printer('Xerox')
    const away = await shop.printer('Lejos', { sucursal: 'Aguilares' })
    const id = await shop.pedido()
    const [row] = (await shop.print(id)).json<Impresion[]>()
    const move = (impresora: number) =>
      shop.post(`/api/mostrador/impresiones/${row?.id}/mover`, { impresora }, shop.owner)
    const tarea = await shop.first()
    expect((await move(away.id)).statusCode).toBe(404)
    expect((await move(other.id)).json()).toMatchObject({ impresora: { nombre: 'Xerox' } })
    expect((await shop.authorise(tarea)).statusCode).toBe(409)
    const next = await shop.first()
    expect(next.impresora).toBe(other.id)
    await shop.authorise(next)
    expect((await move(other.id)).statusCode).toBe(409)
  })

  it('another printer: waiting works and their counts are from then on that printer’s', async () => {
    const shop = await printShop()
    const ricoh = await shop.printer('Ricoh')
    const xerox = await shop.printer('Xerox')
    const id = await shop.pedido({ duplicado: 2 })
    const [row] = (await shop.print(id, { impresora: ricoh.id })).json<Impresion[]>()
    const waiting = async () => {
      const { impresoras } = (await shop.get('/api/mostrador/impresoras', shop.owner)).json()
      return impresoras.map(({ nombre, en_cola }: Impresora) => [nombre, en_cola])
    }
    const none = { pedidos: 0, hojas: 0 }
    expect(await waiting()).toEqual([
      ['Ricoh', { pedidos: 1, hojas: 6 }],
      ['Xerox', none],
    ])
    await shop.post(`/api/mostrador/impresiones/${row?.id}/mover`, { impresora: xerox.id }, shop.owner)
    expect(await waiting()).toEqual([
      ['Ricoh', none],
      ['Xerox', { pedidos: 1, hojas: 6 }],
    ])
    const tarea = await shop.first()
    await shop.authorise(tarea)
    await shop.tell(tarea, 1, 'completo', { impresiones: 10 })
    expect(await waiting()).toEqual([
      ['Ricoh', none],
      ['Xerox', none],
    ])
    const today = new Date(Date.now() - 3 * 3600_000).toISOString().slice(0, 10)
    const path = `/api/mostrador/reportes/impresoras?desde=${today}&hasta=${today}`
    const { impresoras } = (await shop.get(path, shop.owner)).json()
    expect(impresoras).toMatchObject([{ impresora: 'Xerox', trabajos: 1, hojas: 6, contadas: 10 }])
  })

  it('a work that stopped before its document was allowed goes to another printer; one that stopped later does not, whatever was counted', async () => {
    const shop = await printShop()
    await shop.printer('Ricoh')
    const xerox = await shop.printer('Xerox')
    for (const [isAllowed, impresiones, contadas, status] of [
      [false, 0, 0, 200],
      // Printers that count no sides of a PDF say 0 of all their works, and older agents report it
      [true, 0, null, 409],
      [true, 2, 2, 409],
      [true, null, null, 409],
    ] as const) {
      const id = await shop.pedido()
      await shop.print(id)
      const tarea = await shop.first()
      if (isAllowed) await shop.authorise(tarea)
      await shop.tell(tarea, 1, 'abortado', { impresiones, mensaje: 'Se trabó.' })
      const [row] = await shop.made(id)
      expect(row).toMatchObject({ estado: 'detenida', contadas })
      const moved = await shop.post(
        `/api/mostrador/impresiones/${row?.id}/mover`,
        { impresora: xerox.id },
        shop.owner,
      )
      expect(moved.statusCode, String(impresiones)).toEqual(status)
      if (status === 200) {
        expect(moved.json()).toMatchObject({ estado: 'en_cola', mensaje: null, contadas: null })
        const next = await shop.first()
        expect(next.impresora).toBe(xerox.id)
        await shop.authorise(next)
        await shop.tell(next, 1, 'completo')
      } else await shop.answer(row?.id ?? 0, { respuesta: 'cancelar' })
    }
  })

  it('works of a refunded order leave the queue; the printer that has one is told to stop', async () => {
    const shop = await printShop()
    await shop.printer('Ricoh')
    const cancel = (id: string) =>
      shop.post(
        `/api/mostrador/pedidos/${id}/estado`,
        { estado: 'cancelado', motivo: 'Sin papel' },
        shop.owner,
      )
    const [leased, printing, queued] = [await shop.pedido(), await shop.pedido(), await shop.pedido()]
    await shop.print(leased)
    const tarea = await shop.first()
    expect((await cancel(leased)).statusCode).toBe(200)
    expect((await shop.authorise(tarea)).statusCode).toBe(409)
    await shop.tell(tarea, 1, 'cancelado', { impresiones: 0 })

    await shop.print(printing)
    const second = await shop.first()
    await shop.authorise(second)
    await shop.print(queued)
    expect((await cancel(printing)).statusCode).toBe(200)
    expect((await cancel(queued)).statusCode).toBe(200)
    expect((await shop.beat(second)).json().cancelar).toEqual([second.intento])
    await shop.tell(second, 1, 'cancelado', { impresiones: 2 })
    expect(await shop.tareas()).toEqual([])
    await closeDeshechos(shop.deps)
    // They may be wanted again until the cancellation can no longer be taken back
    expect((await shop.made(queued)).map(({ estado }) => estado)).toEqual(['en_cola'])
    for (const id of [leased, printing, queued]) await pastDeshacer(shop, id)
    await closeDeshechos(shop.deps)
    for (const id of [leased, printing, queued])
      expect((await shop.made(id)).map(({ estado }) => estado)).toEqual(['cancelada'])
  })

  it('an end: at once before the first byte, by the printer after it', async () => {
    const shop = await printShop()
    await shop.printer('Ricoh')
    const id = await shop.pedido()
    const [row] = (await shop.print(id)).json<Impresion[]>()
    const cancel = (of: number | undefined) =>
      shop.post(`/api/mostrador/impresiones/${of}/cancelar`, {}, shop.owner)
    expect((await cancel(row?.id)).json()).toMatchObject({ estado: 'cancelada' })
    const [again] = (await shop.print(id)).json<Impresion[]>()
    const tarea = await shop.first()
    await shop.authorise(tarea)
    await shop.tell(tarea, 1, 'enviado')
    expect((await cancel(again?.id)).json()).toMatchObject({ estado: 'imprimiendo' })
    const beat = await shop.beat(tarea)
    expect(beat.json().cancelar).toEqual([tarea.intento])
    await shop.tell(tarea, 2, 'cancelado', { impresiones: 1 })
    expect((await shop.made(id))[0]).toMatchObject({ estado: 'detenida', contadas: 1 })
    // A printer that does not report how much came out leaves it to the clerk as well
    await shop.answer(again?.id ?? 0, { respuesta: 'reimprimir' })
    const third = await shop.first()
    await shop.authorise(third)
    await cancel((await shop.made(id))[0]?.id)
    await shop.tell(third, 1, 'cancelado')
    expect((await shop.made(id))[0]).toMatchObject({ estado: 'detenida', contadas: null })
  })

  it('a work stopped at the printer: the clerk is asked even if the printer counts nothing, and the history names once who stopped it', async () => {
    const shop = await printShop()
    await shop.printer('Ricoh')
    const { id, tarea } = await shop.printing()
    await shop.tell(tarea, 1, 'enviado')
    const [row] = await shop.made(id)
    const cancel = () => shop.post(`/api/mostrador/impresiones/${row?.id}/cancelar`, {}, shop.owner)
    for (const tap of [1, 2]) expect((await cancel()).statusCode, `tap ${tap}`).toBe(200)
    await shop.tell(tarea, 2, 'cancelado', { impresiones: 0, mensaje: 'Se canceló en la impresora.' })
    expect((await shop.made(id))[0]).toMatchObject({
      estado: 'detenida',
      contadas: null,
      mensaje: 'Se canceló desde el mostrador.',
    })
    expect((await shop.print(id)).statusCode).toBe(409)
    const { historial } = (await shop.get(`/api/mostrador/pedidos/${id}`, shop.owner)).json()
    expect(historial.filter(({ nota }: { nota: string | null }) => nota?.includes('cancelar'))).toMatchObject(
      [{ quien: 'Dueño', nota: 'Se pidió cancelar «a.pdf», que ya estaba en la impresora.' }],
    )
  })
})
