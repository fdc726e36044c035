import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { agentes } from '../../base/db/schema/impresion.ts'
import { sucursales } from '../../base/db/schema/sucursales.ts'
import { createCounters } from '../../base/runtime/counters.ts'
import { hashToken, newToken } from '../../base/secrets/sign.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { printShop } from '../../testing/printing.ts'
import { eventually, otherProcess, testShop } from '../../testing/shop.ts'
import { listen } from '../../testing/socket.ts'

const AGENTS = 100
const EVENTS = 50
const MOST_EACH = 5

test('with 100 agents waiting, each of its own branch, a print event costs at most five transactions', async () => {
  const first = await testShop()
  const counters = createCounters()
  const { db } = openTestDatabase(first.url, counters)
  const shop = await otherProcess(first.url, { db, counters, dataDir: first.dataDir })
  const url = await listen(shop.app)
  const branches = await shop.db
    .insert(sucursales)
    .values(
      Array.from({ length: AGENTS }, (_, n) => ({
        nombre: `Sucursal ${n}`,
        direccion: 'x',
        whatsapp: '5493810000000',
        horario: 'x',
        lat: -26.8,
        lng: -65.2,
      })),
    )
    .returning({ id: sucursales.id })
  const tokens = branches.map(() => newToken())
  await shop.db.insert(agentes).values(
    branches.map(({ id: sucursal_id }, n) => ({
      nombre: `PC ${n}`,
      sucursal_id,
      token_hash: hashToken(tokens[n] ?? ''),
      creado: new Date(),
    })),
  )
  const leaving = new AbortController()
  onTestFinished(() => leaving.abort())
  const transactions = () =>
    counters
      .all()
      .filter(({ name }) => name === 'imprimitodo_process_database_calls_total')
      .flatMap(({ samples }) => samples)
      .reduce((sum, { value }) => sum + value, 0)

  for (const token of tokens) {
    const headers = { authorization: `Bearer ${token}`, 'x-agente-instancia': token.slice(0, 20) }
    void fetch(`${url}/api/agente/tareas?espera=50`, { headers, signal: leaving.signal }).catch(() => {})
  }
  // Each agent's first call takes at least two statements and one look for works
  await eventually(
    async () => transactions(),
    (count) => count >= 3 * AGENTS,
  )
  await sleep(500)

  const before = transactions()
  for (let event = 0; event < EVENTS; event++)
    await shop.db.transaction((tx) =>
      shop.deps.events.tell(tx, 'impresion', { sucursal_id: branches[event]?.id ?? 0 }),
    )
  await eventually(
    async () => transactions() - before,
    (count) => count >= 2 * EVENTS,
  )
  await sleep(500)
  expect(transactions() - before).toBeLessThanOrEqual(MOST_EACH * EVENTS)
})

test('an order that moves to the other branch is told there: its waiting agent gets the work', async () => {
  const shop = await printShop()
  const url = await listen(shop.app)
  const told: number[] = []
  onTestFinished(shop.deps.events.listen('impresion', ({ sucursal_id }) => void told.push(sucursal_id)))
  await shop.printer('Ricoh')
  await shop.printer('Kyocera', { sucursal: 'Aguilares', uri: 'ipp://10.0.0.8/ipp/print' })
  await eventually(
    async () => told.length,
    (length) => length === 2,
  )
  told.length = 0
  const id = await shop.pedido()
  await shop.print(id)
  const [queued] = await shop.made(id)
  await shop.post(`/api/mostrador/impresiones/${queued?.id}/cancelar`, {}, shop.owner)
  await eventually(
    async () => told.length,
    (length) => length > 0,
  )
  expect(new Set(told)).toEqual(new Set([1]))

  const waiting = fetch(`${url}/api/agente/tareas?espera=50`, { headers: shop.as(shop.aguilares) })
  const moved = await shop.post(
    `/api/mostrador/pedidos/${id}/sucursal`,
    { sucursal: 'Aguilares' },
    shop.owner,
  )
  expect(moved.statusCode, moved.body).toBe(200)
  await shop.print(id)
  const { tareas } = (await (await waiting).json()) as { tareas: unknown[] }
  expect(tareas).toHaveLength(1)
  expect(told).toContain(2)
  expect(await shop.tareas()).toEqual([])
})
