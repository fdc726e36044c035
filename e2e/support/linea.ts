import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * `away`: new and open connections are cut off. `silent`: they stay open and transfer nothing, as those of a
 * phone that changed its cell; only later connections work again. `slowMs`: each piece is delayed by this.
 */
export type Estado = 'fine' | 'away' | 'silent' | { slowMs: number }

export type Linea = {
  port: number
  set(estado: Estado): void
  /** Bytes that went through to `port`. */
  sent(): number
  stop(): void
}

type Options = {
  /** The limit of all connections together, each way; without it as fast as possible. */
  bytesPerSecond?: number
  /** The port it listens on; without it any free one. */
  at?: number
}

/** A line to `port` on loopback that can fail, for any protocol. */
export async function startLinea(
  port: number,
  { bytesPerSecond = Number.POSITIVE_INFINITY, at = 0 }: Options = {},
): Promise<Linea> {
  let estado: Estado = 'fine'
  let sent = 0
  const open = new Set<Socket>()
  const dead = new Set<Socket>()
  const [up, down] = [createPace(bytesPerSecond), createPace(bytesPerSecond)]
  const server = createServer((near) => {
    if (estado === 'away') return void near.destroy()
    const far = connect(port, '127.0.0.1')
    if (estado === 'silent') {
      dead.add(near)
      dead.add(far)
    }
    for (const [from, to, pace] of [
      [near, far, up],
      [far, near, down],
    ] as const) {
      open.add(from)
      from.on('error', () => {}) // told by its end
      from.on('close', () => {
        open.delete(from)
        dead.delete(from)
        to.destroy()
      })
      void carry(from, to, pace)
    }
  })
  async function carry(from: Socket, to: Socket, pace: Pace): Promise<void> {
    try {
      for await (const piece of from) {
        if (dead.has(from)) continue
        await pace(piece.length)
        if (typeof estado === 'object') await sleep(estado.slowMs)
        if (!dead.has(from)) await pass(piece, to, pace)
      }
      to.end()
    } catch {
      to.destroy() // the other side went
    }
  }
  async function pass(piece: Buffer, to: Socket, pace: Pace): Promise<void> {
    if (pace === up) sent += piece.length
    if (!to.write(piece)) await Promise.race([once(to, 'drain'), once(to, 'close')])
  }
  server.listen(at, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    set(next) {
      estado = next
      for (const socket of open) {
        if (next === 'away') socket.destroy()
        if (next === 'silent') dead.add(socket)
      }
    },
    sent: () => sent,
    stop() {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}

/** Resolves after the time that these bytes take on the line. */
type Pace = (bytes: number) => Promise<void>

function createPace(bytesPerSecond: number): Pace {
  let freeAt = 0
  return async (bytes) => {
    if (bytesPerSecond === Number.POSITIVE_INFINITY) return
    const now = performance.now()
    freeAt = Math.max(freeAt, now) + (bytes / bytesPerSecond) * 1000
    await sleep(freeAt - now)
  }
}
