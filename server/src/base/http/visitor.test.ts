import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { openShop } from '../../testing/socket.ts'
import { addressKey } from './address.ts'
import { visitorOf } from './visitor.ts'

test('an IPv6 address counts by /64 and, coarser, by /48; an IPv4 one whole', () => {
  expect(addressKey('2001:db8:1:2:3:4:5:6')).toBe(addressKey('2001:db8:1:2:ffff::1'))
  expect(addressKey('2001:db8:1:2::1')).not.toBe(addressKey('2001:db8:1:3::1'))
  expect(addressKey('2001:db8:1:2::1', 3)).toBe(addressKey('2001:db8:1:ffff::1', 3))
  expect(addressKey('::ffff:198.18.0.1', 3)).toBe('198.18.0.1')
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['203.0.113.9:5555', '203.0.113.9'],
  ['203.0.113.9:6666', '203.0.113.9'],
  ['2001:db8::9', '2001:db8:0:0'],
  ['[2001:db8::9]', '2001:db8:0:0'],
  ['[2001:db8::9]:443', '2001:db8:0:0'],
  ['unknown', '127.0.0.1'],
  ['_hidden:5555', '127.0.0.1'],
  ['x'.repeat(9_000), '127.0.0.1'],
])('a proxy that names %s names the visitor %s', async (forwarded, address) => {
  const app = fastify({ trustProxy: true })
  app.get('/', async (request) => visitorOf(request).address)
  const { body } = await app.inject({ url: '/', headers: { 'x-forwarded-for': forwarded } })
  expect(body).toBe(address)
})

test('over https our cookies have names that a neighbouring host cannot set', async () => {
  const shop = await openShop()
  const { headers } = await shop
    .visitor()
    .ask('/get_token_local', { headers: { 'x-forwarded-proto': 'https' } })
  expect(headers.getSetCookie()[0]).toMatch(/^__Host-csrftoken=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  const plain = await shop.visitor().ask('/get_token_local')
  expect(plain.headers.getSetCookie()[0]).toMatch(/^csrftoken=/)
})
