import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { createLogger } from './logger.ts'
import { sweepAtStart } from './sweep-at-start.ts'

async function start(sweep: (olderThanMs: number) => Promise<void>) {
  const app = fastify({ loggerInstance: createLogger('silent') })
  sweepAtStart(app, sweep)
  app.all('/', async ({ method }) => ({ method }))
  onTestFinished(() => app.close())
  return { app, listen: () => app.listen({ host: '127.0.0.1', port: 0 }) }
}

test('reads are answered while it sweeps; calls that change something wait for its end', async () => {
  const swept = Promise.withResolvers<void>()
  const asked: number[] = []
  const { listen } = await start((olderThanMs) => {
    asked.push(olderThanMs)
    return swept.promise
  })
  const url = await listen()
  const answered: string[] = []
  const ask = async (method: string) => {
    expect((await fetch(url, { method })).status).toBe(200)
    answered.push(method)
  }
  const sent = ['POST', 'PUT', 'PATCH', 'DELETE'].map(ask)
  await ask('GET')
  await ask('HEAD')
  expect(answered).toEqual(['GET', 'HEAD'])
  swept.resolve()
  await Promise.all(sent)
  expect(answered).toHaveLength(6)
  expect(asked).toHaveLength(1)
  // Only files that are older than this process
  expect(asked[0]).toBeGreaterThan(0)
  expect(asked[0]).toBeLessThanOrEqual(performance.now())
})

test('a store that is away blocks no call', async () => {
  const { listen } = await start(() => Promise.reject(new Error('away')))
  const answer = await fetch(await listen(), { method: 'POST' })
  expect(answer.status).toBe(200)
})

test('ending waits for the sweep', async () => {
  let over = false
  const { app, listen } = await start(async () => {
    await new Promise((done) => setImmediate(done))
    over = true
  })
  await listen()
  await app.close()
  expect(over).toBe(true)
})

test('an app that never listens neither sweeps nor waits', async () => {
  const { app } = await start(() => Promise.reject(new Error('It swept.')))
  expect((await app.inject({ method: 'POST', url: '/' })).statusCode).toBe(200)
})
