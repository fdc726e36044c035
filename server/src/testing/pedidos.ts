// Orders, as customers make and pay them.
import { DESHACER_S, type Estado } from '@imprimitodo/shared/rules/compra/pedido'
import { eq, sql } from 'drizzle-orm'
import { pedidos } from '../base/db/schema/pedidos.ts'
import { tellPedido } from '../compra/pedidos/mails/mensajes.ts'
import { lockPedido, movePedido, type Pedido } from '../compra/pedidos/service.ts'
import { closeEnMostrador } from '../dinero/pagos/cancel.ts'
import { cookiesOf } from './cuenta.ts'
import { makePdf } from './pdf.ts'
import { compra, eventually, type SentFile, type Shop } from './shop.ts'

const pdf = makePdf()

type Asked = {
  /** By default one page in one file. */
  files?: SentFile[] | undefined
  /** Overrides of `compra`. */
  change?: object | undefined
  headers?: Record<string, string> | undefined
}

export async function confirmed(shop: Shop, { files, change, headers }: Asked = {}): Promise<Pedido> {
  const { pedido_id } = await shop.quote(files ?? [{ nombre: 'a.pdf', bytes: await pdf }])
  const answer = await shop.post('/api/completar_compra', compra(pedido_id, change), headers)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return rowOf(shop, pedido_id)
}

/** Pays at the embedded checkout, and waits until the order is marked paid. */
export async function pay(shop: Shop, { id, referencia, importe_final }: Pedido): Promise<Pedido> {
  await shop.post('/api/crear-preferencia', { pedido_id: id, total: importe_final / 100 })
  await shop.post(`/api/pago-simulado/${referencia}`, { accion: 'aprobar' })
  return eventually(
    () => rowOf(shop, id),
    ({ pagado }) => pagado !== null,
  )
}

export const paid = async (shop: Shop, asked: Asked = {}): Promise<Pedido> =>
  pay(shop, await confirmed(shop, asked))

export async function rowOf({ db }: Shop, id: string): Promise<Pedido> {
  const [found] = await db.select().from(pedidos).where(eq(pedidos.id, id))
  if (!found) throw new Error('no such order')
  return found
}

/** The cookie of a browser in which the order's e-mail was typed. */
export async function ownerOf(shop: Shop, id: string): Promise<{ cookie: string }> {
  const { email } = await rowOf(shop, id)
  return { cookie: cookiesOf(await shop.post(`/api/pedidos/${id}/acceso`, { email })) }
}

/** Moves it through these states directly, not by the calls for such steps. */
export const moveTo = (shop: Shop, id: string, ...estados: Estado[]): Promise<void> =>
  shop.db.transaction(async (tx) => {
    for (const estado of estados) {
      const pedido = await lockPedido(tx, id)
      if (pedido) await movePedido(tx, shop.deps, pedido, estado, { quien: 'prueba' })
    }
  })

/** Waits until another transaction waits for a lock that the caller holds. */
export const untilAnotherWaits = ({ db }: Shop): Promise<unknown> =>
  eventually(
    () =>
      db.execute(
        sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      ),
    ({ rows }) => rows.length > 0,
  )

/** Runs the job that a step of the counter leaves, whatever its time. `paso`: the row of its history. */
export const runCierre = (shop: Shop, pedido_id: string, paso: number | null): Promise<void> =>
  closeEnMostrador(shop.deps, { pedido_id, paso: paso ?? 0 })
export const runListo = (shop: Shop, pedido_id: string, paso: number | null): Promise<void> =>
  tellPedido(shop.deps, { pedido_id, que: 'listo', paso: paso ?? 0 })

/** Moves on to when its last step can no longer be taken back, and does what waited for that. */
export async function pastDeshacer(shop: Shop, id: string): Promise<void> {
  shop.clock.offsetMs += DESHACER_S * 1000 + 1
  const { paso } = await rowOf(shop, id)
  await runCierre(shop, id, paso)
}
