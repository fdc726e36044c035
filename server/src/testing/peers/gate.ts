// A proxy to the test run's PostgreSQL that can be closed, or fall silent: what a process sees while its database is away.
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'

/** PostgreSQL's ErrorResponse: a letter, its length, fields that end with a zero, and one more. */
const STARTING = Buffer.from('E\0\0\0\0SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0')
STARTING.writeUInt32BE(STARTING.length - 1, 1)

/**
 * @returns the address of the same database through a port of ours. `cut` ends every connection; `close` also refuses new ones;
 * `loseAnswerTo` cuts the next connection that sends a text, after PostgreSQL answered it and before the server hears; with
 * `after` it must have sent that text before, since jobs of the same process commit, too. `isArmed` until it has cut.
 * `freeze`: every open connection falls silent and stays open, as if its machine were gone; new ones work, unless
 * `isMute`: they are taken and never answered. `refuseNext`: the next connection is told that PostgreSQL is starting, and
 * stays open until `endRefused`
 */
export async function openGate(url: string) {
  const { pathname, searchParams, username } = new URL(url.replace('@/', '@unix/'))
  const path = join(searchParams.get('host') ?? '', `.s.PGSQL.${searchParams.get('port')}`)
  const open = new Set<Socket>()
  const freezing = new Set<() => void>()
  const refused: Socket[] = []
  let fatal: { text: string; after: string } | undefined
  let refusals = 0
  // Half open: a frozen connection does not answer that the other side ended, either
  const server = createServer({ allowHalfOpen: true }, (near) => {
    if (gate.isMute) {
      gate.unanswered++
      open.add(near.on('error', () => {}).resume())
      return
    }
    if (refusals > 0) {
      refusals--
      open.add(near.on('error', () => {}))
      refused.push(near)
      near.once('data', () => near.write(STARTING))
      return
    }
    const far = connect(path)
    let isFrozen = false
    let reached: typeof fatal
    const freeze = () => {
      isFrozen = true
      near.unpipe(far).resume()
      far.destroy()
    }
    freezing.add(freeze)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket)
      socket.on('error', () => {}) // the close ends the other side
      socket.once('close', () => {
        open.delete(socket)
        freezing.delete(freeze)
        if (!isFrozen) other.destroy()
      })
      socket.pipe(other)
    }
    near.on('data', (bytes) => {
      if (fatal && bytes.includes(fatal.after)) reached = fatal
      if (!fatal || reached !== fatal || !bytes.includes(fatal.text)) return
      fatal = undefined
      far.unpipe(near)
      far.once('data', () => near.destroy()).resume()
    })
  })
  const listen = (port: number) => new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  const gate = {
    url: '',
    isMute: false,
    /** Connections that came while it was mute. */
    unanswered: 0,
    freeze(): void {
      for (const freeze of freezing) freeze()
    },
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        gate.cut()
      }),
    cut(): void {
      for (const socket of open) socket.destroy()
    },
    reopen: () => listen(port),
    loseAnswerTo(text: string, after = ''): void {
      fatal = { text, after }
    },
    get isArmed(): boolean {
      return fatal !== undefined
    },
    refuseNext(): void {
      refusals++
    },
    endRefused(): void {
      for (const socket of refused) socket.destroy()
    },
  }
  await listen(0)
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  gate.url = `postgresql://${username}@127.0.0.1:${port}${pathname}`
  return gate
}
