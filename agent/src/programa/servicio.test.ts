// instalar.sh as root on a machine with systemd: on a copy of this one that is not visible outside, where a
// few lines stand in for systemctl. Needs root.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { NODE, newClave, offer } from '../testing/programa.ts'
import { haveTools } from '../testing/tools.ts'

const DIST = fileURLToPath(new URL('../../dist', import.meta.url))
/** An agent that pairs at once, and reports its user. */
const AGENTE = `require('node:fs').writeFileSync(process.argv[3] + '/vinculo.json', '{}')
console.log('vinculado por ' + require('node:os').userInfo().username)`
/** The root of the copy is where the script's first argument says. */
const COPY = `set -e
mount --make-rprivate /
mount -t tmpfs none "$1"
mkdir "$1/upper" "$1/work" "$1/root"
mount -t overlay overlay -o lowerdir=/,upperdir="$1/upper",workdir="$1/work" "$1/root"
cd "$1/root"
for each in "$2" "$3"; do mkdir -p ".$each"; mount --bind "$each" ".$each"; done
mount -t proc proc proc
mount --bind /dev dev
mount -t tmpfs none run
mkdir -p run/systemd/system etc/systemd/system
rm -rf opt/* usr/bin/systemctl
printf '#!/bin/sh\\necho "systemctl $*"\\n' >usr/bin/systemctl
chmod 755 usr/bin/systemctl
exec chroot . /bin/sh -c "$4"`

const isRoot = process.getuid?.() === 0
const canCopy = (): boolean =>
  spawnSync('unshare', ['-m', 'sh', '-c', 'mount --make-rprivate / && mount -t tmpfs none /mnt']).status === 0
const isHere =
  haveTools(['unshare', 'runuser', 'useradd'], 'the service for Linux') &&
  isRoot &&
  canCopy() &&
  existsSync(DIST)
if (!isHere)
  console.warn('\n*** NOT TESTED: the service for Linux: only root may make a copy to install it on\n')

/** @param before shell line that prepares the machine. @param after what is done then; 'again': the same */
function install(before: string, after = 'true') {
  const root = mkdtempSync(join(tmpdir(), 'imprimitodo-servicio-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const [paquete, copy] = [join(root, 'paquete'), join(root, 'copia')]
  cpSync(DIST, paquete, { recursive: true })
  mkdirSync(copy)
  const files = { 'agente.cjs': AGENTE, node: NODE }
  const { manifiesto } = offer('0.1.0-a', files, newClave())
  const made = {
    'agente.cjs': AGENTE,
    'node.gz': gzipSync(NODE),
    'manifiesto.json': JSON.stringify(manifiesto),
    'tienda.json': JSON.stringify({ server: 'https://tienda.example', sucursal: 'Alberdi' }),
  }
  for (const [name, bytes] of Object.entries(made)) writeFileSync(join(paquete, name), bytes)
  const run = `sh ${paquete}/instalar.sh </dev/null; echo "fin $?"`
  const line = `${before}; ${run}; ${after === 'again' ? run : after}`
  const { stdout, stderr } = spawnSync(
    'unshare',
    ['-m', 'sh', '-c', COPY, 'sh', copy, root, dirname(process.execPath), line],
    { encoding: 'utf8' },
  )
  return { said: stdout, wrong: stderr }
}

describe.skipIf(!isHere)('the service for Linux', () => {
  it('is installed in /opt, which stays open to others where it had to be made', () => {
    const { said, wrong } = install('rm -rf /opt', 'stat -c "%n %a %U" /opt /opt/imprimitodo-agente')
    expect(wrong).toBe('')
    expect(said).toContain('vinculado por imprimitodo-agente')
    expect(said).toContain('systemctl enable --now imprimitodo-agente')
    expect(said).toContain('fin 0')
    expect(said).toContain('/opt 755 root')
    expect(said).toContain('/opt/imprimitodo-agente 1770 root')
  })

  it('lets the agent change its versions, its papers and which version runs, not its launcher', () => {
    const tries = [
      'echo x >lanzador/lanzador.cjs',
      'mv lanzador otro',
      'rm -f lanzador/node',
      'echo x >tienda.json',
      'rm -f tienda.json',
      'cat lanzador/lanzador.cjs tienda.json',
      'touch datos/a versiones/a',
      'echo {} >programa.json.nuevo && mv -f programa.json.nuevo programa.json',
    ]
    const { said } = install(
      'true',
      `cd /opt/imprimitodo-agente; ${tries.map((each) => `runuser -u imprimitodo-agente -- sh -c '${each}' >/dev/null 2>&1; echo "$?: ${each}"`).join('; ')}`,
    )
    const done = said.split('\n').filter((line) => tries.some((each) => line.endsWith(each)))
    expect(done.map((line) => line.startsWith('0:'))).toEqual([
      false,
      false,
      false,
      false,
      false,
      true,
      true,
      true,
    ])
  })

  it.each([
    [
      'its folder is of another user',
      'mkdir /opt/imprimitodo-agente; chown daemon /opt/imprimitodo-agente',
      'daemon',
    ],
    ['its folder is a link', 'mkdir /srv/otra; ln -s /srv/otra /opt/imprimitodo-agente', 'es un enlace'],
    ['its folder is a link to nothing', 'ln -s /no/esta /opt/imprimitodo-agente', 'es un enlace'],
    ['/opt is of another user', 'chown daemon /opt', 'daemon'],
  ])('installs nothing where %s', (_, before, why) => {
    const { said, wrong } = install(
      before,
      'ls -A /opt/imprimitodo-agente/ 2>/dev/null; grep -c imprimitodo /etc/passwd',
    )
    expect(wrong).toMatch(/^No se instaló nada: /)
    expect(wrong).toContain(why)
    expect(said).toBe('fin 1\n0\n')
  })

  it('is installed again over itself, and stays paired', () => {
    const { said } = install('true', 'again')
    expect(said.match(/fin 0/g)).toHaveLength(2)
    expect(said.match(/vinculado por/g)).toHaveLength(1)
  })
})
