import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { createLocks } from '../runtime/locks.ts'
import { createLogger } from '../runtime/logger.ts'
import { createUploadSlots, type UploadSlots } from './upload-slots.ts'

/** A visit by the browser `browser`, or by an unknown one, at an address of its own. */
function visit(address: string, browser?: string) {
  const raw = new EventEmitter() as IncomingMessage
  const cookies = browser ? { navegador: browser.padEnd(22, '_') } : {}
  const socket = { remoteAddress: address }
  const request = { raw, cookies, socket, ip: address, protocol: 'http' } as unknown as FastifyRequest
  return { raw, request }
}
const reply = { header: () => reply } as unknown as FastifyReply
const take = (slots: UploadSlots, address: string, browser?: string) =>
  slots.take(visit(address, browser).request, reply)

test('8 uploads of one address run at once; the ninth waits for the first that ends; others do not wait', async () => {
  const slots = createUploadSlots()
  const running = await Promise.all(Array.from({ length: 8 }, () => take(slots, 'a')))
  let entered = false
  const ninth = take(slots, 'a').then((release) => {
    entered = true
    return release
  })
  const other = await take(slots, 'b')
  expect(entered).toBe(false)
  running[0]?.()
  const release = await ninth
  expect(entered).toBe(true)
  for (const end of [...running.slice(1), release, other]) end()
})

test('8 uploads of each browser run at once behind one address, and 200 of them all', async () => {
  const slots = createUploadSlots()
  const running = await Promise.all(
    Array.from({ length: 200 }, (_, at) => take(slots, 'campus', `navegador-${Math.floor(at / 8)}`)),
  )
  let entered = 0
  const ninth = take(slots, 'campus', 'navegador-0').then(() => entered++)
  const one = take(slots, 'campus', 'navegador-de-mas').then(() => entered++)
  await take(slots, 'otra parte', 'navegador-lejano')
  expect(entered).toBe(0)
  running[8]?.() // of another browser: room for one more of the address, not for a ninth of the first
  await one
  expect(entered).toBe(1)
  running[0]?.()
  running[9]?.()
  await ninth
})

test('a client that hangs up leaves the line without taking a turn', async () => {
  const slots = createUploadSlots()
  const running = await Promise.all(Array.from({ length: 8 }, () => take(slots, 'a')))
  const gone = visit('a')
  const left = slots.take(gone.request, reply)
  const next = take(slots, 'a')
  gone.raw.emit('close')
  await expect(left).rejects.toMatchObject({ status: 429 })
  running[0]?.()
  await next
})

test('8 at once over two processes; a slot that one releases the other takes, and a process that dies releases its own', async () => {
  const { url } = await testDatabase()
  const process = () => {
    const locks = createLocks(url, createLogger('silent'))
    onTestFinished(locks.stop)
    return { slots: createUploadSlots(locks), die: locks.stop }
  }
  const [one, other] = [process(), process()]
  const here = await Promise.all(Array.from({ length: 5 }, () => take(one.slots, 'a')))
  await Promise.all(Array.from({ length: 3 }, () => take(other.slots, 'a')))
  let entered = 0
  const ninth = take(other.slots, 'a').then(() => entered++)
  const tenth = take(other.slots, 'a').then(() => entered++)
  await take(other.slots, 'b')
  expect(entered).toBe(0)
  here[0]?.()
  await Promise.race([ninth, tenth])
  expect(entered).toBe(1)
  await one.die()
  await Promise.all([ninth, tenth])
})
