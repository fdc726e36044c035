// Folders for what a test's database and shop write: in memory if there is room, otherwise on the disk.
import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { endLeftovers } from '../base/db/postgres-leftovers.ts'

const MEMORY = '/dev/shm'
/** Bytes: several times what a run of all tests holds at once. A shop also needs 1 GB free. */
const ROOM = 4 * 1024 ** 3
/** The names of `testFolder`: the id of the process that made it, and the suffix of `mkdtemp`. */
const NAMED = /^imprimitodo-\w+-(\d+)-\w{6}$/

const parent = hasRoom() ? MEMORY : tmpdir()

function hasRoom(): boolean {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return Math.min(bavail * bsize, freemem()) >= ROOM
}

/**
 * An empty folder for the caller, who removes it. A copied database is hundreds of files: on a disk copying
 * takes some ten times as long. `name`: letters. No program can be started from the folder.
 */
export function testFolder(name: string): string {
  return mkdtempSync(join(parent, `imprimitodo-${name}-${process.pid}-`))
}

/** Frees the memory of runs that were killed: folders whose process is gone, and their databases. */
export async function sweepTestFolders(): Promise<void> {
  if (parent !== MEMORY) return // the machine removes leftovers in its temporary folder
  for (const name of readdirSync(MEMORY)) {
    const [, pid] = NAMED.exec(name) ?? []
    if (!pid || isAlive(Number(pid))) continue
    await endLeftovers(join(MEMORY, name, 'postgres'))
    rmSync(join(MEMORY, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
