import type { PedidoFila } from '@imprimitodo/shared/api/mostrador'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { clientes } from '../../base/db/schema/clientes.ts'
import { pedidos } from '../../base/db/schema/pedidos.ts'
import { enterAs, newOperador } from '../../testing/mostrador.ts'
import { makePdf } from '../../testing/pdf.ts'
import { confirmed } from '../../testing/pedidos.ts'
import { testShop } from '../../testing/shop.ts'

const pdf = makePdf({ pages: 3 })
const BASE = '/api/mostrador'

const FILES = async () => [{ nombre: 'apuntes.pdf', bytes: await pdf }]

describe('the board', () => {
  test('never shows drafts; filters by state, branch and text; newest first', async () => {
    const shop = await testShop()
    const auth = await enterAs(shop)
    await shop.quote([{ nombre: 'borrador.pdf', bytes: await pdf }])
    const one = await confirmed(shop, {
      files: [
        { nombre: 'tesis 100%_final.pdf', bytes: await pdf, duplicado: 2, anillado: true },
        {
          nombre: 'fotos.pdf',
          bytes: await makePdf({ pages: 2, color: [2] }),
          color: 'color',
          doble_faz: false,
        },
      ],
    })
    const two = await confirmed(shop, {
      files: await FILES(),
      change: {
        sucursal: 'Aguilares',
        email: 'beto@example.com',
        celular: '3865 99-8877',
        modo_entrega: 'delivery',
        direccion_entrega: 'Belgrano 12',
        lat: -27.434,
        lng: -65.616,
      },
    })
    const list = async (query = '') =>
      (await shop.get(`${BASE}/pedidos${query}`, auth)).json<{
        pedidos: PedidoFila[]
        siguiente: string | null
      }>()
    const numbers = async (query: string) => (await list(query)).pedidos.map(({ numero }) => numero)
    const [a, b] = [one.numero, two.numero]
    const account = { email: 'luz@example.com', nombre: 'María Luz Paz', celular: '', password_hash: '' }
    const [luz] = await shop.db
      .insert(clientes)
      .values({ ...account, fecha_nacimiento: '1990-05-17' })
      .returning()
    await shop.db.update(pedidos).set({ cliente_id: luz?.id }).where(eq(pedidos.id, two.id))

    const all = await list()
    expect(all).toMatchObject({ siguiente: null, pedidos: [{ numero: b }, { numero: a }] })
    expect(all.pedidos[1]).toMatchObject({
      email: 'ana@example.com',
      celular: '3865412233',
      sucursal: 'Alberdi',
      modo_entrega: 'retiro',
      // 2 copies of 2 sheets, and the b/w page of the colour file
      hojas_byn: 5,
      hojas_color: 1,
      anillados: 2,
      archivos: 2,
      pago: null,
      estado: 'confirmado',
      codigo_retiro: one.codigo_retiro,
    })
    expect(all.pedidos[0]).toMatchObject({
      nombre: 'María Luz Paz',
      tomado: null,
      impresos: { hechos: 0, de: 1 },
      direccion_entrega: 'Belgrano 12',
      costo_delivery: 2000,
    })

    for (const [query, expected] of [
      ['?estado=confirmado', [b, a]],
      ['?estado=confirmado,pagado', [b, a]],
      ['?estado=pagado,listo', []],
      ['?estado=borrador', []],
      ['?sucursal=aguilares', [b]],
      ['?sucursal=Otra', []],
      [`?texto=${a}`, [a]],
      [`?texto=%23${a}`, [a]],
      ['?texto=BETO@example', [b]],
      ['?texto=luz%20paz', [b]],
      ['?texto=paz,%20mar%C3%ADa', [b]],
      ['?texto=paz%20ana', []],
      ['?texto=,,,', []],
      ['?texto=99-8877', [b]],
      [`?texto=${one.codigo_retiro?.toLowerCase().replaceAll('-', '')}`, [a]],
      ['?texto=tesis', [a]],
      [`?texto=${encodeURIComponent('100%_f')}`, [a]],
      [`?texto=${encodeURIComponent('1%final')}`, []],
      ['?texto=borrador', []],
      ['?texto=.pdf&orden=promesa', [a, b]],
    ] as const)
      expect(await numbers(query), query).toEqual(expected)
    for (const bad of [
      '?estado=raro',
      '?cursor=x',
      `?cursor=${a}&orden=promesa`,
      '?orden=otra',
      '?orden=promesa&cursor=2026-99-99T00:00:00Z_1',
    ])
      expect((await shop.get(`${BASE}/pedidos${bad}`, auth)).statusCode, bad).toBe(400)
  })

  const finder = async () => {
    const shop = await testShop()
    const auth = await enterAs(shop)
    return {
      shop,
      found: async (texto: string) => {
        const lists = ['pedidos', 'tablero'].map(async (list) => {
          const answer = await shop.get(`${BASE}/${list}?texto=${encodeURIComponent(texto)}`, auth)
          return answer.json<{ pedidos: PedidoFila[] }>().pedidos.map(({ numero }) => numero)
        })
        const [all, board] = await Promise.all(lists)
        expect(board, texto).toEqual(all)
        return all
      },
    }
  }

  test('finds an order by its mobile however the number was typed and is typed again', async () => {
    const { shop, found } = await finder()
    const typed = [
      '3865 41-2233',
      '3865 15-412233',
      '+54 9 3865 412233',
      '03865 15 412233',
      '0054 9 3865 41-2233',
    ]
    const made = []
    for (const celular of typed)
      made.push(await confirmed(shop, { files: await FILES(), change: { celular } }))
    expect(made.map(({ celular }) => celular)).toEqual(typed.map(() => '3865412233'))
    const other = await confirmed(shop, { files: await FILES(), change: { celular: '+595 981 123456' } })
    expect(other.celular).toBe('595981123456')
    // The forms in which older orders have the mobile
    for (const [at, celular] of ['3865412233', '386515412233', '5493865412233', '0386515412233'].entries())
      await shop.db
        .update(pedidos)
        .set({ celular })
        .where(eq(pedidos.id, made[at]?.id ?? ''))
    const numbers = made.map(({ numero }) => numero).reverse()
    for (const texto of [...typed, '3865 15 41-2233', '(3865) 412233'])
      expect(await found(texto), texto).toEqual(numbers)
    expect(await found('981 123456')).toEqual([other.numero])
  })

  test('finds an order by names and files without their accents, and with others', async () => {
    const { shop, found } = await finder()
    const files = [{ nombre: 'Tésis Ñandú.pdf', bytes: await pdf }]
    const mine = await confirmed(shop, { files, change: { nombre: 'José Ñúñez' } })
    const plain = await confirmed(shop, {
      files: [{ nombre: 'TESIS.pdf', bytes: await pdf }],
      change: { nombre: 'Maria Lopez' },
    })
    const account = { email: 'luz@example.com', nombre: 'María José NÚÑEZ', celular: '', password_hash: '' }
    const [luz] = await shop.db
      .insert(clientes)
      .values({ ...account, fecha_nacimiento: '1990-05-17' })
      .returning()
    await shop.db.update(pedidos).set({ cliente_id: luz?.id }).where(eq(pedidos.id, mine.id))
    for (const [texto, expected] of [
      ['tesis nandu', [mine]],
      ['TÉSIS', [plain, mine]],
      ['jose nunez', [mine]],
      ['José Ñu', [mine]],
      ['maria jose', [mine]],
      ['lópez', [plain]],
      [`N.º ${mine.numero}`, [mine]],
      [`Nº${mine.numero}`, [mine]],
      [`n° ${mine.numero}`, [mine]],
    ] as const)
      expect(await found(texto), texto).toEqual(expected.map(({ numero }) => numero))
  })

  test('finds a name with an apostrophe, whichever sign the phone and the keyboard write', async () => {
    const { shop, found } = await finder()
    const files = [{ nombre: 'tesis.pdf', bytes: await pdf }]
    const curly = await confirmed(shop, { files, change: { nombre: 'Sean O’Brien' } })
    const straight = await confirmed(shop, { files, change: { nombre: "Ana O'Brien" } })
    for (const texto of ["o'brien", 'O’Brien', 'O´BRIEN', 'o‘brien', 'o`brien'])
      expect(await found(texto), texto).toEqual([straight, curly].map(({ numero }) => numero))
  })

  test('says which branch an order of another one is in, by its number or its code, and no more of it', async () => {
    const shop = await testShop()
    const own = await confirmed(shop, { files: await FILES() })
    const other = await confirmed(shop, { files: await FILES(), change: { sucursal: 'Aguilares' } })
    const everywhere = await enterAs(shop)
    const { headers } = await newOperador(shop, 1)
    const board = async (texto: string, auth = headers, more = '') =>
      (await shop.get(`${BASE}/tablero?texto=${encodeURIComponent(texto)}${more}`, auth)).json()
    const there = { numero: other.numero, sucursal: 'Aguilares' }
    for (const texto of [`${other.numero}`, `N.º ${other.numero}`, other.codigo_retiro ?? ''])
      expect(await board(texto), texto).toMatchObject({ pedidos: [], en_otra: there })
    for (const texto of [`${own.numero}`, '9999', '3865412233', 'ana', ''])
      expect(await board(texto), texto).toMatchObject({ en_otra: null })
    const number = String(other.numero)
    expect(await board(number, everywhere, '&sucursal=Alberdi')).toMatchObject({ en_otra: there })
    expect(await board(number, everywhere)).toMatchObject({
      pedidos: [{ numero: other.numero }],
      en_otra: null,
    })
  })

  test('comes in pages of 50, in either order, without losing or repeating an order', async () => {
    const shop = await testShop()
    const auth = await enterAs(shop)
    const first = await confirmed(shop, { files: await FILES() })
    const rows = Array.from({ length: 119 }, (_, i) => ({
      ...first,
      id: `copia-${i}`,
      referencia: `copia-${i}`,
      codigo_retiro: `copia-${i}`,
      carrito: null,
      numero: 5000 + i,
      prometido: i % 3 ? new Date(Date.UTC(2026, 10, 21, i % 7)) : null,
    }))
    await shop.db.insert(pedidos).values(rows)
    for (const orden of ['recientes', 'promesa']) {
      const seen: PedidoFila[] = []
      let cursor: string | null = ''
      const sizes: number[] = []
      while (cursor !== null) {
        const query = new URLSearchParams({ orden, ...(cursor && { cursor }) })
        const page = (await shop.get(`${BASE}/pedidos?${query}`, auth)).json()
        sizes.push(page.pedidos.length)
        seen.push(...page.pedidos)
        cursor = page.siguiente
      }
      expect(sizes).toEqual([50, 50, 20])
      expect(new Set(seen.map(({ pedido_id }) => pedido_id)).size).toBe(120)
      const keys = seen.map(({ prometido, numero }) => `${prometido ?? 'z'} ${numero}`)
      if (orden === 'promesa') expect(keys).toEqual(keys.toSorted())
      else
        expect(seen.map(({ numero }) => numero)).toEqual(
          seen.map(({ numero }) => numero).toSorted((x, y) => y - x),
        )
    }
  })
})
