import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isSigned, signNotification } from './signature.ts'

const SECRET = 'un-secreto'
const REQUEST = 'bb56a2f1-6aae-46ac-982e-9dcd3581d08e'
const sign = (text: string) => createHmac('sha256', SECRET).update(text).digest('hex')
const headers = (signature: string, requestId: string | undefined = REQUEST) => ({
  'x-signature': signature,
  'x-request-id': requestId,
})

describe('a genuine notification', () => {
  it.each([
    ['seconds', '1742505638'],
    ['milliseconds', '1742505638683'],
  ])('is accepted with ts in %s', (_, ts) => {
    const v1 = sign(`id:123456;request-id:${REQUEST};ts:${ts};`)
    expect(isSigned(SECRET, headers(`ts=${ts},v1=${v1}`), '123456')).toBe(true)
    expect(isSigned(SECRET, headers(`v1=${v1.toUpperCase()}, ts=${ts}`), '123456')).toBe(true)
  })

  it('is accepted when data.id was signed unchanged or in lower case', () => {
    for (const id of ['ORD01ABC', 'ord01abc']) {
      const v1 = sign(`id:${id};request-id:${REQUEST};ts:1742505638;`)
      expect(isSigned(SECRET, headers(`ts=1742505638,v1=${v1}`), 'ORD01ABC')).toBe(true)
    }
  })

  it('is accepted without x-request-id if it was signed without', () => {
    const v1 = sign('id:1;ts:1742505638;')
    expect(isSigned(SECRET, { 'x-signature': `ts=1742505638,v1=${v1}` }, '1')).toBe(true)
  })

  it('is what we sign ourselves', () => {
    const signature = signNotification(SECRET, '77', REQUEST, 1742505638683)
    expect(signature).toBe(`ts=1742505638683,v1=${sign(`id:77;request-id:${REQUEST};ts:1742505638683;`)}`)
    expect(isSigned(SECRET, headers(signature), '77')).toBe(true)
  })
})

describe('anything else is refused', () => {
  const good = signNotification(SECRET, '123', REQUEST, 1742505638)
  it.each([
    ['another payment', headers(good), '124'],
    ['no payment', headers(good), ''],
    ['another request id', headers(good, 'x'), '123'],
    ['another secret', headers(signNotification('otro', '123', REQUEST, 1742505638)), '123'],
    ['another time', headers(good.replace('1742505638', '1742505639')), '123'],
    ['no signature', { 'x-request-id': REQUEST }, '123'],
    ['an empty signature', headers(''), '123'],
    ['no v1', headers('ts=1742505638'), '123'],
    ['a short v1', headers('ts=1742505638,v1=abcd'), '123'],
    ['a v1 that is no hex', headers(`ts=1742505638,v1=${'z'.repeat(64)}`), '123'],
    ['a time that is none', headers(good.replace('ts=1742505638', 'ts=ahora')), '123'],
    ['two signatures', { 'x-signature': [good, good], 'x-request-id': REQUEST }, '123'],
  ])('%s', (_, given, id) => expect(isSigned(SECRET, given, id)).toBe(false))
})
