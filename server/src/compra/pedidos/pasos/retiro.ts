// The pickup code of an order: shown at the counter, it hands the order over.
import type { CodigoMostrador } from '@imprimitodo/shared/api/mostrador'
import { maskEmail } from '@imprimitodo/shared/rules/base/contacto'
import { pesosInText, toPesos } from '@imprimitodo/shared/rules/base/dinero'
import { formatMoment } from '@imprimitodo/shared/rules/base/fecha'
import { ESTADO_TITLES } from '@imprimitodo/shared/rules/compra/pedido'
import { normaliseCodigo } from '@imprimitodo/shared/rules/fidelidad/codigo'
import type { Queryable, Tx } from '../../../base/db/open.ts'
import { Refusal, refuse } from '../../../base/http/errors.ts'
import type { Deps } from '../../../base/runtime/deps.ts'
import { findSucursal } from '../../../gestion/sucursales/service.ts'
import { findByCodigoRetiro, historialOf, lockPedido, type Pedido } from '../filas/store.ts'
import { movePedido } from './move.ts'

/** The person at the counter. `alcance`: the one branch whose orders they see; null: all. */
export type QuienEntrega = { id: number; nombre: string; alcance: number | null }

/** Undefined where no order has this code. @throws 403 of another branch */
export async function lookRetiro(
  db: Queryable,
  typed: string,
  quien: QuienEntrega,
): Promise<CodigoMostrador | undefined> {
  const pedido = await findOf(db, typed, quien)
  return pedido && viewRetiro(db, pedido)
}

/** Refuses to hand an order over while a part of its price is owed. @throws 409 */
export function needSaldado({ numero, resta }: Pick<Pedido, 'numero' | 'resta'>): void {
  if (resta > 0)
    throw refuse(
      409,
      `Antes de entregar el pedido ${numero}, cobrá los ${pesosInText(toPesos(resta))} que restan.`,
      'falta_cobrar',
    )
}

/**
 * From `listo` to `entregado`. Undefined where no order has this code. @throws 409 in any other state, 403
 */
export async function handOver(
  tx: Tx,
  deps: Pick<Deps, 'dataDir' | 'db' | 'events' | 'jobs' | 'now' | 'publicUrl'>,
  typed: string,
  quien: QuienEntrega,
): Promise<CodigoMostrador | undefined> {
  const found = await findOf(tx, typed, quien)
  const pedido = found && (await lockPedido(tx, found.id))
  if (!pedido) return undefined
  if (pedido.estado === 'listo') needSaldado(pedido)
  const moved =
    pedido.estado === 'listo' &&
    (await movePedido(tx, deps, pedido, 'entregado', { quien: quien.nombre, persona: quien.id }))
  if (!moved) throw retiroRefusal(await viewRetiro(tx, pedido))
  return { ...(await viewRetiro(tx, moved)), detail: null }
}

async function findOf(db: Queryable, typed: string, { alcance }: QuienEntrega): Promise<Pedido | undefined> {
  const codigo = normaliseCodigo(typed)
  const pedido = codigo === null ? undefined : await findByCodigoRetiro(db, codigo)
  if (pedido && alcance !== null && pedido.sucursal_id !== alcance) {
    const sucursal = await findSucursal(db, pedido.sucursal_id ?? 0)
    throw refuse(
      403,
      `Ese pedido se retira en la sucursal ${sucursal?.nombre ?? 'donde se encargó'}.`,
      'otra_sucursal',
    )
  }
  return pedido
}

async function viewRetiro(db: Queryable, pedido: Pedido): Promise<CodigoMostrador> {
  const { id, numero, estado, email, codigo_retiro } = pedido
  const last = (await historialOf(db, id)).findLast((entry) => entry.estado === 'entregado')
  const entregado = estado === 'entregado' ? last : undefined
  return {
    codigo: codigo_retiro ?? '',
    tipo: 'retiro',
    numero,
    pedido_id: id,
    estado: entregado ? 'usado' : estado === 'listo' ? 'disponible' : 'ocupado',
    detail: entregado
      ? `El pedido ${numero} ya se entregó: ${entregado.quien}, ${formatMoment(entregado.cuando).toLowerCase()}.`
      : estado === 'listo'
        ? null
        : `El pedido ${numero} no se puede entregar: está ${ESTADO_TITLES[estado].toLowerCase()}.`,
    descuento: null,
    hojas: null,
    producto_nombre: null,
    vence: null,
    cliente: email && maskEmail(email),
    quien: entregado?.quien ?? null,
    cuando: entregado?.cuando.toISOString() ?? null,
  }
}

/** The refusal, with the words that `lookRetiro` gave. */
export function retiroRefusal({ tipo, estado, detail, quien, cuando, numero }: CodigoMostrador): Refusal {
  if (estado === 'usado') return new Refusal(409, { detail, quien, cuando }, { codigo: 'codigo_usado' })
  if (estado === 'vencido') return new Refusal(410, { detail }, { codigo: 'codigo_vencido' })
  // The number of a pickup code is that of its own order
  const isReserved = tipo !== 'retiro' && numero !== null
  return new Refusal(409, { detail }, { codigo: isReserved ? 'codigo_reservado' : undefined })
}
