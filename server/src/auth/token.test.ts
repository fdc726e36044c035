import { expect, test } from 'vitest'
import { mac } from '../core/sign.ts'
import { readAccess, signAccess } from './token.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)
const token = signAccess('clave', 'sesion-1', 7, NOW)
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

test('names its session for 15 minutes', () => {
  expect(readAccess('clave', token, NOW)).toBe('sesion-1')
  expect(readAccess('clave', token, later(899))).toBe('sesion-1')
  expect(readAccess('clave', token, later(900))).toBeNull()
})

test('is another one each time, also within a second', () => {
  expect(signAccess('clave', 'sesion-1', 7, NOW)).not.toBe(token)
})

const [header = '', claims = '', signature = ''] = token.split('.')
const forged = base64({ sid: 'otra', sub: '7', exp: 9e9 })
test.each([
  ['another key', signAccess('otra', 'sesion-1', 7, NOW)],
  ['changed claims', `${header}.${forged}.${signature}`],
  ['no algorithm', `${base64({ alg: 'none', typ: 'JWT' })}.${forged}.`],
  ['another algorithm, signed with our key', signedWith({ alg: 'HS512', typ: 'JWT' })],
  ['a cut signature', `${header}.${claims}.${signature.slice(0, -1)}`],
  ['no signature', `${header}.${claims}.`],
  ['a fourth part', `${token}.x`],
  ['nothing', ''],
  ['a word', 'abc'],
])('%s is not one of ours', (_, made) => expect(readAccess('clave', made, NOW)).toBeNull())

function signedWith(other: object): string {
  const content = `${base64(other)}.${forged}`
  return `${content}.${mac('clave', content)}`
}
