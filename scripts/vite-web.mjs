// The web's Vite settings, for the build and for development: one place.
import { join } from 'node:path'
import react from '@vitejs/plugin-react'

const root = join(import.meta.dirname, '../web')

/** @type {import('vite').InlineConfig} */
export const viteWeb = {
  root,
  configFile: false,
  plugins: [react(), mostradorPages()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0, // the CSP allows no data: in scripts, styles or fonts
    modulePreload: { polyfill: false }, // would be an inline script
    rolldownOptions: { input: [join(root, 'index.html'), join(root, 'mostrador/index.html')] },
  },
}

/** In development the back office's addresses lead to its page, as the server does with the built web. */
function mostradorPages() {
  return {
    name: 'mostrador-pages',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        if (/^\/mostrador(?:\/[^.]*)?(?:\?|$)/.test(request.url)) request.url = '/mostrador/index.html'
        next()
      })
    },
  }
}
