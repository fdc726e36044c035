import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const page = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  root: page('.'),
  plugins: [react()],
  build: {
    target: 'es2022',
    // Nothing inlined as data: the Content-Security-Policy allows only our own files
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The counter is an entry of its own, so that customers never download it
      input: { index: page('index.html'), mostrador: page('mostrador/index.html') },
    },
  },
  server: { proxy: { '/api': 'http://localhost:3000', '/get_token_local': 'http://localhost:3000' } },
})
