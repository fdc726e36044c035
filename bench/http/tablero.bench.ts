import { startShop } from '../../e2e/support/shop.ts'
import { type Counter, openCounter } from '../support/counter.ts'
import { drawCurves } from '../support/curve.ts'
import { closeOld, fillPedidos } from '../support/pedidos.ts'
import { atMost, median, note, type Row } from '../support/rows.ts'
import { timesToScreen } from '../support/screen.ts'

export const name = 'The board at 1,000 and at 100,000 orders'
export const pictures = [{ file: 'pedidos.svg', title: 'Milliseconds of a look at the board, by orders' }]
const STEPS = [1_000, 3_000, 10_000, 30_000, 100_000]
const LAST = 100_000
const ROUNDS = 25

/** The calls that the board's screens make. */
const BOARD = [
  '?estado=pagado&orden=promesa',
  '?estado=en_produccion&orden=promesa&sucursal=Alberdi',
  '?estado=listo&orden=promesa',
  '?estado=confirmado',
]
const CLOSED = ['?estado=entregado,cancelado,vencido,reembolsado']
const search = (orders: number): Record<string, string> => ({
  'by number': `?texto=${orders - 20}`,
  'by pickup code': `?texto=RRRRRR${String(orders - 20).padStart(6, '0')}`,
  'by e-mail': `?texto=comprador${orders - 20}@`,
  'by mobile': `?texto=3865${400_000 + orders - 20}`,
  'by a part that all have': '?texto=Apunte',
})

/**
 * Two shops asked in turns: one with 1,000 orders, one with 100,000; each ratio is of the medians. Pages are full in
 * both, so that each shows the same number of rows.
 */
export async function run(): Promise<Row[]> {
  const [small, large] = [await startShop(), await startShop()]
  const [few, many] = [await openCounter(small), await openCounter(large)]
  try {
    await fillPedidos(small, 1_000)
    const curves: Record<string, { at: number; value: number }[]> = { board: [], closed: [], search: [] }
    for (const orders of STEPS) {
      await fillPedidos(large, orders)
      const kinds = { board: BOARD, closed: CLOSED, search: Object.values(search(orders)) }
      for (const [kind, paths] of Object.entries(kinds))
        curves[kind]?.push({ at: orders, value: median(await looks(many, paths)) })
    }
    drawCurves('pedidos.svg', { title: 'A look at the board', x: 'orders, in all states alike', y: 'ms' }, [
      { label: 'the four columns', points: curves.board ?? [] },
      { label: 'closed, first page', points: curves.closed ?? [] },
      { label: 'five searches', points: curves.search ?? [] },
    ])
    const alike = await compared(few, many, BOARD, BOARD)
    const closed = await compared(few, many, CLOSED, CLOSED)
    const screen = await timesToScreen(large, many)
    await Promise.all([small, large].map(closeOld))
    const years = await compared(few, many, BOARD, BOARD)
    // Names for pickup are searched in open orders alone, of which a shop has few
    const found: Row[] = []
    const wanted = search(1_000)
    for (const [kind, path] of Object.entries(search(LAST)))
      found.push(ratioRow(`search ${kind}`, await compared(few, many, [wanted[kind] ?? ''], [path])))
    return [
      note('the four columns, 1,000 orders', alike.few, 'ms'),
      note('the four columns, 100,000 orders', alike.many, 'ms'),
      ratioRow('the four columns, states alike', alike),
      ratioRow('the four columns, all but the newest 240 closed', years),
      ratioRow('closed orders, first page', closed),
      ...found,
      note('a new order is told and shown, median', median(screen), 'ms'),
      atMost('a new order is told and shown, slowest of 20', Math.max(...screen), 1_000, 'ms'),
    ]
  } finally {
    few.close()
    many.close()
    await small.remove()
    await large.remove()
  }
}

type Compared = { few: number; many: number }
const ratioRow = (label: string, { few, many }: Compared): Row =>
  atMost(`${label}: 100,000 against 1,000`, many / few, 1.3)

/** Milliseconds of each round of all `paths`. */
async function looks(counter: Counter, paths: string[], rounds = ROUNDS): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) times.push(await look(counter, paths))
  return times
}

async function look(counter: Counter, paths: string[]): Promise<number> {
  let all = 0
  for (const path of paths) {
    const { text, ms } = await counter.get(`/api/mostrador/pedidos${path}`)
    if (JSON.parse(text).pedidos.length === 0) throw new Error(`${path} found nothing`)
    all += ms
  }
  return all
}

async function compared(few: Counter, many: Counter, ofFew: string[], ofMany: string[]): Promise<Compared> {
  const times = { few: [] as number[], many: [] as number[] }
  for (let round = -5; round < ROUNDS * 2; round++) {
    const [one, other] = [await look(few, ofFew), await look(many, ofMany)]
    if (round < 0) continue // compiled code, warm pages
    times.few.push(one)
    times.many.push(other)
  }
  return { few: median(times.few), many: median(times.many) }
}
