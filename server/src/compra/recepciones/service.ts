// Files that a customer's phone sends to the sale that a clerk is making. The bytes come in parts, as for any
// order; this feature records for which sale they are.
import { randomBytes } from 'node:crypto'
import type { RecepcionAnswer, RecepcionMostrador, Recibido } from '@imprimitodo/shared/api/recepciones'
import { cleanNombre, isPdfName, refusalSentence } from '@imprimitodo/shared/rules/compra/archivo'
import {
  codigoRecepcion,
  freeNombre,
  MAX_RECIBIDOS,
  RECEPCION_MIN,
  readCodigoRecepcion,
  TERMINA_MIN,
} from '@imprimitodo/shared/rules/compra/recepcion'
import type { Queryable, Tx } from '../../base/db/open.ts'
import { notFound, refuse, refuseField } from '../../base/http/errors.ts'
import { PdfRefused } from '../../base/pdf/port.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { hashToken, newToken } from '../../base/secrets/sign.ts'
import { linkTo } from '../../base/web/link.ts'
import { findSucursal, needLlamada, needPropia } from '../../gestion/sucursales/service.ts'
import { alcanceOf, nombresDeOperadores, type Operador } from '../../mostrador/acceso/service.ts'
import { findContenidos, inspectArchivo, llegadasOf, type Parts } from '../archivos/service.ts'
import {
  closeRecepcion,
  deleteRecepciones,
  findRecepcion,
  findRecibido,
  insertRecepcion,
  insertRecibido,
  lockRecepcion,
  type RecepcionRow,
  type RecibidoRow,
  recibidosOf,
  updateRecibido,
} from './store.ts'

const MIN_MS = 60_000
const KEPT_MS = 24 * 60 * MIN_MS

/** Thrown for an unknown code or token, so that guesses can be counted. */
export const UNKNOWN = notFound(
  'Ese código no existe. Fijate en la pantalla del mostrador y escribilo de nuevo.',
)
const over = () =>
  refuse(410, 'Este código ya no vale. Pedile uno nuevo a quien te atiende.', 'enlace_vencido')

/** @throws 400 {sucursal}, 403 of another branch */
export async function openRecepcion(
  deps: Pick<Deps, 'db' | 'now' | 'publicUrl' | 'tienda'>,
  operador: Operador,
  { sucursal: nombre, anterior }: { sucursal: string; anterior?: number | null | undefined },
) {
  const sucursal = needLlamada(await deps.tienda.read(), nombre)
  needPropia(alcanceOf(operador), sucursal.id, 'recibir archivos en')
  const [token, codigo] = [newToken(), codigoRecepcion(randomBytes(6))]
  const now = deps.now()
  const made = await deps.db.transaction(async (tx) => {
    if (anterior) await closeRecepcion(tx, anterior, operador.id, now)
    return insertRecepcion(tx, {
      token_hash: hashToken(token),
      codigo_hash: hashToken(codigo),
      operador_id: operador.id,
      sucursal_id: sucursal.id,
      creada: now,
      vence: new Date(+now + RECEPCION_MIN * MIN_MS),
    })
  })
  return { ...(await viewEnMostrador(deps.db, made)), url: linkTo(deps.publicUrl, `/subir/${token}`), codigo }
}

/** @throws 404 where it is not the person's own */
export async function showRecepcion(deps: Pick<Deps, 'db'>, operador: Operador, id: number) {
  const found = await findRecepcion(deps.db, { id })
  if (found?.operador_id !== operador.id) throw notFound('Ese código no existe.')
  return viewEnMostrador(deps.db, found)
}

export async function endRecepcion(deps: Pick<Deps, 'db' | 'now'>, operador: Operador, id: number) {
  await deps.db.transaction((tx) => closeRecepcion(tx, id, operador.id, deps.now()))
  return showRecepcion(deps, operador, id)
}

/** The recepcion of a QR's token or a typed code. @throws UNKNOWN, 410 */
export async function needRecepcion(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  typed: string,
): Promise<RecepcionRow> {
  const codigo = readCodigoRecepcion(typed)
  const found = await findRecepcion(
    db,
    codigo ? { codigo_hash: hashToken(codigo) } : { token_hash: hashToken(typed) },
  )
  if (!found) throw UNKNOWN
  if (found.cerrada || +found.vence + TERMINA_MIN * MIN_MS < +now()) throw over()
  return found
}

/**
 * Notes a file of this sale, announced or arrived. An arrived file is read at once; its problem is shown at
 * its name.
 * @throws 400 {nombre}; 404 no such upload; 409 too many; 410 begun too late
 */
export async function receiveInRecepcion(
  deps: Pick<Deps, 'db' | 'events' | 'now' | 'pdf' | 'tienda'>,
  subidas: Parts,
  recepcion: RecepcionRow,
  { subida, nombre, origen }: { subida: string; nombre: string; origen: string },
): Promise<void> {
  const plain = cleanNombre(nombre.toWellFormed())
  if (!isPdfName(plain) || plain.includes('\0'))
    throw refuseField('nombre', `«${nombre}» no es un PDF ni una foto. Guardalo como PDF y mandalo de nuevo.`)
  const llegada = (await llegadasOf(deps.db, [subida])).get(subida)
  if (!llegada) throw notFound('Ese archivo no terminó de llegar. Mandalo de nuevo.')
  const row = await deps.db.transaction((tx) =>
    announce(tx, deps, recepcion.id, { subida, nombre: plain, bytes: llegada.bytes }),
  )
  if (row.estado !== 'en_camino' || llegada.llegado < llegada.bytes) return
  const found = await read(deps, subidas, { subida, origen })
  if (!found) return
  await deps.db.transaction(async (tx) => {
    await updateRecibido(tx, row, 'en_camino', found)
    await tell(tx, deps, recepcion)
  })
}

async function announce(
  tx: Tx,
  deps: Pick<Deps, 'now' | 'events'>,
  id: number,
  { subida, nombre, bytes }: { subida: string; nombre: string; bytes: number },
): Promise<RecibidoRow> {
  const recepcion = await lockRecepcion(tx, id)
  if (!recepcion || recepcion.cerrada) throw over()
  const before = await findRecibido(tx, id, subida)
  if (before) return before
  if (recepcion.vence < deps.now()) throw over()
  const live = (await recibidosOf(tx, id)).filter(({ estado }) => estado !== 'quitado')
  if (live.length >= MAX_RECIBIDOS)
    throw refuse(
      409,
      `Ya mandaste ${MAX_RECIBIDOS} archivos, que es lo más que entra en una compra.`,
      'limite',
    )
  const taken = new Set(live.map((one) => one.nombre))
  await insertRecibido(tx, { recepcion_id: id, subida, bytes, nombre: freeNombre(nombre, taken) })
  await tell(tx, deps, recepcion)
  const made = await findRecibido(tx, id, subida)
  if (!made) throw new Error('A file without its row.')
  return made
}

/** Null: some of its bytes are still missing. */
async function read(
  deps: Pick<Deps, 'db' | 'pdf' | 'tienda'>,
  subidas: Parts,
  { subida, origen }: { subida: string; origen: string },
) {
  const listo = (paginas: number | null) => ({ estado: 'listo' as const, paginas })
  return subidas.alone([subida], async () => {
    const [known] = await findContenidos(deps.db, [subida])
    if (known) return listo(known.paginas)
    const received = await subidas.finished(subida)
    if (!received) return null
    try {
      // Not aborted when the phone is gone: the clerk waits for the result
      const { signal } = new AbortController()
      const found = await inspectArchivo(deps, received.path, { origen, signal })
      if (!(found instanceof PdfRefused)) return listo(found.pages)
      const { paginas_archivo } = (await deps.tienda.read()).ajustes.limites
      return { estado: 'rechazado' as const, problema: refusalSentence(found.reason, paginas_archivo) }
    } finally {
      await received.drop()
    }
  })
}

/** Removes an unwanted file. Its bytes expire like those of any upload that no order names. */
export async function removeFromRecepcion(
  deps: Pick<Deps, 'db' | 'events'>,
  recepcion: RecepcionRow,
  subida: string,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const row = await findRecibido(tx, recepcion.id, subida)
    if (!row || row.estado === 'quitado') return
    await updateRecibido(tx, row, row.estado, { estado: 'quitado' })
    await tell(tx, deps, recepcion)
  })
}

const tell = (tx: Tx, { events }: Pick<Deps, 'events'>, { id, operador_id }: RecepcionRow): Promise<void> =>
  events.tell(tx, 'recepciones', { recepcion_id: id, operador_id })

export async function viewRecepcion(
  deps: Pick<Deps, 'db' | 'tienda'>,
  recepcion: RecepcionRow,
): Promise<RecepcionAnswer> {
  const nombre = (await nombresDeOperadores(deps.db, [recepcion.operador_id])).get(recepcion.operador_id)
  const sucursal = await findSucursal(deps.db, recepcion.sucursal_id)
  return {
    sucursal: sucursal?.nombre ?? '',
    quien: nombre?.split(' ')[0] ?? '',
    vence: recepcion.vence.toISOString(),
    retencion_dias: (await deps.tienda.read()).ajustes.retencion_dias,
    archivos: await archivosOf(deps.db, recepcion),
  }
}

async function viewEnMostrador(db: Queryable, recepcion: RecepcionRow): Promise<RecepcionMostrador> {
  return {
    recepcion_id: recepcion.id,
    vence: recepcion.vence.toISOString(),
    cerrada: recepcion.cerrada !== null,
    archivos: await archivosOf(db, recepcion),
  }
}

async function archivosOf(db: Queryable, { id }: RecepcionRow): Promise<Recibido[]> {
  const rows = await recibidosOf(db, id)
  const moving = rows.filter(({ estado }) => estado === 'en_camino').map(({ subida }) => subida)
  const llegadas = await llegadasOf(db, moving)
  return rows.map(({ subida, nombre, estado, bytes, paginas, problema }) => ({
    subida,
    nombre,
    estado,
    bytes,
    paginas,
    problema,
    llegado: estado === 'en_camino' ? (llegadas.get(subida)?.llegado ?? 0) : bytes,
  }))
}

/** A day later no sale needs them any more; the bytes expire by their own rule. */
export const forgetRecepciones = ({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> =>
  deleteRecepciones(db, new Date(+now() - KEPT_MS))
