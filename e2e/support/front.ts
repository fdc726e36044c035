// The proxies of deploy/, run on the repo's own files but for what belongs to one machine: ports, certificate, servers.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export type FrontName = 'nginx' | 'haproxy'

/** Its port on loopback, and the servers behind it (`host:port`; haproxy.cfg has two). */
export type Place = { tls: number; http: number; servers: string[] }

/** Writes the proxy's files and returns the arguments that run it in the foreground. */
type Prepare = (place: Place, folder: string) => string[]
const PREPARE: Record<FrontName, Prepare> = { nginx: prepareNginx, haproxy: prepareHaproxy }

/** How many calls of one address nginx allows at once here. */
export const NGINX_AT_ONCE = 40

export const isInstalled = (name: FrontName): boolean => spawnSync(name, ['-v']).status === 0

export type Front = { stop(): Promise<void> }

/** Resolves once it listens. */
export async function startFront(name: FrontName, place: Place): Promise<Front> {
  const folder = mkdtempSync(join(tmpdir(), `imprimitodo-${name}-`))
  chmodSync(folder, 0o755) // nginx's workers run as the user nobody
  const made = spawnSync('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=localhost',
    '-keyout',
    join(folder, 'cert.pem.key'),
    '-out',
    join(folder, 'cert.pem'),
  ])
  if (made.status !== 0) throw new Error(String(made.stderr))
  const child = spawn(name, PREPARE[name](place, folder), { stdio: ['ignore', 'ignore', 'pipe'] })
  let printed = ''
  child.stderr.on('data', (bytes) => {
    printed += bytes
  })
  const exit = once(child, 'exit')
  while (!(await isListening(place.tls))) {
    if (child.exitCode !== null) throw new Error(printed)
    await sleep(50)
  }
  return {
    async stop() {
      child.kill('SIGTERM')
      await exit
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const isListening = (port: number) =>
  new Promise<boolean>((answered) => {
    const socket = connect(port, '127.0.0.1', () => answered(true)).on('error', () => answered(false))
    socket.once('connect', () => socket.destroy())
  })

const deployed = (file: string) => readFileSync(new URL(`../../deploy/${file}`, import.meta.url), 'utf8')

function prepareNginx({ tls, http, servers }: Place, folder: string): string[] {
  const ours = deployed('nginx.conf')
    .replace('server 127.0.0.1:3000;', servers.map((server) => `server ${server};`).join(' '))
    .replaceAll(/listen \[::\].*\n/g, '')
    .replaceAll('listen 80', `listen 127.0.0.1:${http}`)
    .replaceAll('listen 443', `listen 127.0.0.1:${tls}`)
    .replaceAll('imprimitodo.example;', 'localhost;')
    .replace(/ssl_certificate .*;/, `ssl_certificate ${folder}/cert.pem;`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${folder}/cert.pem.key;`)
    // Lowered to a number of calls that a test can make at once
    .replace('imprimitodo_address 600', `imprimitodo_address ${NGINX_AT_ONCE}`)
    // In tests the address has a port; in production it has none
    .replaceAll('$host;', '$http_host;')
  const temps = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr;
     events {} http { access_log off; ${temps.join(' ')} ${ours} }`,
  )
  return ['-c', file, '-e', 'stderr']
}

function prepareHaproxy({ tls, http, servers }: Place, folder: string): string[] {
  const ours = deployed('haproxy.cfg')
    // Debian's package has these folders; tests need not run as root
    .replaceAll(/^ {2}(chroot|user|group|stats socket) .*\n/gm, '')
    .replace(':::80 v4v6', `127.0.0.1:${http}`)
    .replace(':::443 v4v6', `127.0.0.1:${tls}`)
    .replaceAll('-m str -i imprimitodo.example', '-m str -i localhost')
    .replace('crt /etc/haproxy/imprimitodo.pem', `crt ${folder}/cert.pem`)
    .replaceAll(/127\.0\.0\.1:300([01])/g, (_, index) => servers[index] ?? '')
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, ours)
  return ['-db', '-dW', '-f', file] // -dW: a warning is an error
}
