// The points of counter sales: what a mail and the order's page say of them, and which account gets them.
import { expect, test } from 'vitest'
import { findConfirmado } from '../../cuentas/auth/service.ts'
import { bearer, correosTo, logIn, newCliente, newEmail, signUp } from '../../testing/cuenta.ts'
import { enterAs } from '../../testing/mostrador.ts'
import { ownerOf } from '../../testing/pedidos.ts'
import { ledgerOf } from '../../testing/puntos.ts'
import { eventually, type Shop } from '../../testing/shop.ts'
import { aCounter, cash } from '../../testing/ventas.ts'

const texto = async (shop: Shop, email: string, pedido_id: string | undefined) =>
  (await correosTo(shop, email)).find(({ clave }) => clave === `pagado:${pedido_id}`)?.texto ?? ''

const onPage = async (shop: Shop, id: string) =>
  (await shop.get(`/api/pedidos/${id}`, await ownerOf(shop, id))).json().puntos

async function limit(shop: Shop, puntos_venta: object): Promise<void> {
  const [headers, payload] = [await enterAs(shop), { puntos_venta }]
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
