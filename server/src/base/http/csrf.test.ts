import cookie from '@fastify/cookie'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { csrfRoutes } from './csrf.ts'
import { installErrorHandler } from './errors.ts'

async function app() {
  const made = fastify()
  installErrorHandler(made)
  await made.register(cookie)
  csrfRoutes(made)
  made.post('/x', async () => ({}))
  return made
}
const post = async (headers: Record<string, string>) =>
  (await (await app()).inject({ method: 'POST', url: '/x', headers, payload: {} })).statusCode

test('the token comes in a header with its twin in a cookie, and stays the same', async () => {
  const made = await app()
  const first = await made.inject('/get_token_local')
  const token = first.headers['x-csrftoken']
  expect(first.statusCode).toBe(200)
  expect(first.json()).toEqual({})
  expect(token).toEqual(expect.stringMatching(/^[\w-]{43}$/))
  expect(first.headers['set-cookie']).toEqual([
    `csrftoken=${token}; Path=/; HttpOnly; SameSite=Lax`,
    expect.stringMatching(/^navegador=[\w-]{22}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/),
  ])
  const again = await made.inject({ url: '/get_token_local', headers: { cookie: `csrftoken=${token}` } })
  expect(again.headers['x-csrftoken']).toBe(token)
})

test('none is needed where no cookie authorises; a wrong one is refused everywhere', async () => {
  expect(await post({})).toBe(200)
  expect(await post({ 'x-csrftoken': 'abc', cookie: 'csrftoken=abc' })).toBe(200)
  expect(await post({ 'x-csrftoken': 'abd', cookie: 'csrftoken=abc' })).toBe(403)
  expect(await post({ 'x-csrftoken': 'abc' })).toBe(403)
  expect(await post({ 'x-csrftoken': '', cookie: 'csrftoken=' })).toBe(403)
})

test('a token whose cookie does not come back is refused with that cause', async () => {
  const refused = await (await app()).inject({ method: 'POST', url: '/x', headers: { 'x-csrftoken': 'abc' } })
  expect(refused.headers['x-codigo']).toBe('pagina_vieja')
  expect(refused.json()).toEqual({
    detail:
      'Tu navegador no guarda las cookies de este sitio. Permitilas, recargá la página y probá de nuevo.',
  })
})
