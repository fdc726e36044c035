// Facts that people of the counter write on an order: the name it is called by, how urgent it is, on which
// shelf it lies, which of its works lie there already, and notes to each other.
import { isEnTablero } from '@imprimitodo/shared/rules/compra/pedido'
import type { Tx } from '../../base/db/open.ts'
import { notFound, refuse } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { lineasOf } from '../../compra/archivos/service.ts'
import {
  countNotasEquipo,
  insertHistorial,
  insertNotaEquipo,
  lockEnMostrador,
  type Pedido,
  updatePedido,
} from '../../compra/pedidos/service.ts'
import { noteCambio, type Quien } from '../../gestion/auditoria/service.ts'
import { trabajosDe } from '../../taller/trabajos/service.ts'

/** An absent key leaves its fact unchanged. `nombre`, `estante` null: none. */
export type CambioFicha = {
  nombre?: string | null | undefined
  urgente?: boolean | undefined
  estante?: string | null | undefined
  /** Ids of all works that are ready. */
  partes_listas?: number[] | undefined
}

/** Whether one work is ready. The others stay: two people may tick at the same moment. */
export type CambioParte = { trabajo: number; lista: boolean }

const MOST_NOTAS = 200

/** The facts that the log may hold. The name is left out: the log outlives the customer's account. */
const auditable = ({ urgente, estante, partes_listas }: Pedido) => ({ urgente, estante, partes_listas })

/** @throws 404 for the order, or a work that it does not have; 409 if it is closed, or not in production */
export async function changeFicha(
  deps: Pick<Deps, 'db' | 'events' | 'now'>,
  id: string,
  { parte, ...change }: CambioFicha & { parte?: CambioParte | undefined },
  by: Quien,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const pedido = await needAbierto(tx, id)
    const partes_listas = await markedPartes(tx, pedido, change.partes_listas, parte)
    await writeFicha(tx, deps, pedido, { ...change, partes_listas }, by)
  })
}

function withParte(listas: readonly number[], { trabajo, lista }: CambioParte): number[] {
  const others = listas.filter((id) => id !== trabajo)
  return lista ? [...others, trabajo] : others
}

/** In the caller's transaction, with the order locked. An unchanged fact is not written. */
export async function writeFicha(
  tx: Tx,
  deps: Pick<Deps, 'now' | 'events'>,
  pedido: Pedido,
  change: CambioFicha,
  by: Quien,
): Promise<Pedido> {
  const notes = notesOf(pedido, change)
  if (notes.length === 0) return pedido
  const { nombre, urgente, estante, partes_listas } = change
  const changed = await updatePedido(tx, pedido.id, {
    ...(nombre !== undefined && { nombre }),
    ...(urgente !== undefined && { urgente }),
    ...(estante !== undefined && { estante }),
    ...(partes_listas && { partes_listas: sorted(partes_listas) }),
  })
  const cuando = deps.now()
  await insertHistorial(tx, {
    pedido_id: pedido.id,
    estado: pedido.estado,
    cuando,
    quien: by.nombre,
    nota: notes.join(' '),
  })
  await noteCambio(tx, by, cuando, {
    que: 'pedido',
    clave: pedido.id,
    nombre: `Pedido ${pedido.numero}`,
    antes: auditable(pedido),
    despues: auditable(changed),
  })
  await tellScreens(tx, deps, pedido)
  return changed
}

/** A sentence for each change. */
function notesOf(pedido: Pedido, { nombre, urgente, estante, partes_listas }: CambioFicha): string[] {
  const notes: string[] = []
  if (nombre !== undefined && nombre !== pedido.nombre) notes.push('Cambió el nombre para el retiro.')
  if (urgente !== undefined && urgente !== pedido.urgente)
    notes.push(urgente ? 'Lo marcó urgente.' : 'Le sacó lo urgente.')
  if (estante !== undefined && estante !== pedido.estante)
    notes.push(estante ? `Lo dejó en el estante ${estante}.` : 'Lo sacó del estante.')
  if (partes_listas && String(sorted(partes_listas)) !== String(pedido.partes_listas))
    notes.push(`Parte lista: ${new Set(partes_listas).size}.`)
  return notes
}

const sorted = (ids: readonly number[]): number[] => [...new Set(ids)].sort((a, b) => a - b)

/** A note that only people of the counter read. @throws 404; 409 if there are too many */
export async function addNotaEquipo(
  deps: Pick<Deps, 'db' | 'events' | 'now'>,
  id: string,
  texto: string,
  by: Quien,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const pedido = await lockEnMostrador(tx, id)
    if ((await countNotasEquipo(tx, id)) >= MOST_NOTAS)
      throw refuse(409, `El pedido ${pedido.numero} ya tiene ${MOST_NOTAS} notas.`)
    await insertNotaEquipo(tx, {
      pedido_id: id,
      cuando: deps.now(),
      quien: by.nombre,
      operador_id: by.id,
      texto,
    })
    await tellScreens(tx, deps, pedido)
  })
}

async function needAbierto(tx: Tx, id: string): Promise<Pedido> {
  const pedido = await lockEnMostrador(tx, id)
  if (!isEnTablero(pedido.estado)) throw refuse(409, `El pedido ${pedido.numero} ya está cerrado.`)
  return pedido
}

/**
 * Ids of the ready works once `sent` and `parte` are written; undefined if neither is sent. Ids that were
 * marked before and that the order no longer has are left out: a file that was sent again may have fewer
 * works than the old one.
 */
async function markedPartes(
  tx: Tx,
  pedido: Pedido,
  sent: number[] | undefined,
  parte: CambioParte | undefined,
): Promise<number[] | undefined> {
  if (!sent && !parte) return undefined
  if (pedido.estado !== 'pagado' && pedido.estado !== 'en_produccion')
    throw refuse(409, `El pedido ${pedido.numero} no se está haciendo: no tiene partes para marcar.`)
  const known = trabajosDe(pedido, await lineasOf(tx, pedido.id)).map(({ id }) => id)
  const asked = [...(sent ?? []), ...(parte ? [parte.trabajo] : [])]
  if (asked.some((id) => !known.includes(id))) throw notFound('Ese trabajo no existe.')
  const listas = sent ?? pedido.partes_listas.filter((id) => known.includes(id))
  return parte ? withParte(listas, parte) : listas
}

/** Screens that show the order read it again: the same event as for taking it in hand. */
const tellScreens = (tx: Tx, { events }: Pick<Deps, 'events'>, { id, sucursal_id }: Pedido) =>
  events.tell(tx, 'tomados', { pedido_id: id, sucursal_id })
