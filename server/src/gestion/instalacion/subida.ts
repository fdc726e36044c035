// A backup's file on its way from the browser, in pieces, in DATA_DIR: after a cut it goes on where it
// stopped.
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { PEDAZO_BYTES } from '@imprimitodo/shared/api/restauracion'
import * as z from 'zod'
import { Refusal, refuse } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { CARPETA_SUBIDA, mb, SUBIDA } from '../respaldo/service.ts'

const Anunciado = z.object({
  nombre: z.string(),
  bytes: z.int(),
  /** Ms since 1970. */
  modificado: z.int(),
})
type Anunciado = z.infer<typeof Anunciado>

/** A piece that is being written to the disk. */
type Escritura = {
  /** Bytes of it that arrived. */
  bytes: number
  gone: AbortController
  /** Resolves when it is no longer written. */
  done: Promise<void>
}

/** If another piece waits, a connection that sent nothing for this long is dead. */
const SILENT_MS = 2_000

export function createSubidaDeRespaldo({
  dataDir,
  diskReserveBytes,
  files,
}: Pick<Deps, 'dataDir' | 'diskReserveBytes' | 'files'>) {
  const folder = join(dataDir, CARPETA_SUBIDA)
  const [head, path] = [join(folder, 'anunciado.json'), join(folder, SUBIDA)]
  /** One piece at a time. */
  let writing: Escritura | null = null

  function read(): (Anunciado & { recibidos: number }) | null {
    if (!existsSync(head) || !existsSync(path)) return null
    try {
      const { data } = Anunciado.safeParse(JSON.parse(readFileSync(head, 'utf8')))
      return data ? { ...data, recibidos: statSync(path).size } : null
    } catch {
      return null // half written in a power cut: the browser sends it again
    }
  }

  async function end(piece: Escritura): Promise<void> {
    piece.gone.abort()
    await piece.done.catch(() => {})
  }

  /**
   * Waits until the file is not being written. A piece that makes progress is awaited; a silent one is cut
   * off.
   */
  async function waitForTurn(): Promise<void> {
    while (writing) {
      const [piece, before] = [writing, writing.bytes]
      const silence = new AbortController()
      const late = sleep(SILENT_MS, undefined, { signal: silence.signal }).catch(() => {})
      await Promise.race([piece.done.catch(() => {}), late])
      silence.abort()
      if (writing === piece && piece.bytes === before) await end(piece)
    }
  }

  function write(from: number, piece: Readable, most: number): Escritura {
    const gone = new AbortController()
    const target = createWriteStream(path, { flags: 'r+', start: from, mode: 0o600 })
    const closed = new Promise<void>((resolve) => target.once('close', resolve))
    const seen = (bytes: number) => {
      mine.bytes += bytes
    }
    const written = pipeline(piece, atMost(most, seen), target, { signal: gone.signal })
    // TRAP: an aborted pipeline still waits for the next byte of a dead connection. That it writes no more is
    // enough
    const ended = new Promise<never>((_, reject) => {
      gone.signal.addEventListener('abort', () => void closed.then(() => reject(gone.signal.reason)))
    })
    const over = async (): Promise<void> => {
      try {
        await Promise.race([written, ended])
      } finally {
        await closed
      }
    }
    const done = over().finally(() => {
      if (writing === mine) writing = null
    })
    const mine: Escritura = { bytes: 0, gone, done }
    return mine
  }

  function drop(): void {
    rmSync(folder, { recursive: true, force: true })
  }

  return {
    folder,
    read,
    drop,
    /** @returns where to go on. @throws 507 */
    async begin(given: Anunciado): Promise<number> {
      const { bavail, bsize } = await statfs(dataDir)
      while (writing) await end(writing)
      // From here on nothing is awaited: no other piece comes between
      const known = read()
      const isSame =
        known?.nombre === given.nombre && known.bytes === given.bytes && known.modificado === given.modificado
      if (!isSame) drop()
      const recibidos = isSame ? known.recibidos : 0
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      // The restored files lie beside it: better refused now than after all of it was sent
      const needed = given.bytes - recibidos + (files.parts === null ? given.bytes : 0)
      if (needed > bavail * bsize - diskReserveBytes)
        throw refuse(
          507,
          `No hay lugar en el disco del servidor: hacen falta ${mb(needed)}, para el archivo y para lo que se restaura de él. Hacé lugar y probá de nuevo.`,
          'sin_lugar',
        )
      if (isSame) return recibidos
      writeFileSync(path, '', { mode: 0o600 })
      writeFileSync(head, JSON.stringify(Anunciado.parse(given)), { mode: 0o600 })
      return 0
    },

    /**
     * The bytes of a piece that is cut stay. @returns where to go on. @throws 409 {detail, recibidos}, 413
     */
    async append(from: number, piece: Readable): Promise<number> {
      await waitForTurn()
      // From here on nothing is awaited until `writing` is set: of two calls at once the other one waits
      const known = read()
      if (!known) throw refuse(409, 'Ese archivo ya no está: elegilo de nuevo.')
      if (from !== known.recibidos) throw outOfTurn(known.recibidos)
      const mine = write(from, piece, Math.min(PEDAZO_BYTES, known.bytes - from))
      writing = mine
      try {
        await mine.done
      } catch (error) {
        throw mine.gone.signal.aborted ? outOfTurn(read()?.recibidos ?? 0) : error
      }
      return statSync(path).size
    },
  }
}

const outOfTurn = (recibidos: number): Refusal =>
  new Refusal(409, {
    detail:
      'Esa parte no es la que sigue. Si la tienda corre en varios servidores, dejá uno solo andando mientras restaurás.',
    recibidos,
  })

function atMost(bytes: number, seen: (bytes: number) => void): Transform {
  let left = bytes
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length
      seen(chunk.length)
      if (left < 0)
        done(refuse(413, 'Esa parte es más grande de lo que se anunció. Elegí el archivo de nuevo.'))
      else done(null, chunk)
    },
  })
}
