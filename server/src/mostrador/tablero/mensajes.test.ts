import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import { expect, test } from 'vitest'
import type { ProviderPayment } from '../../base/services/payments/port.ts'
import { recordPayment } from '../../dinero/pagos/service.ts'
import { ownerShop } from '../../testing/mostrador.ts'
import { confirmed, moveTo, paid } from '../../testing/pedidos.ts'

test('staff finds the text that fits an order, with its name, number, amount, hour and page; the owner writes it', async () => {
  const { shop, ask, look } = await ownerShop()
  const waits = await confirmed(shop, { change: { nombre: 'Ana Paz' } })
  const textsOf = async (id: string) => (await look(`pedidos/${id}`)) as PedidoMostrador
  const [first] = (await textsOf(waits.id)).mensajes
  expect(first).toMatchObject({
    cual: 'falta_pago',
    texto: expect.stringMatching(
      new RegExp(
        `^¡Hola Ana Paz! .* pedido ${waits.numero} está guardado y falta el pago de \\$\\s95,00\\. Podés pagarlo hasta el .* h acá: http://localhost:3000/pedido/${waits.id}$`,
      ),
    ),
  })
  const done = await paid(shop)
  expect((await textsOf(done.id)).mensajes[0]?.texto).toMatch(
    /^¡Hola! .*Calculamos tenerlo: \S+ \d\d\/\d\d, \d\d:\d\d h\./,
  )
  await moveTo(shop, done.id, 'en_produccion', 'listo')
  const changed = await ask('PUT', 'ajustes', {
    whatsapp: { listo: 'Che {nombre}, el {numero} está. {enlace}' },
  })
  expect(changed.json().whatsapp).toMatchObject({ listo: 'Che {nombre}, el {numero} está. {enlace}' })
  expect((await textsOf(done.id)).mensajes).toEqual([
    { cual: 'listo', texto: `Che, el ${done.numero} está. http://localhost:3000/pedido/${done.id}` },
  ])
})

test('a text with a mark that does not exist, or is left open, is refused by its name and changes nothing', async () => {
  const { ask, look } = await ownerShop()
  const put = (listo: unknown) => ask('PUT', 'ajustes', { whatsapp: { listo } })
  const before = await look('ajustes')
  for (const [listo, problem] of [
    ['Hola {apellido}', /Está listo: «\{apellido\}» no existe/],
    ['Hola {nombre', /Está listo: Falta cerrar una llave/],
    ['', /Está listo: Escribí un texto/],
    ['x'.repeat(601), /hasta 600/],
  ] as const) {
    const answer = await put(listo)
    expect(answer.statusCode).toBe(400)
    expect(answer.body).toEqual(expect.stringMatching(problem))
    expect(Object.keys(answer.json())).toEqual(['whatsapp'])
  }
  expect(await look('ajustes')).toEqual(before)
})

test('while a payment is on its way no text asks for one; an amount that was paid in part is not asked for again', async () => {
  const { shop, ask, look } = await ownerShop()
  const waits = await confirmed(shop)
  const cualesOf = async () =>
    ((await look(`pedidos/${waits.id}`)) as PedidoMostrador).mensajes.map(({ cual }) => cual)
  const say = (id: string, status: ProviderPayment['status'], amount: number) =>
    recordPayment(shop.deps, 'simulado', {
      id,
      reference: waits.referencia,
      status,
      amount,
      refunded: 0,
      currency: 'ARS',
      method: 'visa',
      ticketUrl: null,
      created: new Date(),
      updated: new Date(),
    })
  for (const status of ['pending', 'in_process', 'authorized'] as const) {
    await say(`pago-${status}`, status, waits.importe_final)
    expect(await cualesOf(), String(status)).toEqual(['archivo'])
    await say(`pago-${status}`, 'rejected', waits.importe_final)
    expect(await cualesOf()).toEqual(['falta_pago', 'presupuesto', 'archivo'])
  }
  await say('parte', 'approved', 4000)
  expect(await cualesOf()).toEqual(['archivo']) // the link charges the whole price
  const changed = await ask('PUT', 'ajustes', { whatsapp: { falta_pago: 'Faltan {importe} en {sucursal}' } })
  expect(changed.statusCode).toBe(200)
  const [first] = ((await look(`pedidos/${waits.id}`)) as PedidoMostrador).mensajes
  expect(first).toMatchObject({ cual: 'falta_pago', texto: expect.stringMatching(/^Faltan \$\s55,00 en /) })
})
