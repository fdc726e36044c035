// The ceiling for uploads: a bare node:http server that writes all bytes that come to one file, in a process of its own.
import { createWriteStream } from 'node:fs'
import { createServer } from 'node:http'
import { pipeline } from 'node:stream/promises'

const [, , file = ''] = process.argv
const server = createServer(async (request, response) => {
  await pipeline(request, createWriteStream(file))
  response.end('ok')
})
server.requestTimeout = 0
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(typeof address === 'object' && address?.port)
})
