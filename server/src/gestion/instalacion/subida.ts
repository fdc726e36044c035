// The file of a backup on its way from the browser, in pieces, in DATA_DIR: after a cut it goes on where it stopped.
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
import { PEDAZO_BYTES } from '@imprimitodo/shared/api/restauracion'
import * as z from 'zod'
import { Refusal, refuse } from '../../base/http/errors.ts'
import { CARPETA_SUBIDA, SUBIDA } from '../respaldo/service.ts'

const Anunciado = z.object({
  nombre: z.string(),
  bytes: z.int(),
  /** Ms since 1970. */
  modificado: z.int(),
})
type Anunciado = z.infer<typeof Anunciado>

export function createSubidaDeRespaldo({
  dataDir,
  diskReserveBytes,
}: {
  dataDir: string
  diskReserveBytes: number
}) {
  const folder = join(dataDir, CARPETA_SUBIDA)
  const [head, path] = [join(folder, 'anunciado.json'), join(folder, SUBIDA)]
  /** Of the piece that is being written: the next one ends it, since its line may be dead. */
  let writing: { gone: AbortController; done: Promise<unknown> } | null = null

  function read(): (Anunciado & { recibidos: number }) | null {
    if (!existsSync(head) || !existsSync(path)) return null
    try {
      const { data } = Anunciado.safeParse(JSON.parse(readFileSync(head, 'utf8')))
      return data ? { ...data, recibidos: statSync(path).size } : null
    } catch {
      return null // half written when the machine stopped: it is sent again
    }
  }

  async function endWriting(): Promise<void> {
    writing?.gone.abort()
    await writing?.done.catch(() => {})
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
      await endWriting()
      const known = read()
      const isSame =
        known?.nombre === given.nombre && known.bytes === given.bytes && known.modificado === given.modificado
      if (!isSame) drop()
      const recibidos = isSame ? known.recibidos : 0
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const { bavail, bsize } = await statfs(folder)
      if (given.bytes - recibidos > bavail * bsize - diskReserveBytes)
        throw refuse(
          507,
          `No hay lugar en el disco del servidor para un archivo de ${Math.ceil(given.bytes / 1e6)} MB. Hacé lugar y probá de nuevo.`,
          'sin_lugar',
        )
      if (isSame) return recibidos
      writeFileSync(path, '', { mode: 0o600 })
      writeFileSync(head, JSON.stringify(Anunciado.parse(given)), { mode: 0o600 })
      return 0
    },

    /** What came of a piece that is cut stays. @returns where to go on. @throws 409 {detail, recibidos}, 413 */
    async append(from: number, piece: Readable): Promise<number> {
      await endWriting()
      const known = read()
      if (!known) throw refuse(409, 'Ese archivo ya no está: elegilo de nuevo.')
      if (from !== known.recibidos)
        throw new Refusal(409, {
          detail:
            'Esa parte no es la que sigue. Si la tienda corre en varios servidores, dejá uno solo andando mientras restaurás.',
          recibidos: known.recibidos,
        })
      const gone = new AbortController()
      const target = createWriteStream(path, { flags: 'r+', start: from, mode: 0o600 })
      const most = Math.min(PEDAZO_BYTES, known.bytes - from)
      const done = pipeline(piece, atMost(most), target, { signal: gone.signal })
      const mine = { gone, done }
      writing = mine
      try {
        await done
      } finally {
        if (writing === mine) writing = null
      }
      return statSync(path).size
    },
  }
}

function atMost(bytes: number): Transform {
  let left = bytes
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length
      if (left < 0)
        done(refuse(413, 'Esa parte es más grande de lo que se anunció. Elegí el archivo de nuevo.'))
      else done(null, chunk)
    },
  })
}
