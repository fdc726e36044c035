import { once } from 'node:events'
import { connect } from 'node:net'
import fastify from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { testShop } from '../../testing/shop.ts'
import { acceptEmptyBodies } from './empty-body.ts'
import { installErrorHandler } from './errors.ts'

test.each([
  [undefined, 200],
  ['', 200],
  ['{}', 200],
  ['{', 400],
  ['{"__proto__": {"x": 1}}', 400],
  ['{"x": "a\\u0000b"}', 400],
  ['{"x": "a\\ud83d\\ude00 \\uD83D\\uDE00"}', 200],
  ['{"x": "a\\ud83d"}', 400],
  ['{"x": "a\\ud83d\\ud83d\\ude00"}', 400],
  ['{"x": "C:\\\\Udemy\\\\udec\\\\ud83d\\\\u0000"}', 200],
  ['{"x": "C:\\\\\\ud83d"}', 400],
  ['{"x": "C:\\\\\\u0000"}', 400],
  ['{"a\\uDE00": 1}', 400],
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
  if (status === 400) expect(answer.json()).toEqual({ detail: 'No se entiende lo que llegó.' })
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

test('a call that names a type and announces no body is answered as one without either', async () => {
  const { app } = await testShop()
  const url = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const ask = async (method: string, path: string, type: string) => {
    const socket = connect(Number(url.port), url.hostname)
    const lines = [
      `${method} ${path} HTTP/1.1`,
      `host: ${url.host}`,
      `content-type: ${type}`,
      'connection: close',
    ]
    socket.write(`${lines.join('\r\n')}\r\ntus-resumable: 1.0.0\r\nupload-offset: 0\r\n\r\n`)
    let answer = ''
    socket.setEncoding('utf8').on('data', (text) => {
      answer += text
    })
    await once(socket, 'close')
    return Number(answer.split(' ')[1])
  }
  const json = 'application/json'
  const form = 'multipart/form-data; boundary=x'
  expect([
    await ask('POST', '/api/auth/login/', json),
    await ask('PUT', '/api/mostrador/ajustes', json),
    await ask('POST', '/nada', json),
    await ask('POST', '/api/v1/productos/', json),
    await ask('POST', '/api/upload_archivo', form),
    await ask('POST', '/api/subidas', 'application/offset+octet-stream'),
    await ask('PATCH', '/api/subidas/nadie', 'application/offset+octet-stream'),
    await ask('GET', '/api/precios', json),
    await ask('DELETE', '/nada', json),
  ]).toEqual([400, 401, 404, 405, 400, 400, 404, 200, 404])
})
