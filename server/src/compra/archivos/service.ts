// Customers' bytes: receiving, reading, picturing and removing them. Orders: ../pedidos.
import { randomBytes } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { MAX_ARCHIVO_BYTES } from '@imprimitodo/shared/rules/compra/archivo'
import { A4 } from '@imprimitodo/shared/rules/compra/hoja'
import type { Queryable } from '../../base/db/open.ts'
import { notFound, Refusal } from '../../base/http/errors.ts'
import { NO_SENDER, type Sender } from '../../base/http/visitor.ts'
import { type Inspection, PdfRefused } from '../../base/pdf/port.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { writeWhole } from '../../base/runtime/durable.ts'
import { NoRoom, NotKept, type Received, TooLarge } from '../../base/services/files/port.ts'
import type { Cuota, Vuelo } from './cuota.ts'
import { pathToRead } from './lectura.ts'
import { TURN_MS } from './prueba.ts'
import { type ContenidoRow, deleteIfUnused, findContenidos, setColor, setInspection } from './store.ts'

export { enqueueExamen } from './cola.ts'
export { STALE_MS, type Vuelo } from './cuota.ts'
export { isFromSender } from './cuota-store.ts'
export { ArchivoPerdido, createIntegridad, scrub } from './integridad.ts'
export { pathToRead } from './lectura.ts'
export {
  clearNombres,
  contenidosOf,
  hasArchivoLike,
  insertArchivos,
  type Linea,
  lineasIn,
  lineasOf,
  lineasOfAll,
  nameContenido,
  nameEverywhere,
} from './lineas-store.ts'
export { provePrueba } from './prueba.ts'
export {
  archivosSql,
  bytesSince,
  type ContenidoRow,
  contenidosSql,
  findContenidos,
  findUnneeded,
  findUnused,
  forgetContenidosOf,
  forgetUnneeded,
  insertContenidos,
  knownIds,
  lockContenidos,
  setColor,
} from './store.ts'
export { llegadasOf } from './subidas-store.ts'
export { EXAMEN_WAIT_MS, waitWhilePending } from './wait.ts'

/** Unguessable: it is enough to order prints of those bytes. */
export const newContenidoId = (): string => randomBytes(18).toString('base64url')

/** Uploads that came in parts (subidas.ts). */
export type Parts = Pick<Cuota, 'enter'> & {
  /**
   * The bytes of a complete upload, or undefined. Until an order has them they wait for a retry, also after
   * `drop`.
   */
  finished(id: string): Promise<Received | undefined>
  /**
   * Runs `work` under a lock on each of these: of two orders that name one upload, the second finds it kept.
   */
  alone<T>(ids: string[], work: () => Promise<T>): Promise<T>
}

/** A person who waits until a file is read: `origen` as in visitor.ts. `signal` aborts once that person has gone. */
export type LecturaPedida = Pick<Sender, 'origen'> & { signal: AbortSignal }

export type Arrived = { received: Received; inspection: Promise<Inspection | PdfRefused> }

const wrong = (error: unknown): PdfRefused => {
  if (error instanceof PdfRefused) return error
  throw error
}

/**
 * Streams one file to storage and starts reading it while the next one arrives. A problem of the file
 * is an answer (all refusals are told together); a broken connection or a full disk throws, leaving nothing
 * behind.
 */
export async function receiveArchivo(
  deps: Pick<Deps, 'files' | 'pdf' | 'tienda'>,
  source: Readable,
  { vuelo, lectura }: { vuelo: Vuelo; lectura: LecturaPedida },
): Promise<Arrived | PdfRefused> {
  const received = await keepReceived(deps, vuelo.metered(source))
  if (received instanceof PdfRefused) return received
  const inspection = inspectArchivo(deps, received.path, lectura)
  inspection.catch(() => {}) // an aborted one rejects before it is awaited
  return { received, inspection }
}

/** Like `receiveArchivo`, without reading what is in the file. */
export async function keepReceived(
  { files }: Pick<Deps, 'files'>,
  source: Readable,
): Promise<Received | PdfRefused> {
  try {
    return await files.receive(source, MAX_ARCHIVO_BYTES)
  } catch (error) {
    if (error instanceof TooLarge) return new PdfRefused('demasiado-grande')
    throw error instanceof NoRoom ? noRoom() : error
  }
}

/** Counts and repairs a file; a problem of the file is an answer. */
export async function inspectArchivo(
  { pdf, tienda }: Pick<Deps, 'pdf' | 'tienda'>,
  path: string,
  { origen, signal }: LecturaPedida,
): Promise<Inspection | PdfRefused> {
  const { paginas_archivo } = (await tienda.read()).ajustes.limites
  return pdf.inspect(path, { most: paginas_archivo, sender: origen, signal }).catch(wrong)
}

/** Counts bytes that came in parts and were not read yet. */
export async function inspectContenido(
  deps: Pick<Deps, 'db' | 'files' | 'pdf' | 'tienda'>,
  contenido: ContenidoRow,
  lectura: LecturaPedida,
): Promise<ContenidoRow | PdfRefused> {
  if (contenido.paginas !== null) return contenido
  const { db, files } = deps
  const found = await inspectArchivo(deps, await files.pathOf(contenido.id), lectura)
  if (found instanceof PdfRefused) return found
  const facts = inspectionFacts(found)
  await setInspection(db, contenido.id, facts)
  return { ...contenido, ...facts }
}

/** The columns of `contenidos` that counting fills. */
const inspectionFacts = ({ pages, sizes, reparado, xfa }: Inspection) => ({
  paginas: pages,
  tamanos: sizes,
  reparado,
  xfa,
})

/** A counted file that has no row yet: who sent it, and when, is written with its row. */
export const newContenido = async (
  id: string,
  received: Received,
  found: Inspection,
): Promise<ContenidoRow> => ({
  id,
  bytes: received.bytes,
  sha256: await received.sha256(),
  ...inspectionFacts(found),
  revisado: null,
  danado: null,
  prueba: null,
  prueba_parcial: null,
  color_hasta: 0,
  paginas_color: [],
  ...NO_SENDER,
  creado: new Date(),
  borrado: null,
})

export type ColorKnown = Pick<ContenidoRow, 'color_hasta' | 'paginas_color'>

/**
 * Looks for colour on the pages that were not examined yet, and calls `onProgress` after each. When it is aborted it
 * returns what it found until then.
 */
export async function examineColor(
  { pdf, tienda }: Pick<Deps, 'pdf' | 'tienda'>,
  path: string,
  paginas: number,
  from: ColorKnown,
  options: { signal: AbortSignal; turnMs?: number; onProgress?: (known: ColorKnown) => void },
): Promise<ColorKnown> {
  let known = from
  if (known.color_hasta >= paginas) return known
  const onProgress = (page: number, color: boolean) => {
    known = {
      color_hasta: page,
      paginas_color: color ? [...known.paginas_color, page] : known.paginas_color,
    }
    options.onProgress?.(known)
  }
  const { sensibilidad_color: sensibilidad } = (await tienda.read()).ajustes
  try {
    await pdf.colorPages(path, from.color_hasta + 1, paginas, {
      signal: options.signal,
      turnMs: options.turnMs,
      sensibilidad,
      onProgress,
    })
  } catch (error) {
    if (!options.signal.aborted) throw error
  }
  return known
}

const SAVE_EVERY_MS = 500

/**
 * A turn of the `color` job, which finishes what the upload's answer did not wait for. The screen sees its
 * progress.
 * @returns whether nothing is left
 */
export async function finishColor(
  deps: Pick<Deps, 'db' | 'files' | 'log' | 'pdf' | 'tienda'>,
  id: string,
  signal: AbortSignal,
): Promise<boolean> {
  const [contenido] = await findContenidos(deps.db, [id])
  if (!contenido || contenido.paginas === null) return true
  let saved = Date.now()
  const known = await examineColor(deps, await pathToRead(deps, contenido), contenido.paginas, contenido, {
    signal,
    turnMs: TURN_MS,
    onProgress: (progress) => {
      if (Date.now() - saved < SAVE_EVERY_MS) return
      saved = Date.now()
      setColor(deps.db, id, progress).catch((err) => deps.log.warn({ err }, 'color progress'))
    },
  })
  await setColor(deps.db, id, known)
  if (signal.aborted) throw new Error('Interrupted: another worker goes on.')
  return known.color_hasta >= contenido.paginas
}

const WIDTHS = [120, 200, 320, 480, 720]

/** px on the longer side of a page: enough to recognise it, too small to read it. */
const SMALL = 160

/** `origen`: the address that asked for it, as in visitor.ts. */
type Pedida = Pick<Sender, 'origen'> & { page: number }

/** A WebP of one page, made at the first request. `width` is taken up to the next of five sizes. */
export const miniaturaOf = (
  deps: Pick<Deps, 'files' | 'pdf'>,
  contenido: ContenidoRow,
  pedida: Pedida & { width: number },
): Promise<Buffer> => {
  const size = WIDTHS.find((known) => known >= pedida.width) ?? 720
  return pictureOf(deps, contenido, { ...pedida, size })
}

/** Like `miniaturaOf`, at most 160 px high and wide. */
export function miniaturaChicaOf(
  deps: Pick<Deps, 'files' | 'pdf'>,
  contenido: ContenidoRow,
  pedida: Pedida,
): Promise<Buffer> {
  const { width, height } = sizeOf(contenido, pedida.page) ?? A4
  const size = Math.max(1, Math.floor(SMALL * Math.min(1, width / height)))
  return pictureOf(deps, contenido, { ...pedida, size })
}

function sizeOf({ tamanos }: ContenidoRow, page: number) {
  let last = 0
  return tamanos?.find(({ pages }) => {
    last += pages
    return page <= last
  })
}

/**
 * Kept only while the disk has room beyond its reserve: no quota counts pictures, and a file may have
 * thousands.
 */
async function pictureOf(
  { files, pdf }: Pick<Deps, 'files' | 'pdf'>,
  contenido: ContenidoRow,
  { origen, page, size }: Pedida & { size: number },
): Promise<Buffer> {
  if (contenido.borrado || page < 1 || page > (contenido.paginas ?? 0)) throw notFound()
  const target = await files.derivedPath(contenido.id, `${page}-${size}.webp`)
  if (await stat(target).catch(() => null)) return readFile(target)
  const picture = await pathToRead({ files, pdf }, contenido)
    .then((path) => pdf.thumbnail(path, page, size, { sender: origen }))
    .catch((error) => {
      // The order's page tells that its file was lost
      throw error instanceof PdfRefused || error instanceof NotKept ? notFound() : error
    })
  if ((await files.room()) < picture.length) return picture
  await writeWhole(target, picture)
  return picture
}

/** The row first: a name without bytes is worse than bytes without a name, which the sweep finds. */
export async function dropUnused(
  { db, files }: Pick<Deps, 'files'> & { db: Queryable },
  id: string,
): Promise<void> {
  if (await deleteIfUnused(db, id)) await files.delete(id)
}

/** Refuses before the first byte is read when the disk could not take them. `bytes`: what is announced. */
export async function needDiskSpace({ files }: Pick<Deps, 'files'>, bytes: number): Promise<void> {
  if ((await files.room()) < bytes) throw noRoom()
}

const noRoom = () =>
  new Refusal(
    507,
    { detail: 'No tenemos lugar para recibir archivos en este momento. Probá de nuevo más tarde.' },
    { codigo: 'sin_lugar' },
  )
