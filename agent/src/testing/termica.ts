// A thermal printer on loopback: what came in on each connection is a ticket.
import { createServer, type Socket } from 'node:net'

/** `cut`: hangs up after the first bytes. */
type ModoTermica = 'ok' | 'cut'

export async function startTermica(port = 0) {
  const sockets = new Set<Socket>()
  const termica = {
    uri: '',
    modo: 'ok' as ModoTermica,
    /** One for each connection that brought bytes. */
    tickets: [] as Buffer[],
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket)
    const parts: Buffer[] = []
    socket.on('error', () => {})
    socket.on('data', (part) => {
      parts.push(part)
      if (termica.modo === 'cut') socket.resetAndDestroy()
    })
    socket.on('end', () => socket.end())
    socket.on('close', () => {
      sockets.delete(socket)
      if (parts.length > 0) termica.tickets.push(Buffer.concat(parts))
    })
  })
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('No address')
  termica.uri = `socket://127.0.0.1:${address.port}`
  return termica
}
