import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { Impresion } from '@imprimitodo/shared/api/impresion'
import { describe, expect, it } from 'vitest'
import { impresoras } from '../../base/db/schema/impresion.ts'
import { makePdf } from '../../testing/pdf.ts'
import { PERFIL, printShop } from '../../testing/printing.ts'
import { compra, eventually } from '../../testing/shop.ts'

describe('from an order to the tray', () => {
  it('a work goes to its printer once; its document is the very bytes; the order moves on', async () => {
    const shop = await printShop()
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
    expect(statusCode).toBe(200)
    expect(rawPayload.length).toEqual(tarea.documento.bytes)
    expect(createHash('sha256').update(rawPayload).digest('hex')).toBe(tarea.documento.sha256)
    const rest = await shop.get(`/api/agente/documento/${tarea.documento.sha256}`, {
      ...shop.as(shop.alberdi),
      range: 'bytes=100-',
    })
    expect(rest.statusCode).toBe(206)
    expect(rest.rawPayload.equals(rawPayload.subarray(100))).toBe(true)

    expect((await shop.authorise(tarea)).statusCode).toBe(200)
    expect((await shop.made(id))[0]?.estado).toBe('imprimiendo')
    await shop.tell(tarea, 1, 'enviado')
    await shop.tell(tarea, 2, 'completo', { impresiones: 4 })
    expect((await shop.made(id))[0]).toMatchObject({ estado: 'impresa', contadas: 4 })
    expect((await shop.get(`/api/mostrador/pedidos/${id}`, shop.owner)).json().estado).toBe('en_produccion')
  })

  it('the sheets without colour of a colour file are told to the printer, also in a partial reprint', async () => {
    const shop = await printShop()
    await shop.printer('Ricoh')
    const bytes = await makePdf({ pages: 5, color: [3] })
    const id = await shop.pedido({ bytes, color: 'color' })
    await shop.print(id)
    const tarea = await shop.first()
    expect(tarea.ficha).toMatchObject({ color: true })
    expect(tarea.ficha.sin_color).toEqual([
      [1, 2],
      [5, 5],
    ])
    await shop.authorise(tarea)
    await shop.tell(tarea, 1, 'verificar')
    const [doubtful] = await shop.made(id)
    const desde = { respuesta: 'reimprimir_desde', desde: 3, motivo: 'Se trabó' }
    await shop.post(`/api/mostrador/impresiones/${doubtful?.id}/resolver`, desde, shop.owner)
    expect((await shop.first()).ficha.sin_color).toEqual([[3, 3]])
  })

  it('a file ordered in colour that has none is printed as black and white', async () => {
    const shop = await printShop()
    await shop.printer('Ricoh')
    await shop.print(await shop.pedido({ color: 'color' }))
    const { ficha } = await shop.first()
    expect([ficha.color, ficha.sin_color]).toEqual([false, undefined])
  })

  it('at the printer’s panel a work shows order, work and customer; each attempt has its own name', async () => {
    const shop = await printShop()
    await shop.printer('Ricoh')
    const id = await shop.pedido()
    await shop.print(id)
    const { numero } = (await shop.get(`/api/mostrador/pedidos/${id}`, shop.owner)).json()
    const tarea = await shop.first()
    expect(tarea.nombre).toMatch(new RegExp(`^${numero} i${tarea.intento} · a\\.pdf · …\\d{4}$`))
  })

  it('each tome of a volume has a name of its own: at the panel, in the question, in the history', async () => {
    const shop = await printShop()
    await shop.printer('Ricoh')
    const bytes = await makePdf({ pages: 801 })
    const id = await shop.pedido({ nombre: 'tesis.pdf', bytes, doble_faz: false, anillado: true })
    await shop.print(id)
    expect((await shop.made(id)).map(({ nombre }) => nombre).sort()).toEqual([
      'Tomo 1/3 · tesis.pdf',
      'Tomo 2/3 · tesis.pdf',
      'Tomo 3/3 · tesis.pdf',
    ])
    const again = await shop.print(id, { trabajos: [2] })
    expect(again.json().detail).toBe('«Tomo 2/3 · tesis.pdf» ya está en camino a la impresora.')
    const tarea = await shop.first()
    expect(tarea.nombre).toMatch(new RegExp(`^\\d+ i${tarea.intento} · Tomo 1/3 · tesis\\.pdf · `))
    await shop.authorise(tarea)
    await shop.tell(tarea, 1, 'verificar')
    const doubtful = (await shop.made(id)).find(({ estado }) => estado === 'verificar')
    await shop.answer(doubtful?.id ?? 0, { respuesta: 'salio_bien' })
    const { historial } = (await shop.get(`/api/mostrador/pedidos/${id}`, shop.owner)).json()
    expect(JSON.stringify(historial)).toContain('«Tomo 1/3 · tesis.pdf» salió bien')
  })

  it('completed but bad: printing again needs a reason, is a row of its own and is logged', async () => {
    const shop = await printShop()
    await shop.printer('Ricoh')
    const { id, tarea } = await shop.printing()
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

  it('a waiting agent is answered as soon as a work comes, and not before', async () => {
    const shop = await printShop()
    await shop.printer('Ricoh')
    const id = await shop.pedido()
    const url = await shop.app.listen({ port: 0, host: '127.0.0.1' })
    const asked = once(shop.app.server, 'request')
    const answer = fetch(`${url}/api/agente/tareas?espera=25`, { headers: shop.as(shop.alberdi) })
    await asked
    await shop.print(id)
    expect((await (await answer).json()).tareas).toHaveLength(1)
  })

  it('a paid order prints without a clerk, where a printer has that setting', async () => {
    const shop = await printShop()
    await shop.printer('Ricoh', { automatica: true })
    const id = await shop.pedido()
    const tarea = await shop.first()
    await shop.authorise(tarea)
    expect((await shop.made(id))[0]).toMatchObject({ pedida_por: 'sistema', estado: 'imprimiendo' })
  })

  it('50 clerks at once: one of them prints it', async () => {
    const shop = await printShop()
    await shop.printer('Ricoh')
    const id = await shop.pedido()
    const answers = await Promise.all(Array.from({ length: 50 }, () => shop.print(id)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(await shop.made(id)).toHaveLength(1)
  })

  it('50 agents of a branch at once: one of them gets it', async () => {
    const shop = await printShop()
    await shop.printer('Ricoh')
    const id = await shop.pedido()
    await shop.print(id)
    const taken = await eventually(
      async () => (await Promise.all(Array.from({ length: 50 }, () => shop.tareas()))).flat(),
      (found) => found.length > 0,
    )
    expect(taken).toHaveLength(1)
  })

  it('an unpaid order is not printed, nor is anything on an unsuitable printer', async () => {
    const shop = await printShop()
    const { id: impresora } = await shop.printer('Laser')
    const id = await shop.pedido()
    await shop.post(
      '/api/agente/informe',
      {
        informes: [],
        vivos: [],
        impresoras: [
          {
            id: impresora,
            anda: true,
            texto: 'Lista',
            aviso: null,
            perfil: { ...PERFIL, lados: ['one-sided'] },
          },
        ],
      },
      shop.as(shop.alberdi),
    )
    const refused = await shop.print(id, { impresora })
    expect(refused.statusCode).toBe(409)
    expect(refused.json().detail).toBe('Laser no puede: No imprime en doble faz de esa manera.')
    const { pedido_id } = await shop.quote([{ nombre: 'b.pdf', bytes: await makePdf({ pages: 1 }) }])
    await shop.post('/api/completar_compra', compra(pedido_id))
    expect((await shop.print(pedido_id)).statusCode).toBe(409)
    expect((await shop.print('nada')).statusCode).toBe(404)
  })
})

describe('printers', () => {
  it('errors are told under their field; the password is taken and never returned', async () => {
    const shop = await printShop()
    const wrong = { nombre: '', uri: 'http://10.0.0.9', sucursal: 'Marte', huella: 'abc' }
    for (const [field, value] of Object.entries(wrong)) {
      const form = { nombre: 'X', sucursal: 'Alberdi', uri: 'ipp://10.0.0.9/ipp/print', [field]: value }
      const answer = await shop.post('/api/mostrador/impresoras', form, shop.owner)
      expect(answer.statusCode).toBe(400)
      expect(Object.keys(answer.json())).toEqual([field])
    }
    const made = await shop.printer('Con clave', { usuario: 'admin', clave: 'secreta' })
    expect(made).toMatchObject({ usuario: 'admin', tiene_clave: true })
    expect((await shop.get('/api/mostrador/impresoras', shop.owner)).body).not.toContain('secreta')
  })

  it('an account that the printer counts by is told to its agent, and every change of it is noted', async () => {
    const shop = await printShop()
    const { id, cuenta } = await shop.printer('Ricoh', { cuenta: '4410' })
    expect(cuenta).toBe('4410')
    const told = async () =>
      (await shop.get('/api/agente/tareas', shop.as(shop.alberdi))).json().impresoras[0].cuenta
    expect(await told()).toBe('4410')
    const url = `/api/mostrador/impresoras/${id}`
    const change = (payload: object) =>
      shop.app.inject({ method: 'PATCH', url, payload, headers: shop.owner })
    expect((await change({ cuenta: 'c'.repeat(101) })).json()).toHaveProperty('cuenta')
    expect((await change({ nombre: 'Ricoh 2' })).json().cuenta).toBe('4410')
    expect((await change({ cuenta: null })).json().cuenta).toBeNull()
    expect(await told()).toBeNull()
    const { cambios } = (await shop.get('/api/mostrador/auditoria', shop.owner)).json()
    expect(JSON.stringify(cambios)).toContain('"cuenta":"4410"')
  })

  it('a state seen at the old address does not count for a new one; an older agent, which does not name the address, is believed', async () => {
    const shop = await printShop()
    const { id, uri } = await shop.printer('Ricoh')
    const tell = (where: object) => {
      const salud = { id, anda: true, texto: 'Lista', aviso: null, perfil: PERFIL, ...where }
      const informe = { informes: [], vivos: [], impresoras: [salud] }
      return shop.post('/api/agente/informe', informe, shop.as(shop.alberdi))
    }
    const shown = async () => (await shop.get('/api/mostrador/impresoras', shop.owner)).json().impresoras
    const known = [{ anda: true, vista: expect.any(String), perfil: { modelo: PERFIL.modelo } }]
    const unknown = [{ anda: false, vista: null, perfil: null }]
    await tell({ uri })
    expect(await shown()).toMatchObject(known)
    const move = (payload: object) =>
      shop.app.inject({
        method: 'PATCH',
        url: `/api/mostrador/impresoras/${id}`,
        payload,
        headers: shop.owner,
      })
    await move({ uri: 'ipp://10.0.0.10/ipp/print' })
    expect((await tell({ uri })).statusCode).toBe(200)
    expect(await shown()).toMatchObject(unknown)
    await tell({ uri: 'ipp://10.0.0.10/ipp/print' })
    expect(await shown()).toMatchObject(known)
    await move({ uri: 'ipp://10.0.0.11/ipp/print' })
    await tell({})
    expect(await shown()).toMatchObject(known)
  })

  it('a printer with works stays in service and in its branch', async () => {
    const shop = await printShop()
    const { id } = await shop.printer('Ricoh')
    const { tarea } = await shop.printing()
    const call = (method: 'PATCH' | 'DELETE', payload?: object) =>
      shop.app.inject({ method, url: `/api/mostrador/impresoras/${id}`, payload, headers: shop.owner })
    const move = () => call('PATCH', { sucursal: 'Aguilares' })
    expect((await move()).json().detail).toBe(
      'Hay trabajos que la esperan: pasalos a otra impresora primero.',
    )
    expect((await call('DELETE')).statusCode).toBe(409)
    expect((await call('PATCH', { nombre: 'Ricoh 2', sucursal: 'Alberdi' })).statusCode).toBe(200)
    await shop.tell(tarea, 1, 'completo')
    expect((await move()).json().sucursal).toBe('Aguilares')
    expect((await call('DELETE')).statusCode).toBe(200)
  })

  it('a test page prints two copies of both sides', async () => {
    const shop = await printShop()
    const { id } = await shop.printer('De prueba')
    await shop.post(`/api/mostrador/impresoras/${id}/prueba`, {}, shop.owner)
    const tarea = await shop.first()
    expect(tarea).toMatchObject({ impresora: id, ficha: { copias: 2, lados: 2 } })
    await shop.authorise(tarea)
    await shop.tell(tarea, 1, 'completo')
    // A printer that is one-sided only is not asked for two sides
    await shop.db.update(impresoras).set({ perfil: { ...PERFIL, lados: ['one-sided'] } })
    await shop.post(`/api/mostrador/impresoras/${id}/prueba`, {}, shop.owner)
    expect((await shop.first()).ficha).toMatchObject({ copias: 2, lados: 1, color: true })
  })

  it.each([
    ['while it waits', 0],
    ['after a night, when it is asked about', 9 * 3600_000],
  ])('a test page, which has no order, is cancelled %s', async (_, waitedMs) => {
    const shop = await printShop()
    const { id } = await shop.printer('De prueba')
    await shop.post(`/api/mostrador/impresoras/${id}/prueba`, {}, shop.owner)
    shop.clock.offsetMs += waitedMs
    const vivas = async () => (await shop.get('/api/mostrador/impresiones', shop.owner)).json()
    const isAsked = waitedMs > 0
    const [row] = await eventually(
      async () => {
        await shop.tareas()
        return vivas()
      },
      ([one]) => one?.consultar === isAsked,
    )
    expect(row).toMatchObject({ pedido_id: null, estado: 'en_cola', consultar: isAsked })
    const answer = await shop.post(`/api/mostrador/impresiones/${row.id}/cancelar`, {}, shop.owner)
    expect(answer.statusCode).toBe(200)
    expect(answer.json().estado).toBe('cancelada')
    expect(await vivas()).toEqual([])
    expect(await shop.tareas()).toEqual([])
  })
})
