import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startStream, waitBefore } from './stream.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

type Body = ReadableStreamDefaultController<Uint8Array>

/** A server whose answers the test sends one by one. */
function setup({ silenceMs = 60_000, answers = [] as (number | 'unreachable')[] } = {}) {
  const opened: { body: Body; signal: AbortSignal }[] = []
  const seen: string[] = []
  const unauthorized = vi.fn()
  const stop = startStream({
    silenceMs,
    open: async (signal) => {
      const status = answers.shift() ?? 200
      if (status === 'unreachable') throw new TypeError('fetch failed')
      if (status !== 200) return new Response(null, { status })
      const stream = new ReadableStream<Uint8Array>({
        start(body) {
          opened.push({ body, signal })
          signal.addEventListener('abort', () => body.error(new Error('aborted')))
        },
      })
      return new Response(stream)
    },
    onData: (data) => seen.push(data),
    onState: (state) => seen.push(`[${state}]`),
    onUnauthorized: unauthorized,
  })
  const send = (text: string) => opened.at(-1)?.body.enqueue(new TextEncoder().encode(text))
  return { opened, seen, unauthorized, stop, send }
}
/** A device that reports when it gains or loses its network. */
function stubDevice(): EventTarget {
  const device = new EventTarget()
  vi.stubGlobal('addEventListener', device.addEventListener.bind(device))
  vi.stubGlobal('removeEventListener', device.removeEventListener.bind(device))
  return device
}
const settle = () => vi.advanceTimersByTimeAsync(0)

describe('startStream', () => {
  it('reports a lost connection at once where the device does', async () => {
    const device = stubDevice()
    const { seen, opened, stop } = setup({ answers: [200, 'unreachable'] })
    await settle()
    device.dispatchEvent(new Event('offline'))
    expect(opened[0]?.signal.aborted).toBe(true)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(seen.slice(0, 3)).toEqual(['[conectando]', '[conectado]', '[sin-conexion]'])
    stop()
  })

  it('passes the data on as it arrives, also a character cut in two', async () => {
    const { seen, send, opened, stop } = setup()
    await settle()
    send('data: a\n\ndata: ')
    opened[0]?.body.enqueue(new Uint8Array([0xc3]))
    opened[0]?.body.enqueue(new Uint8Array([0xb1]))
    send('\n\n')
    await settle()
    expect(seen).toEqual(['[conectando]', '[conectado]', 'a', 'ñ'])
    stop()
  })

  it('opens again after the server closed, without reporting a failure', async () => {
    const { seen, opened, stop } = setup()
    await settle()
    opened[0]?.body.close()
    await vi.advanceTimersByTimeAsync(1000)
    expect(opened).toHaveLength(2)
    expect(seen).toEqual(['[conectando]', '[conectado]', '[conectado]'])
    stop()
  })

  it('reports that there is no connection and tries again, each time later', async () => {
    const { seen, opened, stop } = setup({ answers: ['unreachable', 502] })
    await settle()
    expect(seen).toEqual(['[conectando]', '[sin-conexion]'])
    await vi.advanceTimersByTimeAsync(1000)
    expect(opened).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(2000)
    expect(opened).toHaveLength(1)
    expect(seen.at(-1)).toBe('[conectado]')
    stop()
  })

  it('gives up a silent stream; a heartbeat keeps it', async () => {
    const { opened, send, stop } = setup({ silenceMs: 10_000 })
    await vi.advanceTimersByTimeAsync(9000)
    send(': ping\n\n')
    await vi.advanceTimersByTimeAsync(9000)
    expect(opened).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(3000)
    expect(opened[0]?.signal.aborted).toBe(true)
    expect(opened).toHaveLength(2)
    stop()
  })

  it('a 401 ends it', async () => {
    const { unauthorized, opened } = setup({ answers: [401] })
    await vi.advanceTimersByTimeAsync(120_000)
    expect(unauthorized).toHaveBeenCalledTimes(1)
    expect(opened).toHaveLength(0)
  })

  it('stop ends it, open or waiting', async () => {
    const { opened, stop, seen } = setup()
    await settle()
    stop()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(opened).toHaveLength(1)
    expect(opened[0]?.signal.aborted).toBe(true)
    expect(seen).toEqual(['[conectando]', '[conectado]'])
  })
})

it('waits 1 s, then double, never more than 30 s, at least half of it', () => {
  expect([0, 1, 2, 5, 20].map((attempt) => waitBefore(attempt, 1))).toEqual([
    1000, 2000, 4000, 30_000, 30_000,
  ])
  expect(waitBefore(0, 0)).toBe(500)
})
