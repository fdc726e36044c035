import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { inlineScript, replacePart } from './inline.ts'

const page = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The icon in the page itself: a file of its own would compete with the letters for a weak signal. */
const inlineIcon = (): Plugin => ({
  name: 'inline-icon',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const svg = readFileSync(page('public/favicon.svg'), 'utf8').replaceAll(/\s+/g, ' ').trim()
      return replacePart(html, 'href="/favicon.svg"', `href="data:image/svg+xml,${encodeURIComponent(svg)}"`)
    },
  },
})

/** The first script of the customers' pages, in the page itself: a file of its own would come too late. */
const inlineFirst = (): Plugin => ({
  name: 'inline-first',
  transformIndexHtml: {
    order: 'post',
    async handler(html, { path }) {
      if (path !== '/index.html') return html
      const code = await inlineScript(page('src/app/first.ts'))
      return replacePart(html, '<!-- src/app/first.ts -->', `<script>${code}</script>`)
    },
  },
})

export default defineConfig({
  root: page('.'),
  plugins: [react(), inlineIcon(), inlineFirst()],
  build: {
    target: 'es2022',
    // Nothing inlined as data: the Content-Security-Policy allows only our own files
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The counter is an entry of its own, so that customers never download it
      input: { index: page('index.html'), mostrador: page('mostrador/index.html') },
      output: {
        codeSplitting: {
          groups: [
            // One file for what changes least, so that it is fetched again only when it did
            { name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/, priority: 1 },
            // What ten screens or more share, in one file. The bundler would cut it by who shares it, into ten small ones
            // that keep a slow phone busy for longer. Without the manifest of customers' pages: the counter has the file too
            { name: 'base', test: /^(?!.*rules[\\/]vidriera[\\/]ruta\.ts$)/, minShareCount: 10 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://localhost:3000', '/get_token_local': 'http://localhost:3000' } },
})
