// Makes one file of the server's sources and libraries, server/dist/main.cjs, which `npm start` runs: it loads in a
// third of the time of 700 files (docs/decisions/022). An argument is the stamp that setup.mjs compares. Development,
// tests, the backup and all child processes run the sources.
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { rolldown } from 'rolldown'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'server/dist')
const fresh = join(root, 'server/dist.new')
const old = join(root, 'server/dist.old')
/** A file that lists the build's own files, so that the next build knows which to keep. */
const OWN = '.own'

for (const folder of [fresh, old]) rmSync(folder, { recursive: true, force: true })

const bundle = await rolldown({
  cwd: root,
  input: join(root, 'server/src/main.ts'),
  platform: 'node',
  // Native, large and rarely used, or loading files from their own folder
  external: [/^sharp$/, /^sodium-native$/, /^pg-native$/, /^ssh2$/, /^@aws-sdk\//, /^@cantoo\//],
  plugins: [{ name: 'paths', transform: { filter: { code: /import\.meta\.url/ }, handler: fromSource } }],
})
await bundle.write({
  dir: fresh,
  format: 'cjs', // as an ES module it would load Node's own modules whole, those of `fetch` too
  entryFileNames: 'main.cjs',
  chunkFileNames: '[name]-[hash].cjs', // files of another build have other names
  keepNames: true,
  sourcemap: true,
  charset: 'ascii', // V8 keeps a text with one character beyond Latin-1 in twice the memory
  comments: false,
})
await bundle.close()

// The files of the build before are kept: a server that runs from it loads some of them by name until it is restarted
const own = readdirSync(fresh)
for (const name of before().filter((name) => !own.includes(name)))
  copyFileSync(join(dist, name), join(fresh, name))
writeFileSync(join(fresh, OWN), own.join('\n'))
if (process.argv[2]) writeFileSync(join(fresh, '.stamp'), process.argv[2])

if (existsSync(dist)) renameSync(dist, old)
renameSync(fresh, dist)
rmSync(old, { recursive: true, force: true })

function before(): string[] {
  const list = join(dist, OWN)
  return existsSync(list) ? readFileSync(list, 'utf8').split('\n') : []
}

/** Keeps paths relative to a source file valid in the bundle: drawings, migrations, child processes, the web. */
function fromSource(code: string, id: string) {
  const here = JSON.stringify(relative(dist, id))
  return { code: code.replaceAll('import.meta.url', `new URL(${here}, import.meta.url).href`), map: null }
}
