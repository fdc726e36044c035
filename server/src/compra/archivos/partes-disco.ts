// Parts of uploads as files of this disk: the protocol's own store. Whose they are and how much came is also in the
// database, for the limits; where an upload goes on, its file says.
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { FileStore as PartsOnDisk } from '@tus/file-store'
import type { Deps } from '../../base/runtime/deps.ts'
import { KEPT_MS, type Partes } from './partes.ts'
import { findContenidos } from './store.ts'
import { deleteSubida, emptySubidas, setLlegado, subidasBefore } from './subidas-store.ts'

export function createPartesDisco({
  db,
  files,
  dataDir,
  now,
}: Pick<Deps, 'db' | 'files' | 'dataDir' | 'now'>): Partes {
  const directory = join(dataDir, 'subidas')
  const sizeOf = (id: string) =>
    stat(join(directory, id)).then(
      ({ size }) => size,
      () => 0,
    )

  class Store extends PartsOnDisk {
    override async write(source: Readable, id: string, offset: number): Promise<number> {
      try {
        return await super.write(source, id, offset)
      } finally {
        await setLlegado(db, id, await sizeOf(id), now()) // also what came before a cut
      }
    }
    override async remove(id: string): Promise<void> {
      await deleteSubida(db, id)
      await super.remove(id)
    }
  }
  const store = new Store({ directory, expirationPeriodInMilliseconds: KEPT_MS })

  async function begunAt(id: string): Promise<number> {
    const note = await store.configstore.get(id)
    if (note?.creation_date) return Date.parse(note.creation_date)
    const mtimeOf = (name: string) => stat(join(directory, name)).then(({ mtimeMs }) => mtimeMs)
    return mtimeOf(id)
      .catch(() => mtimeOf(`${id}.json`))
      .catch(() => Number.POSITIVE_INFINITY) // gone meanwhile
  }

  const drop = async (id: string) => {
    for (const name of [id, `${id}.json`]) await rm(join(directory, name), { force: true })
    await deleteSubida(db, id)
  }

  return {
    store,
    async finished(id) {
      const upload = await store.getUpload(id).catch(() => undefined)
      if (!upload?.storage || upload.size === undefined || upload.offset !== upload.size) return undefined
      const received = await files.adopt(upload.storage.path)
      return {
        ...received,
        async keep(as) {
          await received.keep(as)
          await store.configstore.delete(id)
        },
        // Not by `keep`: a transaction must not wait for another connection
        drop: async () => {
          if ((await findContenidos(db, [id])).length > 0) await deleteSubida(db, id)
        },
      }
    },
    remove: (id) => store.remove(id).catch(() => {}), // another request may have ended it
    /** Not the store's own way, which leaves for ever what a killed server left half: notes without bytes, or the reverse. */
    async expire({ begun, announced }) {
      const names = await readdir(directory)
      const old = new Set<string>()
      for (const id of new Set(names.map((name) => name.replace(/\.json$/, ''))))
        if ((await begunAt(id)) < begun.getTime()) old.add(id)
      for (const { id } of await subidasBefore(db, begun)) old.add(id)
      for (const { id } of await emptySubidas(db, announced)) {
        const size = await sizeOf(id) // a part that takes long, or that a kill ended, is not in the row yet
        if (size > 0) await setLlegado(db, id, size, now())
        else old.add(id)
      }
      for (const id of old) await drop(id)
      return old.size
    },
  }
}
