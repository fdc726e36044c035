// Parts of uploads as files of this disk: the tus library's own store. The database has their sender and size
// too, for the limits; the offset at which an upload goes on is the length of its file.
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { FileStore as PartsOnDisk } from '@tus/file-store'
import type { Deps } from '../../base/runtime/deps.ts'
import { StoreDown } from '../../base/services/files/port.ts'
import { KEPT_MS, type Meter, type Partes } from './partes.ts'
import { needDiskSpace } from './service.ts'
import { findContenidos } from './store.ts'
import { deleteSubida, emptySubidas, setLlegado, subidasBefore } from './subidas-store.ts'

export function createPartesDisco(
  { db, files, dataDir, now }: Pick<Deps, 'db' | 'files' | 'dataDir' | 'now'>,
  meter: Meter,
): Partes {
  const directory = join(dataDir, 'subidas')
  const sizeOf = (id: string) =>
    stat(join(directory, id)).then(
      ({ size }) => size,
      () => 0,
    )

  class Store extends PartsOnDisk {
    override async write(source: Readable, id: string, offset: number): Promise<number> {
      return meter({ source, id, offset }, async (metered) => {
        try {
          return await super.write(metered, id, offset)
        } catch (error) {
          // The library hides why
          await needDiskSpace({ files }, 0)
          throw (await files.isUp()) ? error : new StoreDown('The disk takes no parts.', { cause: error })
        } finally {
          await setLlegado(db, id, await sizeOf(id), now()) // also what came before a cut
        }
      })
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
    /**
     * The library's own expiry never removes what a killed server left half: notes without bytes, or bytes
     * without notes.
     */
    async expire({ begun, announced }) {
      const names = await readdir(directory)
      const old = new Set<string>()
      for (const id of new Set(names.map((name) => name.replace(/\.json$/, ''))))
        if ((await begunAt(id)) < begun.getTime()) old.add(id)
      for (const { id } of await subidasBefore(db, begun)) old.add(id)
      for (const { id } of await emptySubidas(db, announced)) {
        const size = await sizeOf(id) // the row lacks a part that is arriving, or that a kill ended
        if (size > 0) await setLlegado(db, id, size, now())
        else old.add(id)
      }
      for (const id of old) await drop(id)
      return old.size
    },
  }
}
