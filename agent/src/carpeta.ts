// The files of an agent, and the lock on them: two agents at one journal would lose each other's lines.
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const DYING_OWNER_MS = 1_000

export class CarpetaOcupada extends Error {}

export type Carpeta = {
  /** Where the documents are. */
  documentos: string
  /**
   * Its id, the same for as long as the folder exists: by it the shop notices a second computer with the same
   * token.
   */
  instancia: string
  /** Deletes documents with another hash: no attempt needs them. */
  keepOnly(hashes: ReadonlySet<string | undefined>): Promise<void>
  close(): Promise<void>
}

/** Makes the folder where there is none. @throws CarpetaOcupada */
export async function openCarpeta(folder: string): Promise<Carpeta> {
  const documentos = join(folder, 'documentos')
  await mkdir(documentos, { recursive: true, mode: 0o700 })
  const release = await lock(await realpath(folder))
  return {
    documentos,
    instancia: await instanciaOf(folder),
    async keepOnly(hashes) {
      for (const name of await readdir(documentos))
        if (!hashes.has(name.split('.')[0])) await rm(join(documentos, name), { force: true })
    },
    close: release,
  }
}

async function instanciaOf(folder: string): Promise<string> {
  const path = join(folder, 'instancia')
  const known = await readFile(path, 'utf8').catch(() => '')
  if (/^[\w-]{36}$/.test(known)) return known
  const made = randomUUID()
  await writeFile(path, made, { mode: 0o600 })
  return made
}

/**
 * Locks by a name that the system frees even if its owner is killed: an abstract socket on Linux, a pipe on Windows.
 * On other systems a second agent is not kept out.
 */
async function lock(path: string): Promise<() => Promise<void>> {
  const name = `imprimitodo-agente-${createHash('sha256').update(path).digest('hex').slice(0, 32)}`
  const address = { linux: `\0${name}`, win32: `\\\\.\\pipe\\${name}` }[process.platform as string]
  if (!address) return async () => {}
  // An agent that was killed a moment ago still holds it until the kernel has cleaned up
  for (const deadline = performance.now() + DYING_OWNER_MS; ; await sleep(50)) {
    const release = await listen(address)
    if (release) return release
    if (performance.now() > deadline) throw new CarpetaOcupada()
  }
}

/** Null: another process holds the name. */
function listen(address: string): Promise<(() => Promise<void>) | null> {
  const server = createServer((peer) => peer.destroy()).unref()
  return new Promise((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? done(null) : fail(error),
    )
    server.listen(address, () => done(() => new Promise((released) => server.close(() => released()))))
  })
}
