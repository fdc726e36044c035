import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Prefix of the folder of a server's unix socket, in the system's temporary folder. */
export const SOCKETS_PREFIX = 'imprimitodo-pg-'

/**
 * An environment variable with the database's folder, for all processes of that database. initdb's children
 * inherit it.
 */
const FOLDER_VARIABLE = 'IMPRIMITODO_PGDATA'

/**
 * Without our own variables: PGPORT, PGDATA, LC_* would change the database. PATH is needed to find setpriv.
 */
export const environmentIn = (pgdata: string) => ({
  PATH: '/usr/local/bin:/usr/bin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
  [FOLDER_VARIABLE]: pgdata,
})

const FAST_SHUTDOWN_MS = 20_000

/**
 * Ends the PostgreSQL processes (initdb's too) that a killed server left in `pgdata`, and removes their
 * sockets. Call it only while holding the data folder's lock: then every process there is an orphan.
 * postmaster.pid is believed only about a process that works in that folder by the kernel's word, because
 * after a reboot its number may belong to any process, ours included.
 */
export async function endLeftovers(pgdata: string): Promise<void> {
  const pidFile = join(pgdata, 'postmaster.pid')
  const lines = existsSync(pidFile) ? readFileSync(pidFile, 'utf8').split('\n') : []
  const postmaster = Number(lines[0])
  if (processesOf(pgdata).includes(postmaster)) {
    signal(postmaster, 'SIGINT')
    const deadline = performance.now() + FAST_SHUTDOWN_MS
    while (processesOf(pgdata).length && performance.now() < deadline) await sleep(20)
  }
  // Backends without a postmaster end by themselves, but only after their current query
  for (let left = processesOf(pgdata); left.length; left = processesOf(pgdata)) {
    for (const pid of left) signal(pid, 'SIGKILL')
    await sleep(20)
  }
  rmSync(pidFile, { force: true })
  const sockets = lines[4] ?? ''
  if (basename(sockets).startsWith(SOCKETS_PREFIX)) rmSync(sockets, { recursive: true, force: true })
}

function processesOf(pgdata: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 1 && pid !== process.pid && worksIn(pid, pgdata))
}

/**
 * A backend has overwritten its environment with its title, but its working directory is the folder; initdb's
 * never is.
 */
function worksIn(pid: number, pgdata: string): boolean {
  try {
    const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
    if (variables.includes(`${FOLDER_VARIABLE}=${pgdata}`)) return true
    const program = basename(readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, ''))
    return program === 'postgres' && readlinkSync(`/proc/${pid}/cwd`) === pgdata
  } catch {
    return false // it ended meanwhile, or is another user's and so not one of ours
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
