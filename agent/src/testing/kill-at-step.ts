// A process for tests: one update of the installed agent in argv[2], from the offer in the folder argv[3]. It
// kills itself before its write number argv[4] to the disk, counted from 1; 0: never.
import fs, { appendFileSync, readFileSync, statSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'

const [, , base = '', offer = '', killAt = '0'] = process.argv
let touched = 0

function counted<F extends (...args: never[]) => unknown>(call: F): F {
  return ((...args: never[]) => {
    touched++
    if (touched === Number(killAt)) process.kill(process.pid, 'SIGKILL')
    return call(...args)
  }) as F
}
for (const name of ['chmod', 'link', 'mkdir', 'open', 'rename', 'rm'] as const)
  fs.promises[name] = counted(fs.promises[name] as never)
for (const name of [
  'createWriteStream',
  'mkdirSync',
  'openSync',
  'renameSync',
  'rmSync',
  'writeSync',
] as const)
  fs[name] = counted(fs[name] as never)
syncBuiltinESMExports()

const { fetchVersion, switchTo } = await import('../programa/fetch-version.ts')
const clave = readFileSync(join(offer, 'clave'), 'utf8')
const version = await fetchVersion(
  { base, plataforma: 'linux', clave },
  {
    manifiesto: async () => JSON.parse(readFileSync(join(offer, 'firmado.json'), 'utf8')),
    async archivo({ sha256 }, path) {
      const from = statSync(path, { throwIfNoEntry: false })?.size ?? 0
      const bytes = readFileSync(join(offer, sha256)).subarray(from)
      // In two pieces, so that a kill in between leaves half of it
      for (const part of [bytes.subarray(0, bytes.length >> 1), bytes.subarray(bytes.length >> 1)]) {
        touched++
        if (touched === Number(killAt)) process.kill(process.pid, 'SIGKILL')
        appendFileSync(path, part)
      }
    },
  },
  new AbortController().signal,
)
if (version) switchTo(base, version)
process.stdout.write(String(touched))
