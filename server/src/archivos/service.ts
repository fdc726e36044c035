// Customers' bytes: what is in them, and what may be done with them. Orders: ../pedidos.
import { randomBytes } from 'node:crypto'
import { rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { MAX_ARCHIVO_BYTES } from '@imprimitodo/shared/rules/archivo'
import type { Deps } from '../core/deps.ts'
import { notFound, refuse } from '../core/errors.ts'
import type { Queryable } from '../db/open.ts'
import { type Inspection, PdfRefused } from '../pdf/port.ts'
import { NoRoom, type Received, TooLarge } from '../services/files/port.ts'
import { type Contenido, deleteIfUnused, findContenidos, setColor, setInspection } from './store.ts'

export {
  draftsOf,
  findContenidos,
  findUnused,
  insertContenidos,
  knownIds,
  lockContenidos,
  setColor,
} from './store.ts'

/** Unguessable: whoever holds it may order prints of those bytes. */
export const newContenidoId = (): string => randomBytes(18).toString('base64url')

/** Uploads that came in parts (subidas.ts). */
export type Parts = {
  /** The bytes of one that is complete, or undefined. Until an order has them they wait for a retry, also after `drop`. */
  finished(id: string): Promise<Received | undefined>
  /** Runs `work` while no other works with any of these: of two orders that name one upload, the second finds it kept. */
  alone<T>(ids: string[], work: () => Promise<T>): Promise<T>
}

export type Arrived = { received: Received; inspection: Promise<Inspection | PdfRefused> }

const wrong = (error: unknown): PdfRefused => {
  if (error instanceof PdfRefused) return error
  throw error
}

/**
 * Streams one file to storage and starts reading it while the next one arrives. What is wrong with the file is an
 * answer (all refusals are told together); a broken connection or a full disk throws, leaving nothing behind.
 */
export async function receiveArchivo(
  { files, pdf }: Pick<Deps, 'files' | 'pdf'>,
  source: Readable,
  signal: AbortSignal,
): Promise<Arrived | PdfRefused> {
  try {
    const received = await files.receive(source, MAX_ARCHIVO_BYTES)
    const inspection = pdf.inspect(received.path, signal).catch(wrong)
    inspection.catch(() => {}) // an aborted one rejects before anybody waits for it
    return { received, inspection }
  } catch (error) {
    if (error instanceof TooLarge) return new PdfRefused('demasiado-grande')
    throw error instanceof NoRoom ? noRoom() : error
  }
}

/** Counts bytes that came in parts and were not read yet. */
export async function inspectContenido(
  { db, files, pdf }: Pick<Deps, 'db' | 'files' | 'pdf'>,
  contenido: Contenido,
  signal: AbortSignal,
): Promise<Contenido | PdfRefused> {
  if (contenido.paginas !== null) return contenido
  const found = await pdf.inspect(await files.pathOf(contenido.id), signal).catch(wrong)
  if (found instanceof PdfRefused) return found
  const facts = { paginas: found.pages, tamanos: found.sizes }
  await setInspection(db, contenido.id, facts)
  return { ...contenido, ...facts }
}

export type ColorKnown = Pick<Contenido, 'color_hasta' | 'paginas_color'>

/** Looks for colour from where it was left; `onProgress` after each page. Aborted, it answers what it knows. */
export async function examineColor(
  { pdf }: Pick<Deps, 'pdf'>,
  path: string,
  paginas: number,
  from: ColorKnown,
  options: { signal: AbortSignal; onProgress?: (known: ColorKnown) => void },
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
  try {
    await pdf.colorPages(path, from.color_hasta + 1, paginas, { signal: options.signal, onProgress })
  } catch (error) {
    if (!options.signal.aborted) throw error
  }
  return known
}

const SAVE_EVERY_MS = 500

/** The `color` job: finishes what the upload's answer did not wait for. The screen sees its progress. */
export async function finishColor(deps: Deps, id: string, signal: AbortSignal): Promise<void> {
  const [contenido] = await findContenidos(deps.db, [id])
  if (!contenido || contenido.paginas === null) return
  let saved = Date.now()
  const known = await examineColor(deps, await deps.files.pathOf(id), contenido.paginas, contenido, {
    signal,
    onProgress: (progress) => {
      if (Date.now() - saved < SAVE_EVERY_MS) return
      saved = Date.now()
      setColor(deps.db, id, progress).catch((err) => deps.log.warn({ err }, 'color progress'))
    },
  })
  await setColor(deps.db, id, known)
  if (signal.aborted) throw new Error('Interrupted: another worker goes on.')
}

const WIDTHS = [120, 200, 320, 480]

/** Path of a WebP of one page, made at the first request. `width` is taken up to the next of four sizes. */
export async function miniaturaOf(
  { files, pdf }: Pick<Deps, 'files' | 'pdf'>,
  contenido: Contenido,
  page: number,
  width: number,
): Promise<string> {
  if (contenido.borrado || page < 1 || page > (contenido.paginas ?? 0)) throw notFound()
  const size = WIDTHS.find((known) => known >= width) ?? 480
  const target = await files.derivedPath(contenido.id, `${page}-${size}.webp`)
  if (await exists(target)) return target
  const picture = await pdf.thumbnail(await files.pathOf(contenido.id), page, size).catch((error) => {
    throw error instanceof PdfRefused ? notFound() : error
  })
  const fresh = join(dirname(target), `.${randomBytes(6).toString('hex')}`) // the sweep knows dotted names
  await writeFile(fresh, picture)
  await rename(fresh, target)
  return target
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** The row first: a name without bytes is worse than bytes without a name, which the sweep finds. */
export async function dropUnused(
  { db, files }: Pick<Deps, 'files'> & { db: Queryable },
  id: string,
): Promise<void> {
  if (await deleteIfUnused(db, id)) await files.delete(id)
}

/** Refuses before the first byte is read when the disk could not take them. `bytes`: what is announced. */
export async function needRoom({ files }: Pick<Deps, 'files'>, bytes: number): Promise<void> {
  if ((await files.room()) < bytes) throw noRoom()
}

const noRoom = () =>
  refuse(507, 'No tenemos lugar para recibir archivos en este momento. Probá de nuevo más tarde.')
