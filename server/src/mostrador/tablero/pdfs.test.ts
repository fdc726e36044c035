import { readFileSync, writeFileSync } from 'node:fs'
import { PDFDocument } from '@cantoo/pdf-lib'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { archivos } from '../../base/db/schema/archivos.ts'
import { pedidos } from '../../base/db/schema/pedidos.ts'
import { createPdfEngine } from '../../base/pdf/engine.ts'
import { PdfRefused } from '../../base/pdf/port.ts'
import { makePdf } from '../../testing/pdf.ts'
import { compra, OWNER, type SentFile, type Shop, testShop } from '../../testing/shop.ts'

async function order(shop: Shop, files: SentFile[]) {
  const { pedido_id } = await shop.quote(files)
  await shop.post('/api/completar_compra', compra(pedido_id))
  const { access } = (await shop.post('/api/mostrador/ingresar', OWNER)).json()
  const auth = { authorization: `Bearer ${access}` }
  const get = (path: string) => shop.get(`/api/mostrador/pedidos/${pedido_id}/${path}`, auth)
  const [pedido] = await shop.db.select().from(pedidos).where(eq(pedidos.id, pedido_id))
  return { pedido_id, get, numero: pedido?.numero }
}

const pagesOf = async (bytes: Buffer) => (await PDFDocument.load(bytes)).getPageCount()

test('works are made as they were listed, with a name that says what they are, and kept', async () => {
  const engine = createPdfEngine()
  let made = 0
  const pdf = {
    ...engine,
    assemble: (...args: Parameters<typeof engine.assemble>) => {
      made++
      return engine.assemble(...args)
    },
  }
  const shop = await testShop({ pdf })
  const { get, numero } = await order(shop, [
    { nombre: 'Cañón «1».pdf', bytes: await makePdf({ pages: 3 }), grupo: 'grupo1', duplicado: 2 },
    { nombre: 'b.pdf', bytes: await makePdf({ pages: 2 }), grupo: 'grupo1' },
    { nombre: 'ñandú.pdf', bytes: await makePdf({ pages: 5 }), doble_faz: false },
  ])
  const both = await Promise.all([get('trabajos/1.pdf'), get('trabajos/1.pdf'), get('trabajos/1.pdf')])
  expect(made).toBe(1)
  for (const answer of both) {
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('application/pdf')
    expect(await pagesOf(answer.rawPayload)).toBe(6) // 3, a blank back, 2
    expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length))
    expect(answer.headers['cache-control']).toBe('no-store')
  }
  await get('trabajos/1.pdf')
  expect(made).toBe(1)
  const loose = await get('trabajos/2.pdf')
  expect(await pagesOf(loose.rawPayload)).toBe(5)
  expect(loose.headers['content-disposition']).toBe(
    `inline; filename="${numero}-2 nandu (1x).pdf"; filename*=UTF-8''${numero}-2%20%C3%B1and%C3%BA%20%281x%29.pdf`,
  )
  for (const wrong of ['trabajos/3.pdf', 'trabajos/0.pdf']) expect((await get(wrong)).statusCode).toBe(404)
  expect((await get('trabajos/x.pdf')).statusCode).toBe(400)
})

test('a file may be called anything: its work has a name that a disk takes', async () => {
  const shop = await testShop()
  const bytes = await makePdf({ pages: 801 })
  const { get, numero } = await order(shop, [
    { nombre: `${'a'.repeat(99)}😀😀.pdf`, bytes, doble_faz: false, anillado: true },
    { nombre: '\u202efdp.exe', bytes: await makePdf() },
  ])
  const named = async (work: string) =>
    decodeURIComponent(String((await get(work)).headers['content-disposition']).split("''")[1] ?? '')
  expect(await named('trabajos/1.pdf')).toBe(`${numero}-1 ${'a'.repeat(99)}😀 tomo 1 de 3 (1x).pdf`)
  expect(await named('trabajos/4.pdf')).toBe(`${numero}-4 fdp.exe (1x).pdf`)
})

test('a file that went or changed since it arrived is not printed: the clerk is told which and what to do', async () => {
  const shop = await testShop()
  const { get, pedido_id } = await order(shop, [
    { nombre: 'a.pdf', bytes: await makePdf() },
    { nombre: 'b.pdf', bytes: await makePdf({ pages: 2 }) },
  ])
  const lineas = await shop.db
    .select()
    .from(archivos)
    .where(eq(archivos.pedido_id, pedido_id))
    .orderBy(archivos.posicion)
  const [gone = '', changed = ''] = lineas.map(({ contenido_id }) => contenido_id)
  const path = await shop.deps.files.pathOf(changed)
  writeFileSync(path, readFileSync(path).fill(0, 100, 200))
  await shop.deps.files.delete(gone)
  const answers = [await get('trabajos/1.pdf'), await get('trabajos/2.pdf')]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([409, 409])
  expect(answers.map((answer) => answer.json())).toEqual([
    { detail: '«a.pdf» ya no está en el disco. Pedile al cliente que lo mande de nuevo.' },
    { detail: '«b.pdf» se dañó en el disco y no se imprime. Pedile al cliente que lo mande de nuevo.' },
  ])
})

test('the ticket is a PDF of its own, also once the files are gone and the works are not', async () => {
  const shop = await testShop()
  const { get, numero, pedido_id } = await order(shop, [{ nombre: 'a.pdf', bytes: await makePdf() }])
  await shop.db.update(pedidos).set({ archivos_borrados: new Date() }).where(eq(pedidos.id, pedido_id))
  const work = await get('trabajos/1.pdf')
  expect(work.statusCode).toBe(410)
  expect(work.json()).toEqual({ detail: 'Los archivos de este pedido ya se borraron.' })
  const ticket = await get('ticket.pdf')
  expect(ticket.statusCode).toBe(200)
  expect(ticket.headers['content-type']).toBe('application/pdf')
  expect(ticket.headers['content-disposition']).toContain(`inline; filename="${numero}-ticket.pdf"`)
  expect(await pagesOf(ticket.rawPayload)).toBe(1)
})

test('a work that cannot be made says so, and is tried again when asked again', async () => {
  const engine = createPdfEngine()
  let failures = 1
  const shop = await testShop({
    pdf: {
      ...engine,
      assemble: (...args) =>
        failures-- > 0 ? Promise.reject(new PdfRefused('demasiado-complejo')) : engine.assemble(...args),
    },
  })
  const { get } = await order(shop, [{ nombre: 'a.pdf', bytes: await makePdf() }])
  const failed = await get('trabajos/1.pdf')
  expect(failed.statusCode).toBe(409)
  expect(Object.keys(failed.json())).toEqual(['detail'])
  expect((await get('trabajos/1.pdf')).statusCode).toBe(200)
})

test('a disk without room is told in one sentence with what to do, and the work is made once there is room', async () => {
  const engine = createPdfEngine()
  let failures = 1
  const full = Object.assign(new Error('write'), { code: 'ENOSPC' })
  const shop = await testShop({
    pdf: {
      ...engine,
      assemble: (...args) => (failures-- > 0 ? Promise.reject(full) : engine.assemble(...args)),
    },
  })
  const { get } = await order(shop, [{ nombre: 'a.pdf', bytes: await makePdf() }])
  const failed = await get('trabajos/1.pdf')
  expect(failed.statusCode).toBe(503)
  expect(failed.json()).toEqual({
    detail: 'El servidor se quedó sin lugar en el disco. Liberá espacio y probá de nuevo.',
  })
  // With `preparando` the screen would ask again and again
  expect(failed.headers['x-codigo']).toBe('no_disponible')
  expect(failed.headers).not.toHaveProperty('retry-after')
  expect((await get('trabajos/1.pdf')).statusCode).toBe(200)
})
