// Above the limit of their role a person needs another person's consent, in every call.
import { DESHACER_S } from '@imprimitodo/shared/rules/compra/pedido'
import { desc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditoria } from '../../base/db/schema/auditoria.ts'
import { operadores } from '../../base/db/schema/mostrador.ts'
import { devoluciones } from '../../base/db/schema/pagos.ts'
import type { JobData } from '../../base/runtime/jobs.ts'
import { jobsOf } from '../../testing/jobs.ts'
import { newOperador, ownerShop } from '../../testing/mostrador.ts'
import { confirmed, rowOf } from '../../testing/pedidos.ts'
import { OWNER, type Shop } from '../../testing/shop.ts'
import { chargeInCash } from '../../testing/ventas.ts'
import { closeEnMostrador } from './cancel.ts'

const B = '/api/mostrador'

/** A clerk who may give back 50 pesos, a manager who may 80, an order of 95 that the clerk charged. */
async function limited() {
  const { shop, ask, headers: owner } = await ownerShop()
  const set = await ask('PUT', 'ajustes', {
    topes: { operador: { devolucion: 50 }, encargado: { devolucion: 80 } },
  })
  expect(set.statusCode).toBe(200)
  expect(set.json().topes).toMatchObject({
    operador: { devolucion: 50, descuento: 1500 },
    encargado: { devolucion: 80, descuento: 10_000 },
  })
  const clerk = await newOperador(shop, 1)
  const manager = await newOperador(shop, 1)
  await shop.db.update(operadores).set({ rol: 'encargado' }).where(eq(operadores.id, manager.id))
  const pedido = await confirmed(shop)
  await chargeInCash(shop, pedido.id, clerk.headers)
  const giveBack = (importe: number, autoriza?: object) =>
    shop.post(
      `${B}/pedidos/${pedido.id}/devolver`,
      { importe, motivo: 'salió torcido', autoriza },
      clerk.headers,
    )
  const by = ({ who }: typeof clerk) => ({ email: who.email, actual: who.password })
  const written = () => shop.db.select().from(devoluciones)
  return { shop, owner, ask, clerk, manager, pedido, giveBack, by, written }
}

test('a refund above the limit of the role, also in small parts, needs another person with a higher limit', async () => {
  const { shop, clerk, manager, giveBack, by, written } = await limited()
  const refused = await giveBack(60)
  expect(refused.statusCode).toBe(403)
  expect(refused.headers['x-codigo']).toBe('autorizar')
  expect(refused.json()).toEqual({
    detail: 'Podés devolver hasta $\u00a050,00 por pedido: más que eso lo autoriza otra persona.',
    autorizar: true,
  })
  expect(await written()).toEqual([])
  expect((await giveBack(40)).statusCode).toBe(200)
  expect((await giveBack(20)).statusCode).toBe(403)

  const own = await giveBack(20, by(clerk))
  expect(own.statusCode).toBe(400)
  expect(own.json()).toEqual({ autoriza: ['Tiene que autorizarlo otra persona.'] })
  for (const wrong of [
    { ...by(manager), actual: 'no-es-esa' },
    { ...by(manager), actual: null },
    { email: 'nadie@imprimitodo.test', actual: 'x' },
    // The clerk's own password does not prove another person
    { email: manager.who.email, actual: 'papel-y-tinta' },
  ]) {
    const answer = await giveBack(20, wrong)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({ autoriza: ['Ese e-mail o esa clave no van.'] })
  }
  const other = await newOperador(shop, 2)
  const elsewhere = await giveBack(20, by(other))
  expect(elsewhere.statusCode).toBe(400)
  expect(elsewhere.json().autoriza[0]).toEqual(expect.stringContaining('trabaja en otra sucursal'))
  expect((await giveBack(55, by(manager))).statusCode).toBe(403)
  expect(await written()).toHaveLength(1)

  expect((await giveBack(20, by(manager))).statusCode).toBe(200)
  expect((await giveBack(35, { email: OWNER.email, actual: OWNER.password })).statusCode).toBe(200)
  const [last, before] = await shop.db
    .select()
    .from(auditoria)
    .where(eq(auditoria.que, 'devolucion'))
    .orderBy(desc(auditoria.id))
  expect([last?.despues, before?.despues]).toEqual([
    { importe: 35, motivo: 'salió torcido', autoriza: 'Dueño' },
    { importe: 20, motivo: 'salió torcido', autoriza: expect.stringMatching(/^Operador/) },
  ])
})

test('a cancellation that refunds more than the limit needs another person too; Cambios names both once it is final', async () => {
  const { shop, clerk, pedido, manager, by } = await limited()
  const cancel = (autoriza?: object) =>
    shop.post(
      `${B}/pedidos/${pedido.id}/estado`,
      { estado: 'cancelado', motivo: 'No hay papel', autoriza },
      clerk.headers,
    )
  for (const refused of [await cancel(), await cancel(by(manager))]) {
    expect(refused.statusCode).toBe(403)
    expect(refused.headers['x-codigo']).toBe('autorizar')
  }
  expect((await rowOf(shop, pedido.id)).estado).toBe('pagado')
  const agreed = { email: OWNER.email, actual: OWNER.password }
  const cambios = () => shop.db.select().from(auditoria).where(eq(auditoria.que, 'devolucion'))
  expect((await cancel(agreed)).statusCode).toBe(200)
  expect((await shop.post(`${B}/pedidos/${pedido.id}/deshacer`, {}, clerk.headers)).statusCode).toBe(200)
  shop.clock.offsetMs += DESHACER_S * 1000 + 1
  expect((await rowOf(shop, pedido.id)).estado).toBe('pagado')
  expect(await cambios()).toEqual([]) // nothing went back, so no consent is noted
  expect((await cancel(agreed)).statusCode).toBe(200)
  shop.clock.offsetMs += DESHACER_S * 1000 + 1
  for (const cierre of await plannedCierres(shop)) await closeEnMostrador(shop.deps, cierre)
  expect(await cambios()).toEqual([
    expect.objectContaining({
      operador_id: clerk.id,
      despues: { importe: 95, cancelado: true, motivo: 'No hay papel', autoriza: 'Dueño' },
    }),
  ])
})

/** The queued jobs, also of the cancellation that was taken back. */
async function plannedCierres({ db }: Shop): Promise<JobData['cerrar_cancelado'][]> {
  return (await jobsOf(db, 'cerrar_cancelado')).map(({ data }) => data)
}

test('the owner sets the limits, from 0 on, and makes and removes managers', async () => {
  const { shop, ask, clerk, owner } = await limited()
  for (const devolucion of [-1, 100_000_001, 'x'])
    expect((await ask('PUT', 'ajustes', { topes: { operador: { devolucion } } })).statusCode).toBe(400)
  const kept = await ask('PUT', 'ajustes', { topes: { operador: { devolucion: null } } })
  expect(kept.json().topes).toMatchObject({ operador: { devolucion: null }, encargado: { devolucion: 80 } })
  const rise = { rol: 'encargado' }
  expect(
    (
      await shop.app.inject({
        method: 'PATCH',
        url: `${B}/usuarios/${clerk.id}`,
        payload: rise,
        headers: clerk.headers,
      })
    ).statusCode,
  ).toBe(403)
  const risen = await ask('PATCH', `usuarios/${clerk.id}`, rise)
  expect(risen.statusCode).toBe(200)
  expect(risen.json().rol).toBe('encargado')
  const [dueno] = await shop.db.select().from(operadores).where(eq(operadores.rol, 'dueno'))
  expect((await ask('PATCH', `usuarios/${dueno?.id}`, { rol: 'operador' })).statusCode).toBe(409)
  expect((await ask('PATCH', `usuarios/${clerk.id}`, { rol: 'dueno' })).json()).toEqual({
    rol: ['Elegí el rol.'],
  })
  expect((await shop.get(`${B}/usuarios`, owner)).statusCode).toBe(200)
})
