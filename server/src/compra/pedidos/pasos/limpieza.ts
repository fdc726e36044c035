// Expires orders and files as time passes. Every step may be repeated and may run in several processes at once.
import { pesosInText, toPesos } from '@imprimitodo/shared/rules/base/dinero'
import { CERRADOS, DESHACER_S, DRAFT_HOURS, type Estado } from '@imprimitodo/shared/rules/compra/pedido'
import { CAJA, ON_ITS_WAY, sumKept } from '@imprimitodo/shared/rules/dinero/pago'
import { and, asc, eq, inArray, isNull, lt, ne, notExists, or, sql } from 'drizzle-orm'
import { pagos } from '../../../base/db/schema/pagos.ts'
import { pedidos } from '../../../base/db/schema/pedidos.ts'
import type { Sender } from '../../../base/http/visitor.ts'
import type { Deps } from '../../../base/runtime/deps.ts'
import { lockCodigos } from '../../../fidelidad/codigos/service.ts'
import { readAjustes } from '../../../gestion/ajustes/service.ts'
import {
  contenidosOf,
  dropUnused,
  findUnneeded,
  findUnused,
  forgetContenidosOf,
  forgetUnneeded,
  isFromSender,
  lineasIn,
  STALE_MS,
} from '../../archivos/service.ts'
import { deletePedido, lockPedido, type Pedido, pagosOf, updatePedido } from '../filas/store.ts'
import { endLink } from './enlace.ts'
import { movePedido } from './move.ts'

const HOUR = 3600_000
const DAY = 24 * HOUR
const BATCH = 200

export async function cleanUp(
  deps: Pick<Deps, 'dataDir' | 'db' | 'events' | 'files' | 'jobs' | 'now' | 'publicUrl'>,
): Promise<void> {
  // A store that deletes nothing now must not keep orders from expiring
  const steps = [dropOldDrafts, expireUnpaid, forgetFiles, forgetLeftFiles, forgetUnused]
  const failed: unknown[] = []
  for (const step of steps) await step(deps).catch((error: unknown) => failed.push(error))
  if (failed.length > 1) throw new AggregateError(failed, 'Several steps failed.')
  if (failed.length > 0) throw failed[0]
}

async function forgetUnused(deps: Pick<Deps, 'db' | 'files' | 'now'>): Promise<void> {
  for (const { id } of await findUnused(deps.db, ago(deps, DRAFT_HOURS * HOUR))) await dropUnused(deps, id)
}

const ago = ({ now }: Pick<Deps, 'now'>, ms: number) => new Date(now().getTime() - ms)

/** Whether the draft is not kept for a quote of the counter. */
const isLoose = (now: Date) => or(isNull(pedidos.guardado_hasta), lt(pedidos.guardado_hasta, now))

async function dropOldDrafts(deps: Pick<Deps, 'db' | 'files' | 'now'>): Promise<void> {
  const before = ago(deps, DRAFT_HOURS * HOUR)
  const old = await deps.db
    .select({ id: pedidos.id })
    .from(pedidos)
    .where(and(eq(pedidos.estado, 'borrador'), lt(pedidos.tocado, before), isLoose(deps.now())))
    .limit(BATCH)
  for (const { id } of old) await dropDraft(deps, id, ({ tocado }) => tocado < before)
}

/** Deletes the draft, unless it was confirmed in the meantime or is no longer `due`. */
async function dropDraft(
  deps: Pick<Deps, 'db' | 'files'>,
  id: string,
  due: (pedido: Pedido) => boolean,
): Promise<boolean> {
  const ids = await deps.db.transaction(async (tx) => {
    const pedido = await lockPedido(tx, id)
    if (pedido?.estado !== 'borrador' || !due(pedido)) return null
    const named = await contenidosOf(tx, id)
    await lockCodigos(tx, { pedidos: [id] }) // it frees them
    await deletePedido(tx, id)
    return named
  })
  for (const contenido of ids ?? []) await dropUnused(deps, contenido.id)
  return ids !== null
}

/** Unpaid 72 h after completar_compra, unless a payment is on its way. */
async function expireUnpaid(
  deps: Pick<Deps, 'dataDir' | 'db' | 'events' | 'jobs' | 'now' | 'publicUrl'>,
): Promise<void> {
  const waiting = deps.db
    .select()
    .from(pagos)
    .where(and(eq(pagos.pedido_id, pedidos.id), inArray(pagos.estado, ON_ITS_WAY)))
  const due = await deps.db
    .select({ id: pedidos.id })
    .from(pedidos)
    .where(and(eq(pedidos.estado, 'confirmado'), lt(pedidos.vence, deps.now()), notExists(waiting)))
    .limit(BATCH)
  for (const { id } of due)
    await deps.db.transaction(async (tx) => {
      const pedido = await lockPedido(tx, id)
      if (!pedido) return
      const payments = await pagosOf(tx, id) // one may have come in the meantime
      if (payments.some(({ estado }) => ON_ITS_WAY.some((way) => way === estado))) return
      const sena = senaOf(payments)
      const moved = await movePedido(tx, deps, pedido, 'vencido', { quien: 'sistema', ...notaOf(sena) })
      if (moved && sena.enCaja + sena.aCuenta > 0) await updatePedido(tx, id, { vencio_con_sena: true })
      if (moved) await endLink(tx, deps, moved)
    })
}

/** Centavos that the counter took, or charged to a cuenta corriente, and did not give back. */
type Sena = { enCaja: number; aCuenta: number }
function senaOf(payments: Awaited<ReturnType<typeof pagosOf>>): Sena {
  const held = payments.filter(({ proveedor, estado }) => proveedor === CAJA && estado === 'approved')
  return {
    enCaja: sumKept(held.filter(({ medio }) => medio !== 'cuenta')),
    aCuenta: sumKept(held.filter(({ medio }) => medio === 'cuenta')),
  }
}

/** A note that the money stays at the counter: only a person can give it back. */
function notaOf({ enCaja, aCuenta }: Sena): { nota?: string } {
  const parts = [
    ...(enCaja > 0 ? [`${pesosInText(toPesos(enCaja))} en caja`] : []),
    ...(aCuenta > 0 ? [`${pesosInText(toPesos(aCuenta))} en cuenta corriente`] : []),
  ]
  if (parts.length === 0) return {}
  return { nota: `Quedan ${parts.join(' y ')}: hay que devolverlos, o cobrar lo que falta.` }
}

/**
 * The files of closed orders, and of ready ones that are not collected and may have to be printed again, each after the
 * owner's days. The orders stay.
 */
async function forgetFiles(deps: Pick<Deps, 'db' | 'files' | 'now'>): Promise<void> {
  const { retencion_dias, retencion_listo_dias } = await readAjustes(deps.db)
  const done = inArray(pedidos.estado, CERRADOS)
  const due = await deps.db
    .select({ id: pedidos.id })
    .from(pedidos)
    .where(
      and(
        isNull(pedidos.archivos_borrados),
        or(
          and(done, lt(pedidos.cerrado, ago(deps, retencion_dias * DAY))),
          and(eq(pedidos.estado, 'listo'), lt(pedidos.cerrado, ago(deps, retencion_listo_dias * DAY))),
        ),
      ),
    )
    .limit(BATCH)
  for (const { id } of due) await forgetFilesOf(deps, id)
}

/** The files of forgotten orders that a draft still had then, and has no more. */
async function forgetLeftFiles(deps: Pick<Deps, 'db' | 'files' | 'now'>): Promise<void> {
  const left = (await findUnneeded(deps.db)).map(({ id }) => id)
  if (left.length === 0) return
  const gone = await deps.db.transaction((tx) => forgetUnneeded(tx, left, deps.now()))
  for (const { id } of gone) await deps.files.delete(id)
}

/** An end by the counter after this may still be taken back, and its mail waits. */
const firmBefore = (now: Date): Date => new Date(now.getTime() - (DESHACER_S + 1) * 1000)

/** Whether the end of a closed order can no longer be taken back with a click. */
export const isFirme = ({ estado, por_cerrar, cerrado }: Pedido, now: Date): boolean =>
  !por_cerrar && (estado !== 'entregado' || cerrado === null || cerrado < firmBefore(now))

/** The condition of `isFirme`, for a query. */
export const areFirmes = (now: Date) =>
  and(
    isNull(pedidos.por_cerrar),
    or(ne(pedidos.estado, 'entregado'), isNull(pedidos.cerrado), lt(pedidos.cerrado, firmBefore(now))),
  )

const FORGETTABLE: readonly Estado[] = ['listo', ...CERRADOS]

/**
 * Does nothing if the order moved on meanwhile, or its end may be taken back: a late payment returns an
 * expired order to a state in which its files are needed.
 */
export async function forgetFilesOf(deps: Pick<Deps, 'db' | 'files' | 'now'>, id: string): Promise<void> {
  const gone = await deps.db.transaction(async (tx) => {
    const pedido = await lockPedido(tx, id)
    if (!pedido || !FORGETTABLE.includes(pedido.estado) || !isFirme(pedido, deps.now())) return null
    await tx.update(pedidos).set({ archivos_borrados: deps.now() }).where(eq(pedidos.id, id))
    return forgetContenidosOf(tx, id, deps.now())
  })
  if (!gone) return
  for (const contenido of gone) await deps.files.delete(contenido.id)
  await deps.files.delete(id) // print-ready PDFs are derived under the order's id
}

/** Drops stale drafts of one sender to make room, the oldest first. @returns about how many bytes */
export async function dropStaleDrafts(
  deps: Pick<Deps, 'db' | 'files' | 'now'>,
  sender: Sender,
  bytes: number,
): Promise<number> {
  const before = ago(deps, STALE_MS)
  const lineas = lineasIn(deps.db)
  const stale = await deps.db
    .select({ id: pedidos.id, bytes: sql<number>`sum(${lineas.bytes})::float8` })
    .from(pedidos)
    .innerJoin(lineas, eq(lineas.pedido_id, pedidos.id))
    .where(
      and(
        isFromSender(pedidos, sender),
        eq(pedidos.estado, 'borrador'),
        lt(pedidos.tocado, before),
        isLoose(deps.now()),
      ),
    )
    .groupBy(pedidos.id)
    .orderBy(asc(pedidos.tocado))
  const isStale = ({ tocado, visto }: Pedido) => tocado < before && (visto === null || visto < before)
  let dropped = 0
  for (const draft of stale) {
    if (dropped >= bytes) break
    if (await dropDraft(deps, draft.id, isStale)) dropped += draft.bytes
  }
  return dropped
}
