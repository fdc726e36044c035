import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** `away`: new and open connections are cut off. `slow`: each piece comes that much later. */
export type Estado = 'fine' | 'away' | { slowMs: number }

export type Linea = {
  port: number
  set(estado: Estado): void
  stop(): void
}

/** A line to `port` on loopback that can fail, whatever is spoken over it. */
export async function startLinea(port: number): Promise<Linea> {
  let estado: Estado = 'fine'
  const open = new Set<Socket>()
  const server = createServer((near) => {
    if (estado === 'away') return void near.destroy()
    const far = connect(port, '127.0.0.1')
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from)
      from.on('error', () => {}) // told by its end
      from.on('close', () => {
        open.delete(from)
        to.destroy()
      })
      void carry(from, to)
    }
  })
  async function carry(from: Socket, to: Socket): Promise<void> {
    try {
      for await (const piece of from) {
        if (typeof estado === 'object') await sleep(estado.slowMs)
        if (!to.write(piece)) await Promise.race([once(to, 'drain'), once(to, 'close')])
      }
      to.end()
    } catch {
      to.destroy() // the other side went
    }
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    set(next) {
      estado = next
      if (next === 'away') for (const socket of open) socket.destroy()
    },
    stop() {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
