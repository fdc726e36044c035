import { expect, test } from 'vitest'
import { ownOrigin } from './need-port.ts'

test.each([
  ['127.0.0.1', 'http://127.0.0.1:3000'],
  ['0.0.0.0', 'http://127.0.0.1:3000'],
  ['::', 'http://127.0.0.1:3000'],
  ['192.168.0.9', 'http://192.168.0.9:3000'],
  ['fd00::9', 'http://[fd00::9]:3000'],
])('a server on %s reaches itself at %s', (host, origin) => {
  expect(ownOrigin({ host, port: 3000 })).toBe(origin)
})
