import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openShop } from '../../testing/socket.ts'

const CALL = 'GET /api/salud/vivo HTTP/1.1\r\nHost: localhost\r\n'

/** A connection to a shop of its own. */
async function openLine() {
  const { url } = await openShop()
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  return socket
}

/** Sends `calls` calls at once. @returns how many were answered until the connection ended */
async function sendAtOnce(calls: number): Promise<number> {
  const socket = await openLine()
  let answers = ''
  socket.on('data', (data) => {
    answers += data
  })
  socket.on('error', () => {}) // cut by the server
  socket.write(`${`${CALL}\r\n`.repeat(calls - 1)}${CALL}Connection: close\r\n\r\n`)
  await once(socket, 'close')
  return answers.match(/HTTP\/1\.1 200/g)?.length ?? 0
}

test('a few calls sent one behind the other without waiting are all answered', async () => {
  expect(await sendAtOnce(5)).toBe(5)
})

test('a connection that sends a thousand calls without waiting is cut: they are not worked on', async () => {
  expect(await sendAtOnce(1000)).toBeLessThanOrEqual(10)
})

test('a thousand calls on one connection are answered, each sent after the answer before', async () => {
  const socket = await openLine()
  for (let call = 0; call < 1000; call++) {
    socket.write(`${CALL}\r\n`)
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1\.1 200/)
  }
})
