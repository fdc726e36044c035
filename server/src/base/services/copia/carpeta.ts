// A folder of another disk: a USB drive, a share of the network.
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sync } from '../../runtime/durable.ts'
import { PARTE, partOf } from '../../runtime/part-name.ts'
import { NotKept } from '../files/port.ts'
import { FOLDERS, isHalf, type LugarDeCopia, LugarInvalido, OLD_PART_MS } from './port.ts'
import { told, toldStream } from './told.ts'

/** `folder` must exist: if it does not, its disk is missing. `seen`: called as bytes move. */
export function openLugarEnCarpeta(folder: string, seen: () => void = () => {}): LugarDeCopia {
  const at = (name: string) => join(folder, name)

  /** Does not descend into folders that are not ours: the disk may be full of other files. */
  async function files(): Promise<string[]> {
    const [top, ...below] = await Promise.all([
      readdir(folder, { withFileTypes: true }).catch(notMounted),
      ...FOLDERS.map((name) => readdir(at(name), { recursive: true, withFileTypes: true }).catch(noneYet)),
    ])
    return [...top, ...below.flat()]
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
  }

  return {
    nombre: folder,
    async list() {
      const sizes = new Map<string, number>()
      for (const name of await files()) {
        seen()
        if (name.endsWith(PARTE)) continue
        const found = await stat(at(name)).catch(noneYet) // the log is pruned meanwhile
        if ('size' in found) sizes.set(name, found.size)
      }
      return sizes
    },
    async open(name) {
      await stat(at(name)).catch(notKept)
      return toldStream(createReadStream(at(name)), seen, (error) => error)
    },
    async put(name, path) {
      const part = partOf(at(name))
      await stat(folder).catch(notMounted) // an unplugged disk must not be replaced by a folder on this one
      await mkdir(dirname(part), { recursive: true, mode: 0o700 })
      try {
        await pipeline(
          createReadStream(path),
          (source) => told(source, seen),
          createWriteStream(part, { mode: 0o600, flush: true }),
        )
        await rename(part, at(name))
      } finally {
        await rm(part, { force: true })
      }
      await sync(dirname(at(name)))
    },
    delete: (name) => rm(at(name), { force: true }),
    async room() {
      const { bavail, bsize } = await statfs(folder).catch(notMounted)
      return bavail * bsize
    },
    async tidy() {
      for (const name of (await files()).filter(isHalf)) {
        const found = await stat(at(name)).catch(noneYet)
        if ('mtimeMs' in found && Date.now() - found.mtimeMs > OLD_PART_MS)
          await rm(at(name), { force: true })
      }
    },
    close: async () => {},
  }
}

function notKept(error: NodeJS.ErrnoException): never {
  throw error.code === 'ENOENT' ? new NotKept() : error
}

function noneYet(error: NodeJS.ErrnoException): never[] {
  if (error.code === 'ENOENT') return []
  throw error
}

function notMounted(error: NodeJS.ErrnoException): never {
  throw error.code === 'ENOENT' || error.code === 'ENOTDIR'
    ? new LugarInvalido('No existe la carpeta de la copia. Fijate que ese disco esté conectado y montado.')
    : error
}
