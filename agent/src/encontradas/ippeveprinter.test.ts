// CUPS' own printer program announces itself by Avahi, on loopback, and is found. Needs root, since Avahi's daemon does.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { findTool, haveTools } from '../testing/tools.ts'
import { findEncontradas } from './encontradas.ts'

const isHere = haveTools(['ippeveprinter', 'dbus-daemon', 'avahi-daemon'], 'a printer that announces itself')
const isRoot = process.getuid?.() === 0
if (isHere && !isRoot)
  console.warn('\n*** NOT TESTED: a printer that announces itself: only root may start Avahi\n')

const AVAHI = `[server]
host-name=copiadora
use-ipv6=no
allow-interfaces=lo
[publish]
publish-hinfo=no
publish-workstation=no
`

it.skipIf(!isHere || !isRoot)('finds a printer of CUPS that announces itself', async ({ skip }) => {
  const folder = mkdtempSync(join(tmpdir(), 'anuncio-'))
  const children: ChildProcess[] = []
  onTestFinished(async () => {
    for (const child of children.toReversed())
      if (child.exitCode === null && child.signalCode === null)
        await Promise.all([once(child, 'exit'), child.kill('SIGTERM')])
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  const bus = `unix:path=${join(folder, 'bus')}`
  const start = (tool: string, ...args: string[]) => {
    const env = { ...process.env, DBUS_SYSTEM_BUS_ADDRESS: bus }
    const child = spawn(findTool(tool) ?? tool, args, { env, stdio: 'ignore' })
    children.push(child)
    return child
  }
  writeFileSync(join(folder, 'avahi.conf'), AVAHI)
  mkdirSync(join(folder, 'spool'))
  start('dbus-daemon', '--session', '--nofork', `--address=${bus}`)
  await expect.poll(() => existsSync(join(folder, 'bus'))).toBe(true)
  const flags = ['--no-drop-root', '--no-chroot', '--no-rlimits']
  const avahi = start('avahi-daemon', ...flags, '-f', join(folder, 'avahi.conf'))
  await new Promise((done) => setTimeout(done, 2_000))
  if (avahi.exitCode !== null) skip('another Avahi runs here')
  const port = 20_000 + Math.floor(Math.random() * 20_000)
  const own = ['-p', String(port), '-d', join(folder, 'spool'), '-2', '-s', '30,30', '-f', 'application/pdf']
  start('ippeveprinter', ...own, 'Mostrador 2º piso')
  const look = async () =>
    (await findEncontradas(AbortSignal.timeout(30_000), { interface: '127.0.0.1', lookMs: 2_000 })).find(
      ({ uri }) => uri.includes(`:${port}/`),
    )
  await expect
    .poll(look, { timeout: 30_000 })
    .toMatchObject({ nombre: 'Mostrador 2º piso', perfil: { pdf: true, dos_pasos: true, color: true } })
})
