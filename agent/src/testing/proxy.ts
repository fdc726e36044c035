// A network between sender and printer that fails on command.
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/**
 * `cut`: the connection breaks after that many bytes of the request. `lost`: the printer gets everything, its
 * answer is lost.
 */
export type Fault = 'pass' | 'refuse' | 'lost' | 'hang' | { cut: number }

export type TestNetwork = {
  port: number
  fault: Fault
  /** The connections that are open now, on the sender's side. */
  open: ReadonlySet<Socket>
  close(): Promise<void>
}

export async function startProxy(target: number): Promise<TestNetwork> {
  const open = new Set<Socket>()
  const server = createServer((client) => {
    open.add(client)
    client.on('error', () => {}).on('close', () => open.delete(client))
    const { fault } = proxy
    if (fault === 'refuse') return void client.resetAndDestroy()
    if (fault === 'hang') return
    const printer = connect(target, '127.0.0.1')
    printer.on('error', () => client.destroy())
    let passed = 0
    client.on('data', (bytes: Buffer) => {
      const left = typeof fault === 'object' ? fault.cut - passed : Number.POSITIVE_INFINITY
      passed += bytes.length
      printer.write(bytes.subarray(0, Math.max(0, left)))
      if (bytes.length >= left) {
        printer.end()
        client.resetAndDestroy()
      }
    })
    client.on('end', () => printer.end())
    printer.on('data', (bytes: Buffer) => {
      if (fault === 'lost') client.resetAndDestroy()
      else client.write(bytes)
    })
    printer.on('end', () => client.end())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('No address')
  const proxy: TestNetwork = {
    port: address.port,
    fault: 'pass',
    open,
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
  return proxy
}
