import { expect, it } from 'vitest'
import { takeEarly } from './early.ts'

it('a call under way is used once, for its own address and only for GET', async () => {
  const answer = new Response('[]')
  globalThis.early = { '/api/v1/productos/': Promise.resolve(answer) }
  expect(takeEarly('POST', '/api/v1/productos/')).toBeUndefined()
  expect(takeEarly('GET', '/api/v1/productos/?es_oferta=1')).toBeUndefined()
  expect(await takeEarly('GET', '/api/v1/productos/')).toBe(answer)
  expect(takeEarly('GET', '/api/v1/productos/')).toBeUndefined()
  globalThis.early = undefined
  expect(takeEarly('GET', '/api/v1/productos/')).toBeUndefined()
})
