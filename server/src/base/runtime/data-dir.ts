// The shop's files on disk are for the user it runs as. New files follow the umask that main.ts sets.
import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs'
import { chmod, lstat, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** PostgreSQL's own folder: PostgreSQL sets its permissions, and its files come and go. */
const DATABASE = 'postgres'

/**
 * Closes a folder of ours to other users. A `passing` group may still go through it to a folder below that it
 * owns, without listing it. A folder of another user is left unchanged.
 */
export function closeFolder(folder: string, passing?: number): void {
  const { uid } = statSync(folder)
  const self = process.getuid?.()
  if (self !== 0 && self !== uid) return
  if (passing !== undefined) chownSync(folder, uid, passing)
  chmodSync(folder, passing === undefined ? 0o700 : 0o710)
}

/** Makes the folder if it does not exist. @throws with a sentence for the person who set DATA_DIR */
export function needFolder(dataDir: string): void {
  try {
    makeFolder(dataDir)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    const why = {
      EEXIST: IS_FILE,
      ENOTDIR: IS_FILE,
      EACCES: CLOSED,
      EPERM: CLOSED,
      EROFS: CLOSED,
      ENOENT: CLOSED,
    }[code]
    if (!why) throw error
    throw new Error(`${dataDir} ${why} Elegí una carpeta con DATA_DIR.`)
  }
}

/** Makes the folder and those above it. Not by `recursive`, which never ends where none can be made, as below /proc. */
function makeFolder(path: string): void {
  const isThere = () => statSync(path, { throwIfNoEntry: false })?.isDirectory()
  if (isThere()) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if (!isThere()) throw error // else another start made it meanwhile
  }
}

const IS_FILE = 'es un archivo, o está dentro de uno, y tiene que ser una carpeta.'
const CLOSED = 'no se puede crear: no hay permiso para escribir ahí.'

/** Removes all rights of other users below `dataDir`: folders become 0700, files 0600. Links stay. */
export async function closeBelow(dataDir: string): Promise<void> {
  const entries = await readdir(dataDir, { withFileTypes: true }).catch(notOurs)
  for (const entry of entries ?? []) {
    const path = join(dataDir, entry.name)
    if (entry.name === DATABASE || entry.isSymbolicLink()) continue
    const found = await lstat(path).catch(notOurs)
    if (found && (found.mode & 0o077) !== 0) await chmod(path, found.mode & 0o700).catch(notOurs)
    if (entry.isDirectory()) await closeBelow(path)
  }
}

/**
 * Ignores files that were deleted meanwhile, or belong to another user, such as a backup that root made by
 * hand.
 */
function notOurs(error: NodeJS.ErrnoException): undefined {
  if (!['ENOENT', 'EPERM', 'EACCES'].includes(error.code ?? '')) throw error
}
