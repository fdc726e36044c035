// An order's slips on a thermal printer of its branch: one tap, and no question if it fails.
import type { TicketTermico } from '@imprimitodo/shared/api/impresion'
import { IMPRESION_VIVA } from '@imprimitodo/shared/rules/taller/impresion'
import { isTermica } from '@imprimitodo/shared/rules/taller/impresora'
import type { Tx } from '../../base/db/open.ts'
import { notFound, refuse } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { needEnMostrador, type Pedido } from '../../compra/pedidos/service.ts'
import { intentoAbierto, isDeshecho, updateIntento } from './arriendos-store.ts'
import { viewImpresoras } from './impresoras.ts'
import { dropIntento, mayHavePaper } from './resolve.ts'
import { SILENT_MS } from './respuesta.ts'
import {
  findImpresora,
  type ImpresionRow,
  type ImpresoraRow,
  impresorasOfSucursal,
  insertImpresion,
  lastPapel,
  lockImpresion,
  PAPELES,
  type Papel,
  papelOf,
  updateImpresion,
} from './store.ts'

const NOMBRES: Record<Papel, string> = { ticket: 'Ticket', etiqueta: 'Etiqueta' }

/** @throws 404 */
export async function viewTicketTermico(deps: Pick<Deps, 'db' | 'now'>, pedido_id: string) {
  const { sucursal_id } = await needEnMostrador(deps.db, pedido_id)
  const ids = new Set((await termicasOf(deps.db, sucursal_id)).map(({ id }) => id))
  const last = await lastPapel(deps.db, pedido_id)
  return {
    impresoras: (await viewImpresoras(deps))
      .filter(({ id }) => ids.has(id))
      .map(({ id, nombre, anda }) => ({ id, nombre, anda })),
    ultimo: last ? await answerOf(deps, last) : null,
  }
}

/**
 * If one is on its way, that one. @throws 404; 409 where the branch has no such printer, or the order was
 * undone
 */
export async function printTicket(
  deps: Pick<Deps, 'db' | 'events' | 'jobs' | 'now'>,
  pedido_id: string,
  { papel, impresora }: { papel: Papel; impresora?: number | undefined },
  quien: string,
): Promise<TicketTermico> {
  const made = await deps.db.transaction(async (tx) => {
    const pedido = await needEnMostrador(tx, pedido_id)
    if (isDeshecho(pedido.estado)) throw refuse(409, 'Este pedido se canceló: no lleva ticket.')
    // A slip is stored beside the order's files, and nothing is stored for an order whose files were deleted
    if (pedido.archivos_borrados)
      throw refuse(409, 'Los archivos de este pedido ya se borraron: bajá el ticket en PDF.')
    const onItsWay = await viva(tx, deps, { pedido_id, papel }, impresora)
    if (onItsWay) return onItsWay
    const target = await chooseTermica(tx, pedido, impresora)
    const row = await insertImpresion(tx, {
      pedido_id,
      trabajo: PAPELES[papel],
      nombre: NOMBRES[papel],
      copias: 1,
      lados: 1,
      borde: 'largo',
      color: false,
      hojas: 0,
      paginas: 1,
      impresora_id: target.id,
      pedida: deps.now(),
      pedida_por: quien,
    })
    if (!row) throw refuse(409, 'Ya está en camino.')
    await deps.jobs.send(tx, 'preparar_impresion', { id: row.id })
    await deps.events.tell(tx, 'impresion', { sucursal_id: target.sucursal_id })
    return row
  })
  return answerOf(deps, made)
}

/**
 * A slip that is on its way. One whose agent fell silent is given up: it would never end otherwise. So is one
 * of which no byte was sent, if its printer is off or another one was asked for.
 */
async function viva(
  tx: Tx,
  deps: Pick<Deps, 'now'>,
  { pedido_id, papel }: { pedido_id: string; papel: Papel },
  impresora: number | undefined,
): Promise<ImpresionRow | null> {
  const last = await lastPapel(tx, pedido_id, papel)
  if (!last || !IMPRESION_VIVA.includes(last.estado)) return null
  const intento = await intentoAbierto(tx, last.id)
  const isSilent = intento && deps.now().getTime() - intento.arriendo_hasta.getTime() > SILENT_MS
  const isElsewhere = impresora !== undefined && impresora !== last.impresora_id
  const printer = await findImpresora(tx, last.impresora_id)
  const isOff = printer?.vista && !printer.anda
  if (!isSilent && !isElsewhere && !isOff) return last
  await lockImpresion(tx, last.id)
  if (isSilent) await updateIntento(tx, intento.id, { fase: 'verificar', actualizado: deps.now() })
  else if (await mayHavePaper(tx, last.id)) return last
  else await dropIntento(tx, deps, last.id)
  const mensaje = isSilent ? 'El agente dejó de dar señales.' : 'Se pidió de nuevo antes de que saliera.'
  await updateImpresion(tx, last.id, { estado: 'cancelada', mensaje, terminada: deps.now() })
  return null
}

async function chooseTermica(tx: Tx, { sucursal_id }: Pedido, id: number | undefined): Promise<ImpresoraRow> {
  const all = await termicasOf(tx, sucursal_id)
  const found = id === undefined ? (all.find(({ anda }) => anda) ?? all[0]) : all.find((one) => one.id === id)
  if (found) return found
  throw id === undefined
    ? refuse(409, 'Esta sucursal no tiene impresora de tickets.')
    : notFound('Esa impresora de tickets no existe en esta sucursal.')
}

const termicasOf = async (db: Tx | Deps['db'], sucursal_id: number | null): Promise<ImpresoraRow[]> =>
  (await impresorasOfSucursal(db, sucursal_id ?? 0)).filter(isTermica)

async function answerOf({ db }: Pick<Deps, 'db'>, one: ImpresionRow): Promise<TicketTermico> {
  const { id, estado, mensaje, pedida, impresora_id } = one
  const impresora = (await findImpresora(db, impresora_id))?.nombre ?? 'la impresora'
  return { id, papel: papelOf(one), impresora, estado, mensaje, pedida: pedida.toISOString() }
}
