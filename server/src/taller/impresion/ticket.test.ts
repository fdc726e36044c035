import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import type { VentaAnswer } from '@imprimitodo/shared/api/ventas'
import { SIN_CELULAR } from '@imprimitodo/shared/rules/base/contacto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { pedidos } from '../../base/db/schema/pedidos.ts'
import { aCounterWithCuentas, onAccount } from '../../testing/cuentas-corrientes.ts'
import { makePdf } from '../../testing/pdf.ts'
import { drawnOn } from '../../testing/pdf-text.ts'
import { moveTo, paid } from '../../testing/pedidos.ts'

async function open() {
  const counter = await aCounterWithCuentas()
  const { shop, owner, clerk } = counter
  const sell = async (body: object) => {
    const answer = await shop.post('/api/mostrador/ventas', { sucursal: 'Alberdi', ...body }, clerk.headers)
    expect(answer.statusCode, answer.body).toBe(200)
    const { pedidos } = answer.json<VentaAnswer>()
    const detalle = await shop.get(`/api/mostrador/pedidos/${pedidos[0]?.pedido_id}`, owner)
    return detalle.json<PedidoMostrador>()
  }
  /** The texts of the ticket on A4 and of the thermal ticket. */
  const papers = async ({ pedido_id }: PedidoMostrador) => {
    const path = `/api/mostrador/pedidos/${pedido_id}/ticket.pdf`
    const [a4, a6] = [await shop.get(path, owner), await shop.get(`${path}?papel=a6`, owner)]
    return Promise.all([a4, a6].map(async ({ rawPayload }) => (await drawnOn(rawPayload)).join('\n')))
  }
  return { ...counter, sell, papers }
}
const cash = (importe: number) => [{ medio: 'efectivo', importe }]

test('the ticket of goods that are to be made names them, and says nothing of prints', async () => {
  const { sell, papers } = await open()
  const lineas = [
    { texto: 'Banner', importe: 10_000 },
    { texto: 'Ojales', importe: 400, cantidad: 2 },
  ]
  const made = await sell({ lineas, pagos: cash(4_000), total: 10_800 })
  expect(made.estado).toBe('pagado')
  for (const paper of await papers(made)) {
    for (const word of [
      'Banner',
      '$ 10.000,00',
      '2 \u00d7 Ojales',
      '$ 800,00',
      'COBRAR AL RETIRAR: $ 6.800,00',
    ])
      expect(paper).toContain(word)
    expect(paper).toContain(made.codigo_retiro)
    for (const word of ['Copias', 'Impresión', 'Anillado', '$ 0,00']) expect(paper).not.toContain(word)
  }
})

test('the ticket of files and goods names both', async () => {
  const { shop, sell, papers } = await open()
  const { pedido_id } = await shop.quote([{ nombre: 'a.pdf', bytes: await makePdf() }])
  const made = await sell({
    lineas: [{ pedido_id }, { texto: 'Carpeta', importe: 500 }],
    pagos: cash(100_000),
  })
  for (const paper of await papers(made))
    for (const word of ['a.pdf', 'Carpeta', '$ 500,00']) expect(paper).toContain(word)
})

test('the ticket of an order that was handed over has no code and no promised time', async () => {
  const { sell, papers } = await open()
  const made = await sell({ lineas: [{ texto: 'Resma', importe: 9_000 }], pagos: cash(9_000) })
  expect(made.estado).toBe('entregado')
  for (const paper of await papers(made)) {
    expect(paper).toMatch(/entregado/i)
    for (const word of ['etira', 'Prometido', 'RETIRA', 'ESTANTE', made.codigo_retiro])
      expect(paper).not.toContain(word)
  }
})

test('the ticket names the account that an order was charged to, and how much, where it is not all', async () => {
  const { opened, sell, papers } = await open()
  const cuenta = await opened({ nombre: `Escuela ${'Normal '.repeat(8)}12`, limite: 100_000 })
  const lineas = [{ texto: 'Resma', importe: 9_000 }]
  const whole = await sell({ lineas, pagos: [onAccount(cuenta, 9_000)] })
  const part = await sell({ lineas, pagos: [...cash(2_000), onAccount(cuenta, 7_000)] })
  for (const paper of await papers(whole)) {
    expect(paper).toContain('A cuenta corriente de Escuela')
    expect(paper).not.toContain('Pagado')
  }
  for (const paper of await papers(part)) expect(paper).toContain('$ 7.000,00 a cuenta corriente')
})

test('the delivery is to be collected until it is handed over, and never of an order that was undone', async () => {
  const { shop, papers } = await open()
  const delivered = async () => {
    const { id } = await paid(shop)
    await shop.db
      .update(pedidos)
      .set({ modo_entrega: 'delivery', direccion_entrega: 'Belgrano 348', costo_delivery: 2000_00 })
      .where(eq(pedidos.id, id))
    return id
  }
  const says = async (pedido_id: string) =>
    (await papers({ pedido_id } as PedidoMostrador)).map((paper) => /cobrar el env/.test(paper))
  const id = await delivered()
  expect(await says(id)).toEqual([true, true])
  await moveTo(shop, id, 'en_produccion', 'listo', 'entregado')
  expect(await says(id)).toEqual([false, false])
  const undone = await delivered()
  await moveTo(shop, undone, 'reembolsado')
  expect(await says(undone)).toEqual([false, false])
})

test('a volume of one file names it too', async () => {
  const { shop, sell, papers } = await open()
  const { pedido_id } = await shop.quote([{ nombre: 'tesis.pdf', bytes: await makePdf(), grupo: 'grupo0' }])
  for (const paper of await papers(await sell({ lineas: [{ pedido_id }], pagos: cash(100_000) }))) {
    expect(paper).toMatch(/Anillado 1/i)
    expect(paper).toContain('tesis.pdf')
  }
})

test('a name in another alphabet stands on no paper as question marks: the last digits of the mobile do, or the code', async () => {
  const { shop, sell, papers } = await open()
  const made = await sell({
    lineas: [{ texto: 'Banner', importe: 10_000 }],
    pagos: cash(4_000),
    total: 10_000,
  })
  const whole = `${made.codigo_retiro}`
  for (const [nombre, celular, shown, times] of [
    ['محمد علي', '3865417720', /Cliente \W{0,3}7720/g, 1],
    ['李明 Li Ming', '3865417720', /Li Ming/g, 1],
    ['Иван', SIN_CELULAR, new RegExp(whole, 'g'), 2],
  ] as const) {
    await shop.db.update(pedidos).set({ nombre, celular }).where(eq(pedidos.id, made.pedido_id))
    for (const paper of await papers(made)) {
      expect(paper).not.toContain('?')
      expect(paper.match(shown)?.length, paper).toBe(times)
    }
  }
})
