// Vouchers: paid orders, customers who ask for them, and an ARCA that fails on command.
import type { EstadoFactura, FacturaFila } from '@imprimitodo/shared/api/facturas'
import { eq } from 'drizzle-orm'
import { facturas } from '../base/db/schema/facturas.ts'
import { pedidos } from '../base/db/schema/pedidos.ts'
import { type Fiscal, FiscalDown, FiscalRejected } from '../base/services/fiscal/port.ts'
import { createEmisor } from '../dinero/facturas/issue.ts'
import { enterAs } from './mostrador.ts'
import { confirmed } from './pedidos.ts'
import { type Shop, testShop } from './shop.ts'
import { black } from './tiny-pdf.ts'

export const DATOS = {
  cuit: '20123456786',
  nombre: 'Lucía Gómez',
  direccion: 'Belgrano 348, Alberdi',
  condicion_iva: 'CF',
}

let counted = 0
/** An order of 304 pesos, with a state and facts of the test's choice; its customer has no other order. */
export async function order(
  shop: Shop,
  { estado = 'pagado', ...change }: Partial<typeof pedidos.$inferInsert> = {},
) {
  const files = [{ nombre: 'tesis.pdf', bytes: black(4) }]
  const email = `factura${++counted}@example.com`
  const { id } = await confirmed(shop, { files, change: { email } })
  const pagado = ['pagado', 'entregado', 'listo'].includes(estado) ? shop.deps.now() : null
  await shop.db
    .update(pedidos)
    .set({ estado, pagado, cerrado: shop.deps.now(), ...change })
    .where(eq(pedidos.id, id))
  return { id, email }
}
export const makeFactura = async (shop: Shop, id: string, change: object = {}) =>
  shop.post(`/api/facturar/${id}/`, { ...DATOS, email: await emailOf(shop, id), ...change })
export const estado = async (shop: Shop, id: string) =>
  (await shop.post(`/api/estado_pedido/${id}/`, { email: await emailOf(shop, id) })).json<EstadoFactura>()
/** The address that its owner types. Null for an unknown order. */
async function emailOf({ db }: Shop, id: string): Promise<string | null> {
  const [found] = await db.select({ email: pedidos.email }).from(pedidos).where(eq(pedidos.id, id))
  return found?.email ?? null
}
export const rowsOf = (shop: Shop, id: string) =>
  shop.db.select().from(facturas).where(eq(facturas.pedido_id, id))
export const pathOf = (url: string) => new URL(url).pathname

export async function staff(shop: Shop) {
  const headers = await enterAs(shop)
  return {
    put: (payload: object) =>
      shop.app.inject({ method: 'PUT', url: '/api/mostrador/ajustes', headers, payload }),
    list: async (cuales: string) =>
      (await shop.get(`/api/mostrador/facturas?cuales=${cuales}`, headers)).json<{
        facturas: FacturaFila[]
      }>().facturas,
    post: (path: string) => shop.post(`/api/mostrador/${path}`, {}, headers),
  }
}

/** Does now what the jobs would do in a second or two. */
export async function settleOpen(shop: Shop): Promise<void> {
  const emisor = createEmisor(shop.deps)
  for (const { id } of await shop.db.select({ id: facturas.id }).from(facturas)) await emisor.issue(id)
}

/**
 * The simulated ARCA, unreachable until it is back: the jobs, which go on trying, must not overtake the test.
 */
function moody(real: Fiscal) {
  let [isAway, losesNext] = [false, false]
  const refusals: FiscalRejected[] = []
  const needHere = () => {
    if (isAway) throw new FiscalDown('ARCA no responde.')
  }
  const fiscal: Fiscal = {
    ...real,
    async find(serie, numero) {
      needHere()
      return real.find(serie, numero)
    },
    async issue(comprobante) {
      needHere()
      const refused = refusals.shift()
      if (refused) throw refused
      const made = await real.issue(comprobante)
      isAway = losesNext
      losesNext = false
      needHere()
      return made
    },
  }
  return {
    fiscal,
    down: () => {
      isAway = true
    },
    /** The next voucher is issued, and its answer never arrives. */
    lost: () => {
      losesNext = true
    },
    back: () => {
      isAway = false
    },
    refuses: (...why: ConstructorParameters<typeof FiscalRejected>) =>
      void refusals.push(new FiscalRejected(...why)),
  }
}

/** A shop with such an ARCA. */
export async function openShop() {
  const shop = await testShop()
  const mood = moody(shop.deps.fiscal)
  shop.deps.fiscal = mood.fiscal
  return { shop, mood }
}
