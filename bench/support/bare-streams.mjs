// The floor for open streams: a bare node:http whose answers stay open, in a process of its own that collects as ours.
import { createServer } from 'node:http'

const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': \n\n')
})
server.listen(0, '127.0.0.1', () => console.log(server.address().port))
setInterval(() => globalThis.gc({ type: 'major', execution: 'sync', flavor: 'last-resort' }), 10_000)
