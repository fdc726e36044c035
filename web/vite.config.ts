import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { plainScript } from './plain-script.ts'

const page = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const modules = (...paths: string[]) => new RegExp(paths.join('|').replaceAll('/', '[\\\\/]'))

/** What every page begins with, in one file: in several it compresses worse. The page runs it after its first paint. */
const COMMON = modules(
  'node_modules/(?:react|react-dom|scheduler)/',
  'query-core/build/modern/(?!infiniteQueryObs|mutationObs|queriesObs|hydration|streamed)',
  'react-query/build/modern/(?:useBaseQuery|useQuery\\.|suspense|errorBoundaryUtils|Query|IsRestoring|queryOptions)',
  'lucide-react/dist/esm/icons/(?:arrow-right|arrow-left|rotate-cw|chevron-left|chevron-right|menu|x|check|message-circle)\\.',
  'web/src/ui/(?:use-menu|button|link|place|routes|cx|spinner|notice|logo|toasts|empty-sheet|registration-mark|later|lazy-optional|optional|use-live)\\.',
  'shared/src/rules/(?:dinero|path-pattern|ruta-acceso|contacto|nombre)\\.',
  'web/src/api/(?:call|renewal|headers|csrf|access|base|timeout|query-client|session)\\.',
)

/** What a product, an offer and a branch are shown with. */
const TIENDA = modules(
  'lucide-react/dist/esm/icons/(?:clock|search|map-pin)\\.',
  'web/src/ui/(?:foto|sin-imagen|oferta|neto|use-media)\\.',
  'shared/src/rules/(?:whatsapp|imagen|ancla|categoria|neto)\\.',
)

/** The icon in the page itself: a file of its own would compete with the letters for a weak signal. */
const inlineIcon = (): Plugin => ({
  name: 'inline-icon',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const svg = readFileSync(page('public/favicon.svg'), 'utf8').replaceAll(/\s+/g, ' ').trim()
      return html.replace('href="/favicon.svg"', `href="data:image/svg+xml,${encodeURIComponent(svg)}"`)
    },
  },
})

export default defineConfig({
  root: page('.'),
  plugins: [react(), inlineIcon(), plainScript('common')],
  build: {
    target: 'es2022',
    // Nothing inlined as data: the Content-Security-Policy allows only our own files
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The counter is an entry of its own, so that customers never download it
      input: { index: page('index.html'), mostrador: page('mostrador/index.html') },
      output: { codeSplitting: {
          groups: [
            { name: 'common', test: COMMON },
            { name: 'tienda', test: TIENDA },
          ],
        }, },
    },
  },
  server: { proxy: { '/api': 'http://localhost:3000', '/get_token_local': 'http://localhost:3000' } },
})
