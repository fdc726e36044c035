import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openShop } from '../../testing/socket.ts'

const callTo = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n`
const CALL = callTo('/api/salud/vivo')

/** A connection to a shop of its own. */
async function openLine() {
  const { url } = await openShop()
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  return socket
}

/** Sends the call so many times at once. @returns how many were answered until the connection ended */
async function sendAtOnce(calls: number, call = CALL): Promise<number> {
  const socket = await openLine()
  let answers = ''
  socket.on('data', (data) => {
    answers += data
  })
  socket.on('error', () => {}) // a cut while calls are on their way; `once` would throw it
  socket.write(`${`${call}\r\n`.repeat(calls - 1)}${call}Connection: close\r\n\r\n`)
  await new Promise((ended) => void socket.once('close', ended))
  return answers.match(/HTTP\/1\.1 \d/g)?.length ?? 0
}

test('a few calls sent one behind the other without waiting are all answered', async () => {
  expect(await sendAtOnce(5)).toBe(5)
})

test('a connection that sends a thousand calls without waiting is cut: they are not worked on', async () => {
  expect(await sendAtOnce(1000)).toBeLessThanOrEqual(10)
})

test.each([
  ['an address that is none', callTo('/%')],
  ['a parameter that is too long', callTo(`/api/pedidos/${'a'.repeat(300)}`)],
  ['an expectation that is unknown', `${CALL}Expect: tea\r\n`],
])('it is also cut where each call is refused before a route is found: %s', async (_why, call) => {
  expect(await sendAtOnce(5, call)).toBe(5)
  expect(await sendAtOnce(1000, call)).toBeLessThanOrEqual(10)
})

test('a thousand calls on one connection are answered, each sent after the answer before', async () => {
  const socket = await openLine()
  for (let call = 0; call < 1000; call++) {
    socket.write(`${CALL}\r\n`)
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1\.1 200/)
  }
})
