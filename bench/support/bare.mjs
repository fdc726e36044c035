// The ceiling for answers from memory: a bare Fastify that sends the bytes of each file it is given, in a process of
// its own. /0 is the first, /1 the second ...; /304 says that nothing changed. Plain JavaScript, like the
// built server: their starts and memory are compared, and stripping types takes time and 20 MB.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** The server's own. @type {typeof import('fastify')} */
const { fastify } = createRequire(new URL('../../server/package.json', import.meta.url))('fastify')

const app = fastify()
for (const [index, file] of process.argv.slice(2).entries()) {
  const bytes = readFileSync(file)
  app.get(`/${index}`, (_, reply) => {
    reply.header('content-encoding', 'br')
    return reply.type('application/json; charset=utf-8').send(bytes)
  })
}
app.get('/304', (_, reply) => reply.code(304).send())
await app.listen({ host: '127.0.0.1', port: 0 })
const address = app.server.address()
console.log(typeof address === 'object' && address?.port)
