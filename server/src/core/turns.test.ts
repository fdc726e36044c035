import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
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
