import { setTimeout as sleep } from 'node:timers/promises'
import { fastify } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { enterAs } from '../../testing/mostrador.ts'
import { openShop } from '../../testing/socket.ts'
import { keepBudgets } from './budgets.ts'
import { installErrorHandler } from './errors.ts'

function block(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

/** Keeps the process busy, with a moment in between for requests. */
function keepBusy(ms: number): () => void {
  const timer = setInterval(() => block(ms))
  const stop = () => clearInterval(timer)
  onTestFinished(stop)
  return stop
}

test('while the server is overloaded, visitors are told to come back and the shop works on', async () => {
  const shop = await openShop({ maxDelayMs: 40 })
  const owner = await enterAs(shop)
  const { ask } = shop.visitor()
  expect((await ask('/api/get_config_delivery/')).status).toBe(200)

  const stop = keepBusy(150)
  await expect
    .poll(async () => (await ask('/api/get_config_delivery/')).status, { timeout: 10_000 })
    .toBe(503)
  const [call, sent, page, health, alive, staff, payment] = await Promise.all([
    ask('/api/get_config_delivery/'),
    ask('/api/auth/login/', { body: { email: 'ana@example.com', password: 'x' } }),
    ask('/productos', { headers: { accept: 'text/html,*/*' } }),
    ask('/api/salud'),
    ask('/api/salud/vivo'),
    ask('/api/mostrador/pedidos', { headers: owner }),
    ask('/api/pagos/mercadopago', { body: {} }),
  ])
  stop()

  for (const refused of [call, sent]) {
    expect(refused.status).toBe(503)
    expect(refused.json()).toEqual({ detail: 'Hay mucha gente a la vez. Probá de nuevo en unos segundos.' })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(3)
    expect(refused.headers.get('x-codigo')).toBe('saturado')
  }
  expect(page.status).toBe(503)
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(page.headers.get('refresh')).toBe(page.headers.get('retry-after'))
  expect(page.body).toContain('Hay mucha gente a la vez.')
  // 401: a notification without its signature
  expect(health.status).toBe(200)
  expect(alive.status).toBe(200)
  expect(staff.status).toBe(200)
  expect(payment.status).toBe(401)

  await expect.poll(async () => (await ask('/api/get_config_delivery/')).status).toBe(200)
})

test('one pause, however long, turns no visitor away', async () => {
  const shop = await openShop({ maxDelayMs: 40 })
  const { ask } = shop.visitor()
  await sleep(1_050) // past the first second
  block(2_500)
  for (let look = 0; look < 15; look++) {
    expect((await ask('/api/get_config_delivery/')).status).toBe(200)
    await sleep(100)
  }
})

test.each(['GET', 'POST'])(
  'a %s that takes too long is answered, and nothing is said twice',
  async (method) => {
    const app = fastify()
    installErrorHandler(app)
    keepBudgets(app)
    app.all('/api/lenta', { config: { answerMs: 100 } }, async () => {
      await sleep(400)
      return {}
    })
    onTestFinished(() => app.close())
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const body = method === 'POST' ? { body: '{"a":1}', headers: { 'content-type': 'application/json' } } : {}
    const answer = await fetch(`${url}/api/lenta`, { method, ...body })
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('30')
    expect(await answer.json()).toEqual({
      detail: expect.stringContaining('Está tardando más de lo normal.'),
    })
    await sleep(500)
  },
)
