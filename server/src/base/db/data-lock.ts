import { statSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type DataLock = { release(): Promise<void> }

const DYING_OWNER_MS = 1_000 // a killed server holds it until the kernel has cleaned up

/**
 * Makes this process the only owner of `dataDir` on this machine; refuses with a clear message if another
 * server owns it. The lock is a name in Linux's abstract socket namespace: the kernel frees it however we
 * die, so there is no stale lock file. The name identifies the folder itself (device and inode), not its
 * spelling. TRAP: it is visible only inside one network namespace, so two containers must not share a
 * DATA_DIR.
 */
export async function lockDataDir(dataDir: string): Promise<DataLock> {
  const { dev, ino } = statSync(dataDir)
  for (const deadline = performance.now() + DYING_OWNER_MS; ; await sleep(50)) {
    const lock = await listen(`\0imprimitodo-${dev}-${ino}`)
    if (lock) return lock
    if (performance.now() > deadline)
      throw new Error(
        `Ya hay otro servidor de ImprimiTodo funcionando sobre ${dataDir}. ` +
          'Cerralo primero, o elegí otra carpeta con DATA_DIR.',
      )
  }
}

/** undefined: another process holds the name. */
function listen(name: string): Promise<DataLock | undefined> {
  const server = createServer((peer) => peer.destroy())
  return new Promise((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? done(undefined) : fail(error),
    )
    server.listen(name, () => {
      server.unref()
      done({ release: () => new Promise((released) => server.close(() => released())) })
    })
  })
}
