import { statSync } from 'node:fs'
import { createServer } from 'node:net'

export type DataLock = { release(): Promise<void> }

/**
 * Makes this process the only owner of `dataDir` on this machine; refuses with a clear message if another
 * server already owns it.
 *
 * The lock is a name in Linux's abstract socket namespace: the kernel frees it however we die, so there is no
 * stale lock file to judge. It names the folder itself (device and inode), not its spelling. TRAP: it is seen
 * only inside one network namespace, so two containers must not share a DATA_DIR.
 */
export async function lockDataDir(dataDir: string): Promise<DataLock> {
  const { dev, ino } = statSync(dataDir)
  const server = createServer((peer) => peer.destroy())
  await new Promise<void>((locked, refused) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      refused(
        error.code === 'EADDRINUSE'
          ? new Error(
              `Ya hay otro servidor de ImprimiTodo funcionando sobre ${dataDir}. ` +
                'Cerralo primero, o elegí otra carpeta con DATA_DIR.',
            )
          : error,
      ),
    )
    server.listen(`\0imprimitodo-${dev}-${ino}`, locked)
  })
  server.unref()
  return { release: () => new Promise((done) => server.close(() => done())) }
}
