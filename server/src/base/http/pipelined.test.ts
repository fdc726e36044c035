import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { openShop } from '../../testing/socket.ts'
import { cutPipelined } from './pipelined.ts'

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

/** A server that counts the calls it is handed. */
async function countingServer(trustProxy: string[] = []) {
  const app = fastify()
  cutPipelined(app, trustProxy)
  app.get('/', async () => 'read')
  const seen = { calls: 0 }
  app.server.on('request', () => {
    seen.calls++
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  async function open(localAddress: string): Promise<Socket> {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => {}) // a cut while calls are on their way
    await once(socket, 'connect')
    return socket
  }
  return { seen, open }
}

const THOUSAND = `${callTo('/')}\r\n`.repeat(1000)
const untilCut = (socket: Socket) =>
  new Promise<void>((cut) => {
    if (socket.closed) return cut()
    socket.resume().once('close', () => cut())
  })
const answersOn = async (socket: Socket): Promise<boolean> => {
  socket.write(`${callTo('/')}\r\n`)
  const [answer] = await Promise.race([once(socket, 'data'), once(socket, 'close')])
  return String(answer).startsWith('HTTP/1.1 200')
}

test('twenty connections of one address that send a thousand calls each cost what three cost', async () => {
  const { seen, open } = await countingServer()
  const attackers = await Promise.all(Array.from({ length: 20 }, () => open('127.0.0.2')))
  const other = await open('127.0.0.3')
  for (const socket of attackers) socket.write(THOUSAND)
  await Promise.all(attackers.map(untilCut))
  expect(seen.calls).toBeLessThanOrEqual(3000)
  expect(await answersOn(other)).toBe(true)
  expect(await answersOn(await open('127.0.0.3'))).toBe(true)
})

test('people who share the address of one that sends ahead go on, until it floods', async () => {
  const { open } = await countingServer()
  const neighbour = await open('127.0.0.2')
  const flood = async () => {
    const socket = await open('127.0.0.2')
    socket.write(THOUSAND)
    await untilCut(socket)
  }
  expect(await answersOn(neighbour)).toBe(true)
  await flood()
  await flood()
  expect(await answersOn(neighbour)).toBe(true)
  await flood()
  await untilCut(neighbour)
  await untilCut(await open('127.0.0.2'))
})

test('it is the same where each of them was answered before', async () => {
  const { seen, open } = await countingServer()
  const attackers = await Promise.all(Array.from({ length: 20 }, () => open('127.0.0.2')))
  for (const socket of attackers) expect(await answersOn(socket)).toBe(true)
  for (const socket of attackers) socket.write(THOUSAND)
  await Promise.all(attackers.map(untilCut))
  expect(seen.calls).toBeLessThan(6000)
})

test('of a trusted proxy, which has the calls of all visitors, only the connection itself is cut', async () => {
  const { open } = await countingServer(['127.0.0.2'])
  const [one, another] = [await open('127.0.0.2'), await open('127.0.0.2')]
  one.write(THOUSAND)
  await untilCut(one)
  expect(await answersOn(another)).toBe(true)
  expect(await answersOn(await open('127.0.0.2'))).toBe(true)
})
