// Page ranges and pages per side, from what a customer asks for to the paper.
import { PDFDocument } from '@cantoo/pdf-lib'
import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import type { PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import { dayOf } from '@imprimitodo/shared/rules/base/fecha'
import { describe, expect, test } from 'vitest'
import { createPdfEngine } from '../../../base/pdf/engine.ts'
import type { Finding } from '../../../base/pdf/port.ts'
import { hojasVendidas } from '../../../gestion/reportes/service.ts'
import { bearer, newCliente } from '../../../testing/cuenta.ts'
import { enterAs } from '../../../testing/mostrador.ts'
import { makePdf } from '../../../testing/pdf.ts'
import { confirmed, paid, rowOf } from '../../../testing/pedidos.ts'
import { type SentFile, testShop } from '../../../testing/shop.ts'
import { openShop } from '../../../testing/socket.ts'
import { chargeInCash } from '../../../testing/ventas.ts'
import { colaOf } from '../pasos/cola.ts'

const PAGES = 30
const pdf = makePdf({ pages: PAGES, color: [3, 12] })
const ASKED = { rango: '1-10,15,20-', por_carilla: 2 as const }
const TEXT = 'páginas 1 a 10, 15 y 20 a 30 · 2 por carilla'

const file = async (change: Partial<SentFile> = {}): Promise<SentFile> => ({
  nombre: 'tesis.pdf',
  bytes: await pdf,
  ...ASKED,
  ...change,
})

describe('the range that is asked for', () => {
  test('is counted, priced and told; pages with colour that are left out cost nothing', async () => {
    const shop = await testShop()
    const quoted = await shop.quote([await file({ color: 'color', duplicado: 2 })])
    const line = {
      paginas: PAGES,
      ...ASKED,
      paginas_impresas: 22,
      hojas: 6,
      paginas_color: 1,
      importe: 2 * (700 + 4 * 160 + 100), // pages 1 to 4, four sheets without colour, one side alone
    }
    expect(quoted).toMatchObject({ total_impresion: 2880, color_pendiente: false, archivos: [line] })
    const seen = (await shop.get(`/api/pedidos/${quoted.pedido_id}`)).json<PedidoAnswer>()
    expect(seen.archivos).toMatchObject([line])
  })

  test('has one spelling; without one every page is printed, one on each side', async () => {
    const shop = await testShop()
    const whole = { rango: null, por_carilla: 1, paginas_impresas: 30, hojas: 15 }
    const cases = [
      [{}, whole],
      [{ rango: null, por_carilla: null }, whole],
      [{ rango: '1-' }, whole],
      [{ rango: '1-29,30' }, whole],
      [{ rango: ' 2 , 3,4 - 6' }, { rango: '2-6', paginas_impresas: 5, hojas: 3 }],
      [
        { rango: '30-', doble_faz: false },
        { rango: '30-', paginas_impresas: 1, hojas: 1 },
      ],
      [{ por_carilla: '4' }, { por_carilla: 4, paginas_impresas: 30, hojas: 4 }],
      [
        { por_carilla: 4, doble_faz: 0 },
        { por_carilla: 4, paginas_impresas: 30, hojas: 8 },
      ],
    ]
    const bytes = await pdf
    const files = cases.map(([options], index) => ({ nombre: `${index}.pdf`, bytes, ...options }))
    const { archivos } = await shop.quote(files as SentFile[])
    expect(archivos).toMatchObject(cases.map(([, answer]) => answer))
  })

  test('a volume is bound by the sheets that are printed', async () => {
    const shop = await testShop()
    const grupo = 'grupo0' as const
    const { volumenes, total_anillado } = await shop.quote([
      await file({ grupo, duplicado: 2 }),
      await file({ nombre: 'otra.pdf', grupo, rango: '3', por_carilla: 1 }),
    ])
    expect(volumenes).toEqual([{ grupo, hojas: 6 + 1, copias: 2, tomos: 1, importe: 2400 }])
    expect(total_anillado).toBe(2400)
  })
})

describe('over the wire, what makes no sense', () => {
  const SHAPE = 'el rango de páginas se escribe así: 1-10,15,20-'
  const ORDER = 'las páginas del rango van de menor a mayor, cada una una sola vez'
  const SIDES = 'las páginas por carilla son 1, 2 o 4'

  test('is refused with a sentence for its file and costs nothing', async () => {
    const { db, visitor } = await openShop()
    const bytes = await makePdf({ pages: 3 })
    const { ask } = visitor()
    const send = (options: object) => {
      const form = new FormData()
      form.append('archivos_data', JSON.stringify([{ nombre: 'a.pdf', ...options }]))
      form.append('archivos', new Blob([bytes as BlobPart]), 'a.pdf')
      return ask('/api/upload_archivo', { body: form })
    }
    const refused: [object, string][] = [
      ...['', ' ', ',', '1,', '-3', 'a-b', '1-2-3', '0', '1.5', '1;2', '9999999'].map(
        (rango): [object, string] => [{ rango }, SHAPE],
      ),
      ...[7, true, [], {}, [[1, 2]]].map((rango): [object, string] => [{ rango }, SHAPE]),
      ...['3-1', '2,1', '1-2,2', '1-,3'].map((rango): [object, string] => [{ rango }, ORDER]),
      ...['1-4', '4', '4-', '1,999999'].map((rango): [object, string] => [
        { rango },
        `tiene 3 páginas y el rango pide la ${rango.includes('9') ? 999_999 : 4}`,
      ]),
      ...[0, 3, 5, -1, 1.5, '2.0', 'dos', true, [2], {}, 1e300].map((por_carilla): [object, string] => [
        { por_carilla },
        SIDES,
      ]),
      [{ rango: '1,'.repeat(100_000) }, 'el rango de páginas es demasiado largo. Dejá menos tramos'],
    ]
    for (const [options, message] of refused) {
      const answer = await send(options)
      expect(answer.status, String(options)).toBe(400)
      expect(answer.json(), String(options)).toEqual({ archivos: [`«a.pdf»: ${message}`] })
    }
    const { rows } = await db.execute('select from pedidos union all select from contenidos')
    expect(rows).toEqual([])
    expect((await send({ rango: '2-', por_carilla: 4 })).status).toBe(200)
  })

  test('everything wrong with a file is told at once', async () => {
    const shop = await testShop()
    const answer = await shop.upload([
      { nombre: 'a.pdf', bytes: await pdf, rango: 'x', por_carilla: 3 as never, duplicado: 0 },
    ])
    const { archivos } = answer.json<{ archivos: string[] }>()
    expect(answer.statusCode).toBe(400)
    expect(archivos.length).toBe(3)
  })
})

describe('an order keeps them', () => {
  test('when its options change, when it is repeated, and in its owner’s download of personal data', async () => {
    const shop = await testShop()
    const { access } = await newCliente(shop)
    const carrito = 'carrito-de-prueba'
    const first = await shop.quote([await file()], { carrito })
    const subida = first.archivos[0]?.subida ?? ''
    const changed = await shop.quote([{ nombre: 'tesis.pdf', subida, rango: '5-8' }], { carrito })
    expect(changed.archivos).toMatchObject([{ rango: '5-8', por_carilla: 1, hojas: 2 }])
    const { id } = await confirmed(shop, { files: [await file()], headers: bearer(access) })
    const own = bearer(access)
    const again = await shop.post(`/api/clientes/pedidos/${id}/repetir`, {}, own)
    expect(again.json().archivos).toMatchObject([{ ...ASKED, paginas_impresas: 22, hojas: 6 }])
    const list = (await shop.get('/api/clientes/pedidos', own)).json()
    expect(list.pedidos).toMatchObject([{ hojas: 6 }])
    const taken = (await shop.get('/api/clientes/exportar', own)).json()
    expect(taken.pedidos.find((one: { pedido_id: string }) => one.pedido_id === id).archivos).toMatchObject([
      ASKED,
    ])
  })

  test('to the paper, the counter and the ticket', async () => {
    const shop = await testShop()
    const auth = await enterAs(shop)
    const grupo = 'grupo0' as const
    const { id } = await paid(shop, {
      files: [
        await file(),
        await file({ nombre: 'b.pdf', grupo, rango: '2-4', por_carilla: 1, doble_faz: false }),
        await file({ nombre: 'c.pdf', grupo, rango: '1-9', por_carilla: 4 }),
      ],
    })
    const url = `/api/mostrador/pedidos/${id}`
    const { trabajos, archivos } = (await shop.get(url, auth)).json<PedidoMostrador>()
    expect(archivos.map(({ rango, por_carilla }) => [rango, por_carilla])).toEqual([
      ['1-10,15,20-', 2],
      ['2-4', 1],
      ['1-9', 4],
    ])
    expect(trabajos).toMatchObject([
      { paginas: 11, hojas: 6, seleccion: [TEXT] },
      {
        paginas: 6 + 3,
        hojas: 3 + 2,
        seleccion: ['páginas 2 a 4 · «b.pdf»', 'páginas 1 a 9 · 4 por carilla · «c.pdf»'],
      },
    ])
    for (const { id: work, paginas } of trabajos) {
      const made = await shop.get(`${url}/trabajos/${work}.pdf`, auth)
      expect((await PDFDocument.load(made.rawPayload)).getPageCount()).toBe(paginas)
    }
    expect((await shop.get(`${url}/ticket.pdf`, auth)).statusCode).toBe(200)
  })

  test('when the counter takes it', async () => {
    const shop = await testShop()
    const auth = await enterAs(shop)
    const { pedido_id } = await shop.quote([await file()])
    expect((await chargeInCash(shop, pedido_id, auth)).statusCode).toBe(200)
    expect((await shop.get(`/api/mostrador/pedidos/${pedido_id}`, auth)).json()).toMatchObject({
      total_impresion: 5 * 160 + 100,
      hojas_byn: 6,
      archivos: [ASKED],
      trabajos: [{ paginas: 11, seleccion: [TEXT] }],
    })
  })

  test('its picture is of the first page that is printed', async () => {
    const { quote, visitor } = await openShop()
    const { pedido_id } = await quote([await file({ rango: '12-' })])
    const ask = async (query: string) => {
      const answer = await visitor().ask(`/api/pedidos/${pedido_id}/archivos/1/miniatura.webp?${query}`)
      return [answer.status, answer.headers.get('content-length')]
    }
    const [shown, named] = [await ask(''), await ask('pagina=12')]
    expect(shown).toEqual(named)
    expect(shown[0]).toBe(200)
    expect((await ask('pagina=13'))[0]).toBe(403)
    const other = await quote([await file({ rango: '13-' })])
    const white = await visitor().ask(`/api/pedidos/${other.pedido_id}/archivos/1/miniatura.webp`)
    expect(white.headers.get('content-length')).not.toBe(shown[1]) // page 12 has a red bar
  })

  test('in the shop’s counts: sides that wait, sheets that were sold', async () => {
    const shop = await testShop()
    const { id } = await paid(shop, { files: [await file({ duplicado: 3 })] })
    const { sucursal_id } = await rowOf(shop, id)
    const today = dayOf(new Date())
    expect(await hojasVendidas(shop.deps, { desde: today, hasta: today })).toBe(18)
    const cola = await colaOf(shop.db, shop.deps.events, sucursal_id ?? 0, new Date())
    expect(cola.paginas).toBe(33)
  })
})

describe('a proof', () => {
  const proving = (imposibles: number[]) => {
    const engine = createPdfEngine({ workers: 1 })
    const findings = new Map<Finding, number[]>([
      ['en_blanco', [2, 20]],
      ['borde', [4]],
    ])
    return {
      ...engine,
      prove: async () => ({ imagen: [5, 21], imposibles, findings, hasta: PAGES, ms: 0, wanted: [] }),
    }
  }
  const buy = async (imposibles: number[], change: Partial<SentFile>) => {
    const shop = await testShop({ pdf: proving(imposibles) })
    const { pedido_id } = await shop.quote([await file(change)])
    const contact = {
      email: 'ana@example.com',
      celular: '3865412233',
      sucursal: 'Alberdi',
      modo_entrega: 'retiro',
    }
    const answer = await shop.post('/api/completar_compra', { pedido_id, ...contact })
    const seen = (await shop.get(`/api/pedidos/${pedido_id}`)).json<PedidoAnswer>()
    return { answer, avisos: seen.archivos[0]?.avisos.map(({ codigo, paginas }) => [codigo, paginas]) }
  }

  test('of a page that is not printed does not delay the order', async () => {
    const { answer } = await buy([11, 19], {})
    expect(answer.statusCode).toBe(200)
  })

  test('names only pages that are asked for', async () => {
    const { answer } = await buy([11, 15, 16], {})
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({ archivos: ['«tesis.pdf», página 15: no se puede imprimir'] })
  })

  test('warns about printed pages, and about the edge only where a page has its side for itself', async () => {
    expect((await buy([], { rango: '1-19', por_carilla: 1 })).avisos).toEqual([
      ['como_imagen', [5]],
      ['en_blanco', [2]],
      ['borde', [4]],
    ])
    expect((await buy([], { rango: '3-19', por_carilla: 2 })).avisos).toEqual([['como_imagen', [5]]])
  })
})
