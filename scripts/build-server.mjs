// Makes one file of the server's sources and libraries, server/dist/main.cjs, which `npm start` runs: it loads in a
// third of the time of 700 files (docs/decisions/022). An argument is the stamp that setup.mjs compares. Development,
// tests, the backup and all child processes run the sources.
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { rolldown } from 'rolldown'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'server/dist')
const fresh = join(root, 'server/dist.new')

const bundle = await rolldown({
  cwd: root,
  input: join(root, 'server/src/main.ts'),
  platform: 'node',
  // Native, large and used by few, or found on the disk by their own code
  external: [/^sharp$/, /^pg-native$/, /^@aws-sdk\//, /^@cantoo\//],
  // A look at it loads Node's classes of `fetch`; multipart would offer a request.formData() that nobody calls
  transform: { define: { 'globalThis.FormData': 'undefined' } },
  plugins: [{ name: 'paths', transform: { filter: { code: /import\.meta\.url/ }, handler: fromSource } }],
})
await bundle.write({
  dir: fresh,
  format: 'cjs', // as an ES module it would load Node's own modules whole, those of `fetch` too
  entryFileNames: 'main.cjs',
  chunkFileNames: '[name].cjs',
  keepNames: true,
  sourcemap: true,
  comments: false,
  plugins: [{ name: 'one-byte', renderChunk: (code) => ({ code: escapeWide(code), map: null }) }],
})
await bundle.close()
if (process.argv[2]) writeFileSync(join(fresh, '.stamp'), process.argv[2])

rmSync(dist, { recursive: true, force: true })
renameSync(fresh, dist)

/** Files that a source names from where it stands are where they were: drawings, migrations, children, the web. */
function fromSource(code, id) {
  const here = JSON.stringify(relative(dist, id))
  return { code: code.replaceAll('import.meta.url', `new URL(${here}, import.meta.url).href`), map: null }
}

/** V8 keeps a text in one byte a character if it can: two for all of it because of one dash would be 4 MB more. */
function escapeWide(code) {
  return code.replace(/[^\0-\xff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
