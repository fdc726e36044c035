// Builds what a branch's computer runs without this repository: agent/dist, with the agent and its launcher
// in one file each, and the files that its packages need beside them (docs/decisions/064). An argument is the
// stamp that setup.mjs compares.
import { cpSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'agent/dist')
const fresh = join(root, 'agent/dist.new')
const old = join(root, 'agent/dist.old')

for (const folder of [fresh, old]) rmSync(folder, { recursive: true, force: true })
cpSync(join(root, 'agent/paquete'), fresh, { recursive: true })
for (const [source, file] of [
  ['main.ts', 'agente.cjs'],
  ['lanzador.ts', 'lanzador.cjs'],
] as const) {
  const bundle = await rolldown({ cwd: root, input: join(root, 'agent/src', source), platform: 'node' })
  await bundle.write({
    file: join(fresh, file),
    format: 'cjs',
    codeSplitting: false,
    keepNames: true,
    comments: false,
  })
  await bundle.close()
}
if (process.argv[2]) writeFileSync(join(fresh, '.stamp'), process.argv[2])

if (existsSync(dist)) renameSync(dist, old)
renameSync(fresh, dist)
rmSync(old, { recursive: true, force: true })
