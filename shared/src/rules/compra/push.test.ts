import { describe, expect, it } from 'vitest'
import { areKeys, isEndpoint } from './push.ts'

const inProduction = (text: string) => isEndpoint(text, { allowLoopback: false })

describe('an address of a push service', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
    'https://web.push.apple.com/QGuQ',
    'https://wns2-par02p.notify.windows.com/w/?token=BQY',
  ])('%s is taken', (text) => expect(inProduction(text)).toBe(true))

  it.each([
    '',
    'hola',
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/x',
    'https://fcm.googleapis.com@evil.example/x',
    'https://user:pass@fcm.googleapis.com/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://evilfcm.googleapis.com.ar/x',
    'https://push.apple.com.evil.example/x',
    'https://xpush.apple.com/x',
    'https://127.0.0.1/x',
    'http://127.0.0.1:5432/x',
    'https://[::1]/x',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/x',
    'https://fcm.googleapis.com/x#y',
    'ftp://fcm.googleapis.com/x',
    'javascript:alert(1)',
    `https://fcm.googleapis.com/${'x'.repeat(1000)}`,
  ])('%s is not', (text) => expect(inProduction(text)).toBe(false))

  it('of this machine only outside production', () => {
    const local = 'http://127.0.0.1:4000/push/1'
    expect([inProduction(local), isEndpoint(local, { allowLoopback: true })]).toEqual([false, true])
    expect(isEndpoint('http://10.0.0.1/x', { allowLoopback: true })).toBe(false)
  })
})

it.each([
  [`B${'a'.repeat(86)}`, 'a'.repeat(22), true],
  [`B${'a'.repeat(86)}=`, `${'a'.repeat(22)}==`, true],
  [`A${'a'.repeat(86)}`, 'a'.repeat(22), false],
  [`B${'a'.repeat(85)}`, 'a'.repeat(22), false],
  [`B${'a'.repeat(86)}`, 'a'.repeat(21), false],
  [`B${'+'.repeat(86)}`, 'a'.repeat(22), false],
  ['', '', false],
])('keys %s and %s: %s', (p256dh, auth, fine) => expect(areKeys({ p256dh, auth })).toBe(fine))
