// A proxy to the test run's PostgreSQL that can be closed: what a process sees while its database is away.
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'

/**
 * @returns the address of the same database through a port of ours. `close` cuts every connection and refuses new ones;
 * `loseAnswerTo` cuts the next connection that sends a text, after PostgreSQL answered it and before the server hears
 */
export async function openGate(url: string) {
  const { pathname, searchParams, username } = new URL(url.replace('@/', '@unix/'))
  const path = join(searchParams.get('host') ?? '', `.s.PGSQL.${searchParams.get('port')}`)
  const open = new Set<Socket>()
  let fatal: string | undefined
  const server = createServer((near) => {
    const far = connect(path)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket)
      socket.on('error', () => {}) // the close ends the other side
      socket.once('close', () => {
        open.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
    near.on('data', (bytes) => {
      if (fatal === undefined || !bytes.includes(fatal)) return
      fatal = undefined
      far.unpipe(near)
      far.once('data', () => near.destroy()).resume()
    })
  })
  const listen = (port: number) => new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  await listen(0)
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `postgresql://${username}@127.0.0.1:${port}${pathname}`,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        for (const socket of open) socket.destroy()
      }),
    reopen: () => listen(port),
    loseAnswerTo(text: string): void {
      fatal = text
    },
  }
}
