import type { Impresion, TicketTermico } from '@imprimitodo/shared/api/impresion'
import { describe, expect, it } from 'vitest'
import { textosOf } from '../../testing/escpos.ts'
import { makePdf } from '../../testing/pdf.ts'
import { drawnOn } from '../../testing/pdf-text.ts'
import { PERFIL, printShop } from '../../testing/printing.ts'

const URI = 'socket://10.0.0.8:9100'
const pathOf = (id: string) => `/api/mostrador/pedidos/${id}/ticket-termico`

async function open() {
  const shop = await printShop()
  const termica = await shop.printer('Epson', { uri: URI })
  const send = async (id: string, body: object = {}) => shop.post(pathOf(id), body, shop.owner)
  const last = async (id: string) =>
    (await shop.get(pathOf(id), shop.owner)).json<{ ultimo: TicketTermico | null; impresoras: object[] }>()
  return { shop, termica, send, last }
}

describe('the ticket of an order on its branch’s thermal printer', () => {
  it('one tap: the agent gets the bytes, and the order’s state stays', async () => {
    const { shop, send, last } = await open()
    const id = await shop.pedido({ nombre: 'tesis ñandú.pdf' })
    expect((await last(id)).ultimo).toBeNull()
    expect((await send(id)).json()).toMatchObject({ estado: 'en_cola', impresora: 'Epson' })
    const tarea = await shop.first()
    const path = `/api/agente/documento/${tarea.documento.sha256}`
    const texts = textosOf((await shop.get(path, shop.as(shop.alberdi))).rawPayload)
    const { numero, codigo_retiro } = (await shop.get(`/api/mostrador/pedidos/${id}`, shop.owner)).json()
    expect(texts).toEqual(expect.arrayContaining([`${numero}`, codigo_retiro, 'ImprimiTodo - Alberdi']))
    expect(texts.some((text) => text.startsWith('tesis ñandú.pdf'))).toBe(true)
    await shop.authorise(tarea)
    await shop.tell(tarea, 1, 'completo')
    expect((await last(id)).ultimo).toMatchObject({ estado: 'impresa' })
    const order = (await shop.get(`/api/mostrador/pedidos/${id}`, shop.owner)).json()
    expect([order.estado, await shop.made(id)]).toEqual(['pagado', []])
  })

  it('a ticket and a test page are printed though the printer reports no sheets', async () => {
    const { shop, termica, send } = await open()
    const perfil = { ...PERFIL, pdf: false, dos_pasos: false, hojas: [] }
    const salud = { id: termica.id, anda: true, texto: 'Lista', aviso: null, perfil }
    const informe = { informes: [], vivos: [], impresoras: [salud] }
    await shop.post('/api/agente/informe', informe, shop.as(shop.alberdi))
    const id = await shop.pedido()
    await send(id)
    const ticket = await shop.first()
    expect((await shop.authorise(ticket)).statusCode).toBe(200)
    await shop.tell(ticket, 1, 'completo')
    await shop.post(`/api/mostrador/impresoras/${termica.id}/prueba`, {}, shop.owner)
    expect((await shop.authorise(await shop.first())).statusCode).toBe(200)
  })

  it('a second tap while it is on its way adds none; once it is out another may be printed', async () => {
    const { shop, send } = await open()
    const id = await shop.pedido()
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(id)))
    const ids = answers.filter(({ statusCode }) => statusCode === 200).map((one) => one.json().id)
    expect(new Set(ids).size).toBe(1)
    const tarea = await shop.first()
    await shop.authorise(tarea)
    await shop.tell(tarea, 1, 'completo')
    expect((await send(id)).json().id).not.toBe(ids[0])
  })

  it('a ticket that may not have come out asks no question, and does not keep the order from being ready', async () => {
    const { shop, send, last } = await open()
    await shop.printer('Ricoh')
    const id = await shop.pedido()
    await shop.print(id)
    const work = await shop.first()
    await shop.authorise(work)
    await shop.tell(work, 1, 'completo')
    await send(id)
    const tarea = await shop.first()
    await shop.authorise(tarea)
    await shop.tell(tarea, 1, 'verificar', { mensaje: 'Se cortó mientras se mandaba.' })
    expect((await last(id)).ultimo).toMatchObject({
      estado: 'cancelada',
      mensaje: 'Se cortó mientras se mandaba.',
    })
    expect((await shop.made(id)).map(({ estado }) => estado)).toEqual(['impresa'])
    const step = { estado: 'listo' }
    expect((await shop.post(`/api/mostrador/pedidos/${id}/estado`, step, shop.owner)).statusCode).toBe(200)
  })

  it('a ticket whose agent fell silent is given up when another one is printed', async () => {
    const { shop, send } = await open()
    const id = await shop.pedido()
    const { id: first } = (await send(id)).json<TicketTermico>()
    const tarea = await shop.first()
    await shop.authorise(tarea)
    expect((await send(id)).json().id).toBe(first)
    shop.clock.offsetMs += 10 * 60_000
    expect((await send(id)).json().id).not.toBe(first)
    await shop.tell(tarea, 1, 'completo')
    expect((await shop.get(pathOf(id), shop.owner)).json().ultimo.estado).toBe('en_cola')
  })

  it('a ticket that its agent held all night is not printed, and asks nothing', async () => {
    const { shop, send } = await open()
    const id = await shop.pedido()
    await send(id)
    const tarea = await shop.first()
    shop.clock.offsetMs += 9 * 3600_000
    expect((await shop.authorise(tarea)).statusCode).toBe(409)
    expect((await shop.get(pathOf(id), shop.owner)).json().ultimo).toMatchObject({
      estado: 'cancelada',
      mensaje: 'Esperó muchas horas a su impresora y no se imprimió.',
    })
  })

  it('a ticket that waits for a switched-off printer goes to the printer that is asked for, once', async () => {
    const { shop, termica, send } = await open()
    const other = await shop.printer('Epson de atrás', { uri: 'socket://10.0.0.9:9100' })
    const id = await shop.pedido()
    const { id: first } = (await send(id, { impresora: termica.id })).json<TicketTermico>()
    await shop.first() // leased, and not one byte sent
    expect((await send(id, { impresora: termica.id })).json().id).toBe(first)
    const moved = (await send(id, { impresora: other.id })).json<TicketTermico>()
    expect([moved.id === first, moved.impresora]).toEqual([false, 'Epson de atrás'])
    const tarea = await shop.first()
    expect(tarea.impresora).toBe(other.id)
    await shop.authorise(tarea)
    // Once its bytes are allowed it stays at its printer
    expect((await send(id, { impresora: termica.id })).json().id).toBe(moved.id)
  })

  it('no PDF goes there, automatically or by hand, and its test page is a ticket', async () => {
    const { shop, termica } = await open()
    const id = await shop.pedido()
    expect((await shop.print(id)).json().detail).toContain('Ninguna impresora')
    expect((await shop.print(id, { impresora: termica.id })).json().detail).toContain('Solo imprime tickets')
    const ricoh = await shop.printer('Ricoh')
    const [queued] = (await shop.print(id, { impresora: ricoh.id })).json<Impresion[]>()
    const path = `/api/mostrador/impresiones/${queued?.id}/mover`
    expect((await shop.post(path, { impresora: termica.id }, shop.owner)).statusCode).toBe(409)
    // Nor does any call for works take a ticket
    const ticket = (await shop.post(pathOf(id), {}, shop.owner)).json<TicketTermico>()
    for (const what of ['mover', 'cancelar', 'confirmar']) {
      const call = `/api/mostrador/impresiones/${ticket.id}/${what}`
      expect((await shop.post(call, { impresora: ricoh.id }, shop.owner)).statusCode, String(what)).toBe(404)
    }
    expect((await shop.get(pathOf(id), shop.owner)).json().ultimo.estado).toBe('en_cola')
    await shop.post(`/api/mostrador/impresoras/${termica.id}/prueba`, {}, shop.owner)
    await expect
      .poll(async () => (await shop.tareas()).find(({ impresora }) => impresora === termica.id)?.ficha.copias)
      .toBe(1)
  })

  it('lists the files of a volume in their order, as the PDF does', async () => {
    const { shop, send } = await open()
    const bytes = await makePdf({ pages: 3 })
    const id = await shop.pedido([
      { nombre: 'z-portada.pdf', bytes, grupo: 'grupo0' },
      { nombre: 'a-anexo.pdf', bytes, grupo: 'grupo0', doble_faz: false },
    ])
    await send(id)
    const { documento } = await shop.first()
    const path = `/api/agente/documento/${documento.sha256}`
    const texts = textosOf((await shop.get(path, shop.as(shop.alberdi))).rawPayload)
    const at = texts.findIndex((text) => text.startsWith('ANILLADO 1 en este orden'))
    expect(texts.slice(at + 1, at + 3)).toEqual([
      expect.stringMatching(/^1 z-portada\.pdf +3 p b\/n doble$/),
      expect.stringMatching(/^2 a-anexo\.pdf +3 p b\/n$/),
    ])
    const pdf = await shop.get(`/api/mostrador/pedidos/${id}/ticket.pdf`, shop.owner)
    const drawn = (await drawnOn(pdf.rawPayload)).join('')
    const places = ['1 · z-portada.pdf: 3 pág., b/n, doble faz', '2 · a-anexo.pdf: 3 pág., b/n, una cara']
    for (const place of places) expect(drawn).toContain(place)
  })

  it('the label of the shelf is a slip of its own, on its way once; on A6 it says the same', async () => {
    const { shop, send } = await open()
    const bytes = await makePdf({ pages: 3 })
    const id = await shop.pedido([
      { nombre: 'z-portada.pdf', bytes, grupo: 'grupo0' },
      { nombre: 'a-anexo.pdf', bytes, grupo: 'grupo0', doble_faz: false },
    ])
    const change = { nombre: 'Ñandú Güemes', estante: 'b3' }
    const url = `/api/mostrador/pedidos/${id}`
    await shop.app.inject({ method: 'PATCH', url, payload: change, headers: shop.owner })
    const ticket = (await send(id)).json<TicketTermico>()
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(id, { papel: 'etiqueta' })))
    const sent = answers.filter(({ statusCode }) => statusCode === 200)
    const etiquetas = sent.map((answer) => answer.json<TicketTermico>())
    expect(new Set(etiquetas.map((one) => one.id)).size).toBe(1)
    expect([etiquetas[0]?.papel, etiquetas[0]?.id === ticket.id]).toEqual(['etiqueta', false])
    expect((await send(id, { papel: 'factura' })).statusCode).toBe(400)
    // Neither slip is a work of the order
    expect((await shop.get(`/api/mostrador/impresiones?pedido_id=${id}`, shop.owner)).json()).toEqual([])
    // One after the other goes to the printer
    const next = async () => {
      const tarea = await shop.first()
      const path = `/api/agente/documento/${tarea.documento.sha256}`
      const texts = textosOf((await shop.get(path, shop.as(shop.alberdi))).rawPayload).filter(Boolean)
      await shop.authorise(tarea)
      await shop.tell(tarea, 1, 'completo')
      return texts
    }
    expect((await next())[0]).toBe('ImprimiTodo - Alberdi')
    const label = await next()
    const { numero, codigo_retiro } = (await shop.get(url, shop.owner)).json()
    expect(label.slice(0, 4)).toEqual([
      String(numero),
      'Ñandú Güemes',
      'B3',
      expect.stringMatching(/^RETIRA/),
    ])
    expect(label.at(-1)).toBe(codigo_retiro)
    const pdf = async (papel: string) => {
      const answer = await shop.get(`${url}/ticket.pdf?papel=${papel}`, shop.owner)
      return {
        name: answer.headers['content-disposition'],
        drawn: (await drawnOn(answer.rawPayload)).join(''),
      }
    }
    const a6 = await pdf('etiqueta')
    expect(a6.name).toContain(`${numero}-etiqueta.pdf`)
    const places = label.map((text) => a6.drawn.indexOf(text))
    expect(places).toEqual(places.filter((place) => place >= 0).toSorted((a, b) => a - b))
    // The files of a volume stand on the ticket of A6 in their order
    const small = (await pdf('a6')).drawn
    const files = ['ANILLADO 1 en este orden', '1 z-portada.pdf ', '2 a-anexo.pdf '].map((text) =>
      small.indexOf(text),
    )
    expect(files).toEqual(files.filter((place) => place >= 0).toSorted((a, b) => a - b))
    expect((await shop.get(`${url}/ticket.pdf?papel=a7`, shop.owner)).statusCode).toBe(400)
  })

  it('no printer, an order that was undone or is unknown, or another branch’s: a sentence', async () => {
    const { shop, send } = await open()
    const other = await shop.printer('Star', { uri: URI, sucursal: 'Aguilares' })
    const id = await shop.pedido()
    expect((await send(id, { impresora: other.id })).statusCode).toBe(404)
    expect((await send('no-es-un-pedido-de-nadie')).statusCode).toBe(404)
    const bare = await printShop()
    const none = await bare.post(pathOf(await bare.pedido()), {}, bare.owner)
    expect(none.statusCode).toBe(409)
    expect(none.json().detail).toBe('Esta sucursal no tiene impresora de tickets.')
  })
})
