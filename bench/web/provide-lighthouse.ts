import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const PINNED = join(import.meta.dirname, 'lighthouse')
const HOME = join(import.meta.dirname, '../data/lighthouse')

/** The parts of a report that we read. */
export type Report = {
  categories: Record<string, { score: number | null }>
  audits: Record<
    string,
    { score: number | null; title: string; numericValue?: number; details?: { items?: unknown[] } }
  >
}
type Lighthouse = (url: string, flags: object, config?: object) => Promise<{ lhr: Report } | undefined>

/** Lighthouse as bench/web/lighthouse pins it, installed at the first use: too large for every npm ci. */
export async function provideLighthouse(): Promise<Lighthouse> {
  const entry = join(HOME, 'node_modules/lighthouse/core/index.js')
  if (!existsSync(entry)) {
    console.log('  Instalando Lighthouse (solo esta vez, 176 MB)...')
    mkdirSync(HOME, { recursive: true })
    cpSync(PINNED, HOME, { recursive: true })
    const flags = ['ci', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
    const { status } = spawnSync('npm', flags, { cwd: HOME, stdio: 'inherit' })
    if (status !== 0) throw new Error('Lighthouse could not be installed')
  }
  const { default: lighthouse } = await import(pathToFileURL(entry).href)
  return lighthouse
}
