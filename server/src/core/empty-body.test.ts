import fastify from 'fastify'
import { expect, test } from 'vitest'
import { acceptEmptyBodies } from './empty-body.ts'
import { installErrorHandler } from './errors.ts'

test.each([
  [undefined, 200],
  ['', 200],
  ['{}', 200],
  ['{', 400],
  ['{"__proto__": {"x": 1}}', 400],
])('a JSON call with the body %j answers %i', async (payload, status) => {
  const app = fastify()
  installErrorHandler(app)
  acceptEmptyBodies(app)
  app.post('/x', async () => ({}))
  const headers = { 'content-type': 'application/json' }
  const answer = await app.inject({
    method: 'POST',
    url: '/x',
    headers,
    ...(payload !== undefined && { payload }),
  })
  expect(answer.statusCode).toBe(status)
  if (status === 400) expect(answer.json()).toEqual({ detail: 'El pedido no se entiende.' })
})
