import fastify from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { acceptEmptyBodies } from './empty-body.ts'
import { installErrorHandler } from './errors.ts'

test.each([
  [undefined, 200],
  ['', 200],
  ['{}', 200],
  ['{', 400],
  ['{"__proto__": {"x": 1}}', 400],
  ['{"x": "a\\u0000b"}', 400],
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

test.each(['application/x-www-form-urlencoded', 'text/plain;charset=UTF-8'])(
  'a body of %s is taken where it is empty, elsewhere not',
  async (type) => {
    const app = fastify()
    installErrorHandler(app)
    acceptEmptyBodies(app)
    app.post('/x', async () => ({}))
    const headers = { 'content-type': type }
    const post = async (payload: string) =>
      (await app.inject({ method: 'POST', url: '/x', headers, payload })).statusCode
    expect([await post(''), await post('a=1')]).toEqual([200, 415])
  },
)

test.each([undefined, '', '{}', 'null'])('of the body %j the missing fields are told', async (payload) => {
  const app = fastify()
  app.setValidatorCompiler(validatorCompiler)
  installErrorHandler(app)
  acceptEmptyBodies(app)
  app.post(
    '/x',
    { schema: { body: z.object({ email: z.string('El email es obligatorio') }) } },
    async () => ({}),
  )
  const headers = { 'content-type': 'application/json' }
  const asked = { method: 'POST', url: '/x' } as const
  const answer = await app.inject(payload === undefined ? asked : { ...asked, headers, payload })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toEqual({ email: ['El email es obligatorio'] })
})
