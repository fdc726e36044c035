// Parts of uploads, kept in the shared file store, with each upload's offset in the database: the next part
// may reach another process. A part counts once it is kept and its row is committed, so the offset stays
// exact whenever a process is killed.
import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { DataStore, ERRORS, Upload } from '@tus/utils'
import type { Deps } from '../../base/runtime/deps.ts'
import { release } from '../../base/runtime/release.ts'
import { NotKept, type SharedParts } from '../../base/services/files/port.ts'
import { KEPT_MS, type Meter, type Partes } from './partes.ts'
import { needDiskSpace } from './service.ts'
import { findContenidos } from './store.ts'
import {
  addParte,
  deleteSubida,
  emptySubidas,
  findSubida,
  partesOf,
  type Subida,
  subidasBefore,
} from './subidas-store.ts'

/**
 * A part waits on this disk until it is this long, this old, or its sender stops. A kill loses no more than
 * one part.
 */
const PART_BYTES = 8 * 1024 ** 2
const PART_MS = 5_000
/** Age at which the spool file that a killed process left on this disk is removed. */
const LEFTOVER_MS = 3600_000

type Own = Pick<Deps, 'db' | 'files' | 'dataDir' | 'now' | 'log'>

export function createPartesCompartidas(deps: Own, parts: SharedParts, meter: Meter): Partes {
  const { db, files, log } = deps
  const folder = join(deps.dataDir, 'subidas')

  /**
   * @returns where the upload goes on. @throws the protocol's 409 where another process brought it further
   */
  async function keepPart(id: string, desde: number, path: string, bytes: number): Promise<number> {
    const clave = `${id}/${desde}-${randomBytes(6).toString('hex')}` // its own: a late twin must not overwrite it
    await parts.put(clave, path)
    if (await addParte(db, { subida_id: id, desde, bytes, clave }, deps.now())) return desde + bytes
    await parts.drop(clave)
    throw ERRORS.INVALID_OFFSET
  }

  async function write(source: Readable, id: string, offset: number): Promise<number> {
    const path = join(folder, randomBytes(12).toString('hex'))
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const spool = await open(path, 'wx', 0o600)
    let [at, waiting, begun, failed] = [offset, 0, 0, false]
    const flush = async () => {
      if (waiting === 0) return
      failed = true
      at = await keepPart(id, at, path, waiting)
      await spool.truncate(0)
      failed = false
      waiting = 0
    }
    try {
      let cut: unknown
      try {
        for await (const chunk of source) {
          for (let rest: Buffer = chunk; rest.length > 0; ) {
            if (waiting === 0) begun = Date.now()
            const { bytesWritten } = await spool.write(
              rest,
              0,
              Math.min(rest.length, PART_BYTES - waiting),
              waiting,
            )
            waiting += bytesWritten
            rest = rest.subarray(bytesWritten)
            if (waiting === PART_BYTES || Date.now() - begun > PART_MS) await flush()
          }
          release(chunk)
        }
      } catch (error) {
        if (failed) throw error // it was the store that failed, not the sender
        cut = error
      }
      await flush() // what came before the cut is not sent again
      if (cut) throw cut
      return at
    } finally {
      await spool.close()
      await rm(path, { force: true })
    }
  }

  async function end(id: string): Promise<boolean> {
    await parts.drop(`${id}/`) // before the row, by which a failed removal is found again
    return deleteSubida(db, id)
  }

  async function* bytesOf(id: string): AsyncGenerator<Buffer> {
    for (const { clave } of await partesOf(db, id)) yield* await parts.open(clave)
  }

  class Store extends DataStore {
    // The size told later is refused in our own words (subidas.ts), which come first only where it is
    // supported
    override extensions = [
      'creation',
      'creation-with-upload',
      'creation-defer-length',
      'termination',
      'expiration',
    ]

    /** Its row is there already (subidas.ts). */
    override async create(upload: Upload): Promise<Upload> {
      return upload
    }
    override async getUpload(id: string): Promise<Upload> {
      const found = await findSubida(db, id)
      if (!found) throw ERRORS.FILE_NOT_FOUND
      return asUpload(found)
    }
    override write(source: Readable, id: string, offset: number): Promise<number> {
      return meter({ source, id, offset }, (metered) => write(metered, id, offset))
    }
    override async remove(id: string): Promise<void> {
      if (!(await end(id))) throw ERRORS.FILE_NOT_FOUND
    }
    override getExpiration(): number {
      return KEPT_MS
    }
  }

  return {
    store: new Store(),
    async finished(id) {
      const subida = await findSubida(db, id)
      if (!subida || subida.llegado !== subida.bytes) return undefined
      await needDiskSpace(deps, subida.bytes)
      try {
        const received = await files.receive(Readable.from(bytesOf(id)), Number.POSITIVE_INFINITY)
        // Not by `keep`, which a transaction may yet undo, and which must not wait for another connection
        const drop = async () => {
          await received.drop()
          if ((await findContenidos(db, [id])).length > 0) await end(id)
        }
        return { ...received, drop }
      } catch (error) {
        if (!(error instanceof NotKept)) throw error
        log.error({ err: error }, 'a part is gone')
        await end(id)
        return undefined
      }
    },
    async remove(id) {
      await end(id)
    },
    async expire({ begun, announced }) {
      const old = [...(await subidasBefore(db, begun)), ...(await emptySubidas(db, announced))]
      for (const { id } of old) await end(id)
      for (const name of await readdir(folder).catch(() => [])) {
        const path = join(folder, name)
        const found = await stat(path).catch(() => undefined)
        if (found && Date.now() - found.mtimeMs > LEFTOVER_MS) await rm(path, { force: true })
      }
      return old.length
    },
  }
}

const asUpload = ({ id, bytes, llegado, metadatos, creada }: Subida): Upload =>
  new Upload({ id, size: bytes, offset: llegado, metadata: metadatos, creation_date: creada.toISOString() })
