// The agents' program for tests: the build's files, in a folder that a test may change, with a few lines in
// place of Node.
import { chmodSync, cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FuentePrograma } from '../base/runtime/deps.ts'
import { testFolder } from './folder.ts'

const DIST = fileURLToPath(new URL('../../../agent/dist', import.meta.url))

export type FuenteDePrueba = FuentePrograma & {
  /** From now on it is another version, whose agent runs this code first. */
  change(code: string): void
  /** Platforms for which Node cannot be fetched. */
  missing: Set<string>
  /** How often Node was asked for. */
  asked: number
}

/** The program for Linux runs, by the Node of the test; the one for Windows is only bytes. */
export function fuenteDePrueba(): FuenteDePrueba {
  if (!existsSync(join(DIST, 'agente.cjs'))) throw new Error('No agent/dist: node scripts/build-agent.ts')
  const folder = testFolder('programa')
  const dist = join(folder, 'dist')
  cpSync(DIST, dist, { recursive: true })
  writeFileSync(join(folder, 'node'), `#!/bin/sh\nexec '${process.execPath}' "$@"\n`)
  chmodSync(join(folder, 'node'), 0o755)
  writeFileSync(join(folder, 'node.exe'), Buffer.alloc(200_000, 'MZ'))
  const fuente: FuenteDePrueba = {
    dist,
    versiones: () => ({ propia: '0.1.0', node: '24.0.0' }),
    async node(plataforma) {
      fuente.asked++
      if (fuente.missing.has(plataforma)) throw new Error('no npm here')
      return join(folder, plataforma === 'linux' ? 'node' : 'node.exe')
    },
    change(code) {
      const path = join(dist, 'agente.cjs')
      writeFileSync(path, `${code}\n${readFileSync(join(DIST, 'agente.cjs'), 'utf8')}`)
    },
    missing: new Set(),
    asked: 0,
  }
  return fuente
}
