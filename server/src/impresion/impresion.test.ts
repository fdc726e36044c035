import { createHash } from 'node:crypto'
import type { Tarea } from '@imprimitodo/shared/api/agente'
import type { Impresion, Impresora } from '@imprimitodo/shared/api/impresion'
import { describe, expect, it } from 'vitest'
import { makePdf } from '../testing/pdf.ts'
import { compra, eventually, OWNER, testShop } from '../testing/shop.ts'

const PERFIL = {
  ...{ uuid: 'urn:uuid:1', modelo: 'Prueba', pdf: true, dos_pasos: true, color: true, copias_max: 99 },
  ...{ copias: 'impresora', ppm: 30, ppm_color: 30, escala: true },
  lados: ['one-sided', 'two-sided-long-edge', 'two-sided-short-edge'],
}

async function aShop() {
  const shop = await testShop()
  const { access } = (await shop.post('/api/mostrador/ingresar', OWNER)).json()
  const owner = { authorization: `Bearer ${access}` }
  const agents: { token: string }[] = []
  for (const sucursal of ['Alberdi', 'Aguilares'])
    agents.push((await shop.post('/api/mostrador/agentes', { nombre: 'PC', sucursal }, owner)).json())
  const [alberdi = '', aguilares = ''] = agents.map(({ token }) => token)
  const printer = (nombre: string, more: object = {}) =>
    shop
      .post(
        '/api/mostrador/impresoras',
        { nombre, sucursal: 'Alberdi', uri: 'ipp://10.0.0.9/ipp/print', ...more },
        owner,
      )
      .then((answer) => answer.json<Impresora>())
  const as = (token: string) => ({ authorization: `Bearer ${token}` })
  const tareas = async (token = alberdi) =>
    (await shop.get('/api/agente/tareas', as(token))).json<{ tareas: Tarea[] }>().tareas
  const tell = (tarea: Tarea, seq: number, fase: string, more: object = {}, token = alberdi) =>
    shop.post(
      '/api/agente/informe',
      {
        informes: [
          {
            ...{ intento: tarea.intento, cerca: tarea.cerca, seq, fase },
            ...{ job_id: null, uuid: null, impresiones: null, mensaje: null },
            ...more,
          },
        ],
        vivos: [],
        impresoras: [],
      },
      as(token),
    )
  const autorizar = ({ intento, cerca }: Tarea, token = alberdi) =>
    shop.post('/api/agente/autorizar', { intento, cerca }, as(token))
  /** A paid order of one file. */
  const pedido = async (opciones: object = {}) => {
    const { pedido_id } = await shop.quote([
      { nombre: 'a.pdf', bytes: await makePdf({ pages: 5 }), ...opciones },
    ])
    await shop.post('/api/completar_compra', compra(pedido_id))
    const { importe_final } = (await shop.get(`/api/pedidos/${pedido_id}`)).json()
    const { init_point } = (
      await shop.post('/api/crear-preferencia', { pedido_id, total: importe_final })
    ).json()
    const ref = init_point.split('/').at(-1)
    await shop.post(`/api/pago-simulado/${ref}`, { accion: 'aprobar' })
    await eventually(
      async () => (await shop.get(`/api/pedidos/${pedido_id}`)).json().estado,
      (estado) => estado !== 'confirmado',
    )
    return pedido_id
  }
  const print = (pedido_id: string, body: object = {}) =>
    shop.post(`/api/mostrador/pedidos/${pedido_id}/imprimir`, body, owner)
  const made = async (pedido_id: string) =>
    (await shop.get(`/api/mostrador/impresiones?pedido_id=${pedido_id}`, owner)).json<Impresion[]>()
  const first = async (token = alberdi) => {
    const [tarea] = await eventually(
      () => tareas(token),
      (found) => found.length > 0,
    )
    if (!tarea) throw new Error('nothing to print')
    return tarea
  }
  const answer = (id: number, body: object) =>
    shop.post(`/api/mostrador/impresiones/${id}/resolver`, body, owner)
  return {
    ...shop,
    owner,
    alberdi,
    aguilares,
    printer,
    as,
    tareas,
    tell,
    autorizar,
    pedido,
    print,
    made,
    first,
    answer,
  }
}

describe('from an order to the tray', () => {
  it('a work goes to its printer once; its document is the very bytes; the order moves on', async () => {
    const shop = await aShop()
    await shop.printer('Ricoh')
    const id = await shop.pedido({ duplicado: 2 })
    const [queued] = (await shop.print(id)).json<Impresion[]>()
    expect(queued).toMatchObject({ estado: 'en_cola', copias: 2, motivo: null, pedida_por: 'Dueño' })
    expect((await shop.print(id)).statusCode).toBe(409)

    const tarea = await shop.first()
    expect(tarea.ficha).toEqual({ copias: 2, lados: 2, borde: 'largo', color: false })
    expect(await shop.tareas()).toEqual([])
    const { rawPayload, statusCode } = await shop.get(
      `/api/agente/documento/${tarea.documento.sha256}`,
      shop.as(shop.alberdi),
    )
    expect([statusCode, rawPayload.length]).toEqual([200, tarea.documento.bytes])
    expect(createHash('sha256').update(rawPayload).digest('hex')).toBe(tarea.documento.sha256)
    const rest = await shop.get(`/api/agente/documento/${tarea.documento.sha256}`, {
      ...shop.as(shop.alberdi),
      range: 'bytes=100-',
    })
    expect([rest.statusCode, rest.rawPayload.equals(rawPayload.subarray(100))]).toEqual([206, true])

    expect((await shop.autorizar(tarea)).statusCode).toBe(200)
    expect((await shop.made(id))[0]?.estado).toBe('imprimiendo')
    await shop.tell(tarea, 1, 'enviado')
    await shop.tell(tarea, 2, 'completo', { impresiones: 4 })
    expect((await shop.made(id))[0]).toMatchObject({ estado: 'impresa', contadas: 4 })
    expect((await shop.get(`/api/mostrador/pedidos/${id}`, shop.owner)).json().estado).toBe('en_produccion')
  })

  it('a second time needs its reason, is a row of its own and is written down', async () => {
    const shop = await aShop()
    await shop.printer('Ricoh')
    const id = await shop.pedido()
    await shop.print(id)
    const tarea = await shop.first()
    await shop.autorizar(tarea)
    await shop.tell(tarea, 1, 'completo')
    expect((await shop.print(id, { trabajos: [1] })).json().detail).toContain('motivo')
    const again = (await shop.print(id, { trabajos: [1], motivo: 'Salió manchado' })).json<Impresion[]>()
    expect(again.map(({ estado, motivo }) => [estado, motivo])).toEqual([
      ['en_cola', 'Salió manchado'],
      ['impresa', null],
    ])
    const { historial } = (await shop.get(`/api/mostrador/pedidos/${id}`, shop.owner)).json()
    expect(JSON.stringify(historial)).toContain('Salió manchado')
  })

  it('by itself when it is paid, where a printer takes orders so', async () => {
    const shop = await aShop()
    await shop.printer('Ricoh', { automatica: true })
    const id = await shop.pedido()
    const tarea = await shop.first()
    await shop.autorizar(tarea)
    expect((await shop.made(id))[0]).toMatchObject({ pedida_por: 'sistema', estado: 'imprimiendo' })
  })

  it('50 clerks at once: one of them prints it', async () => {
    const shop = await aShop()
    await shop.printer('Ricoh')
    const id = await shop.pedido()
    const answers = await Promise.all(Array.from({ length: 50 }, () => shop.print(id)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(await shop.made(id)).toHaveLength(1)
  })

  it('50 agents of a branch at once: one of them gets it', async () => {
    const shop = await aShop()
    await shop.printer('Ricoh')
    const id = await shop.pedido()
    await shop.print(id)
    const taken = await eventually(
      async () => (await Promise.all(Array.from({ length: 50 }, () => shop.tareas()))).flat(),
      (found) => found.length > 0,
    )
    expect(taken).toHaveLength(1)
  })

  it('nobody can print what is not paid, nor on a printer that cannot', async () => {
    const shop = await aShop()
    const { id: impresora } = await shop.printer('Laser')
    const id = await shop.pedido()
    await shop.post(
      '/api/agente/informe',
      {
        informes: [],
        vivos: [],
        impresoras: [
          {
            ...{ id: impresora, anda: true, texto: 'Lista', aviso: null },
            perfil: { ...PERFIL, lados: ['one-sided'] },
          },
        ],
      },
      shop.as(shop.alberdi),
    )
    const refused = await shop.print(id, { impresora })
    expect([refused.statusCode, refused.json().detail]).toEqual([
      409,
      'Laser no puede: No imprime en doble faz de esa manera.',
    ])
    const { pedido_id } = await shop.quote([{ nombre: 'b.pdf', bytes: await makePdf({ pages: 1 }) }])
    await shop.post('/api/completar_compra', compra(pedido_id))
    expect((await shop.print(pedido_id)).statusCode).toBe(409)
    expect((await shop.print('nada')).statusCode).toBe(404)
  })
})

describe('leases', () => {
  let shop: Awaited<ReturnType<typeof aShop>>
  let tarea: Tarea
  let pedido_id: string
  const begin = async () => {
    shop = await aShop()
    await shop.printer('Ricoh')
    pedido_id = await shop.pedido()
    await shop.print(pedido_id)
    tarea = await shop.first()
  }

  it('one that ends before the first byte goes to somebody else, and the first is told no', async () => {
    await begin()
    shop.clock.offsetMs += 61_000
    const next = await shop.first()
    expect(next.cerca).toBeGreaterThan(tarea.cerca)
    expect((await shop.autorizar(tarea)).statusCode).toBe(409)
    await shop.tell(tarea, 1, 'completo')
    expect((await shop.made(pedido_id))[0]?.estado).toBe('en_cola')
    expect((await shop.autorizar(next)).statusCode).toBe(200)
  })

  it('one that ends after it stays its agent’s: nobody prints it again, and a person may say what came out', async () => {
    await begin()
    await shop.autorizar(tarea)
    shop.clock.offsetMs += 61_000
    expect(await shop.tareas()).toEqual([])
    const [row] = await shop.made(pedido_id)
    expect(row).toMatchObject({ estado: 'imprimiendo', sin_noticias: null })
    expect((await shop.answer(row?.id ?? 0, { respuesta: 'salio_bien' })).statusCode).toBe(409)
    shop.clock.offsetMs += 10 * 60_000
    expect((await shop.made(pedido_id))[0]?.sin_noticias).toMatch(/Z$/)
    expect((await shop.answer(row?.id ?? 0, { respuesta: 'salio_bien' })).statusCode).toBe(200)
    // The agent comes back from the dead: what it tells changes nothing any more
    await shop.tell(tarea, 5, 'verificar')
    expect((await shop.made(pedido_id))[0]).toMatchObject({ estado: 'impresa', resuelta_por: 'Dueño' })
  })

  it('a journal told twice, or out of order, counts once', async () => {
    await begin()
    await shop.autorizar(tarea)
    await shop.tell(tarea, 3, 'verificar', { mensaje: 'No sabemos.' })
    await shop.tell(tarea, 2, 'enviado')
    await shop.tell(tarea, 3, 'verificar')
    await shop.tell(tarea, 4, 'completo')
    expect((await shop.made(pedido_id))[0]).toMatchObject({ estado: 'verificar', mensaje: 'No sabemos.' })
  })

  it('the token of the other branch sees none of it', async () => {
    await begin()
    expect(await shop.tareas(shop.aguilares)).toEqual([])
    expect((await shop.autorizar(tarea, shop.aguilares)).statusCode).toBe(409)
    const path = `/api/agente/documento/${tarea.documento.sha256}`
    expect((await shop.get(path, shop.as(shop.aguilares))).statusCode).toBe(404)
    await shop.tell(tarea, 1, 'completo', {}, shop.aguilares)
    expect((await shop.made(pedido_id))[0]?.estado).toBe('en_cola')
    expect((await shop.get('/api/agente/tareas')).statusCode).toBe(401)
  })

  it('what waited all night is asked about before it prints', async () => {
    shop = await aShop()
    await shop.printer('Ricoh')
    pedido_id = await shop.pedido()
    await shop.print(pedido_id)
    shop.clock.offsetMs += 9 * 3600_000
    const asked = await eventually(
      async () => [await shop.tareas(), (await shop.made(pedido_id))[0]?.consultar],
      ([, consultar]) => consultar === true,
    )
    expect(asked).toEqual([[], true])
    const [row] = await shop.made(pedido_id)
    await shop.post(`/api/mostrador/impresiones/${row?.id}/confirmar`, {}, shop.owner)
    expect((await shop.first()).impresora).toBeGreaterThan(0)
  })
})

describe('a doubtful one', () => {
  const doubtful = async () => {
    const shop = await aShop()
    await shop.printer('Ricoh')
    const id = await shop.pedido()
    await shop.print(id)
    const tarea = await shop.first()
    await shop.autorizar(tarea)
    await shop.tell(tarea, 1, 'verificar')
    const [row] = await shop.made(id)
    return { shop, id, row: row?.id ?? 0 }
  }

  it('is a question: until it is answered nothing prints it again', async () => {
    const { shop, id, row } = await doubtful()
    expect((await shop.print(id, { trabajos: [1], motivo: 'otra vez' })).statusCode).toBe(409)
    expect((await shop.answer(row, { respuesta: 'salio_bien' })).json()[0]).toMatchObject({
      estado: 'impresa',
    })
    expect((await shop.answer(row, { respuesta: 'salio_bien' })).statusCode).toBe(409)
  })

  it('a part of it came out: the rest prints, from the front of a sheet', async () => {
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

describe('what the clerk changes', () => {
  it('another printer while nothing came out; not after', async () => {
    const shop = await aShop()
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
    expect((await shop.autorizar(tarea)).statusCode).toBe(409)
    const next = await shop.first()
    expect(next.impresora).toBe(other.id)
    await shop.autorizar(next)
    expect((await move(other.id)).statusCode).toBe(409)
  })

  it('an end: at once before the first byte, through the printer after it', async () => {
    const shop = await aShop()
    await shop.printer('Ricoh')
    const id = await shop.pedido()
    const [row] = (await shop.print(id)).json<Impresion[]>()
    const cancel = (of: number | undefined) =>
      shop.post(`/api/mostrador/impresiones/${of}/cancelar`, {}, shop.owner)
    expect((await cancel(row?.id)).json()).toMatchObject({ estado: 'cancelada' })
    const [again] = (await shop.print(id)).json<Impresion[]>()
    const tarea = await shop.first()
    await shop.autorizar(tarea)
    await shop.tell(tarea, 1, 'enviado')
    expect((await cancel(again?.id)).json()).toMatchObject({ estado: 'imprimiendo' })
    const beat = await shop.post(
      '/api/agente/informe',
      {
        informes: [],
        vivos: [{ intento: tarea.intento, cerca: tarea.cerca, espera: null }],
        impresoras: [],
      },
      shop.as(shop.alberdi),
    )
    expect(beat.json().cancelar).toEqual([tarea.intento])
    await shop.tell(tarea, 2, 'cancelado', { impresiones: 1 })
    expect((await shop.made(id))[0]).toMatchObject({ estado: 'detenida', contadas: 1 })
  })
})

describe('printers', () => {
  it('what is wrong with one is told under its field; its password is taken and never told', async () => {
    const shop = await aShop()
    const wrong = { nombre: '', uri: 'http://10.0.0.9', sucursal: 'Marte', huella: 'abc' }
    for (const [field, value] of Object.entries(wrong)) {
      const form = { nombre: 'X', sucursal: 'Alberdi', uri: 'ipp://10.0.0.9/ipp/print', [field]: value }
      const answer = await shop.post('/api/mostrador/impresoras', form, shop.owner)
      expect([answer.statusCode, Object.keys(answer.json())]).toEqual([400, [field]])
    }
    const made = await shop.printer('Con clave', { usuario: 'admin', clave: 'secreta' })
    expect(made).toMatchObject({ usuario: 'admin', tiene_clave: true })
    expect((await shop.get('/api/mostrador/impresoras', shop.owner)).body).not.toContain('secreta')
  })

  it('a test page prints two copies of both sides', async () => {
    const shop = await aShop()
    const { id } = await shop.printer('De prueba')
    await shop.post(`/api/mostrador/impresoras/${id}/prueba`, {}, shop.owner)
    const tarea = await shop.first()
    expect(tarea).toMatchObject({ impresora: id, ficha: { copias: 2, lados: 2 } })
  })
})
