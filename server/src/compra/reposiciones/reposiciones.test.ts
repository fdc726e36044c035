import { PDFDocument } from '@cantoo/pdf-lib'
import type { PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import type { ReposicionAnswer } from '@imprimitodo/shared/api/reposiciones'
import { eq } from 'drizzle-orm'
import { describe, expect, onTestFinished, test } from 'vitest'
import { archivos, contenidos, reposiciones } from '../../base/db/schema/archivos.ts'
import { auditoria } from '../../base/db/schema/auditoria.ts'
import { correosTo } from '../../testing/cuenta.ts'
import { newOperador } from '../../testing/mostrador.ts'
import { makePdf } from '../../testing/pdf.ts'
import { moveTo, ownerOf, rowOf } from '../../testing/pedidos.ts'
import { formOf, pathOf, send, shopWithLost } from '../../testing/reposiciones.ts'
import { compra, eventually, type Shop } from '../../testing/shop.ts'
import { beginAs, sendPart } from '../../testing/subidas.ts'

const bytesOf = (shop: Shop) => shop.db.select().from(contenidos).orderBy(contenidos.creado)
const estadosOf = async (shop: Shop) =>
  (await shop.db.select().from(reposiciones).orderBy(reposiciones.id)).map(({ estado }) => estado)
const detalle = (answer: { body: string }): string => JSON.parse(answer.body).detail
/** Other files, of three pages and of five. */
const other = makePdf({ pages: 3, text: 'Otra' })
const longer = makePdf({ pages: 5 })

describe('the counter asks', () => {
  test('for lost files by one mail with a link to each; asking twice at once sends one mail', async () => {
    const { shop, lose, ask, view, pedido, deps } = await shopWithLost()
    expect((await ask()).json().detail).toBe(
      'No hay nada que pedir: los archivos de este pedido están, o llegaron y esperan tu respuesta.',
    )
    await lose()
    expect((await view()).reposiciones).toMatchObject([
      { n: 1, nombre: 'tesis.pdf', danado: 'no está', estado: 'sin_pedir', paginas: 3, enlace: null },
    ])
    const answers = await Promise.all([ask(), ask(), ask({ n: 1 })])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(answers[0]?.json().reposiciones).toMatchObject([{ estado: 'pedida', quien: expect.any(String) }])
    const mails = (await correosTo(shop, 'ana@example.com')).filter(({ asunto }) =>
      asunto.includes('de nuevo'),
    )
    expect(mails).toHaveLength(1)
    expect(mails[0]?.asunto).toBe(`Necesitamos de nuevo un archivo de tu pedido ${pedido.numero}`)
    expect(mails[0]?.texto).toContain(`${deps.publicUrl}/pedido/${pedido.id}/archivo/1#llave=`)
    expect((await view()).historial.at(-1)).toMatchObject({
      nota: 'Se le pidió al cliente que mande de nuevo «tesis.pdf».',
    })
  })

  test('not for an intact file, nor for an order that needs none, nor at another branch', async () => {
    const { shop, lose, ask, pedido, path } = await shopWithLost()
    expect((await ask({ n: 1 })).json().detail).toBe('«tesis.pdf» está como llegó: no hace falta pedirlo.')
    expect((await ask({ n: 2 })).statusCode).toBe(404)
    await lose()
    const { headers } = await newOperador(shop, 2)
    expect((await shop.post(`${path}/reposiciones`, {}, headers)).statusCode).toBe(404)
    expect((await shop.post(`${path}/reposiciones`, {})).statusCode).toBe(401)
    await moveTo(shop, pedido.id, 'en_produccion', 'listo', 'entregado')
    const late = await ask()
    expect(late.json().detail).toBe(
      `El pedido ${pedido.numero} ya no necesita archivos: no hay nada que pedir.`,
    )
    expect(late.headers['x-codigo']).toBe('pedido_cerrado')
    expect(await estadosOf(shop)).toEqual([])
  })

  test('and shows it on the board in one word, and file by file on the order', async () => {
    const { shop, lose, ask, headers, ana, pedido } = await shopWithLost()
    const onBoard = async () =>
      (await shop.get('/api/mostrador/pedidos', headers)).json().pedidos[0].reposicion
    expect(await onBoard()).toBe(null)
    await lose('cambió')
    expect(await onBoard()).toBe('sin_pedir')
    await ask()
    expect(await onBoard()).toBe('pedida')
    await send(ana, pedido.id, await other)
    expect(await onBoard()).toBe('recibida')
  })
})

describe('the customer’s page', () => {
  test('shows a stranger with the link no name, and takes no file from them', async () => {
    const { visitor, lose, ask, pedido, pdf, ana } = await shopWithLost()
    await lose()
    expect((await visitor().ask(pathOf(pedido.id))).status).toBe(404) // never asked for
    await ask()
    const stranger = visitor()
    const seen = await stranger.ask(pathOf(pedido.id))
    expect(seen.json()).toMatchObject({
      nombre: 'archivo 1.pdf',
      acceso: 'enlace',
      estado: 'pedida',
      paginas: 3,
      email: expect.not.stringContaining('ana@'),
      numero: pedido.numero,
    })
    expect(seen.headers.get('cache-control')).toBe('private, no-store')
    expect(await send(stranger, pedido.id, pdf)).toMatchObject({ status: 403 })
    expect((await ana.ask(pathOf(pedido.id))).json()).toMatchObject({
      nombre: 'tesis.pdf',
      acceso: 'completo',
    })
    for (const path of [pathOf(pedido.id, 2), pathOf('nada'), pathOf(pedido.id, 0)])
      expect((await ana.ask(path)).status, path).toBeGreaterThanOrEqual(400)
  })

  test('has no picture of a file that is gone, and logs no error', async () => {
    const { lose, pedido, ana } = await shopWithLost()
    await lose()
    const picture = await ana.ask(`/api/pedidos/${pedido.id}/archivos/1/miniatura.webp?ancho=320`)
    expect(picture.status).toBe(404)
  })

  test('opens by the mail’s own link', async () => {
    const { shop, visitor, lose, ask, pedido, pdf } = await shopWithLost()
    await lose()
    const { enlace } = (await ask()).json().reposiciones[0]
    const llave = new URL(enlace).hash.replace('#llave=', '')
    const holder = visitor()
    await holder.ask(`/api/pedidos/${pedido.id}/acceso`, { body: { llave } })
    expect(await send(holder, pedido.id, pdf)).toMatchObject({ status: 200 })
    expect(await estadosOf(shop)).toEqual(['repuesta'])
  })
})

describe('the same bytes', () => {
  test.each(['no está', 'cambió'] as const)('take their place at once, where the file %s', async (how) => {
    const { shop, lose, ask, ana, pedido, pdf, path, headers, view, contenidoOf } = await shopWithLost()
    const before = (await contenidoOf()).contenido
    await lose(how)
    expect((await shop.get(`${path}/trabajos/1.pdf`, headers)).statusCode).toBe(409)
    await ask()
    const answer = await send(ana, pedido.id, pdf)
    expect(answer.status).toBe(200)
    expect(answer.json()).toMatchObject({ estado: 'lista' })
    const { contenido } = await contenidoOf()
    expect(contenido).toMatchObject({
      danado: null,
      sha256: before.sha256,
      prueba: before.prueba,
      paginas: 3,
    })
    expect(contenido.id).not.toBe(before.id)
    expect((await shop.get(`${path}/trabajos/1.pdf`, headers)).statusCode).toBe(200)
    expect(await view()).toMatchObject({
      reposiciones: [],
      reposicion: null,
      importe_final: pedido.importe_final / 100,
    })
    const again = await send(ana, pedido.id, pdf)
    expect(again.status).toBe(409)
    expect(detalle(again)).toBe('Ese archivo ya lo tenemos: no hace falta que lo mandes de nuevo. ¡Gracias!')
    expect(await bytesOf(shop)).toHaveLength(2)
    expect(await send(ana, pedido.id, await other)).toMatchObject({ status: 409 })
  })

  test('come back to every order that is printed from them', async () => {
    const { shop, lose, ask, ana, pedido, pdf, contenidoOf, order } = await shopWithLost()
    const second = await order()
    const { id } = (await contenidoOf()).contenido
    await shop.db.update(archivos).set({ contenido_id: id }).where(eq(archivos.pedido_id, second.id))
    await lose()
    await ask()
    await send(ana, pedido.id, pdf)
    const [one, two] = [await contenidoOf(), await contenidoOf(second.id)]
    expect(two.contenido.id).toBe(one.contenido.id)
    expect(two.contenido.danado).toBe(null)
  })

  test('in parts, as a large file travels', async () => {
    const { shop, lose, ask, ana, pedido, pdf } = await shopWithLost()
    await lose()
    await ask()
    const { location, id } = await beginAs(ana, pdf.length)
    expect((await sendPart(ana, location, 0, pdf)).status).toBe(204)
    const form = new FormData()
    form.append('subida', id)
    expect(
      (await ana.ask(pathOf(pedido.id), { method: 'POST', body: form })).json<ReposicionAnswer>().estado,
    ).toBe('lista')
    form.set('subida', 'nada')
    expect(await ana.ask(pathOf(pedido.id), { method: 'POST', body: form })).toMatchObject({ status: 409 })
    expect(await estadosOf(shop)).toEqual(['repuesta'])
  })
})

describe('other bytes', () => {
  test('wait for the counter, which sees both; once accepted, the order is printed from them at the same price', async () => {
    const { shop, lose, ask, accept, ana, pedido, view, path, headers, contenidoOf } = await shopWithLost()
    const shown = async (headers: Record<string, string> = {}) =>
      (await shop.get(`/api/pedidos/${pedido.id}`, headers)).json<PedidoAnswer>().reposiciones
    const owner = await ownerOf(shop, pedido.id)
    await lose()
    expect(await shown(owner)).toEqual([]) // the counter has not asked yet
    await ask()
    expect([await shown(owner), await shown()]).toEqual([[{ n: 1, recibida: false }], []])
    expect((await send(ana, pedido.id, await longer)).json<ReposicionAnswer>().estado).toBe('recibida')
    expect(await shown(owner)).toEqual([{ n: 1, recibida: true }])
    const [seen] = (await view()).reposiciones
    // 3 pages on two sides: 160 + 100; 5 pages: 320 + 100
    expect(seen).toMatchObject({
      estado: 'recibida',
      paginas: 3,
      vez: 2,
      recibido: { paginas: 5, diferencia: 160 },
    })
    const received = await shop.get(`${path}/reposiciones/1/recibido.pdf`, headers)
    expect((await PDFDocument.load(received.rawPayload)).getPageCount()).toBe(5)
    expect((await contenidoOf()).archivo.paginas).toBe(3)
    const taken = await accept(seen.vez)
    expect(taken.json()).toMatchObject({
      reposiciones: [],
      importe_final: pedido.importe_final / 100,
      archivos: [{ paginas: 5 }],
    })
    expect((await contenidoOf()).contenido).toMatchObject({ danado: null, prueba: { imposibles: [] } })
    const work = await shop.get(`${path}/trabajos/1.pdf`, headers)
    expect((await PDFDocument.load(work.rawPayload)).getPageCount()).toBe(5)
    expect((await accept(seen.vez)).statusCode).toBe(409) // only once
    expect(await shown(owner)).toEqual([])
  })

  test('that the disk lost too are a clear 404', async () => {
    const { shop, lose, ask, ana, pedido, path, headers } = await shopWithLost()
    await lose()
    await ask()
    await send(ana, pedido.id, await longer)
    const [came] = await shop.db.select().from(reposiciones)
    await shop.deps.files.delete(came?.nuevo_id ?? '')
    const answer = await shop.get(`${path}/reposiciones/1/recibido.pdf`, headers)
    expect(answer.statusCode).toBe(404)
    expect(detalle(answer)).toBe('El archivo que mandó el cliente ya no está. Pedíselo de nuevo.')
  })

  test('are not accepted where they cannot be printed', async () => {
    const { shop, lose, ask, accept, ana, pedido, view } = await shopWithLost()
    await lose()
    await ask()
    await send(ana, pedido.id, await longer)
    const { vez } = await eventually(
      async () => (await view()).reposiciones[0],
      ({ recibido }) => recibido.revisado,
    )
    const [came] = await shop.db.select().from(reposiciones)
    const prueba = { imagen: [], imposibles: [2], avisos: [] }
    await shop.db
      .update(contenidos)
      .set({ prueba })
      .where(eq(contenidos.id, came?.nuevo_id ?? ''))
    const refused = await accept(vez)
    expect(refused.statusCode).toBe(409)
    expect(detalle(refused)).toContain('no se puede imprimir (página 2)')
    expect(refused.headers['x-codigo']).toBe('no_se_imprime')
  })

  test('are removed when refused, and the customer is asked again', async () => {
    const { shop, lose, ask, ana, pedido, view } = await shopWithLost()
    await lose()
    await ask()
    await send(ana, pedido.id, await other)
    const [{ vez }] = (await view()).reposiciones
    expect((await ask({ n: 1 })).json().detail).toBe(
      'Mientras tanto llegó otro archivo. Miralo antes de responder.',
    )
    expect((await ask({ n: 1, vez })).json().reposiciones).toMatchObject([
      { estado: 'pedida', recibido: null },
    ])
    expect(await bytesOf(shop)).toHaveLength(1)
    const [mail] = await correosTo(shop, 'ana@example.com')
    expect(mail?.texto).toContain('no es el archivo que hay que imprimir')
  })

  test('sent twice from two tabs: the last one counts, and no clerk accepts a file that they did not see', async () => {
    const { shop, lose, ask, accept, ana, pedido, view } = await shopWithLost()
    await lose()
    await ask()
    await send(ana, pedido.id, await other)
    const [{ vez }] = (await view()).reposiciones
    await send(ana, pedido.id, await other) // the same again
    expect((await view()).reposiciones[0].vez).toBe(vez)
    await send(ana, pedido.id, await longer)
    expect((await accept(vez)).json().detail).toBe(
      'Mientras tanto llegó otro archivo. Miralo antes de responder.',
    )
    expect(await bytesOf(shop)).toHaveLength(2)
    const all = await Promise.all(
      [...Array(6)].map(async (_, at) => send(ana, pedido.id, at % 2 ? await other : await longer)),
    )
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 200))
    expect(await bytesOf(shop)).toHaveLength(2)
  })

  test('accepted by two clerks at once: one of them does', async () => {
    const { shop, lose, ask, accept, ana, pedido, view } = await shopWithLost()
    await lose()
    await ask()
    await send(ana, pedido.id, await longer)
    const [{ vez }] = (await view()).reposiciones
    const codes = (await Promise.all([...Array(50)].map(() => accept(vez)))).map(
      ({ statusCode }) => statusCode,
    )
    expect(codes.filter((code) => code === 200)).toHaveLength(1)
    expect(codes.filter((code) => code === 409)).toHaveLength(49)
    const moved = await shop.db.select().from(auditoria).where(eq(auditoria.que, 'archivo'))
    expect(moved.map(({ quien, despues }) => [quien, (despues as { estado: string }).estado])).toEqual([
      [expect.any(String), 'pedida'],
      ['cliente', 'recibida'],
      [expect.any(String), 'aceptada'],
    ])
  })

  test('wait as long as their order', async () => {
    const { shop, app, lose, ask, ana, pedido, clock } = await shopWithLost()
    await lose()
    await ask()
    await send(ana, pedido.id, await other)
    clock.offsetMs = 5 * 86_400_000
    await app.housekeeping()
    expect(await bytesOf(shop)).toHaveLength(2)
    await moveTo(shop, pedido.id, 'en_produccion', 'listo', 'entregado')
    clock.offsetMs = 40 * 86_400_000
    await app.housekeeping()
    await app.housekeeping()
    expect(await estadosOf(shop)).toEqual([])
    expect((await bytesOf(shop)).filter(({ borrado }) => !borrado)).toEqual([])
  })
})

describe('a refused file gets its reason', () => {
  test('a file that cannot be printed', async () => {
    const { shop, lose, ask, ana, pedido } = await shopWithLost()
    await lose()
    await ask()
    const secret = await PDFDocument.load(await other)
    secret.encrypt({ userPassword: 'a', ownerPassword: 'b' })
    const bad: [Uint8Array, string][] = [
      [await secret.save(), '«tesis.pdf»: está protegido con contraseña'],
      [Buffer.from('hola'), '«tesis.pdf»: no es un PDF'],
      [(await longer).slice(0, 300), '«tesis.pdf»: '],
    ]
    for (const [bytes, text] of bad) {
      const answer = await send(ana, pedido.id, bytes)
      expect(answer.status).toBe(400)
      expect(answer.headers.get('x-codigo')).toBe('archivo_rechazado')
      expect(answer.json<{ archivos: string[] }>().archivos[0]).toEqual(expect.stringContaining(text))
    }
    const none = await ana.ask(pathOf(pedido.id), { method: 'POST', body: new FormData() })
    expect(none.status).toBe(400)
    const two = formOf(await other)
    two.append('archivo', new Blob(['x']), 'b.pdf')
    expect(detalle(await ana.ask(pathOf(pedido.id), { method: 'POST', body: two }))).toBe(
      'Mandá un solo archivo.',
    )
    expect((await ana.ask(pathOf(pedido.id), { body: {} })).status).toBe(415)
    expect(await bytesOf(shop)).toHaveLength(1)
    expect(await estadosOf(shop)).toEqual(['pedida'])
  })

  test('a file for an order that was cancelled or handed over meanwhile', async () => {
    const { shop, lose, ask, accept, ana, pedido, pdf, view } = await shopWithLost()
    await lose()
    await ask()
    await send(ana, pedido.id, await other)
    const [{ vez }] = (await view()).reposiciones
    await moveTo(shop, pedido.id, 'cancelado')
    const late = await send(ana, pedido.id, pdf)
    expect(late.status).toBe(409)
    expect(detalle(late)).toEqual(
      `Tu pedido ${pedido.numero} ya no necesita este archivo: no hace falta que lo mandes.`,
    )
    expect(late.headers.get('x-codigo')).toBe('pedido_cerrado')
    const accepted = await accept(vez)
    expect(accepted.statusCode).toBe(409)
    expect(accepted.headers['x-codigo']).toBe('pedido_cerrado')
    expect((await ana.ask(pathOf(pedido.id))).json()).toMatchObject({ estado: 'cerrada' })
    expect((await view()).reposiciones).toEqual([])
  })

  test('too many files of one browser', async () => {
    const { lose, ask, ana, pedido } = await shopWithLost()
    await lose()
    await ask()
    const codes: number[] = []
    for (let count = 0; count < 35; count++) codes.push((await send(ana, pedido.id, Buffer.from('x'))).status)
    // The first one came without the cookie that it was given
    expect(codes.filter((code) => code === 400)).toHaveLength(31)
    expect(codes.at(-1)).toBe(429)
  })

  test('another order of the same browser takes no file for this one', async () => {
    const { shop, lose, ask, ana, pedido, pdf } = await shopWithLost()
    await lose()
    await ask()
    const { pedido_id } = await shop.quote([{ nombre: 'b.pdf', bytes: pdf }])
    await shop.post('/api/completar_compra', compra(pedido_id))
    expect(await send(ana, pedido_id, pdf)).toMatchObject({ status: 404 })
    expect((await rowOf(shop, pedido.id)).estado).toBe('pagado')
  })
})

test('a server that stops in between leaves nothing: the same file is sent again', async () => {
  const { shop, lose, ask, ana, pedido, pdf, deps } = await shopWithLost()
  await lose()
  await ask()
  const { receive } = deps.files
  onTestFinished(() => void Object.assign(deps.files, { receive }))
  deps.files.receive = async (...args) => {
    const received = await receive(...args)
    // As if the power failed after the bytes were kept and before the commit
    const keep = async (id: string) => {
      await received.keep(id)
      throw new Error('gone')
    }
    return { ...received, keep }
  }
  expect((await send(ana, pedido.id, pdf)).status).toBe(500)
  expect(await estadosOf(shop)).toEqual(['pedida'])
  expect(await bytesOf(shop)).toHaveLength(1)
  deps.files.receive = receive
  expect((await send(ana, pedido.id, pdf)).json()).toMatchObject({ estado: 'lista' })
  await eventually(
    () => estadosOf(shop),
    ([estado]) => estado === 'repuesta',
  )
})
