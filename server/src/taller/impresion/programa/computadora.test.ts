// An agent's reports of its computer and of the printers around it, and how the counter shows them.

import { setTimeout } from 'node:timers/promises'
import type { Agente } from '@imprimitodo/shared/api/impresion'
import { expect, test } from 'vitest'
import { PERFIL, printShop } from '../../../testing/printing.ts'
import { OWNER } from '../../../testing/shop.ts'

const COMPUTADORA = { nombre: 'PC-MOSTRADOR', sistema: 'Windows 11 Pro', version: '0.1.0-a', problema: null }
const RICOH = {
  uri: 'ipp://192.168.0.31:631/ipp/print',
  nombre: 'Ricoh MP 5055',
  modelo: 'RICOH MP 5055',
  perfil: null,
}

async function world() {
  const shop = await printShop()
  const tell = (body: object, token = shop.alberdi) =>
    shop.post(
      '/api/agente/computadora',
      { computadora: COMPUTADORA, encontradas: [RICOH], ...body },
      shop.as(token),
    )
  const agentes = async () =>
    (await shop.get('/api/mostrador/impresoras', shop.owner)).json<{ agentes: Agente[] }>().agentes
  const first = async () => (await agentes()).find(({ sucursal }) => sucursal === 'Alberdi')
  return { ...shop, tell, agentes, first }
}

test('the counter shows the computer and what it finds, for as long as it is heard', async () => {
  const shop = await world()
  expect(await shop.first()).toMatchObject({ computadora: null, encontradas: [], sin_vincular: true })
  expect((await shop.tell({})).statusCode).toBe(200)
  expect(await shop.first()).toMatchObject({
    computadora: COMPUTADORA,
    encontradas: [RICOH],
    sin_vincular: false,
  })
  expect((await shop.agentes()).find(({ sucursal }) => sucursal === 'Aguilares')?.encontradas).toEqual([])
  shop.clock.offsetMs = 2 * 60_000
  expect(await shop.first()).toMatchObject({ computadora: COMPUTADORA, encontradas: [] })
})

test('the same report again causes no event', async () => {
  const shop = await world()
  let heard = 0
  const stop = shop.deps.events.listen('impresion', () => void heard++)
  for (const encontradas of [[RICOH], [RICOH], [RICOH], []]) await shop.tell({ encontradas })
  await setTimeout(500)
  stop()
  expect(heard).toBe(2)
})

test('a printer that is the shop’s already is not offered: by its address, in either scheme, or by its own name', async () => {
  const shop = await world()
  const uuid = 'urn:uuid:7'
  const perfil = { ...PERFIL, uuid }
  const { id } = await shop.printer('Copiadora', { uri: 'ipps://192.168.0.31/ipp/print/' })
  const moved = { ...RICOH, uri: 'ipp://192.168.0.99:631/otra', perfil }
  const other = { ...RICOH, uri: 'ipp://192.168.0.31:631/otra', nombre: 'Otra' }
  await shop.tell({ encontradas: [RICOH, moved, other] })
  expect((await shop.first())?.encontradas).toEqual([moved, other])
  await shop.post(
    '/api/agente/informe',
    { informes: [], vivos: [], impresoras: [{ id, anda: true, texto: 'Lista', aviso: null, perfil }] },
    shop.as(shop.alberdi),
  )
  expect((await shop.first())?.encontradas).toEqual([other])
})

test.each<[string, object]>([
  ['a name of 60 KB', { nombre: 'x'.repeat(60_000) }],
  ['a name with control characters', { nombre: 'Ricoh\u001b[2J' }],
  ['a name that turns the line around', { nombre: 'Ricoh\u202egpj' }],
  ['a model that is too long', { modelo: 'x'.repeat(201) }],
  ['an address that is none of a printer', { uri: 'http://192.168.0.31/' }],
  ['an address with a name in it', { uri: 'ipp://user:clave@192.168.0.31:631/x' }],
  ['an address with a line in it', { uri: 'ipp://192.168.0.31:631/x\r\ny' }],
  ['a name that ends in half a letter', { nombre: 'Ricoh \ud83d' }],
])('a report with %s is refused, and not kept', async (_, change) => {
  const shop = await world()
  const answer = await shop.tell({ encontradas: [{ ...RICOH, ...change }] })
  expect(answer.statusCode).toBe(400)
  expect(await shop.first()).toMatchObject({ computadora: null, encontradas: [] })
})

test('no more than twenty printers are taken, and no agent tells without its token', async () => {
  const shop = await world()
  const many = Array.from({ length: 21 }, (_, n) => ({ ...RICOH, nombre: `Impresora ${n}` }))
  expect((await shop.tell({ encontradas: many })).statusCode).toBe(400)
  expect((await shop.tell({ encontradas: many.slice(1) })).statusCode).toBe(200)
  expect((await shop.tell({}, 'x'.repeat(43))).statusCode).toBe(401)
})

test('another code for an agent without a computer: the one before is void, and the change is written down', async () => {
  const shop = await world()
  const fresh = { nombre: 'PC nueva', sucursal: 'Alberdi', actual: OWNER.password }
  const made = (await shop.post('/api/mostrador/agentes', fresh, shop.owner)).json()
  const again = (id: number) =>
    shop.post(`/api/mostrador/agentes/${id}/codigo`, { actual: OWNER.password }, shop.owner)
  const { codigo, vence } = (await again(made.id)).json()
  expect(Date.parse(vence)).toBeGreaterThan(Date.now() + 14 * 60_000)
  const pair = (typed: string) =>
    shop.post('/api/agente/vincular', { codigo: typed, instancia: 'pc-nueva-1' }, {})
  expect((await pair(made.codigo)).statusCode).toBe(404)
  expect((await pair(codigo)).statusCode).toBe(200)
  const refused = await again(made.id)
  expect(refused.statusCode).toBe(409)
  expect(refused.json().detail).toEqual(expect.stringContaining('ya tiene su computadora'))
  expect((await again(99_999)).statusCode).toBe(404)
  const log = (await shop.get('/api/mostrador/auditoria', shop.owner)).body
  expect(log).toContain('PC nueva')
  expect(log).not.toContain(codigo)
})
