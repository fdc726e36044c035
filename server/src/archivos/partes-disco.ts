// Parts of uploads as files of this disk: the protocol's own store.
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { FileStore as PartsOnDisk } from '@tus/file-store'
import type { Deps } from '../core/deps.ts'
import { KEPT_MS, type Partes } from './partes.ts'

export function createPartesDisco({ files, dataDir }: Pick<Deps, 'files' | 'dataDir'>): Partes {
  const directory = join(dataDir, 'subidas')
  const store = new PartsOnDisk({ directory, expirationPeriodInMilliseconds: KEPT_MS })

  async function begunAt(id: string): Promise<number> {
    const note = await store.configstore.get(id)
    if (note?.creation_date) return Date.parse(note.creation_date)
    const mtimeOf = (name: string) => stat(join(directory, name)).then(({ mtimeMs }) => mtimeMs)
    return mtimeOf(id)
      .catch(() => mtimeOf(`${id}.json`))
      .catch(() => Number.POSITIVE_INFINITY) // gone meanwhile
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
        drop: async () => {},
      }
    },
    async ofOrigen(origen) {
      const ids = (await store.configstore.list?.()) ?? []
      const uploads = await Promise.all(
        ids.map(async (id) => ({ id, upload: await store.configstore.get(id) })),
      )
      return uploads
        .filter(({ upload }) => upload?.metadata?.origen === origen)
        .sort((a, b) => (a.upload?.creation_date ?? '').localeCompare(b.upload?.creation_date ?? ''))
        .map(({ id, upload }) => ({ id, bytes: upload?.size ?? 0 }))
    },
    remove: (id) => store.remove(id).catch(() => {}), // another request may have ended it
    /** Not the store's own way, which leaves for ever what a killed server left half: notes without bytes, or the reverse. */
    async expire(before) {
      const names = await readdir(directory)
      const old = []
      for (const id of new Set(names.map((name) => name.replace(/\.json$/, ''))))
        if ((await begunAt(id)) < before.getTime()) old.push(id)
      for (const id of old)
        for (const name of [id, `${id}.json`]) await rm(join(directory, name), { force: true })
      return old.length
    },
  }
}
