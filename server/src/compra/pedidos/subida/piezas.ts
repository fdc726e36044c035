// The files of an upload: those sent with it, those sent before it, and their problems.

import type { MultipartFile } from '@fastify/multipart'
import {
  ARCHIVO_REPETIDO,
  cleanNombre,
  paginasProblems,
  refusalMessage,
} from '@imprimitodo/shared/rules/compra/archivo'
import { rangoPaginasProblem } from '@imprimitodo/shared/rules/compra/paginas'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readForm } from '../../../base/http/form.ts'
import { type Inspection, PdfRefused } from '../../../base/pdf/port.ts'
import type { Deps } from '../../../base/runtime/deps.ts'
import { NotKept, type Received } from '../../../base/services/files/port.ts'
import {
  type Arrived,
  type ContenidoRow,
  findContenidos,
  inspectArchivo,
  inspectContenido,
  type LecturaPedida,
  newContenido,
  newContenidoId,
  type Parts,
  receiveArchivo,
  type Vuelo,
} from '../../archivos/service.ts'
import { type ArchivoPedido, refuseArchivos, refuseMissing } from '../filas/archivos-data.ts'

/** The form's fields that are read. Contact and branch are asked for when the order is bought. */
const FIELDS = ['archivos_data', 'carrito']
const MAX_PARTS = 2_000

type Part = { nombre: string; arrived: Arrived }
/** A file of the order with its bytes: new ones are still `received`, known ones have a row. */
export type PiezaRecibida = { contenido: ContenidoRow; path: string; received: Received | null }

/** Reads the form as it comes: fields, and files straight to storage. Adds each file to `received`. */
export async function readParts(
  deps: Pick<Deps, 'files' | 'pdf' | 'tienda'>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  {
    vuelo,
    lectura,
    received,
    formBytes: maxBytes,
  }: { vuelo: Vuelo; lectura: LecturaPedida; received: Received[]; formBytes: number },
) {
  const parts: Part[] = []
  const onFile = async ({ file, filename = '' }: MultipartFile) => {
    const nombre = cleanNombre(filename.toWellFormed())
    const arrived = await receiveArchivo(deps, file, { vuelo, lectura })
    if (arrived instanceof PdfRefused) throw refuseArchivos([refusalMessage(nombre, arrived.reason)])
    received.push(arrived.received)
    parts.push({ nombre, arrived })
  }
  const form = { known: FIELDS, maxBytes, maxParts: MAX_PARTS, onFile }
  return { fields: await readForm(request, reply, form), parts }
}

/** Pairs every entry with its bytes, reads unread files, and refuses all problems at once. */
export async function matchPiezas(
  deps: Pick<Deps, 'db' | 'files' | 'pdf' | 'tienda'>,
  subidas: Parts,
  pedidas: ArchivoPedido[],
  parts: Part[],
  lectura: LecturaPedida,
): Promise<PiezaRecibida[]> {
  needPaired(
    pedidas.filter(({ subida }) => !subida),
    parts,
  )
  const piezas: PiezaRecibida[] = []
  const problems: string[] = []
  const missing: string[] = []
  const waiting = [...parts]
  const { paginas_archivo: most } = (await deps.tienda.read()).ajustes.limites
  for (const { nombre, subida } of pedidas) {
    const part = subida ? undefined : waiting.shift()
    const again = piezas.find(({ contenido }) => contenido.id === subida) // the same bytes under two names
    const pieza = again
      ? { ...again, received: null }
      : part
        ? await readPart(part)
        : await findPieza(deps, subidas, subida ?? '', lectura)
    if (!pieza) missing.push(nombre)
    else if (pieza instanceof PdfRefused) problems.push(refusalMessage(nombre, pieza.reason, most))
    else piezas.push(pieza)
  }
  if (problems.length > 0) throw refuseArchivos(problems)
  if (missing.length > 0) throw refuseMissing(missing)
  await needPages(deps, pedidas, piezas)
  return piezas
}

/**
 * Checks before any examination that files have the pages asked for and no more than the limit, also files
 * sent when the owner allowed more. @throws 400 {archivos}
 */
export async function needPages(
  { tienda }: Pick<Deps, 'tienda'>,
  pedidas: readonly Pick<ArchivoPedido, 'nombre' | 'rango'>[],
  piezas: readonly { contenido: Pick<ContenidoRow, 'paginas'> }[],
): Promise<void> {
  const archivos = pedidas.map(({ nombre, rango }, at) => ({
    nombre,
    rango,
    paginas: piezas[at]?.contenido.paginas ?? 0,
  }))
  const problems = [
    ...paginasProblems(archivos, (await tienda.read()).ajustes.limites),
    ...archivos.flatMap(({ nombre, rango, paginas }) => {
      const problem = rangoPaginasProblem(rango, paginas)
      return problem ? [`«${nombre}»: ${problem}`] : []
    }),
  ]
  if (problems.length > 0) throw refuseArchivos(problems)
}

/** Entries and files come in one sequence, under the same names. @throws 400 {archivos} */
function needPaired(pedidas: ArchivoPedido[], parts: Part[]): void {
  if (pedidas.length !== parts.length) throw refuseArchivos(unmatched(pedidas, parts))
  for (const [index, { nombre }] of pedidas.entries()) {
    const part = parts[index]?.nombre ?? ''
    if (asSent(nombre) !== asSent(part)) throw refuseArchivos([`«${part}»: los datos lo llaman «${nombre}»`])
  }
}

/** Where entries and files differ in number: files that did not arrive, and files without an entry. */
function unmatched(pedidas: ArchivoPedido[], parts: Part[]): string[] {
  const told = pedidas.map(({ nombre }) => asSent(nombre))
  const arrived = parts.map(({ nombre }) => asSent(nombre))
  const problems = [
    ...pedidas.flatMap(({ nombre }, at) =>
      arrived.includes(told[at] ?? '') ? [] : [`«${nombre}»: está en los datos y no llegó`],
    ),
    ...parts.flatMap(({ nombre }, at) => {
      const name = arrived[at] ?? ''
      if (!told.includes(name)) return [`«${nombre}»: llegó y no está en los datos`]
      return arrived.indexOf(name) < at ? [`«${nombre}»: ${ARCHIVO_REPETIDO}`] : []
    }),
  ]
  // Names arrive without their folders, so two entries may have one name
  return problems.length > 0 ? problems : ['Los datos no nombran los archivos que llegaron.']
}

/**
 * A name as it may arrive in a part's header: browsers escape quotes and line ends
 * (https://html.spec.whatwg.org/#multipart-form-data), and the parser drops folders.
 */
const asSent = (nombre: string): string =>
  (nombre.split(/[\\/]/).at(-1) ?? '')
    .replace(/["\r\n]/g, (char) => `%${char.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`)
    .normalize('NFC')
    .trim()

async function readPart({ arrived }: Part): Promise<PiezaRecibida | PdfRefused> {
  const found = await arrived.inspection
  if (found instanceof PdfRefused) return found
  return newPieza(newContenidoId(), arrived.received, found)
}

async function findPieza(
  deps: Pick<Deps, 'db' | 'files' | 'pdf' | 'tienda'>,
  subidas: Parts,
  id: string,
  lectura: LecturaPedida,
) {
  const [known] = await findContenidos(deps.db, [id])
  if (known) return readKnown(deps, known, lectura)
  const received = await subidas.finished(id)
  if (!received) return undefined
  const found = await inspectArchivo(deps, received.path, lectura)
  return found instanceof PdfRefused ? found : newPieza(id, received, found)
}

/** Undefined: the bytes are gone, and the browser has to send them again. */
async function readKnown(
  deps: Pick<Deps, 'db' | 'files' | 'pdf' | 'tienda'>,
  known: ContenidoRow,
  lectura: LecturaPedida,
) {
  try {
    const read = await inspectContenido(deps, known, lectura)
    if (read instanceof PdfRefused) return read
    return { contenido: read, path: await deps.files.pathOf(known.id), received: null }
  } catch (error) {
    if (error instanceof NotKept) return undefined
    throw error
  }
}

async function newPieza(id: string, received: Received, found: Inspection): Promise<PiezaRecibida> {
  return { contenido: await newContenido(id, received, found), path: received.path, received }
}
