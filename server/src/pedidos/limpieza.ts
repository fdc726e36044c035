// What time does to orders and files. Every step may be repeated and may run in several processes at once.
import { DRAFT_HOURS, type Estado } from '@imprimitodo/shared/rules/pedido'
import { and, eq, inArray, isNull, lt, notExists, or } from 'drizzle-orm'
import { readAjustes } from '../ajustes/service.ts'
import { draftsOf, dropUnused, findUnused, lockContenidos } from '../archivos/service.ts'
import type { Deps } from '../core/deps.ts'
import { archivos, contenidos } from '../db/schema/archivos.ts'
import { pagos } from '../db/schema/pagos.ts'
import { pedidos } from '../db/schema/pedidos.ts'
import { movePedido } from './mover.ts'
import { deletePedido, lockPedido, pagosOf } from './store.ts'

const HOUR = 3600_000
const DAY = 24 * HOUR
/** A ready order that nobody fetches keeps its files this long: it may have to be printed again. */
const READY_DAYS = 60
const BATCH = 200
const ON_ITS_WAY = ['pending', 'in_process', 'authorized'] as const
const MAX_DRAFTS_PER_ADDRESS = 5 * 1024 ** 3

export async function cleanUp(deps: Deps): Promise<void> {
  await dropOldDrafts(deps)
  await expireUnpaid(deps)
  await forgetFiles(deps)
  for (const { id } of await findUnused(deps.db, ago(deps, DRAFT_HOURS * HOUR))) await dropUnused(deps, id)
}

const ago = ({ now }: Deps, ms: number) => new Date(now().getTime() - ms)

async function dropOldDrafts(deps: Deps): Promise<void> {
  const before = ago(deps, DRAFT_HOURS * HOUR)
  const old = await deps.db
    .select({ id: pedidos.id })
    .from(pedidos)
    .where(and(eq(pedidos.estado, 'borrador'), lt(pedidos.tocado, before)))
    .limit(BATCH)
  for (const { id } of old) await dropDraft(deps, id)
}

/** Not if it was confirmed in the meantime. */
async function dropDraft(deps: Deps, id: string): Promise<void> {
  const ids = await deps.db.transaction(async (tx) => {
    const pedido = await lockPedido(tx, id)
    if (pedido?.estado !== 'borrador') return []
    const named = await tx
      .select({ id: archivos.contenido_id })
      .from(archivos)
      .where(eq(archivos.pedido_id, id))
    await deletePedido(tx, id)
    return named
  })
  for (const contenido of ids) await dropUnused(deps, contenido.id)
}

/** Unpaid 72 h after completar_compra, unless a payment is on its way. */
async function expireUnpaid(deps: Deps): Promise<void> {
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
      const moved = await movePedido(tx, deps, pedido, 'vencido', { quien: 'sistema' })
      if (moved?.preferencia_id)
        await deps.jobs.send(tx, 'expirar_preferencia', { preferencia_id: moved.preferencia_id })
    })
}

/** The files of closed orders after the owner's days, those of uncollected ones after 60. The orders stay. */
async function forgetFiles(deps: Deps): Promise<void> {
  const { retencion_dias } = await readAjustes(deps.db)
  const done = inArray(pedidos.estado, ['entregado', 'cancelado', 'vencido', 'reembolsado'])
  const due = await deps.db
    .select({ id: pedidos.id })
    .from(pedidos)
    .where(
      and(
        isNull(pedidos.archivos_borrados),
        or(
          and(done, lt(pedidos.cerrado, ago(deps, retencion_dias * DAY))),
          and(eq(pedidos.estado, 'listo'), lt(pedidos.cerrado, ago(deps, READY_DAYS * DAY))),
        ),
      ),
    )
    .limit(BATCH)
  for (const { id } of due) await forgetFilesOf(deps, id)
}

const FORGETTABLE: readonly Estado[] = ['listo', 'entregado', 'cancelado', 'vencido', 'reembolsado']

/** Not if it moved on meanwhile: a late payment takes an expired order back to where its files are needed. */
export async function forgetFilesOf(deps: Deps, id: string): Promise<void> {
  const gone = await deps.db.transaction(async (tx) => {
    const pedido = await lockPedido(tx, id)
    if (!pedido || !FORGETTABLE.includes(pedido.estado)) return null
    await tx.update(pedidos).set({ archivos_borrados: deps.now() }).where(eq(pedidos.id, id))
    // Bytes that another order still needs stay
    const needed = tx
      .select()
      .from(archivos)
      .innerJoin(pedidos, eq(pedidos.id, archivos.pedido_id))
      .where(and(eq(archivos.contenido_id, contenidos.id), isNull(pedidos.archivos_borrados)))
    const own = tx.select({ id: archivos.contenido_id }).from(archivos).where(eq(archivos.pedido_id, id))
    // Held before it is asked who needs them: an order that is being made from them is seen then
    const rows = await own
    await lockContenidos(
      tx,
      rows.map((row) => row.id),
    )
    return tx
      .update(contenidos)
      .set({ borrado: deps.now(), origen: null })
      .where(and(inArray(contenidos.id, own), isNull(contenidos.borrado), notExists(needed)))
      .returning({ id: contenidos.id })
  })
  if (!gone) return
  for (const contenido of gone) await deps.files.delete(contenido.id)
  await deps.files.delete(id) // print-ready PDFs are derived under the order's id
}

/** At most 5 GiB of drafts for one address, counting `bytes` that are about to come: the oldest go first. */
export async function limitDrafts(deps: Deps, origen: string, bytes: number): Promise<void> {
  const { drafts, loose } = await draftsOf(deps.db, origen)
  let total = [...drafts, ...loose].reduce((sum, draft) => sum + draft.bytes, bytes)
  for (const { id, bytes } of loose) {
    if (total <= MAX_DRAFTS_PER_ADDRESS) return
    await dropUnused(deps, id)
    total -= bytes
  }
  for (const { id, bytes } of drafts) {
    if (total <= MAX_DRAFTS_PER_ADDRESS) return
    await dropDraft(deps, id)
    total -= bytes
  }
}
