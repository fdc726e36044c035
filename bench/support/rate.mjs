// How many answers of one kind a server gives in a while, one after the other on each of some connections. In a
// process of its own, and counting bytes: a client that reads every header would be slower than what it measures.
import { connect } from 'node:net'

const [, , address, ms, headers] = process.argv
const CONNECTIONS = 16
const { hostname, port, pathname, search } = new URL(address)
const lines = Object.entries(JSON.parse(headers)).map(([name, value]) => `${name}: ${value}\r\n`)
const ask = Buffer.from(
  `GET ${pathname}${search} HTTP/1.1\r\nhost: ${hostname}:${port}\r\n${lines.join('')}\r\n`,
)

/** Of a whole answer: all of them are as long, to the byte. */
let length = 0
let status = ''

function open(onAnswer) {
  return new Promise((go, fail) => {
    const socket = connect(Number(port), hostname, () => go(socket))
    socket.setNoDelay(true)
    socket.on('error', fail)
    let first = ''
    let got = 0
    socket.on('data', (chunk) => {
      got += chunk.length
      if (!length) {
        first += chunk.toString('latin1')
        measure(first)
      }
      if (!length || got < length) return
      if (got > length) throw new Error(`An answer of ${got} bytes, not ${length}.`)
      got = 0
      if (onAnswer()) socket.write(ask)
    })
  })
}

function measure(text) {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return
  status = text.slice(9, 12)
  length = end + 4 + Number(/^content-length: (\d+)/im.exec(text)?.[1] ?? 0)
}

let count = 0
let until = 0
const sockets = []
for (let index = 0; index < CONNECTIONS; index++) {
  sockets.push(
    await open(() => {
      count++
      return performance.now() < until
    }),
  )
}
until = performance.now() + Number(ms)
const started = performance.now()
// The first one alone: by its answer the others are measured
sockets[0].write(ask)
while (!length) await new Promise((go) => setTimeout(go, 5))
for (const socket of sockets.slice(1)) socket.write(ask)
await new Promise((go) => setTimeout(go, Number(ms) + 50))
console.log(
  JSON.stringify({ status, perSecond: count / ((performance.now() - started - 50) / 1000), length }),
)
process.exit()
