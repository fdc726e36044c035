// A hundred hostile sockets, in a process of their own: `node attackers.ts PORT SECONDS`. Each claims in the
// proxy's header to come from one of twenty addresses. Prints how often each kind of attack was begun.
import { connect, type Socket } from 'node:net'
import { argv } from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'

const port = Number(argv[2])
const until = performance.now() + Number(argv[3]) * 1000
const ADDRESSES = 20
const GIB = 1024 ** 3
const BOUNDARY = 'x'.repeat(30)

type Attack = { name: string; sockets: number; run(socket: Socket, address: string): Promise<void> }

const isOver = (socket: Socket) => socket.destroyed || performance.now() > until

/** Sends the same again and again, with a pause, until the socket is closed or the time is over. */
async function drip(socket: Socket, piece: string | Buffer, everyMs: number): Promise<void> {
  while (!isOver(socket)) {
    socket.write(piece)
    await sleep(everyMs)
  }
}

/** Waits until the other side has read what was sent. */
const drained = (socket: Socket) =>
  new Promise<void>((done) => {
    if (!socket.writableNeedDrain) return done()
    socket.once('drain', done).once('close', () => done())
  })

const head = (method: string, path: string, address: string, headers: Record<string, string | number>) =>
  [
    `${method} ${path} HTTP/1.1`,
    `Host: localhost:${port}`,
    `X-Forwarded-For: ${address}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n')

const json = { 'Content-Type': 'application/json' }
const form = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` }
const tus = { 'Tus-Resumable': '1.0.0' }
const field = (name: string) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`

/** Announces a file of 4 GiB, and sends a little of it very slowly. */
async function halfUpload(socket: Socket, address: string): Promise<void> {
  const announced = { ...tus, 'Upload-Length': 4 * GIB - 1, 'Content-Length': 0 }
  socket.write(head('POST', '/api/subidas', address, announced))
  const answer = await new Promise<string>((done) => {
    socket.once('data', (bytes) => done(String(bytes))).once('close', () => done(''))
  })
  const [, path] = /location: *(?:https?:\/\/[^/\r\n]+)?(\/\S+)/i.exec(answer) ?? []
  if (!path) return void (await sleep(200))
  const type = { 'Content-Type': 'application/offset+octet-stream' }
  socket.write(head('PATCH', path, address, { ...tus, ...type, 'Upload-Offset': 0, 'Content-Length': GIB }))
  await drip(socket, Buffer.alloc(4_096, '%PDF-1.7 '), 500)
}

async function fieldFlood(socket: Socket, address: string): Promise<void> {
  socket.write(head('POST', '/api/upload_archivo', address, { ...form, 'Transfer-Encoding': 'chunked' }))
  const text = `${field('archivos_data')}${'a'.repeat(256 * 1024)}\r\n`
  const chunk = `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`
  while (!isOver(socket)) {
    socket.write(chunk)
    await drained(socket)
    await sleep(10)
  }
}

const ATTACKS: Attack[] = [
  {
    name: 'slow headers',
    sockets: 20,
    run: async (socket, address) => {
      socket.write(`GET / HTTP/1.1\r\nHost: localhost:${port}\r\nX-Forwarded-For: ${address}\r\n`)
      await drip(socket, 'X-A: b\r\n', 1_000)
    },
  },
  {
    name: 'slow bodies',
    sockets: 20,
    run: async (socket, address) => {
      socket.write(head('POST', '/api/auth/login/', address, { ...json, 'Content-Length': 60_000 }))
      await drip(socket, ' ', 1_000)
    },
  },
  { name: 'half uploads', sockets: 15, run: halfUpload },
  {
    name: 'announcements',
    sockets: 15,
    run: async (socket, address) => {
      const announced = { ...tus, 'Upload-Length': 4 * GIB - 1, 'Content-Length': 0 }
      const lie = head('POST', '/api/upload_archivo', address, { ...form, 'Content-Length': 5 * GIB + 1 })
      await drip(socket, head('POST', '/api/subidas', address, announced), 100).then(() => socket.write(lie))
    },
  },
  {
    name: 'lies about length',
    sockets: 5,
    run: async (socket, address) => {
      socket.write(head('POST', '/api/upload_archivo', address, { ...form, 'Content-Length': 5 * GIB + 1 }))
      await drip(socket, '--x', 2_000)
    },
  },
  { name: 'field floods', sockets: 15, run: fieldFlood },
  {
    name: 'event streams',
    sockets: 10,
    run: async (socket, address) => {
      socket.write(head('GET', '/api/cupones/eventos', address, { Accept: 'text/event-stream' }))
      await drip(socket, head('GET', '/api/mostrador/eventos', address, { Authorization: 'Bearer x' }), 250)
    },
  },
]

const begun: Record<string, number> = {}

/** One attacker: begins again whenever the server closes the connection. */
async function attack({ name, run }: Attack, address: string): Promise<void> {
  while (performance.now() < until) {
    begun[name] = (begun[name] ?? 0) + 1
    const socket = connect(port, '127.0.0.1')
      .on('error', () => {})
      .resume()
    await run(socket, address)
    socket.destroy()
    await sleep(50)
  }
}

let at = 0
await Promise.all(
  ATTACKS.flatMap((kind) =>
    Array.from({ length: kind.sockets }, () => attack(kind, `198.51.100.${1 + (at++ % ADDRESSES)}`)),
  ),
)
console.log(JSON.stringify(begun))
