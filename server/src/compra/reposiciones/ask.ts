// The counter asks the customer for files that are gone or changed.

import type { Tx } from '../../base/db/open.ts'
import { notFound, refuse } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { type Autor, noteCambio, type Quien } from '../../gestion/auditoria/service.ts'
import { queueCorreo } from '../../gestion/correos/service.ts'
import { type Linea, lineasOf } from '../archivos/service.ts'
import { enlaceDe, insertHistorial, lockEnMostrador, type Pedido } from '../pedidos/service.ts'
import { mailReposicion, type ReposicionPedida } from './mails.ts'
import { insertReposicion, openOf, type Reposicion, updateReposicion } from './store.ts'
import { estadoReposicionOf, needsFiles, pathOf } from './vista.ts'

/** Two requests within this time, also of two clerks, send one mail. */
const JUST_NOW_MS = 60_000

type Blank = { linea: Linea; open: Reposicion | undefined }

/**
 * Asks for one file, or for all that are gone or changed. `vez`: refuses the file that came instead, as the
 * clerk saw it.
 * @returns the ids of bytes that no order needs now. @throws 404; 409 where nothing is to be asked for
 */
export async function askReposicion(
  deps: Pick<Deps, 'dataDir' | 'db' | 'events' | 'jobs' | 'now' | 'publicUrl'>,
  pedido_id: string,
  { n, vez }: { n?: number | undefined; vez?: number | undefined },
  quien: Quien,
): Promise<string[]> {
  return deps.db.transaction(async (tx) => {
    const pedido = await lockEnMostrador(tx, pedido_id)
    if (!needsFiles(pedido))
      throw refuse(
        409,
        `El pedido ${pedido.numero} ya no necesita archivos: no hay nada que pedir.`,
        'pedido_cerrado',
      )
    const lineas = await lineasOf(tx, pedido_id)
    const asked = n === undefined ? lineas : lineas.filter(({ archivo }) => archivo.posicion === n - 1)
    if (asked.length === 0) throw notFound('Ese archivo no existe.')
    const opened = await openOf(
      tx,
      asked.map(({ archivo }) => archivo.id),
    )
    const blanks = asked
      .map((linea) => ({ linea, open: opened.find(({ archivo_id }) => archivo_id === linea.archivo.id) }))
      .filter((blank) => isToAsk(blank, n !== undefined, vez))
    if (blanks.length === 0) throw refuse(409, nothingToAsk(asked, n !== undefined))
    return ask(tx, deps, { pedido, blanks, quien })
  })
}

/** Only a clerk who saw a file that waits for our answer can refuse it. @throws 409 */
function isToAsk({ linea: { contenido }, open }: Blank, isNamed: boolean, vez: number | undefined): boolean {
  if (open?.estado !== 'recibida') return contenido.danado !== null || open !== undefined
  if (!isNamed) return false
  if (vez !== open.vez) throw refuse(409, 'Mientras tanto llegó otro archivo. Miralo antes de responder.')
  return true
}

const nothingToAsk = (asked: Linea[], isNamed: boolean): string =>
  isNamed
    ? `«${asked[0]?.archivo.nombre}» está como llegó: no hace falta pedirlo.`
    : 'No hay nada que pedir: los archivos de este pedido están, o llegaron y esperan tu respuesta.'

async function ask(
  tx: Tx,
  deps: Pick<Deps, 'dataDir' | 'events' | 'jobs' | 'now' | 'publicUrl'>,
  { pedido, blanks, quien }: { pedido: Pedido; blanks: Blank[]; quien: Quien },
): Promise<string[]> {
  const now = deps.now()
  const isFresh = ({ open }: Blank) =>
    open?.estado === 'pedida' && now.getTime() - open.pedida.getTime() < JUST_NOW_MS
  const due = blanks.filter((blank) => !isFresh(blank))
  if (due.length === 0) return []
  const pedidas: ReposicionPedida[] = []
  const dropped: string[] = []
  for (const { linea, open } of due) {
    const { id: archivo_id, nombre, posicion } = linea.archivo
    const isRefused = open?.estado === 'recibida'
    const values = {
      archivo_id,
      estado: 'pedida' as const,
      nuevo_id: null,
      recibida: null,
      vez: (open?.vez ?? 0) + 1,
      pedida: now,
      quien: quien.nombre,
    }
    if (open) await updateReposicion(tx, open.id, values)
    else await insertReposicion(tx, values)
    if (open?.nuevo_id) dropped.push(open.nuevo_id)
    pedidas.push({ nombre, enlace: enlaceDe(deps, pedido, pathOf(pedido, posicion + 1)), isRefused })
    const nota = isRefused
      ? `No se aceptó lo que llegó en lugar de «${nombre}»: se pidió de nuevo.`
      : `Se le pidió al cliente que mande de nuevo «${nombre}».`
    await tellReposicion(tx, deps, pedido, { quien: quien.nombre, nota })
    await noteReposicion(tx, now, quien, { pedido, posicion }, estadoReposicionOf(open), 'pedida')
  }
  await queueCorreo(tx, deps, mailReposicion(pedido, pedidas, now))
  return dropped
}

/** Writes into the order's history, and tells the counter's screens that show the order. */
export async function tellReposicion(
  tx: Tx,
  deps: Pick<Deps, 'events' | 'now'>,
  { id, estado, sucursal_id }: Pedido,
  said: { quien: string; nota: string },
): Promise<void> {
  await insertHistorial(tx, { pedido_id: id, estado, cuando: deps.now(), ...said })
  // Not the event of a step, which screens announce: only the view of the order changed
  await deps.events.tell(tx, 'tomados', { pedido_id: id, sucursal_id })
}

/** Without the file's name: the audit stays longer than the customer's data. */
export const noteReposicion = (
  tx: Tx,
  cuando: Date,
  quien: Autor,
  { pedido, posicion }: { pedido: Pedido; posicion: number },
  antes: string,
  despues: string,
  paginas?: [number, number],
): Promise<void> =>
  noteCambio(tx, quien, cuando, {
    que: 'archivo',
    clave: `${pedido.numero}/${posicion + 1}`,
    accion: 'cambiar',
    nombre: `Pedido ${pedido.numero}, archivo ${posicion + 1}`,
    antes: { estado: antes, ...(paginas && { paginas: paginas[0] }) },
    despues: { estado: despues, ...(paginas && { paginas: paginas[1] }) },
  })
