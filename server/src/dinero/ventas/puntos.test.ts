// The points of counter sales: what a mail and the order's page say of them, and which account gets them.
import { expect, test } from 'vitest'
import { puntos_pedidos } from '../../base/db/schema/puntos.ts'
import { creditPasados } from '../../compra/pedidos/service.ts'
import { findConfirmado } from '../../cuentas/auth/service.ts'
import { bearer, correosTo, logIn, newCliente, newEmail, signUp } from '../../testing/cuenta.ts'
import { enterAs, newOperador } from '../../testing/mostrador.ts'
import { ownerOf } from '../../testing/pedidos.ts'
import { ledgerOf } from '../../testing/puntos.ts'
import { eventually, type Shop } from '../../testing/shop.ts'
import { aCounter, cash } from '../../testing/ventas.ts'

const DAY = 24 * 3600_000

const texto = async (shop: Shop, email: string, pedido_id: string | undefined) =>
  (await correosTo(shop, email)).find(({ clave }) => clave === `pagado:${pedido_id}`)?.texto ?? ''

const onPage = async (shop: Shop, id: string) =>
  (await shop.get(`/api/pedidos/${id}`, await ownerOf(shop, id))).json().puntos

const limit = (shop: Shop, puntos_venta: object) => set(shop, { puntos_venta })

async function set(shop: Shop, payload: object): Promise<void> {
  const headers = await enterAs(shop)
  const answer = await shop.app.inject({ method: 'PUT', url: '/api/mostrador/ajustes', headers, payload })
  expect(answer.statusCode).toBe(200)
}

test('the account that confirms the mailbox of a sale later gets its points, however the address is spelled', async () => {
  const { shop, draft, sell } = await aCounter()
  const email = newEmail()
  const spelled = email.replace('@', '+copias@').toUpperCase()
  const [first, second] = [await draft(), await draft()]
  await sell({ lineas: [{ pedido_id: first }], cliente: { email: spelled }, pagos: cash(320) })
  expect(await texto(shop, spelled, first)).toContain(
    'Este pedido vale 320 puntos. Creá tu cuenta con este mail y son tuyos: http',
  )
  // The e-mail is told only as the rest is paid
  await sell({ lineas: [{ pedido_id: second }], pagos: cash(100) })
  await sell({ lineas: [{ pedido_id: second }], cliente: { email }, pagos: cash(220) })
  await sell({ lineas: [{ pedido_id: await draft() }], pagos: cash(320) })
  await signUp(shop, { email })
  const id = (await findConfirmado(shop.db, email))?.id ?? 0
  await eventually(
    () => ledgerOf(shop, id),
    ({ saldo }) => saldo === 640,
  )
})

test('an account that gets no points yet, or none above the limits, is not told to make an account', async () => {
  const { shop, draft, sell } = await aCounter()
  const { email } = await newCliente(shop)
  await limit(shop, { por_venta: 1000, por_cliente_dia: 1000 })
  const pedido_id = await draft()
  await sell({ lineas: [{ pedido_id }], cliente: { email }, pagos: cash(100) })
  expect(await texto(shop, email, pedido_id)).toContain('Recibimos tu seña')
  expect(await texto(shop, email, pedido_id)).not.toContain('puntos')
  expect(await onPage(shop, pedido_id)).toBe(null)
  await sell({ lineas: [{ pedido_id }], pagos: cash(220) })
  expect(await onPage(shop, pedido_id)).toEqual({ cuantos: 320, sumados: true })

  const typed = { lineas: [{ texto: 'Copias', importe: 1800 }], cliente: { email }, pagos: cash(1800) }
  const [whole, above] = [await sell(typed), await sell(typed)]
  expect([whole.puntos, above.puntos]).toEqual([1000, 0])
  const id = above.pedidos[0]?.pedido_id ?? ''
  expect(await texto(shop, email, id)).toContain('Recibimos tu pedido')
  expect(await texto(shop, email, id)).not.toContain('puntos')
  expect(await onPage(shop, id)).toBe(null)
})

test('a guest is told no more points than the limits let through', async () => {
  const { shop, sell } = await aCounter()
  await limit(shop, { por_venta: 1000, por_cliente_dia: 700 })
  const email = newEmail()
  const made = await sell({
    lineas: [{ texto: 'Copias', importe: 1800 }],
    cliente: { email },
    pagos: cash(1800),
  })
  const id = made.pedidos[0]?.pedido_id ?? ''
  expect(await texto(shop, email, id)).toContain('Este pedido vale 700 puntos. Creá tu cuenta')
  expect(await onPage(shop, id)).toEqual({ cuantos: 700, sumados: false })
  const { access } = await logIn(shop, await signUp(shop, { email }))
  await eventually(
    async () => (await shop.get('/api/auth/cliente-actual/', bearer(access))).json()[0].puntos,
    (puntos) => puntos === 700,
  )
})

test('a guest’s account gets the promised points: by the limits of each day, and by the rate of the payment', async () => {
  const { shop, sell } = await aCounter()
  await limit(shop, { por_venta: 1000, por_cliente_dia: 1000 })
  const email = newEmail()
  const buy = async () => {
    const { headers } = await newOperador(shop, 1)
    const typed = { lineas: [{ texto: 'Copias', importe: 800 }], cliente: { email }, pagos: cash(800) }
    return (await sell(typed, headers)).pedidos[0]?.pedido_id ?? ''
  }
  const first = [await buy(), await buy(), await buy()]
  expect(await texto(shop, email, first[1])).toContain('Este pedido vale 200 puntos.')
  expect(await texto(shop, email, first[2])).not.toContain('puntos')
  shop.clock.offsetMs += DAY
  const later = await buy()
  shop.clock.offsetMs += DAY
  await set(shop, { puntos_por_peso: 2 })
  const seen = await Promise.all([...first, later].map((id) => onPage(shop, id)))
  expect(seen.map((puntos) => puntos?.cuantos)).toEqual([800, 200, undefined, 800])

  await signUp(shop, { email })
  const id = (await findConfirmado(shop.db, email))?.id ?? 0
  await eventually(
    () => ledgerOf(shop, id),
    ({ saldo }) => saldo === 1800,
  )
  // Today's limit is whole still, and so is the sale's
  const { headers } = await newOperador(shop, 1)
  const today = { lineas: [{ texto: 'Copias', importe: 700 }], cliente: { email }, pagos: cash(700) }
  expect((await sell(today, headers)).puntos).toBe(1000)
  await creditPasados(shop.deps, id)
  expect((await ledgerOf(shop, id)).saldo).toBe(2800)
})

test('an account counts for the day what its guest bought that day', async () => {
  const { shop, sell } = await aCounter()
  await limit(shop, { por_venta: 1000, por_cliente_dia: 1000 })
  const email = newEmail()
  const typed = { lineas: [{ texto: 'Copias', importe: 800 }], cliente: { email }, pagos: cash(800) }
  await sell(typed)
  await signUp(shop, { email })
  const id = (await findConfirmado(shop.db, email))?.id ?? 0
  await eventually(
    () => ledgerOf(shop, id),
    ({ saldo }) => saldo === 800,
  )
  expect([(await sell(typed)).puntos, (await sell(typed)).puntos]).toEqual([200, 0])
  // Points above a limit are not given later
  await limit(shop, { por_venta: 1000, por_cliente_dia: 10_000 })
  await creditPasados(shop.deps, id)
  expect((await ledgerOf(shop, id)).saldo).toBe(1000)
})

test('an order that a guest paid before points were kept counts for its own day', async () => {
  const { shop, sell } = await aCounter()
  await limit(shop, { por_venta: 1000, por_cliente_dia: 1000 })
  const email = newEmail()
  for (const day of [0, 1]) {
    shop.clock.offsetMs = day * DAY
    const { headers } = await newOperador(shop, 1)
    await sell({ lineas: [{ texto: 'Copias', importe: 800 }], cliente: { email }, pagos: cash(800) }, headers)
  }
  await shop.db.delete(puntos_pedidos)
  await signUp(shop, { email })
  const id = (await findConfirmado(shop.db, email))?.id ?? 0
  await eventually(
    () => ledgerOf(shop, id),
    ({ saldo }) => saldo === 1600,
  )
})

test('a guest’s points are promised with the last peso, as its rate gives them then', async () => {
  const { shop, draft, sell } = await aCounter()
  const email = newEmail()
  const pedido_id = await draft()
  await sell({ lineas: [{ pedido_id }], cliente: { email }, pagos: cash(100) })
  expect(await texto(shop, email, pedido_id)).toContain('Recibimos tu seña')
  expect(await texto(shop, email, pedido_id)).not.toContain('puntos')
  expect(await onPage(shop, pedido_id)).toBe(null)
  await set(shop, { puntos_por_peso: 2 })
  await sell({ lineas: [{ pedido_id }], pagos: cash(220) })
  await set(shop, { puntos_por_peso: 1 })
  expect(await onPage(shop, pedido_id)).toEqual({ cuantos: 640, sumados: false })
  await signUp(shop, { email })
  const id = (await findConfirmado(shop.db, email))?.id ?? 0
  await eventually(
    () => ledgerOf(shop, id),
    ({ saldo }) => saldo === 640,
  )
})
