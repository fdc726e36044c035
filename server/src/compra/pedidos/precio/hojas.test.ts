// Paper beside A4, from the owner's form to the printer.
import { PDFDocument } from '@cantoo/pdf-lib'
import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import type { PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import { HOJAS } from '@imprimitodo/shared/rules/compra/hoja'
import { describe, expect, test } from 'vitest'
import { bearer, newCliente } from '../../../testing/cuenta.ts'
import { makePdf } from '../../../testing/pdf.ts'
import { drawnOn } from '../../../testing/pdf-text.ts'
import { printShop } from '../../../testing/printing.ts'
import { compra, eventually, type SentFile, testShop } from '../../../testing/shop.ts'
import { openShop } from '../../../testing/socket.ts'

const { A3 } = HOJAS
const large = makePdf({ pages: 3, size: [A3.width, A3.height] })
const small = makePdf({ pages: 3 })
const PRECIOS = { byn: { una: 250, dos: 400 }, color: { una: 900, dos: 1500 } }
const PERFIL = {
  uuid: 'urn:uuid:1',
  modelo: 'Prueba',
  pdf: true,
  dos_pasos: true,
  color: true,
  copias_max: 99,
  copias: 'impresora',
  ppm: 30,
  ppm_color: 30,
  escala: true,
  lados: ['one-sided', 'two-sided-long-edge', 'two-sided-short-edge'],
}

/** A shop whose printer in Alberdi takes A3, with its prices; turned on there unless said. */
async function shopWithA3({ isOn = true } = {}) {
  const shop = await printShop()
  const { id } = await shop.printer('Grande')
  const tellPerfil = (hojas: string[] | undefined, of = id) =>
    shop.post(
      '/api/agente/informe',
      {
        informes: [],
        vivos: [],
        impresoras: [{ id: of, anda: true, texto: 'Lista', aviso: null, perfil: { ...PERFIL, hojas } }],
      },
      shop.as(shop.alberdi),
    )
  await tellPerfil(['A4', 'A3'])
  const put = (hojas: object) =>
    shop.app.inject({ method: 'PUT', url: '/api/mostrador/ajustes', payload: { hojas }, headers: shop.owner })
  const turn = (hojas: string[], sucursal = 1) =>
    shop.app.inject({
      method: 'PATCH',
      url: `/api/mostrador/sucursales/${sucursal}`,
      payload: { hojas },
      headers: shop.owner,
    })
  if (isOn) {
    await put({ A3: PRECIOS })
    await turn(['A3'])
  }
  return { ...shop, impresora: id, tellPerfil, put, turn }
}

const file = async (change: object = {}): Promise<SentFile> =>
  ({ nombre: 'plano.pdf', bytes: await large, hoja: 'A3', ...change }) as SentFile

describe('off, as a shop begins', () => {
  test('neither prices nor branches nor an order speak of other paper', async () => {
    const shop = await testShop()
    const quoted = await shop.quote([{ nombre: 'a.pdf', bytes: await large }])
    const seen = (await shop.get(`/api/pedidos/${quoted.pedido_id}`)).json<PedidoAnswer>()
    expect((await shop.get('/api/precios')).json()).not.toHaveProperty('hojas')
    for (const sucursal of (await shop.get('/api/sucursales')).json())
      expect(sucursal).not.toHaveProperty('hojas')
    for (const archivo of [...quoted.archivos, ...seen.archivos]) expect(archivo).not.toHaveProperty('hoja')
    expect(quoted.archivos).toMatchObject([{ paginas_ajustadas: 3, importe: 160 + 100 }])
  })

  test('over the wire, a file that asks for other paper is refused with a sentence and costs nothing', async () => {
    const { db, visitor } = await openShop()
    const { ask } = visitor()
    const send = async (hoja: unknown) => {
      const form = new FormData()
      form.append('archivos_data', JSON.stringify([{ nombre: 'a.pdf', hoja }]))
      form.append('archivos', new Blob([(await small) as BlobPart]), 'a.pdf')
      return ask('/api/upload_archivo', { body: form })
    }
    const NONE = 'la hoja es A4, A3 o Oficio'
    for (const [hoja, message] of [
      ['A3', 'no imprimimos en hojas A3. Elegí otra hoja'],
      ['Oficio', 'no imprimimos en hojas Oficio. Elegí otra hoja'],
      ['a4', NONE],
      ['Carta', NONE],
      ['', NONE],
      [4, NONE],
      [['A4'], NONE],
      [{}, NONE],
      ['__proto__', NONE],
      ['A'.repeat(10_000), NONE],
    ] as const) {
      const answer = await send(hoja)
      expect(answer.status).toBe(400)
      expect(answer.json()).toEqual({ archivos: [`«a.pdf»: ${message}`] })
    }
    const { rows } = await db.execute('select id from pedidos union all select id from contenidos')
    expect(rows).toEqual([])
    for (const hoja of ['A4', null]) expect((await send(hoja)).status).toBe(200)
  })
})

describe('the owner turns it on', () => {
  test('where it has prices and a printer of the branch takes it, and customers are told', async () => {
    const shop = await shopWithA3({ isOn: false })
    const refused = async (answer: ReturnType<typeof shop.turn>) => {
      const { statusCode, body } = await answer
      expect(statusCode).toBe(400)
      return JSON.parse(body)
    }
    expect(await refused(shop.turn(['A3']))).toEqual({
      hojas: ['Primero poné los precios de la hoja A3, en Precios y ajustes.'],
    })
    expect((await shop.put({ A3: PRECIOS })).statusCode).toBe(200)
    // Prices alone do not put the paper on sale
    expect((await shop.get('/api/precios')).json()).not.toHaveProperty('hojas')
    expect(await refused(shop.turn(['A3'], 2))).toEqual({
      hojas: ['Ninguna impresora de Aguilares dice que tiene hojas A3.'],
    })
    expect((await shop.turn(['A3'])).statusCode).toBe(200)
    expect((await shop.get('/api/precios')).json().hojas).toEqual({ A3: PRECIOS })
    expect(
      (await shop.get('/api/sucursales')).json().map(({ hojas }: { hojas?: string[] }) => hojas),
    ).toEqual([['A3'], undefined])
    // Without prices the paper is no longer sold, and its switch at the branch stays on
    await shop.put({ A3: null })
    expect((await shop.get('/api/precios')).json()).not.toHaveProperty('hojas')
    expect((await shop.upload([await file()])).statusCode).toBe(400)
  })

  test.each([
    [
      'two sides for less than one',
      { ...PRECIOS, byn: { una: 250, dos: 200 } },
      /doble faz no puede costar menos/,
    ],
    [
      'colour for less than black',
      { ...PRECIOS, color: { una: 100, dos: 1500 } },
      /color no puede costar menos/,
    ],
    ['a price below nothing', { ...PRECIOS, byn: { una: -1, dos: 400 } }, /negativo/],
    ['a price without end', { ...PRECIOS, color: { una: 900, dos: 1e12 } }, /demasiado grande/],
  ])('%s is refused', async (_name, precios, message) => {
    const shop = await shopWithA3({ isOn: false })
    const answer = await shop.put({ A3: precios })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({ hojas: [expect.stringMatching(message)] })
  })

  test('its only printer can be neither removed nor moved to another branch meanwhile', async () => {
    const shop = await shopWithA3()
    const url = `/api/mostrador/impresoras/${shop.impresora}`
    const ask = (method: 'DELETE' | 'PATCH', payload: object = {}) =>
      shop.app.inject({ method, url, payload, headers: shop.owner })
    const why = 'Alberdi ofrece hojas A3 y ninguna otra impresora las tiene: sacalas de la sucursal primero.'
    for (const answer of [await ask('DELETE'), await ask('PATCH', { sucursal: 'Aguilares' })]) {
      expect(answer.statusCode).toBe(409)
      expect(answer.json().detail).toEqual(why)
    }
    await shop.turn([])
    expect((await ask('DELETE')).statusCode).toBe(200)
  })
})

describe('an order on other paper', () => {
  test('is priced by its own list, and keeps its price and paper', async () => {
    const shop = await shopWithA3()
    const quoted = await shop.quote([await file({ duplicado: 2 }), { nombre: 'b.pdf', bytes: await small }])
    const line = { hoja: 'A3', hojas: 2, importe: 2 * (400 + 250), paginas_ajustadas: 0, avisos: [] }
    expect(quoted).toMatchObject({ total_impresion: 1300 + 260, archivos: [line, { paginas_ajustadas: 0 }] })
    await shop.put({ A3: { ...PRECIOS, byn: { una: 500, dos: 800 } } })
    const bought = await shop.post('/api/completar_compra', compra(quoted.pedido_id))
    expect(bought.json()).toMatchObject({ total_impresion: 1560, importe_final: 1482 })
    const seen = (await shop.get(`/api/pedidos/${quoted.pedido_id}`)).json<PedidoAnswer>()
    expect(seen.archivos).toMatchObject([line, {}])
  })

  test('a small page on it is scaled, and the customer is told', async () => {
    const shop = await shopWithA3()
    const { archivos } = await shop.quote([await file({ bytes: await small })])
    expect(archivos).toMatchObject([{ paginas_ajustadas: 3 }])
    expect(archivos[0]?.avisos.map(({ texto }) => texto)).toEqual([
      'No mide lo mismo que la hoja A3 y se ajusta a ella: páginas 1 a 3.',
    ])
  })

  test('files bound together are on one paper', async () => {
    const shop = await shopWithA3()
    const grupo = 'grupo0' as const
    const other = { nombre: 'b.pdf', bytes: await small, grupo }
    const answer = await shop.upload([await file({ grupo }), other])
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({
      archivos: [
        'Anillado 1: sus archivos van en hojas distintas (A3 y A4). Elegí una para todo el anillado.',
      ],
    })
    const { volumenes } = await shop.quote([await file({ grupo }), { ...other, hoja: 'A3' } as SentFile])
    expect(volumenes).toMatchObject([{ hojas: 4 }])
  })

  test('is bought only at a branch that prints on it, and stays there', async () => {
    const shop = await shopWithA3()
    const { pedido_id } = await shop.quote([await file()])
    const elsewhere = await shop.post('/api/completar_compra', compra(pedido_id, { sucursal: 'Aguilares' }))
    expect(elsewhere.statusCode).toBe(400)
    expect(elsewhere.headers['x-codigo']).toBe('hoja_no_ofrecida')
    expect(elsewhere.json()).toEqual({
      sucursal: ['En Aguilares no imprimimos en hojas A3. Elegí otra sucursal, o volvé y elegí otra hoja.'],
    })
    const draft = (await shop.get(`/api/pedidos/${pedido_id}`)).json<PedidoAnswer>()
    expect([draft.estado, draft.numero]).toEqual(['borrador', null])
    const id = await shop.pedido({ bytes: await large, hoja: 'A3' })
    const moved = await shop.post(
      `/api/mostrador/pedidos/${id}/sucursal`,
      { sucursal: 'Aguilares' },
      shop.owner,
    )
    expect(moved.statusCode).toBe(400)
    expect(moved.json()).toEqual({ sucursal: ['En Aguilares no imprimimos en hojas A3.'] })
  })

  test('is repeated on it while it is sold, and on A4 afterwards, which the answer says', async () => {
    const shop = await shopWithA3()
    const { access } = await newCliente(shop)
    const bound = { grupo: 'grupo0' as const }
    const { pedido_id } = await shop.quote([
      await file(),
      await file({ nombre: 'b.pdf', ...bound }),
      await file({ nombre: 'c.pdf', ...bound }),
      { nombre: 'texto.pdf', bytes: await small },
    ])
    await shop.post('/api/completar_compra', compra(pedido_id), bearer(access))
    const repeat = () => shop.post(`/api/clientes/pedidos/${pedido_id}/repetir`, {}, bearer(access))
    const same = (await repeat()).json()
    expect(same).not.toHaveProperty('hojas_cambiadas')
    const [first, ...others] = same.archivos
    expect(first).toMatchObject({ hoja: 'A3', importe: 650 })
    expect(others).toMatchObject([{ hoja: 'A3' }, { hoja: 'A3' }, {}])
    await shop.turn([])
    const again = await repeat()
    const { archivos, hojas_cambiadas } = again.json()
    expect(again.statusCode).toBe(200)
    expect(archivos.filter((one: object) => 'hoja' in one)).toEqual([])
    expect(archivos[0].importe).toBe(160 + 100)
    expect(hojas_cambiadas).toEqual(['plano.pdf', 'b.pdf', 'c.pdf'].map((nombre) => ({ nombre, hoja: 'A3' })))
  })

  test('is assembled on it, requested from the printer, and shown at the counter', async () => {
    const shop = await shopWithA3()
    const { id, tarea } = await shop.printing({ bytes: await large, hoja: 'A3' })
    expect(tarea.ficha).toMatchObject({ hoja: 'A3' })
    const document = await shop.get(`/api/agente/documento/${tarea.documento.sha256}`, shop.as(shop.alberdi))
    const pages = (await PDFDocument.load(document.rawPayload)).getPages()
    expect(pages.map((page) => page.getMediaBox())).toEqual(
      Array.from({ length: 3 }, () => ({ x: 0, y: 0, width: A3.width, height: A3.height })),
    )
    const seen = (await shop.get(`/api/mostrador/pedidos/${id}`, shop.owner)).json<PedidoMostrador>()
    expect([seen.archivos[0]?.hoja, seen.trabajos[0]?.seleccion]).toEqual(['A3', ['hojas A3']])
    expect(await shop.made(id)).toMatchObject([{ hoja: 'A3' }])
  })

  test('is named on all papers that go with it', async () => {
    const shop = await shopWithA3()
    const url = `/api/mostrador/impresoras/${shop.impresora}`
    await shop.app.inject({ method: 'PATCH', url, payload: { caratula: true }, headers: shop.owner })
    const id = await shop.pedido([{ bytes: await small }, await file({ duplicado: 2 })])
    await shop.print(id)
    const tarea = await shop.first()
    const ticket = `/api/mostrador/pedidos/${id}/ticket.pdf`
    const papers = await Promise.all([
      shop.get(`/api/agente/documento/${tarea.documento.sha256}`, shop.as(shop.alberdi)),
      shop.get(ticket, shop.owner),
      shop.get(`${ticket}?papel=a6`, shop.owner),
    ])
    for (const { rawPayload } of papers) expect((await drawnOn(rawPayload))[0]).toContain('hojas A3')
  })

  test('pages that did not come out are printed again on it', async () => {
    const shop = await shopWithA3()
    const { id, tarea } = await shop.printing({ bytes: await large, hoja: 'A3' })
    await shop.tell(tarea, 1, 'verificar')
    const [doubtful] = await shop.made(id)
    await shop.answer(doubtful?.id ?? 0, { respuesta: 'reimprimir', motivo: 'no salió' })
    expect((await shop.first()).ficha).toMatchObject({ hoja: 'A3' })
  })

  test('waits for a printer that reports this paper: no other gets it', async () => {
    const shop = await shopWithA3()
    const id = await shop.pedido({ bytes: await large, hoja: 'A3' })
    await shop.tellPerfil(['A4'])
    const none = await shop.print(id)
    expect(none.statusCode).toBe(409)
    expect(none.json().detail).toBe('Ninguna impresora de esta sucursal puede hacer este trabajo.')
    const named = await shop.print(id, { impresora: shop.impresora })
    expect(named.statusCode).toBe(409)
    expect(named.json().detail).toBe('Grande no puede: No tiene hojas A3.')
  })

  test('A4 is not sent to a printer that names its paper without A4, by name or by itself; what waits there is asked about', async () => {
    const shop = await shopWithA3()
    const id = await shop.pedido({ bytes: await small })
    await shop.print(id)
    await shop.tellPerfil(['A3'])
    const asked = async () => {
      expect(await shop.tareas()).toEqual([])
      return shop.made(id)
    }
    // Its PDF may still be in the making
    expect(await eventually(asked, ([one]) => one?.consultar === true)).toMatchObject([
      { papel_perdido: 'Grande ya no dice que tiene hojas A4.' },
    ])
    const other = await shop.pedido({ bytes: await small })
    const answers = [await shop.print(other), await shop.print(other, { impresora: shop.impresora })]
    expect(answers.map((answer) => answer.json().detail)).toEqual([
      'Ninguna impresora de esta sucursal puede hacer este trabajo.',
      'Grande no puede: No tiene hojas A4.',
    ])
  })

  test('waits for its sheet, and only works on the same paper wait behind it', async () => {
    const shop = await shopWithA3()
    const [first, second, plain] = [
      await shop.pedido({ bytes: await large, hoja: 'A3' }),
      await shop.pedido({ bytes: await large, hoja: 'A3' }),
      await shop.pedido({ bytes: await small }),
    ]
    for (const id of [first, second, plain]) await shop.print(id)
    const waiting = await shop.first()
    expect(waiting.ficha.hoja).toBe('A3')
    await shop.tell(waiting, 1, 'creando')
    const made = async () => {
      const rows = await Promise.all([second, plain].map(shop.made))
      return rows.flat().every(({ estado }) => estado === 'en_cola')
    }
    await eventually(made, Boolean)
    expect(await shop.tareas()).toEqual([])
    const espera = async (text: string | null) =>
      shop.post(
        '/api/agente/informe',
        {
          informes: [],
          vivos: [{ intento: waiting.intento, cerca: waiting.cerca, espera: text }],
          impresoras: [],
        },
        shop.as(shop.alberdi),
      )
    await espera('Impresora ocupada')
    expect(await shop.tareas()).toEqual([])
    await espera('Sin hojas A3 cargadas')
    const passing = await shop.first()
    expect(passing.ficha.hoja).toBeUndefined()
    expect(await shop.tareas()).toEqual([])
    // Loaded meanwhile: both go on, each once
    expect((await shop.authorise(waiting)).statusCode).toBe(200)
    expect((await shop.authorise(passing)).statusCode).toBe(200)
    for (const tarea of [waiting, passing]) {
      await shop.tell(tarea, 2, 'enviado')
      await shop.tell(tarea, 3, 'completo')
    }
    expect((await shop.first()).ficha.hoja).toBe('A3')
  })

  test('a printer that was never asked for its paper does not get it by name either', async () => {
    const shop = await shopWithA3()
    const id = await shop.pedido({ bytes: await large, hoja: 'A3' })
    const { id: nueva } = await shop.printer('Nueva')
    const why = 'Nueva no puede: No tiene hojas A3.'
    const named = await shop.print(id, { impresora: nueva })
    expect(named.statusCode).toBe(409)
    expect(named.json().detail).toEqual(why)
    expect((await shop.print(id)).statusCode).toBe(200)
    const [queued] = await shop.made(id)
    const moved = await shop.post(
      `/api/mostrador/impresiones/${queued?.id}/mover`,
      { impresora: nueva },
      shop.owner,
    )
    expect(moved.statusCode).toBe(409)
    expect(moved.json().detail).toEqual(why)
  })

  test('is not handed to an agent that no longer reports paper, and the works behind it go on', async () => {
    const shop = await shopWithA3()
    const id = await shop.pedido({ bytes: await large, hoja: 'A3' })
    await shop.print(id)
    // An agent of the version before other paper
    await shop.tellPerfil(undefined)
    const behind = await shop.pedido({ bytes: await small })
    await shop.print(behind)
    const { ficha } = await shop.first()
    expect(ficha).not.toHaveProperty('hoja')
    expect(await shop.made(id)).toMatchObject([
      { estado: 'en_cola', consultar: true, mensaje: 'Grande ya no dice que tiene hojas A3.' },
    ])
  })

  test('an agent that no longer reports paper may not send the first byte', async () => {
    const shop = await shopWithA3()
    const id = await shop.pedido({ bytes: await large, hoja: 'A3' })
    await shop.print(id)
    const tarea = await shop.first()
    await shop.tellPerfil(undefined)
    const refused = await shop.authorise(tarea)
    expect(refused.statusCode).toBe(409)
    expect(refused.json().detail).toBe('Grande ya no dice que tiene hojas A3.')
    const [asked] = await shop.made(id)
    expect(asked).toMatchObject({ consultar: true, papel_perdido: 'Grande ya no dice que tiene hojas A3.' })
    await shop.tellPerfil(['A4', 'A3'])
    expect((await shop.made(id))[0]).not.toHaveProperty('papel_perdido')
    await shop.post(`/api/mostrador/impresiones/${asked?.id}/confirmar`, {}, shop.owner)
    expect((await shop.authorise(await shop.first())).statusCode).toBe(200)
  })

  test('a work whose printer lacks the paper is not sent back there, and another printer takes it at once', async () => {
    const shop = await shopWithA3()
    const id = await shop.pedido({ bytes: await large, hoja: 'A3' })
    await shop.print(id)
    await shop.tellPerfil(['A4'])
    const [asked] = await eventually(
      async () => {
        await shop.tareas()
        return shop.made(id)
      },
      ([one]) => one?.consultar === true,
    )
    const refused = await shop.post(`/api/mostrador/impresiones/${asked?.id}/confirmar`, {}, shop.owner)
    expect(refused.statusCode).toBe(409)
    expect(refused.json().detail).toBe(asked?.papel_perdido)
    const { id: otra } = await shop.printer('Otra')
    await shop.tellPerfil(['A4', 'A3'], otra)
    // A work that waited for long needs no confirmation after a move: the person who moves it wants it now
    shop.clock.offsetMs += 9 * 3600_000
    const moved = await shop.post(
      `/api/mostrador/impresiones/${asked?.id}/mover`,
      { impresora: otra },
      shop.owner,
    )
    expect(moved.json()).toMatchObject({ consultar: false, impresora: { nombre: 'Otra' } })
    const tarea = await shop.first()
    expect(tarea.impresora).toBe(otra)
    expect((await shop.authorise(tarea)).statusCode).toBe(200)
  })
})
