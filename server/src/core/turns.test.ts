import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { createLocks } from './locks.ts'
import { createLogger } from './logger.ts'
import { createTurns } from './turns.ts'

const request = () => new EventEmitter() as IncomingMessage

test('8 uploads of one address run at once; the ninth waits for the first that ends; others do not wait', async () => {
  const turns = createTurns()
  const running = await Promise.all(Array.from({ length: 8 }, () => turns.take('a', request())))
  let entered = false
  const ninth = turns.take('a', request()).then((release) => {
    entered = true
    return release
  })
  const other = await turns.take('b', request())
  expect(entered).toBe(false)
  running[0]?.()
  const release = await ninth
  expect(entered).toBe(true)
  for (const end of [...running.slice(1), release, other]) end()
})

test('whoever hangs up leaves the line without taking a turn', async () => {
  const turns = createTurns()
  const running = await Promise.all(Array.from({ length: 8 }, () => turns.take('a', request())))
  const gone = request()
  const left = turns.take('a', gone)
  const next = turns.take('a', request())
  gone.emit('close')
  await expect(left).rejects.toMatchObject({ status: 429 })
  running[0]?.()
  await next
})

test('8 at once over two processes; a place that one gives up the other takes, and a process that dies gives up its own', async () => {
  const { url } = await testDatabase()
  const process = () => {
    const locks = createLocks(url, createLogger('silent'))
    onTestFinished(locks.stop)
    return { turns: createTurns(locks), die: locks.stop }
  }
  const [one, other] = [process(), process()]
  const here = await Promise.all(Array.from({ length: 5 }, () => one.turns.take('a', request())))
  await Promise.all(Array.from({ length: 3 }, () => other.turns.take('a', request())))
  let entered = 0
  const ninth = other.turns.take('a', request()).then(() => entered++)
  const tenth = other.turns.take('a', request()).then(() => entered++)
  await other.turns.take('b', request())
  expect(entered).toBe(0)
  here[0]?.()
  await Promise.race([ninth, tenth])
  expect(entered).toBe(1)
  await one.die()
  await Promise.all([ninth, tenth])
})
