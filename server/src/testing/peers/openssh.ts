// OpenSSH's own server on loopback, with keys and a port of its own, as the user who runs the tests.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'

const SSHD = '/usr/sbin/sshd' // it must be started by its absolute path

/** Debian's package: openssh-server. */
export const hasOpenssh = spawnSync(SSHD, ['-?']).error === undefined

/**
 * Listens until the test ends. `deny`: a request of the protocol that it refuses. @returns the address of a
 * folder of its own, as BACKUP_COPY names it, and the folder
 */
export async function startOpenssh(deny?: 'remove'): Promise<{ address: string; folder: string }> {
  const root = mkdtempSync(join(tmpdir(), 'imprimitodo-sshd-'))
  const [host, login, folder] = [join(root, 'host'), join(root, 'login'), join(root, 'copias')]
  mkdirSync(folder)
  for (const path of [host, login]) spawnSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', path])
  if (userInfo().uid === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 })
  const port = await freePort()
  const config = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${host}`,
    `AuthorizedKeysFile ${login}.pub`,
    'StrictModes no',
    'UsePAM no',
    'PasswordAuthentication no',
    'PermitRootLogin prohibit-password',
    'PidFile none',
    `Subsystem sftp internal-sftp${deny ? ` -P ${deny}` : ''}`,
  ]
  writeFileSync(join(root, 'config'), config.join('\n'))
  const child = spawn(SSHD, ['-D', '-e', '-f', join(root, 'config')], { stdio: ['ignore', 'ignore', 'pipe'] })
  onTestFinished(() => {
    child.kill()
    rmSync(root, { recursive: true, force: true })
  })
  await listening(createInterface(child.stderr))
  const shown = spawnSync('ssh-keygen', ['-lf', `${host}.pub`], { encoding: 'utf8' }).stdout
  const hostkey = /SHA256:\S+/.exec(shown)?.[0] ?? ''
  const address = `sftp://${userInfo().username}@127.0.0.1:${port}${folder}?hostkey=${hostkey}&key=${login}`
  return { address, folder }
}

async function listening(lines: AsyncIterable<string>): Promise<void> {
  let said = ''
  for await (const line of lines) {
    if (line.startsWith('Server listening')) return
    said += `${line}\n`
  }
  throw new Error(`sshd ended: ${said}`)
}

function freePort(): Promise<number> {
  const server = createServer()
  return new Promise((done) =>
    server.listen(0, '127.0.0.1', () => {
      const at = server.address()
      server.close(() => done(at && typeof at === 'object' ? at.port : 0))
    }),
  )
}
