// Measures how many answers a second each of some servers gives. It runs in a process of its own, counts bytes and asks
// for several answers at once: a client that reads every header, or wakes for each answer, would be slower than the
// servers, and all would look alike. They are asked in turns of a fraction of a second each, so that other load on the
// machine slows all of them alike. Arguments: headers as JSON, rounds, addresses.
import { connect, type Socket } from 'node:net'

const [, , headers = '{}', rounds, ...addresses] = process.argv
const CONNECTIONS = 16
const AT_ONCE = 8
const TURN_MS = 120
/** V8 compiles what is asked for often. */
const WARM_ROUNDS = 10

/** `length`: the bytes of one of its answers; `asks`: the bytes of AT_ONCE requests. */
type Server = { status: string; length: number; asks: Buffer; sockets: Socket[]; rates: number[] }

const servers: Server[] = []
for (const address of addresses) servers.push(await open(address))
for (let round = 0; round < WARM_ROUNDS + Number(rounds); round++)
  for (const server of servers) {
    const rate = await turn(server)
    if (round >= WARM_ROUNDS) server.rates.push(rate)
  }
console.log(JSON.stringify(servers.map(({ status, rates }) => ({ status, rates }))))
process.exit()

async function open(address: string): Promise<Server> {
  const { hostname, port, pathname, search } = new URL(address)
  const lines = Object.entries(JSON.parse(headers)).map(([name, value]) => `${name}: ${value}\r\n`)
  const ask = `GET ${pathname}${search} HTTP/1.1\r\nhost: ${hostname}:${port}\r\n${lines.join('')}\r\n`
  const first = await connected(port, hostname)
  const { status, length } = await measured(first, ask)
  first.destroy()
  const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, () => connected(port, hostname)))
  return { status, length, asks: Buffer.from(ask.repeat(AT_ONCE)), sockets, rates: [] }
}

function connected(port: string, hostname: string): Promise<Socket> {
  return new Promise((go, fail) => {
    const socket = connect(Number(port), hostname, () => go(socket.setNoDelay(true)))
    socket.on('error', fail)
  })
}

/** The status and length of one answer: all answers have the same length, to the byte. */
function measured(socket: Socket, ask: string): Promise<Pick<Server, 'status' | 'length'>> {
  let text = ''
  return new Promise((go) => {
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      const end = text.indexOf('\r\n\r\n')
      if (end < 0) return
      const body = Number(/^content-length: (\d+)/im.exec(text)?.[1] ?? 0)
      go({ status: text.slice(9, 12), length: end + 4 + body })
    })
    socket.write(ask)
  })
}

/** @returns answers a second of a turn, up to the last one asked for */
async function turn({ length, asks, sockets }: Server): Promise<number> {
  let answers = 0
  const started = performance.now()
  await Promise.all(
    sockets.map(
      (socket) =>
        new Promise<void>((go) => {
          let got = 0
          const onData = (chunk: Buffer) => {
            got += chunk.length
            if (got < length * AT_ONCE) return
            if (got > length * AT_ONCE) throw new Error(`${got} bytes for ${AT_ONCE} answers of ${length}.`)
            got = 0
            answers += AT_ONCE
            if (performance.now() - started < TURN_MS) {
              socket.write(asks)
              return
            }
            socket.off('data', onData)
            go()
          }
          socket.on('data', onData)
          socket.write(asks)
        }),
    ),
  )
  return answers / ((performance.now() - started) / 1000)
}
