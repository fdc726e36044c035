import { expect, test } from 'vitest'
import { ownerShop } from '../../testing/mostrador.ts'
import { conPuntos, ledgerOf } from '../../testing/puntos.ts'

test('customers are found by name, e-mail and mobile, with their points; a correction has its reason and never goes below 0', async () => {
  const { shop, ask, look, last } = await ownerShop()
  const ana = await conPuntos(shop, 100, 'ana.100%@example.com')
  const beto = await conPuntos(shop, 0)
  for (const texto of ['ana.100%', 'ANA.100'])
    expect(await look(`clientes?texto=${encodeURIComponent(texto)}`)).toHaveLength(1)
  expect(await look('clientes?texto=3865 412233')).toHaveLength(2)
  expect(await look('clientes?texto=nadie')).toEqual([])

  const adjust = (puntos: number, motivo: string, key = 'una') =>
    ask('POST', `clientes/${ana.id}/ajuste`, { puntos, motivo }, { 'idempotency-key': key })
  const both = await Promise.all([adjust(-60, 'Se cargó dos veces'), adjust(-60, 'Se cargó dos veces')])
  expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect((await look(`clientes/${ana.id}`)).saldo).toBe(40)
  const other = [
    await adjust(-50, 'Se cargó dos veces'),
    await adjust(-60, 'Otro motivo'),
    await ask(
      'POST',
      `clientes/${beto.id}/ajuste`,
      { puntos: -60, motivo: 'Se cargó dos veces' },
      { 'idempotency-key': 'una' },
    ),
  ]
  for (const answer of other) {
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toEqual({
      detail: 'Ese ajuste ya se cargó con otros datos. Fijate en los movimientos del cliente.',
    })
  }
  expect((await look(`clientes/${ana.id}`)).saldo).toBe(40)
  expect(await last()).toMatchObject({
    que: 'puntos',
    despues: { saldo: 40, motivo: 'Se cargó dos veces' },
  })
  const below = await adjust(-41, 'Demasiado', 'otra')
  expect(below.statusCode).toBe(409)
  expect(below.json()).toEqual({ detail: 'No puede quedar con menos de 0 puntos: tiene 40.' })
  for (const [puntos, motivo] of [
    [0, 'nada'],
    [1.5, 'medio'],
    [5, ' '],
  ] as const)
    expect((await adjust(puntos, motivo, 'k')).statusCode).toBe(400)
  expect((await ledgerOf(shop, ana.id)).lines).toHaveLength(2)
  // 50 at once, each a click of its own: the balance limits how many succeed
  const burst = await Promise.all(
    Array.from({ length: 50 }, (_, index) => adjust(-30, 'Ráfaga', `r${index}`)),
  )
  expect(burst.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect((await ledgerOf(shop, ana.id)).saldo).toBe(10)
})
