import type { S3Bucket } from '../files/bucket.ts'
import { StoreDown } from '../files/port.ts'
import { type LugarDeCopia, OLD_PART_MS } from './port.ts'
import { toldStream } from './told.ts'

/** A folder in a bucket. `seen`: called as bytes move. */
export function openEnBucket(
  bucket: S3Bucket,
  { nombre, folder, seen = () => {} }: { nombre: string; folder: string; seen?: () => void },
): LugarDeCopia {
  const prefix = `${folder}/`
  return {
    nombre,
    async list() {
      const sizes = new Map<string, number>()
      for await (const page of bucket.list(prefix)) {
        seen()
        for (const { key, bytes } of page) sizes.set(key.slice(prefix.length), bytes)
      }
      return sizes
    },
    async open(name) {
      const { stream } = await bucket.get(prefix + name)
      return toldStream(stream, seen, (cause) => new StoreDown('Cut on its way.', { cause }))
    },
    put: (name, path) => bucket.put(prefix + name, path, seen),
    delete: (name) => bucket.delete(prefix + name),
    room: async () => null,
    async tidy() {
      await bucket.abortOld(prefix, new Date(Date.now() - OLD_PART_MS))
    },
    close: async () => {},
  }
}
