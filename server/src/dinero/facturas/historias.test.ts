// Random histories of invoices against both ARCAs, with lost answers, refusals and killed processes: one
// invoice for each order, no number missing or used twice, and every code that ARCA granted is stored.
import { randomUUID } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { facturas } from '../../base/db/schema/facturas.ts'
import { pagos } from '../../base/db/schema/pagos.ts'
import { pedidos } from '../../base/db/schema/pedidos.ts'
import { simulado_comprobantes } from '../../base/db/schema/services.ts'
import { createArca } from '../../base/services/fiscal/arca.ts'
import { type Comprobante, type Fiscal, FiscalDown, FiscalRejected } from '../../base/services/fiscal/port.ts'
import { lockPedido } from '../../compra/pedidos/service.ts'
import { startArca } from '../../testing/peers/arca.ts'
import { makeCredentials } from '../../testing/peers/arca-cert.ts'
import { rounds } from '../../testing/rounds.ts'
import { compra, type Shop, testShop } from '../../testing/shop.ts'
import { black } from '../../testing/tiny-pdf.ts'
import { settlePedido } from '../pagos/service.ts'
import { createEmisor } from './issue.ts'
import { newFacturaId } from './store.ts'

const CUIT = '20123456786'
const STRANGER = '30500010912'
const IMPORTE = 304_00

type Granted = { tipo: number; numero: number; cae: string; docNro: string; total: number }
/** Ways to make the next request fail, and ARCA's books. */
type Under = {
  fiscal: Fiscal
  trouble: Record<string, () => void>
  /** Another program of the shop takes the next number. */
  stranger: () => Promise<void>
  granted: () => Promise<Granted[]>
  close?: () => Promise<void>
}

async function underArca(shop: Shop): Promise<Under> {
  const loopback = await startArca({ cuit: CUIT, condicion: 'MT' })
  const settings = { cuit: CUIT, issuer: 'MT' as const, ...makeCredentials(CUIT), ...loopback.urls }
  const real = createArca({ db: shop.db, now: shop.deps.now, settings })
  const { fiscal, die } = mortal(real)
  const on = 'FECAESolicitar'
  const mood =
    (as: (typeof loopback.moods)[number]['as'], operation = on) =>
    () =>
      void loopback.moods.push({ on: operation, as, ms: 20 })
  return {
    fiscal,
    trouble: {
      lost: mood('lost'),
      cut: mood('cut'),
      html: mood('html'),
      garbled: mood('garbled'),
      slow: mood('slow'),
      busy: mood({ code: 502, message: 'Transacción activa' }),
      refused: mood({ code: 10015, message: 'DocNro' }),
      'asking lost': mood('lost', 'FECompConsultar'),
      'last cut': mood('cut', 'FECompUltimoAutorizado'),
      'ticket forgotten': () => loopback.forgetTickets(),
      'dies before': () => die('before'),
      'dies after': () => die('after'),
    },
    stranger: async () => {
      loopback.books.add(1, 11, { DocTipo: '80', DocNro: STRANGER, ImpTotal: '1.00', CbteFch: '20200101' })
    },
    granted: async () =>
      loopback.books.vouchers.map(({ tipo, numero, cae, fields }) => ({
        tipo,
        numero,
        cae,
        docNro: fields.DocNro ?? '',
        total: Math.round(Number(fields.ImpTotal) * 100),
      })),
    close: loopback.close,
  }
}

async function underSimulado(shop: Shop): Promise<Under> {
  const real = shop.deps.fiscal
  const { fiscal, die } = mortal(real)
  return {
    fiscal,
    trouble: {
      'dies before': () => die('before'),
      'dies after': () => die('after'),
      down: () => die('down'),
      refused: () => die('refused'),
    },
    stranger: async () => {
      const serie = { cuit: CUIT, puntoVenta: 1, tipo: 11 }
      const numero = (await real.last(serie)) + 1
      const other: Partial<Comprobante> = { ...serie, numero, docTipo: 80, docNro: STRANGER, total: 1_00 }
      await real.issue({ ...other, fecha: '2020-01-01' } as Comprobante).catch(() => {}) // we were faster
    },
    granted: async () =>
      (await shop.db.select().from(simulado_comprobantes)).map(({ tipo, numero, cae, doc_nro, importe }) => ({
        tipo,
        numero,
        cae,
        docNro: doc_nro,
        total: importe,
      })),
  }
}

/** A process that dies just before or after a request: its memory is gone, its rows stay. */
function mortal(real: Fiscal) {
  const script: ('before' | 'after' | 'down' | 'refused')[] = []
  const fiscal: Fiscal = {
    ...real,
    async issue(comprobante) {
      const fate = script.shift()
      if (fate === 'down') throw new FiscalDown('ARCA no responde.')
      if (fate === 'refused') throw new FiscalRejected('DocNro')
      if (fate === 'before') throw new Error('killed')
      const made = await real.issue(comprobante)
      if (fate === 'after') throw new Error('killed')
      return made
    },
  }
  return { fiscal, die: (fate: (typeof script)[number]) => void script.push(fate) }
}

/** Paid orders, copied from one that was made as customers make them. */
async function paidOrders(shop: Shop, template: string, many: number): Promise<string[]> {
  const [row] = await shop.db.select().from(pedidos).where(eq(pedidos.id, template))
  if (!row) throw new Error('No template')
  const ids = Array.from({ length: many }, newFacturaId)
  for (const id of ids) {
    const unique = { id, referencia: randomUUID(), codigo_retiro: randomUUID(), numero: null, carrito: null }
    const [{ numero } = { numero: 0 }] = (
      await shop.db.execute<{ numero: number }>(`select nextval('pedido_numero')::int as numero`)
    ).rows
    await shop.db.insert(pedidos).values({ ...row, ...unique, numero, estado: 'pagado', pagado: new Date() })
    await shop.db.insert(pagos).values({
      id: `pago-${id}`,
      proveedor: 'simulado',
      pedido_id: id,
      estado: 'approved',
      importe: IMPORTE,
      moneda: 'ARS',
      creado: new Date(),
      actualizado: new Date(),
    })
  }
  return ids
}

async function giveBack(shop: Shop, id: string, centavos: number): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const pedido = await lockPedido(tx, id)
    const [pago] = await tx.select().from(pagos).where(eq(pagos.pedido_id, id))
    if (!pedido || !pago || pago.devuelto === IMPORTE) return
    const devuelto = Math.min(IMPORTE, pago.devuelto + centavos)
    const estado = devuelto === IMPORTE ? ('refunded' as const) : pago.estado
    await tx.update(pagos).set({ devuelto, estado }).where(eq(pagos.id, pago.id))
    await settlePedido(tx, shop.deps, pedido)
  })
}

/** Runs until nothing is open, as the jobs would in time. */
async function settleAll(shop: Shop): Promise<void> {
  const emisor = createEmisor(shop.deps)
  for (let round = 0; round < 200; round++) {
    const open = await shop.db
      .select({ id: facturas.id })
      .from(facturas)
      .where(inArray(facturas.estado, ['pendiente', 'pidiendo']))
    if (open.length === 0) return
    for (const { id } of open) await emisor.issue(id).catch(() => {})
  }
  throw new Error('Some invoice never ends.')
}

async function check(shop: Shop, under: Under, ids: string[]): Promise<void> {
  const granted = await under.granted()
  for (const tipo of [11, 13]) {
    const numbers = granted.filter((voucher) => voucher.tipo === tipo).map(({ numero }) => numero)
    expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_, index) => index + 1))
  }
  const issued = await shop.db.select().from(facturas).where(eq(facturas.estado, 'emitida'))
  const names = (rows: { tipo: number | null; numero: number | null; cae: string | null }[]) =>
    rows.map(({ tipo, numero, cae }) => `${tipo}/${numero}/${cae}`).toSorted()
  // The shop stores all vouchers that were granted to it, and no others
  expect(names(issued)).toEqual(names(granted.filter(({ docNro }) => docNro !== STRANGER)))
  for (const id of ids) {
    const own = issued.filter(({ pedido_id }) => pedido_id === id)
    const invoices = own.filter(({ clase }) => clase === 'factura')
    expect(invoices.length).toBeLessThanOrEqual(1)
    const [pago] = await shop.db.select().from(pagos).where(eq(pagos.pedido_id, id))
    if (invoices.length === 0) continue
    const balance = own.reduce(
      (sum, { clase, importe }) => sum + (clase === 'factura' ? 1 : -1) * (importe ?? 0),
      0,
    )
    const refused = await shop.db.$count(
      facturas,
      and(eq(facturas.pedido_id, id), eq(facturas.estado, 'rechazada')),
    )
    // A credit note that ARCA refused waits for the owner
    if (refused === 0) expect(balance).toBe(IMPORTE - (pago?.devuelto ?? 0))
  }
}

const DATOS = { cuit: '27000000006', nombre: 'Ana', direccion: 'Belgrano 348', condicion_iva: 'CF' }

test.each([
  { name: 'the simulated', open: underSimulado },
  { name: 'ARCA', open: underArca },
])('$name: random histories', async ({ open }) => {
  const shop = await testShop()
  const under = await open(shop)
  shop.deps.fiscal = under.fiscal
  const { pedido_id } = await shop.quote([{ nombre: 'tesis.pdf', bytes: black(4) }])
  await shop.post('/api/completar_compra', compra(pedido_id))
  const troubles = Object.keys(under.trouble)
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('ask' as const), order: fc.nat(4) }) },
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constant('trouble' as const), which: fc.constantFrom(...troubles) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('refund' as const),
        order: fc.nat(4),
        centavos: fc.constantFrom(1, 100_00, IMPORTE),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('stranger' as const) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('other process' as const) }) },
  )
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(step, { minLength: 5, maxLength: 20 }), async (atOnce, steps) => {
      const ids = await paidOrders(shop, pedido_id, 5)
      const others: Promise<unknown>[] = []
      const take = async (one: (typeof steps)[number]) => {
        if (one.do === 'trouble') under.trouble[one.which]?.()
        else if (one.do === 'stranger') await under.stranger()
        else if (one.do === 'other process') others.push(settleOnce(shop))
        else if (one.do === 'refund') await giveBack(shop, ids[one.order] ?? '', one.centavos)
        else await shop.post(`/api/facturar/${ids[one.order]}/`, { ...DATOS, email: 'ana@example.com' })
      }
      if (atOnce) await Promise.all(steps.map(take))
      else for (const one of steps) await take(one)
      await Promise.all(others)
      await settleAll(shop)
      await check(shop, under, ids)
    }),
    { numRuns: rounds(4, 500) },
  )
  await under.close?.()
})

/** Settles open vouchers once, in a new process. */
async function settleOnce(shop: Shop): Promise<void> {
  const emisor = createEmisor(shop.deps)
  const open = await shop.db
    .select({ id: facturas.id })
    .from(facturas)
    .where(inArray(facturas.estado, ['pendiente', 'pidiendo']))
  for (const { id } of open) await emisor.issue(id).catch(() => {})
}
