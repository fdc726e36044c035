import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { count } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { archivos, contenidos } from '../../../base/db/schema/archivos.ts'
import { pedidos } from '../../../base/db/schema/pedidos.ts'
import { cookiesOf } from '../../../testing/cuenta.ts'
import { A4, makePdf } from '../../../testing/pdf.ts'
import { eventually, type Shop, testShop, upload } from '../../../testing/shop.ts'

const filesIn = (shop: Shop) =>
  ['recibiendo', 'archivos', 'subidas'].flatMap((folder) => {
    try {
      return readdirSync(join(shop.dataDir, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => `${folder}/${name}`)
    } catch {
      return []
    }
  })
const rows = async ({ db }: Shop) => {
  const [made] = await db.select({ count: count() }).from(pedidos)
  const [kept] = await db.select({ count: count() }).from(contenidos)
  return { pedidos: made?.count, contenidos: kept?.count }
}

describe('POST /api/upload_archivo', () => {
  test('takes a plain form of 30 MB, with no announcement before it, over a real socket', async () => {
    const shop = await testShop()
    const url = await shop.app.listen({ port: 0, host: '127.0.0.1' })
    const form = new FormData()
    const names = ['tomo 1.pdf', 'tomo 2.pdf']
    form.append('archivos_data', JSON.stringify(names.map((nombre) => ({ nombre }))))
    // PDF readers ignore bytes behind the end of a file
    const bytes = Buffer.concat([await makePdf({ pages: 3 }), Buffer.alloc(15 * 1024 ** 2)])
    for (const nombre of names) form.append('archivos', new Blob([bytes]), nombre)
    const answer = await fetch(`${url}/api/upload_archivo`, { method: 'POST', body: form })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ archivos: [{ paginas: 3 }, { paginas: 3 }] })
    expect(await rows(shop)).toMatchObject({ pedidos: 1 })
  })

  test('counts, prices by the sheet and answers files and volumes with their amounts', async () => {
    const shop = await testShop()
    const answer = await shop.quote([
      { nombre: 'tesis.pdf', bytes: await makePdf({ pages: 11 }), duplicado: 2, anillado: true },
      { nombre: 'ñandú.pdf', bytes: await makePdf({ pages: 3, color: [3] }), color: 'color' },
      { nombre: 'carta.pdf', bytes: await makePdf({ size: [612, 792] }), doble_faz: false },
    ])
    expect(answer).toMatchObject({
      total_impresion: 1800 + 160 + 400 + 100,
      total_anillado: 2400,
      total: 4860,
      color_pendiente: false,
      archivos: [
        { nombre: 'tesis.pdf', paginas: 11, hojas: 6, paginas_color: 0, importe: 1800, paginas_ajustadas: 0 },
        { nombre: 'ñandú.pdf', paginas: 3, hojas: 2, paginas_color: 1, importe: 560 },
        {
          nombre: 'carta.pdf',
          paginas: 1,
          hojas: 1,
          paginas_color: 0,
          importe: 100,
          paginas_ajustadas: 1,
          tamanos: [{ paginas: 1, ancho: 215.9, alto: 279.4 }],
        },
      ],
      volumenes: [{ nombre: 'tesis.pdf', hojas: 6, copias: 2, tomos: 1, importe: 2400 }],
    })
    expect(answer.pedido_id.length).toBeGreaterThanOrEqual(20)
    const seen = (await shop.get(`/api/pedidos/${answer.pedido_id}`)).json()
    expect(seen).toMatchObject({ estado: 'borrador', numero: null, importe_final: 2337 + 2280, total: 4860 })
    expect(seen.archivos.map(({ subida }: { subida: unknown }) => subida)).toEqual([null, null, null])
  })

  test('takes fields in any order, booleans, digits, defaults and unknown keys', async () => {
    const shop = await testShop()
    const form = new FormData()
    form.append('archivos', new Blob([(await makePdf()) as BlobPart]), 'a.pdf')
    form.append('archivos', new Blob([(await makePdf({ pages: 2 })) as BlobPart]), 'b.pdf')
    form.append('algo', 'más')
    form.append(
      'archivos_data',
      JSON.stringify([
        { nombre: 'a.pdf', doble_faz: 0, anillado: 1, duplicado: '3', otra: {} },
        { nombre: 'b.pdf', doble_faz: true },
      ]),
    )
    const body = new Response(form)
    const answer = await shop.app.inject({
      method: 'POST',
      url: '/api/upload_archivo/',
      headers: { 'content-type': body.headers.get('content-type') ?? '' },
      payload: Buffer.from(await body.arrayBuffer()),
    })
    expect(answer.json()).toMatchObject({
      archivos: [
        {
          doble_faz: false,
          anillado: true,
          duplicado: 3,
          importe: 300,
          orientacion: 'vertical',
          grupo: 'default',
        },
        { doble_faz: true, anillado: false, duplicado: 1, importe: 160, color: 'blanco y negro' },
      ],
    })
  })

  test.each([
    ['not a PDF', [{ nombre: 'a.pdf', bytes: Buffer.from('<html>hola</html>') }], ['«a.pdf»: no es un PDF']],
    ['an empty file', [{ nombre: 'a.pdf', bytes: Buffer.alloc(0) }], ['«a.pdf»: está vacío']],
    ['an unknown colour', [{ nombre: 'a.pdf', bytes: true, color: 'rojo' }], ['«a.pdf»: el color']],
    ['no copies', [{ nombre: 'a.pdf', bytes: true, duplicado: 0 }], ['«a.pdf»: las copias']],
    ['10,000 copies', [{ nombre: 'a.pdf', bytes: true, duplicado: 10_000 }], ['«a.pdf»: las copias']],
    ['half a copy', [{ nombre: 'a.pdf', bytes: true, duplicado: 1.5 }], ['«a.pdf»: las copias']],
    ['an unknown group', [{ nombre: 'a.pdf', bytes: true, grupo: 'grupo3' }], ['«a.pdf»: el grupo']],
    [
      'the same name twice',
      [
        { nombre: 'a.pdf', bytes: true },
        { nombre: 'a.pdf', bytes: true },
      ],
      ['«a.pdf»: Archivo ya agregado'],
    ],
    ['no files', [], ['Subí al menos un archivo antes de continuar.']],
    [
      'several wrong files at once',
      [
        { nombre: 'a.pdf', bytes: Buffer.from('x') },
        { nombre: 'bien.pdf', bytes: true },
        { nombre: 'b.pdf', bytes: Buffer.from('%PDF-1.7 y nada más') },
      ],
      ['«a.pdf»: no es un PDF', '«b.pdf»: está dañado'],
    ],
  ])('refuses %s and keeps nothing', async (_, files, messages) => {
    const shop = await testShop()
    const good = await makePdf()
    const sent = files.map((file) => ({ ...file, bytes: file.bytes === true ? good : file.bytes }))
    const answer = await shop.upload(sent as never)
    expect(answer.statusCode).toBe(400)
    const { archivos: told } = answer.json<{ archivos: string[] }>()
    expect(told).toHaveLength(messages.length)
    for (const [index, message] of messages.entries()) expect(told[index]).toContain(message)
    expect(await rows(shop)).toEqual({ pedidos: 0, contenidos: 0 })
    expect(filesIn(shop)).toEqual([])
  })

  test('refuses data that do not match the parts', async () => {
    const shop = await testShop()
    const bytes = await makePdf()
    const data = (list: object) => ({ archivos_data: JSON.stringify(list) })
    for (const [list, text] of [
      [[{ nombre: 'b.pdf' }], '«a.pdf»: los datos lo llaman «b.pdf»'],
      [[{ nombre: 'a.pdf' }, { nombre: 'b.pdf' }], '["«b.pdf»: está en los datos y no llegó"]'],
      [[{ nombre: 'x/a.pdf' }, { nombre: 'y/a.pdf' }], 'Los datos no nombran los archivos que llegaron.'],
      ['x', 'no se entienden'],
    ] as const) {
      const answer = await shop.upload([{ nombre: 'a.pdf', bytes }], data(list as object))
      expect(answer).toMatchObject({ statusCode: 400, headers: { 'x-codigo': 'archivo_rechazado' } })
      expect(answer.body).toEqual(expect.stringContaining(text))
    }
    const three = ['a.pdf', 'a.pdf', 'c.pdf'].map((nombre) => ({ nombre, bytes }))
    expect((await shop.upload(three, data([{ nombre: 'a.pdf' }]))).json()).toEqual({
      archivos: ['«a.pdf»: Archivo ya agregado', '«c.pdf»: llegó y no está en los datos'],
    })
    expect(filesIn(shop)).toEqual([])
    expect((await shop.post('/api/upload_archivo', {})).statusCode).toBe(415)
  })

  test('a name is the same however its accents are composed', async () => {
    const shop = await testShop()
    const nombre = 'ñandú.pdf'
    const answer = await shop.upload([{ nombre: nombre.normalize('NFD'), bytes: await makePdf() }], {
      archivos_data: JSON.stringify([{ nombre: nombre.normalize('NFC') }]),
    })
    expect(answer.statusCode).toBe(200)
  })

  test('a name is kept without the marks that turn its letters around', async () => {
    const shop = await testShop()
    const bytes = await makePdf()
    const { archivos } = await shop.quote([{ nombre: 'apuntes\u202efdp.exe\u202c.pdf', bytes }])
    expect(archivos[0]?.nombre).toBe('apuntesfdp.exe.pdf')
  })

  test('an upload that is cut leaves nothing behind, and frees its place', async () => {
    const shop = await testShop()
    const url = await shop.app.listen({ host: '127.0.0.1', port: 0 })
    const { request } = await import('node:http')
    for (let time = 1; time <= 10; time++) {
      const cut = request({
        port: new URL(url).port,
        method: 'POST',
        path: '/api/upload_archivo',
        headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': 10_000_000 },
      })
      cut.on('error', () => {})
      cut.write('--x\r\nContent-Disposition: form-data; name="archivos"; filename="a.pdf"\r\n\r\n%PDF-1.7')
      cut.write(Buffer.alloc(500_000))
      await eventually(
        async () => filesIn(shop).length,
        (n) => n === 1,
      )
      cut.destroy()
      await eventually(
        async () => filesIn(shop).length,
        (n) => n === 0,
      )
    }
    expect(await rows(shop)).toEqual({ pedidos: 0, contenidos: 0 })
  })
})

describe('a new quote of the same browser', () => {
  const carrito = 'carrito-de-prueba'

  test('reuses the bytes and replaces the draft', async () => {
    const shop = await testShop()
    const first = await shop.quote([{ nombre: 'a.pdf', bytes: await makePdf({ pages: 4 }) }], { carrito })
    const subida = first.archivos[0]?.subida ?? ''
    const second = await shop.quote([{ nombre: 'a.pdf', subida, duplicado: 5 }], { carrito })
    expect(second.pedido_id).not.toBe(first.pedido_id)
    expect(second.total).toBe(320 * 5)
    expect(await rows(shop)).toEqual({ pedidos: 1, contenidos: 1 })
    expect((await shop.get(`/api/pedidos/${first.pedido_id}`)).statusCode).toBe(404)
  })

  test('50 at once leave exactly one live order', async () => {
    const shop = await testShop()
    const { archivos: sent } = await shop.quote([{ nombre: 'a.pdf', bytes: await makePdf() }], { carrito })
    const subida = sent[0]?.subida ?? ''
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => shop.upload([{ nombre: 'a.pdf', subida }], { carrito })),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(50).fill(200))
    expect(await rows(shop)).toEqual({ pedidos: 1, contenidos: 1 })
  })

  test('names the files to send again when their bytes are gone', async () => {
    const shop = await testShop()
    const answer = await shop.upload([{ nombre: 'a.pdf', subida: 'no-existe-nada-aca' }], { carrito })
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toEqual(expect.objectContaining({ faltan: ['a.pdf'] }))
  })

  test('asks again for a file whose bytes the disk lost, read before or not', async () => {
    const shop = await testShop()
    const { archivos: sent } = await shop.quote([{ nombre: 'a.pdf', bytes: await makePdf() }], { carrito })
    const subida = sent[0]?.subida ?? ''
    await shop.deps.files.delete(subida)
    for (const paginas of [1, null]) {
      await shop.db.update(contenidos).set({ paginas })
      const answer = await shop.upload([{ nombre: 'a.pdf', subida }], { carrito })
      expect(answer.statusCode).toBe(409)
      expect(answer.json()).toEqual(expect.objectContaining({ faltan: ['a.pdf'] }))
    }
  })
})

test('200 parallel uploads: each order has its own files and its own price', async () => {
  const shop = await testShop()
  const pdfs = await Promise.all([1, 2, 3, 4, 5].map((pages) => makePdf({ pages })))
  const answers = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const answer = await upload(shop.app, [
        {
          nombre: `${index}.pdf`,
          bytes: pdfs[index % 5] as Uint8Array,
          doble_faz: false,
          duplicado: (index % 7) + 1,
        },
      ])
      return { index, ...answer.json() }
    }),
  )
  for (const { index, total, archivos: files } of answers) {
    expect(total).toBe(((index % 5) + 1) * 100 * ((index % 7) + 1))
    expect(files[0].nombre).toBe(`${index}.pdf`)
  }
  expect(new Set(answers.map(({ pedido_id }) => pedido_id)).size).toBe(200)
  expect(filesIn(shop)).toHaveLength(200)
  const [lines] = await shop.db.select({ count: count() }).from(archivos)
  expect(lines?.count).toBe(200)
}, 60_000)

test('colour that takes longer than the answer waits goes on as a job, and the price only goes down', async () => {
  const shop = await testShop()
  const { pdf } = shop.deps
  let calls = 0
  const colorPages: typeof pdf.colorPages = (path, from, to, options) => {
    if (calls++ > 0) return pdf.colorPages(path, from, to, options)
    options?.onProgress?.(from, false) // one page, then it hangs until it is aborted
    return new Promise((_, fail) =>
      options?.signal?.addEventListener('abort', () => fail(options.signal?.reason)),
    )
  }
  const slow = { ...pdf, colorPages }
  const late = await testShop({ pdf: slow })
  const answer = await late.quote([
    { nombre: 'a.pdf', bytes: await makePdf({ pages: 4, color: [4] }), color: 'color' },
  ])
  expect(answer).toMatchObject({ color_pendiente: true, total: 1400, archivos: [{ paginas_color: null }] })
  const pending = (await late.get(`/api/pedidos/${answer.pedido_id}`)).json()
  expect(pending).toMatchObject({ color_pendiente: true, color_progreso: { hechas: 1, total: 4 } })
  const done = await eventually(
    async () => (await late.get(`/api/pedidos/${answer.pedido_id}`)).json(),
    ({ color_pendiente }) => !color_pendiente,
    20_000,
  )
  expect(done).toMatchObject({ total: 160 + 700, color_progreso: null, archivos: [{ paginas_color: 1 }] })
}, 60_000)

test('the uploader of an order gets thumbnails, never the files', async () => {
  const shop = await testShop()
  const uploaded = await shop.upload([{ nombre: 'a.pdf', bytes: await makePdf({ pages: 2, size: A4 }) }])
  const { pedido_id } = uploaded.json()
  const own = { cookie: cookiesOf(uploaded) }
  const picture = await shop.get(
    `/api/pedidos/${pedido_id}/archivos/1/miniatura.webp?ancho=200&pagina=2`,
    own,
  )
  expect(picture.statusCode).toBe(200)
  expect(picture.headers['content-type']).toBe('image/webp')
  expect(picture.rawPayload.subarray(8, 12).toString()).toBe('WEBP')
  for (const path of ['2/miniatura.webp', '1/miniatura.webp?pagina=3', '1', '0/miniatura.webp'])
    expect(
      (await shop.get(`/api/pedidos/${pedido_id}/archivos/${path}`, own)).statusCode,
    ).toBeGreaterThanOrEqual(400)
})

test('thumbnails are shown and not kept while the disk has only its reserve left', async () => {
  const { deps } = await testShop()
  let room = 1024 ** 3
  const shop = await testShop({ files: { ...deps.files, room: async () => room } })
  const uploaded = await shop.upload([{ nombre: 'a.pdf', bytes: await makePdf({ pages: 2, size: A4 }) }])
  const { pedido_id, archivos } = uploaded.json<{ pedido_id: string; archivos: { subida: string }[] }>()
  const look = async (page: number) => {
    const query = `ancho=200&pagina=${page}`
    const url = `/api/pedidos/${pedido_id}/archivos/1/miniatura.webp?${query}`
    const { statusCode } = await shop.get(url, { cookie: cookiesOf(uploaded) })
    const isKept = existsSync(await deps.files.derivedPath(archivos[0]?.subida ?? '', `${page}-200.webp`))
    return [statusCode, isKept]
  }
  expect(await look(1)).toEqual([200, true])
  room = -1
  expect(await look(2)).toEqual([200, false])
  expect(await look(1)).toEqual([200, true])
})
