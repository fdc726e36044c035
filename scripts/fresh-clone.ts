// node scripts/fresh-clone.ts [NAME ...]: runs each command of the README as the first one on a fresh clone
// of the last commit; the packages are installed once and then only checked again. NAME: some of them. Takes
// half an hour.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'

const UP_WITHIN_MS = 300_000
const source = join(import.meta.dirname, '..')
const root = mkdtempSync(join(tmpdir(), 'imprimitodo-clone-'))
const [clone, data, saved] = [join(root, 'clone'), join(root, 'data'), join(root, 'respaldo.tar.gz')]
const [port, agentFolder] = [await freePort(), join(root, 'agente')]
const env: NodeJS.ProcessEnv = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  TMPDIR: tmpdir(),
  PORT: String(port),
  DATA_DIR: data,
}

/** In this order: a backup needs a shop, which `dev` makes. Each returns whether it worked. */
const COMMANDS: Record<string, () => boolean | Promise<boolean>> = {
  migration: () => ends('migration'),
  sbom: () => ends('sbom') && existsSync(join(clone, 'sbom.cdx.json')),
  dev: () => serves('dev'),
  start: () => serves('start'),
  backup: () => ends('backup', [saved]) && existsSync(saved),
  restore: () => {
    env.BACKUP_KEY = readFileSync(join(data, 'secretos/respaldo'), 'utf8').trim()
    env.DATA_DIR = join(root, 'otra')
    return ends('restore', [saved])
  },
  // No server answers at that address: the agent says so and retries until it is ended
  agent: () =>
    runsUntilEnded('agent', [
      '--server',
      `http://127.0.0.1:${port}`,
      '--token',
      'x',
      '--folder',
      agentFolder,
    ]),
  e2e: () => ends('e2e', ['legal']),
  bench: () => ends('bench', ['pdf/look']),
  soak: () => ends('soak', ['embedded']),
  check: () => ends('check'),
  test: () => ends('test'),
}

const wanted = process.argv.slice(2)
run('git', ['clone', '-q', source, clone], root)
const failed: string[] = []
for (const [name, works] of Object.entries(COMMANDS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  makeFresh()
  const started = performance.now()
  const isFine = await works()
  console.log(`${isFine ? '✓' : '✗'} npm run ${name} (${Math.round((performance.now() - started) / 1000)} s)`)
  if (!isFine) failed.push(name)
}
rmSync(root, { recursive: true, force: true })
process.exitCode = failed.length > 0 ? 1 : 0

/** A fresh clone, which shares the packages' bytes. */
function makeFresh(): void {
  run('git', ['clean', '-xfdq', '-e', 'node_modules'], clone)
  rmSync(join(clone, 'node_modules/.stamp'), { force: true })
}

function ends(name: string, args: string[] = []): boolean {
  return run('npm', ['run', name, '--', ...args], clone)
}

/** Waits until it is healthy and shows Home; then ends it. */
async function serves(name: string): Promise<boolean> {
  return whileRunning(name, [], async () => {
    const api = await fetch(`http://localhost:${port}/api/salud`).catch(() => undefined)
    const page = await fetch(`http://localhost:${port}/`, { headers: { accept: 'text/html' } }).catch(
      () => undefined,
    )
    return api?.status === 200 && page?.status === 200 && (await page.text()).includes('<title>')
  })
}

async function runsUntilEnded(name: string, args: string[]): Promise<boolean> {
  const until = performance.now() + 30_000
  return whileRunning(name, args, async () => performance.now() > until && existsSync(agentFolder))
}

/** Whether `look` succeeds while the command runs. Then ends it, with all its child processes. */
async function whileRunning(name: string, args: string[], look: () => Promise<boolean>): Promise<boolean> {
  const child = spawn('npm', ['run', name, '--', ...args], {
    cwd: clone,
    env,
    stdio: 'inherit',
    detached: true,
  })
  const over = once(child, 'exit')
  const deadline = performance.now() + UP_WITHIN_MS
  let isFine = false
  while (!isFine && child.exitCode === null && performance.now() < deadline) {
    await sleep(500)
    isFine = await look()
  }
  if (child.exitCode === null && child.pid) process.kill(-child.pid, 'SIGTERM')
  await over
  return isFine
}

function run(command: string, args: string[], cwd: string): boolean {
  return spawnSync(command, args, { cwd, env, stdio: 'inherit' }).status === 0
}
