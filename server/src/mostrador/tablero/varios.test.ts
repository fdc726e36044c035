import type { PedidoFila, VariosAnswer } from '@imprimitodo/shared/api/mostrador'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newOperador } from '../../testing/mostrador.ts'
import { confirmed, moveTo, paid } from '../../testing/pedidos.ts'
import { printShop } from '../../testing/printing.ts'
import { testShop } from '../../testing/shop.ts'

const VARIOS = '/api/mostrador/varios'

test('several orders: each takes its step, one that refuses is told with its reason; sent again, nothing is done twice', async () => {
  const shop = await testShop()
  const clerk = await newOperador(shop, null)
  const [made, other, unpaid] = [await paid(shop), await paid(shop), await confirmed(shop)]
  await moveTo(shop, made.id, 'en_produccion')
  await moveTo(shop, other.id, 'en_produccion', 'listo')
  const ids = [made.id, 'desconocido', unpaid.id, other.id, made.id]
  const send = async (accion: string, pedidos: string[] = ids) =>
    shop.post(VARIOS, { accion, pedidos }, clerk.headers)
  expect((await send('listo')).json<VariosAnswer>()).toEqual({
    hechos: [
      { pedido_id: made.id, numero: made.numero, ya: false },
      { pedido_id: other.id, numero: other.numero, ya: true },
    ],
    rechazados: [
      { pedido_id: 'desconocido', numero: null, detail: 'Ese pedido no existe.' },
      {
        pedido_id: unpaid.id,
        numero: unpaid.numero,
        detail: `El pedido ${unpaid.numero} está por pagar: no puede pasar a listo.`,
      },
    ],
  })
  const again = (await send('listo')).json<VariosAnswer>()
  expect(again.hechos.map(({ ya }) => ya)).toEqual([true, true])
  const steps = await shop.db.execute(sql`
    select pedido_id from historial where pedido_id = ${made.id} and estado = 'listo'`)
  expect(steps.rows).toHaveLength(1)

  // Each may still be taken back by the clerk who took it
  const undone = await shop.post(
    `/api/mostrador/pedidos/${made.id}/deshacer`,
    { estado: 'listo' },
    clerk.headers,
  )
  expect(undone.json()).toEqual({ estado: 'en_produccion' })

  expect((await send('cancelado')).json()).toEqual({ accion: ['Esa acción no existe.'] })
  expect((await send('listo', [])).json()).toEqual({ pedidos: ['Elegí al menos un pedido.'] })
  const many = Array.from({ length: 101 }, (_, n) => `p${n}`)
  expect((await send('listo', many)).json()).toEqual({ pedidos: ['Son demasiados: hasta 100.'] })
})

test('two clerks mark the same orders at once: each order takes its step once', async () => {
  const shop = await testShop()
  const clerks = [await newOperador(shop, null), await newOperador(shop, null)]
  const orders = [await paid(shop), await paid(shop), await paid(shop)]
  for (const { id } of orders) await moveTo(shop, id, 'en_produccion')
  const pedidos = orders.map(({ id }) => id)
  const answers = await Promise.all(
    clerks.map(({ headers }, at) =>
      shop.post(VARIOS, { accion: 'listo', pedidos: at ? pedidos.toReversed() : pedidos }, headers),
    ),
  )
  const done = answers.flatMap((answer) => answer.json<VariosAnswer>().hechos)
  expect(
    done
      .filter(({ ya }) => !ya)
      .map(({ pedido_id }) => pedido_id)
      .toSorted(),
  ).toEqual(pedidos.toSorted())
  expect(done).toHaveLength(6)
})

test('of another branch the orders do not exist: not on the board, not among several', async () => {
  const shop = await testShop()
  const [here, away] = [await newOperador(shop, 1), await newOperador(shop, 2)]
  const { id } = await paid(shop)
  await moveTo(shop, id, 'en_produccion')
  const answer = await shop.post(VARIOS, { accion: 'listo', pedidos: [id] }, away.headers)
  expect(answer.json()).toEqual({
    hechos: [],
    rechazados: [{ pedido_id: id, numero: null, detail: 'Ese pedido no existe.' }],
  })
  const board = async (headers: Record<string, string>, query = '') =>
    (await shop.get(`/api/mostrador/tablero${query}`, headers)).json()
  expect(await board(away.headers, '?sucursal=Alberdi')).toMatchObject({
    pedidos: [],
    totales: { en_produccion: 0 },
  })
  expect(await board(here.headers)).toMatchObject({
    pedidos: [{ pedido_id: id }],
    totales: { en_produccion: 1 },
  })
})

test('several are sent to their printers, each once; one whose works were all sent counts as done', async () => {
  const shop = await printShop()
  await shop.printer('Ricoh')
  const ids = [await shop.pedido(), await shop.pedido()]
  const send = async () =>
    (await shop.post(VARIOS, { accion: 'imprimir', pedidos: ids }, shop.owner)).json<VariosAnswer>()
  const [one, two] = await Promise.all([send(), send()])
  const done = [...one.hechos, ...two.hechos]
  expect(
    done
      .filter(({ ya }) => !ya)
      .map(({ pedido_id }) => pedido_id)
      .toSorted(),
  ).toEqual(ids.toSorted())
  expect([...one.rechazados, ...two.rechazados]).toEqual([])
  for (const id of ids) expect(await shop.made(id)).toHaveLength(1)
})

test('the board: all open orders, whose total counts also those that it does not show; closed ones are not on it', async () => {
  const shop = await testShop()
  const clerk = await newOperador(shop, null)
  const first = await paid(shop)
  await shop.db.execute(sql`
    insert into pedidos (id, numero, codigo_retiro, referencia, estado, tarifas, descuento_porcentaje,
      total_impresion, total_anillado, final_impresion, final_anillado, importe_final, email, celular, sucursal_id,
      modo_entrega, confirmado, nombre)
    select id || n, 5000 + n, 'ZZ' || lpad(n::text, 2, '0') || '-' || lpad(n::text, 4, '0') || '-AAAA',
      referencia || n, case when n = 1 then 'entregado' when n < 5 then 'listo' else 'pagado' end, tarifas,
      descuento_porcentaje, total_impresion, total_anillado, final_impresion, final_anillado, importe_final,
      'x' || n || '@example.com', '38640' || n, sucursal_id, modo_entrega, confirmado,
      case when n = 9 then 'Rosa Ñáñez' end
    from pedidos, generate_series(1, 320) n`)
  type Board = { pedidos: PedidoFila[]; totales: Record<string, number> }
  const board = async (texto = '') =>
    (await shop.get(`/api/mostrador/tablero?texto=${encodeURIComponent(texto)}`, clerk.headers)).json<Board>()
  const all = await board()
  expect(all.totales).toEqual({ confirmado: 0, pagado: 317, en_produccion: 0, listo: 3 })
  expect(Map.groupBy(all.pedidos, ({ estado }) => estado).get('pagado')).toHaveLength(300)
  expect(all.pedidos.some(({ estado }) => estado === 'entregado')).toBe(false)

  const numbers = async (texto: string) => (await board(texto)).pedidos.map(({ numero }) => numero)
  // '5020' is also a part of other orders' numbers: the order with that number comes first
  await shop.db.execute(
    sql`update pedidos set celular = '3865015020' where numero in (5006, ${first.numero})`,
  )
  expect((await numbers('5020'))[0]).toBe(5020)
  expect((await numbers('5020')).toSorted()).toEqual([first.numero, 5006, 5020].toSorted())
  expect(await numbers('zz03-0')).toEqual([5003])
  expect(await numbers('zz010')).toEqual([])
  expect(await numbers('0003-aaaa')).toEqual([5003])
  expect(await numbers('003-a')).toEqual([])
  expect(await numbers('ñáñez')).toEqual([5009])
  // In the list too, whatever page it would be on
  const list = (await shop.get('/api/mostrador/pedidos?texto=5020', clerk.headers)).json<Board>()
  expect(list.pedidos.map(({ numero }) => numero)[0]).toBe(5020)
})
