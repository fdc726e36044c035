// Development: the server, restarted when its sources change, behind Vite's server, the one to open.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createServer, type Plugin } from 'vite'
import { freePort } from './free-port.ts'

process.chdir(join(import.meta.dirname, '..'))
const port = Number(process.env.PORT ?? 3000)
const apiPort = await freePort()
const address = `http://localhost:${port}`

const api = spawn(
  process.execPath,
  ['--watch-preserve-output', '--watch', '--import', './scripts/preload.mjs', 'server/src/main.ts'],
  { stdio: 'inherit', env: { PUBLIC_URL: address, ...process.env, PORT: String(apiPort) } },
)
const target = `http://127.0.0.1:${apiPort}`
const vite = await createServer({
  root: 'web',
  plugins: [mostradorPages()],
  server: {
    port,
    strictPort: true,
    // All paths that the server answers itself. `/{token}.pdf` is the flag kit
    proxy: {
      '/api': target,
      '/get_token_local': target,
      '^/(?:metrics|dev|pago)(?:/|\\?|$)|^/[^/]+\\.pdf$': target,
    },
  },
})
await vite.listen()
console.log(`Desarrollo en ${address} (API en ${apiPort})`)

// Vite exits by itself on SIGTERM, whatever we do; in either case the server is ended too
process.on('exit', () => api.kill('SIGTERM'))
process.once('SIGINT', () => process.exit(0))

/** The back office's addresses lead to its page, as the server does with the built web. */
function mostradorPages(): Plugin {
  return {
    name: 'mostrador-pages',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        if (/^\/mostrador(?:\/[^.]*)?(?:\?|$)/.test(request.url ?? '')) request.url = '/mostrador/index.html'
        next()
      })
    },
  }
}
