// How many orders may wait for their payment at once. They cost a line on the board and the disk of their
// files, and every visitor may make one, so they belong to a mailbox, a browser and an address.
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { normaliseCorreo } from '@imprimitodo/shared/rules/base/correo'
import { and, eq, isNotNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../../base/db/open.ts'
import { pedidos } from '../../../base/db/schema/pedidos.ts'
import { Refusal } from '../../../base/http/errors.ts'
import type { Sender } from '../../../base/http/visitor.ts'
import type { Deps } from '../../../base/runtime/deps.ts'
import { readAjustes } from '../../../gestion/ajustes/service.ts'
import type { Pedido } from '../filas/store.ts'

/** Multiples of a mailbox's limit: a campus is one address, and a provider's customers share a /48. */
const TIMES_OF_ADDRESS = 20
const TIMES_OF_RED = 80

type Ask = { pedido: Pedido; email: string; cliente_id: number | null; sender: Sender }

/**
 * Called before an order becomes `confirmado` or changes its mailbox. Counts the other open orders under
 * locks, so that in a burst no more than the limit pass. In a session the account's orders count instead of
 * the mailbox's: a stranger who typed that mailbox must not keep its owner from ordering.
 * @throws 429 muchos_pedidos
 */
export async function needFewOpen(tx: Tx, { now }: Pick<Deps, 'now'>, ask: Ask): Promise<void> {
  const { sender, cliente_id } = ask
  const buzon = normaliseCorreo(ask.email)
  const { pedidos_abiertos: max } = (await readAjustes(tx)).limites
  await lockAll(tx, [cliente_id === null ? buzon : `cliente ${cliente_id}`, sender.navegador, sender.red])
  const need = async (which: SQL, most: number, detail: string) => {
    const others = and(eq(pedidos.estado, 'confirmado'), ne(pedidos.id, ask.pedido.id), which)
    const [found] = await tx
      .select({ count: sql<number>`count(*)::int`, vence: sql<Date | null>`min(${pedidos.vence})` })
      .from(pedidos)
      .where(others)
    if (!found || found.count < most) return
    const retryAfter = found.vence ? (new Date(found.vence).getTime() - now().getTime()) / 1000 : 3600
    throw new Refusal(429, { detail }, { codigo: 'muchos_pedidos', retryAfter })
  }
  const then = 'Pagá o cancelá alguno para hacer otro.'
  if (cliente_id === null)
    await need(
      // Orders that the counter confirmed have no sender
      and(eq(pedidos.buzon, buzon), isNotNull(pedidos.red)) ?? sql`false`,
      max,
      `Ya hay ${count(max, 'pedido')} sin pagar con este correo. Pagá o cancelá alguno, o ingresá con tu cuenta.`,
    )
  else
    await need(eq(pedidos.cliente_id, cliente_id), max, `Ya tenés ${count(max, 'pedido')} sin pagar. ${then}`)
  if (sender.navegador !== null)
    await need(
      eq(pedidos.navegador, sender.navegador),
      max,
      `Ya hay ${count(max, 'pedido')} sin pagar desde este navegador. ${then}`,
    )
  const crowded =
    'Desde tu conexión hay demasiados pedidos sin pagar. Pagá o cancelá alguno, o probá más tarde.'
  const ofRed = and(eq(pedidos.red, sender.red), eq(pedidos.origen, sender.origen)) ?? sql`false`
  await need(ofRed, max * TIMES_OF_ADDRESS, crowded)
  await need(eq(pedidos.red, sender.red), max * TIMES_OF_RED, crowded)
}

/** Always in the same order, so that no deadlock is possible. The address is inside its wider network. */
async function lockAll(tx: Tx, keys: (string | null)[]): Promise<void> {
  for (const key of keys.flatMap((one) => (one === null ? [] : `abiertos ${one}`)).sort())
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
}
