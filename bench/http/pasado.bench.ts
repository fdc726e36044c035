import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Shop, startShop } from '../../e2e/support/shop.ts'
import { dayOf } from '../../shared/src/rules/base/fecha.ts'
import { type Counter, openCounter } from '../support/counter.ts'
import { fillDataDir } from '../support/pasado-datos.ts'
import { atMost, median, note, type Row } from '../support/rows.ts'

export const name = 'The counter after 1,000 and after 100,000 orders'
const FEW = { pedidos: 1_000, correos: 1_000 }
const MANY = { pedidos: 100_000, correos: 2_000_000 }
const ROUNDS = 15
/** A screen that answers within this time is quick enough, also where a small shop answers much sooner. */
const AT_EASE_MS = 60
const TIMES = 3
const METRICS_MS = 100
const DAY_MS = 86_400_000

const today = dayOf(new Date())
const yesterday = dayOf(new Date(Date.now() - DAY_MS))
const yearAgo = dayOf(new Date(Date.now() - 364 * DAY_MS))
const YEAR = `desde=${yearAgo}&hasta=${today}`
const REPORTES = '/api/mostrador/reportes'

const SCREENS: [label: string, path: string][] = [
  ['orders on their way', '/api/mostrador/pedidos?estado=pagado&orden=promesa'],
  ['closed orders', '/api/mostrador/pedidos?estado=entregado,cancelado,vencido,reembolsado'],
  ['customers', '/api/mostrador/clientes'],
  ['what was changed', '/api/mostrador/auditoria'],
  ['Salud', '/api/mostrador/salud'],
  ['till of a day', `${REPORTES}/caja?desde=${yesterday}&hasta=${yesterday}`],
  ['till of a year', `${REPORTES}/caja?${YEAR}`],
  ['sales of a year by day', `${REPORTES}/ventas?${YEAR}&agrupar=dia`],
  ['sales of a year by product', `${REPORTES}/ventas?${YEAR}&agrupar=producto`],
  ['discounts of a year', `${REPORTES}/descuentos?${YEAR}`],
  ['promises of a year', `${REPORTES}/promesas?${YEAR}`],
  ['printers of a year', `${REPORTES}/impresoras?${YEAR}`],
  ['points that may be spent', `${REPORTES}/puntos`],
]

/** Both filled as `npm run soak -- llenar` does, and asked in turns. */
export async function run(): Promise<Row[]> {
  const [small, large] = [await filled(FEW), await filled(MANY)]
  const [few, many] = [await openCounter(small), await openCounter(large)]
  try {
    const rows: Row[] = []
    for (const [label, path] of SCREENS) {
      const times = await compared(few, many, path)
      const limit = Math.max(AT_EASE_MS, TIMES * times.few)
      rows.push(note(`${label}, 1,000 orders`, times.few, 'ms'))
      rows.push(atMost(`${label}, 100,000 orders`, times.many, Math.round(limit), 'ms'))
    }
    const { many: scraped } = await compared(few, many, '/metrics')
    return [...rows, atMost('/metrics, 100,000 orders and 2,000,000 mails', scraped, METRICS_MS, 'ms')]
  } finally {
    few.close()
    many.close()
    await small.remove()
    await large.remove()
  }
}

async function filled(size: typeof FEW): Promise<Shop> {
  const dataDir = mkdtempSync(join(tmpdir(), 'imprimitodo-pasado-'))
  fillDataDir(dataDir, size)
  return startShop({ dataDir })
}

async function compared(few: Counter, many: Counter, path: string): Promise<{ few: number; many: number }> {
  const times = { few: [] as number[], many: [] as number[] }
  for (let round = -3; round < ROUNDS; round++) {
    const [one, other] = [(await few.get(path)).ms, (await many.get(path)).ms]
    if (round < 0) continue // compiled code, warm pages
    times.few.push(one)
    times.many.push(other)
  }
  return { few: median(times.few), many: median(times.many) }
}
