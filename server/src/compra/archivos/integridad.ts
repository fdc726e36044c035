// Whether customers' bytes are still what arrived: checked when they are read for printing, and all of them
// once a month.
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Deps } from '../../base/runtime/deps.ts'
import { sha256Of } from '../../base/secrets/hash.ts'
import { NotKept } from '../../base/services/files/port.ts'
import type { ContenidoRow } from './store.ts'
import { listToRead, markRead } from './store.ts'

/** Bytes read by one step, so that the shop does not feel it: at one step every two minutes 40 GB a day. */
const STEP_BYTES = 64 * 1024 ** 2
const MONTH_MS = 30 * 86_400_000
/** How many files found sound are remembered, so that a work of many copies is read once. */
const REMEMBERED = 500

/** The bytes are not those that arrived, or are not there: printing them would be wrong. */
export class ArchivoPerdido extends Error {
  id: string
  por: 'no está' | 'cambió'

  constructor(id: string, por: 'no está' | 'cambió') {
    super(`file ${id}: ${por}`)
    this.id = id
    this.por = por
  }
}

type Own = Pick<Deps, 'db' | 'files' | 'now'>
type Known = Pick<ContenidoRow, 'id' | 'sha256' | 'danado'>

/** Remembers in memory which files this process has found sound since they were last written. */
export function createIntegridad(deps: Own) {
  const sound = new Map<string, string>()

  function remember(path: string, version: string): void {
    sound.set(path, version)
    const [oldest] = sound.keys()
    if (sound.size > REMEMBERED && oldest !== undefined) sound.delete(oldest)
  }

  return {
    /** A local path of bytes that are as they arrived. @throws ArchivoPerdido, and what the store throws */
    async soundPathOf({ id, sha256, danado }: Known): Promise<string> {
      const path = await deps.files.pathOf(id).catch(async (error) => {
        throw error instanceof NotKept ? await lost(deps, id, 'no está') : error
      })
      const { mtimeMs, size } = await stat(path)
      const version = `${mtimeMs} ${size}`
      if (sha256 === null || (danado === null && sound.get(path) === version)) return path
      if ((await sha256Of(createReadStream(path))) !== sha256) throw await lost(deps, id, 'cambió')
      if (danado !== null) await markRead(deps.db, id, { danado: null, revisado: deps.now() })
      remember(path, version)
      return path
    },
  }
}

async function lost({ db, now }: Own, id: string, por: ArchivoPerdido['por']): Promise<ArchivoPerdido> {
  await markRead(db, id, { danado: por, revisado: now() })
  return new ArchivoPerdido(id, por)
}

/** One step of the monthly reading: the files that were read longest ago. A store that is down ends it. */
export async function scrub({ db, files, now, log }: Own & Pick<Deps, 'log'>): Promise<void> {
  const before = new Date(now().getTime() - MONTH_MS)
  let left = STEP_BYTES
  for (const { id, sha256, bytes } of await listToRead(db, before)) {
    if (left <= 0) return
    left -= bytes
    const kept = await files.open(id).catch((error) => {
      if (error instanceof NotKept) return null
      throw error
    })
    const found = kept && (await sha256Of(kept.stream))
    const danado = !found ? 'no está' : sha256 !== null && sha256 !== found ? 'cambió' : null
    if (danado) log.error({ danado }, 'a customer’s file is not what arrived')
    await markRead(db, id, { danado, revisado: now(), ...(sha256 === null && found && { sha256: found }) })
  }
}
