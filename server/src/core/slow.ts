import type { FastifyInstance } from 'fastify'
import { announcesBody } from './bodies.ts'

/** Files, which may take hours on a weak signal; a connection that says nothing at all is cut elsewhere. */
const FILES = /^\/api\/(?:subidas|upload_archivo|mostrador\/imagenes)/

const LIMIT_MS = 60_000

/** All other bodies are small: whoever takes a minute over one is there to hold connections. */
export function cutSlowBodies(app: FastifyInstance, limitMs = LIMIT_MS): void {
  app.addHook('onRequest', (request, _, done) => {
    const { raw } = request
    if (announcesBody(raw.headers) && !FILES.test(raw.url ?? '')) {
      const timer = setTimeout(() => {
        if (!raw.complete) raw.destroy()
      }, limitMs)
      raw.once('close', () => clearTimeout(timer))
    }
    done()
  })
}
