// The floor for open streams: a bare node:http whose answers stay open, in a process of its own. Plain
// JavaScript, like the built server that it is compared with: stripping types takes 20 MB of memory.
import { createServer } from 'node:http'

const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': \n\n')
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(typeof address === 'object' && address?.port)
})
