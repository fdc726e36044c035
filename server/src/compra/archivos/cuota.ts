// How much of the disk one visitor may fill with files that are not bought. Only bytes that arrived count: a
// size that a client announces takes no room and removes no drafts.
import { Readable } from 'node:stream'
import { Refusal } from '../../base/http/errors.ts'
import { ownerKey, type Sender } from '../../base/http/visitor.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { hasMoreSubidas, usedBy } from './cuota-store.ts'

const GB = 1024 ** 3
const OF_OWNER = 5 * GB
/** Limits a visitor who throws cookies away. It is far higher than OF_OWNER, since a campus is one address. */
const OF_ADDRESS = 40 * GB
const OF_RED = 160 * GB
/** The most uploads, twice the files of one order: each costs two files, however small it is. */
const SUBIDAS = { owner: 2_000, address: 20_000, red: 80_000 }
/**
 * The most announced uploads without a byte. A browser sends each right after its announcement, eight at once; an
 * upload counts as empty until its first part has ended, and from one address 200 parts may arrive at once.
 */
const EMPTY = { owner: 200, address: 2_000, red: 8_000 }
/** How long a sender with too many uploads is refused without asking the database. */
const REFUSED_MS = 10_000
/** An upload may receive this much before the room is counted again. */
const STEP = 64 * 1024 ** 2
/**
 * Drafts not touched or looked at for an hour may go to make room. 65 minutes: looks are noted every five
 * minutes only.
 */
export const STALE_MS = 65 * 60_000
/** By then abandoned drafts may be deleted to make room. */
const RETRY_S = 3600
const TOO_MANY = 'Hay demasiadas subidas sin terminar. Terminá las que empezaste o probá en una hora.'

type Flying = { sender: Sender; bytes: number; subida: string | null; refused: Refusal | null }

/** One upload while its bytes arrive. */
export type Vuelo = {
  /** Passes the bytes on. Fails with 429 once the sender, its address or its network has no room. */
  metered(source: Readable): Readable
  /** The refusal that ended it, for callers that read through a library with errors of its own. */
  refused(): Refusal | null
  end(): void
}

export type Cuota = {
  /**
   * `subida`: the upload in parts that goes on, and its offset. @throws 429 without room for one more byte
   */
  enter(sender: Sender, subida?: { id: string; llegado: number }): Promise<Vuelo>
  /** Asks nothing. @throws 429 where `needRoomToBegin` found too many uploads of this sender a moment ago */
  needNotRefused(sender: Sender): void
  /** @throws 429 where one more upload in parts would be too many, or none of its bytes would find room */
  needRoomToBegin(sender: Sender): Promise<void>
}

/**
 * Counts the bytes that the database knows and those that are arriving in this process. `dropStale` deletes the
 * sender's stale drafts and uploads, except `busy` uploads in parts, and returns how many bytes that freed.
 */
export function createCuota(
  { db, limits }: Pick<Deps, 'db' | 'limits'>,
  dropStale: (sender: Sender, bytes: number, busy: string[]) => Promise<number>,
): Cuota {
  const flying = new Set<Flying>()
  const refused = limits('muchas-subidas', 1, REFUSED_MS)

  const inParts = () => [...flying].flatMap(({ subida }) => subida ?? [])
  const arriving = (of: (sender: Sender) => boolean): number =>
    [...flying].reduce((sum, one) => (of(one.sender) ? sum + one.bytes : sum), 0)

  /** How many bytes may still come. @throws 429 where none may */
  async function look(sender: Sender): Promise<number> {
    const room = await roomFor(sender)
    if (room.inNet <= 0)
      throw full('Desde tu conexión hay demasiados archivos esperando su pedido. Probá más tarde.')
    const missing = room.ofOwner > 0 ? 0 : STEP - room.ofOwner
    const ofOwner = room.ofOwner + (missing && (await dropStale(sender, missing, inParts())))
    if (ofOwner <= 0)
      throw full(
        'Ya tenés 5 GB de archivos esperando su pedido. Terminá o pagá lo que subiste, o probá de nuevo en una hora.',
      )
    return Math.min(STEP, room.inNet, ofOwner)
  }

  async function roomFor(sender: Sender) {
    // Uploads in parts that are arriving now are left out here: `arriving` counts all their bytes
    const used = await usedBy(db, sender, inParts())
    const key = ownerKey(sender)
    const ofAddress = OF_ADDRESS - used.address - arriving(({ origen }) => origen === sender.origen)
    const ofRed = OF_RED - used.red - arriving(({ red }) => red === sender.red)
    const ofOwner = OF_OWNER - used.owner - arriving((other) => ownerKey(other) === key)
    return { ofOwner, inNet: Math.min(ofAddress, ofRed) }
  }

  async function* meter(source: Readable, vuelo: Flying, room: number) {
    let left = room
    for await (const chunk of source) {
      vuelo.bytes += chunk.length
      left -= chunk.length
      if (left < 0) left = await again(vuelo)
      yield chunk
    }
  }

  async function again(vuelo: Flying): Promise<number> {
    try {
      return await look(vuelo.sender)
    } catch (error) {
      if (error instanceof Refusal) vuelo.refused = error
      throw error
    }
  }

  return {
    async enter(sender, subida) {
      const room = await look(sender)
      const { id = null, llegado = 0 } = subida ?? {}
      const vuelo: Flying = { sender, bytes: llegado, subida: id, refused: null }
      flying.add(vuelo)
      return {
        refused: () => vuelo.refused,
        metered: (source) => Readable.from(meter(source, vuelo, room)),
        end: () => void flying.delete(vuelo),
      }
    },
    needNotRefused(sender) {
      if (!refused.allows(ownerKey(sender))) throw full(TOO_MANY, REFUSED_MS / 1000)
    },
    async needRoomToBegin(sender) {
      await look(sender)
      if (!(await hasMoreSubidas(db, sender, { most: SUBIDAS, empty: EMPTY }))) return
      refused.take(ownerKey(sender))
      throw full(TOO_MANY)
    },
  }
}

const full = (detail: string, retryAfter = RETRY_S) =>
  new Refusal(429, { detail }, { codigo: 'limite', retryAfter })
