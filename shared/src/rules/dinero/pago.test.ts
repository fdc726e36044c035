import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ESTADOS, type Estado } from '../compra/pedido.ts'
import {
  acreditadoOf,
  type EstadoPago,
  isNotOlder,
  judgePagos,
  type PagoJuzgado,
  pagoSummary,
  restaOf,
  sumKept,
} from './pago.ts'

const IMPORTE = 3990_00
let next = 0
const pago = (estado: EstadoPago, change: Partial<PagoJuzgado> = {}): PagoJuzgado => ({
  id: `p${next++}`,
  estado,
  importe: IMPORTE,
  devuelto: 0,
  moneda: 'ARS',
  actualizado: new Date(next * 1000),
  devolucion_pedida: null,
  a_mano: false,
  devuelto_antes: 0,
  ...change,
})
const judge = (estado: Estado, ...pagos: PagoJuzgado[]) =>
  judgePagos({ estado, importe_final: IMPORTE }, pagos)
const NOTHING = { paga: false, toReturn: [], reembolsado: false }

describe('the money that the shop holds', () => {
  it.each([
    ['nothing before it is approved', [pago('pending'), pago('in_process'), pago('rejected')], 0],
    ['what was approved, less what went back', [pago('approved', { importe: 500, devuelto: 200 })], 300],
    ['also while it is disputed', [pago('in_mediation', { importe: 500 })], 500],
    ['all of them together', [pago('approved', { importe: 1 }), pago('approved', { importe: 2 })], 3],
    ['no other currency', [pago('approved', { moneda: 'USD' })], 0],
    ['nothing once it is gone', [pago('refunded'), pago('charged_back')], 0],
  ])('%s', (_, pagos, centavos) => expect(acreditadoOf(pagos)).toBe(centavos))
})

describe('what pays an order', () => {
  it.each(['confirmado', 'vencido'] as const)(
    'one approved payment of the amount pays a %s order',
    (estado) => expect(judge(estado, pago('approved'))).toEqual({ ...NOTHING, paga: true }),
  )

  it.each([
    ['one centavo less', pago('approved', { importe: IMPORTE - 1 })],
    ['another currency', pago('approved', { moneda: 'USD' })],
    ['a part of it given back', pago('approved', { devuelto: 1, devuelto_antes: 1 })],
    ['a part of it on its way back', pago('approved', { devuelto_antes: 1 })],
    ...(
      ['pending', 'in_process', 'authorized', 'rejected', 'cancelled', 'refunded', 'charged_back'] as const
    ).map((estado): [string, PagoJuzgado] => [estado, pago(estado)]),
  ])('%s does not', (_, one) => expect(judge('confirmado', one)).toEqual(NOTHING))

  it('several payments add up, and a payment that is not needed goes back', () => {
    const [a, b] = [pago('approved', { importe: 2000_00 }), pago('approved', { importe: 1990_00 })]
    expect(judge('confirmado', a, b)).toEqual({ ...NOTHING, paga: true })
    const whole = pago('approved')
    expect(judge('confirmado', a, whole)).toEqual({ ...NOTHING, paga: true, toReturn: [a.id] })
  })

  it('more than the amount pays', () =>
    expect(judge('confirmado', pago('approved', { importe: IMPORTE + 1 })).paga).toBe(true))

  it('money for a free order pays it, and all of it goes back; no money pays a draft', () => {
    const late = pago('approved')
    for (const estado of ['confirmado', 'vencido'] as const) {
      const free = { estado, importe_final: 0 }
      expect(judgePagos(free, [late])).toEqual({ ...NOTHING, paga: true, toReturn: [late.id] })
      expect(judgePagos(free, [])).toEqual(NOTHING)
      expect(judgePagos(free, [pago('pending'), pago('rejected')])).toEqual(NOTHING)
    }
    expect(judge('borrador', pago('approved'))).toEqual(NOTHING)
  })
})

describe('the payments that go back', () => {
  it('the second of two payments, also when both are seen at once', () => {
    const [first, second] = [pago('approved'), pago('approved')]
    for (const estado of ['confirmado', 'vencido', 'pagado', 'listo', 'entregado'] as const)
      for (const pair of [
        [first, second],
        [second, first],
      ])
        expect(judge(estado, ...pair).toReturn, estado).toEqual([second.id])
  })

  it('of a till and a provider payment the provider’s, whichever came first: that needs no clerk', () => {
    const [first, second] = [pago('approved'), pago('approved')]
    expect(judge('pagado', first, { ...second, a_mano: true }).toReturn).toEqual([first.id])
    expect(judge('pagado', { ...first, a_mano: true }, second).toReturn).toEqual([second.id])
    expect(judge('cancelado', { ...first, a_mano: true }).toReturn).toEqual([first.id])
  })

  it('is asked for once', () => {
    const asked = pago('approved', { devolucion_pedida: new Date() })
    expect(judge('pagado', pago('approved'), asked).toReturn).toEqual([])
    expect(judge('cancelado', asked).toReturn).toEqual([])
  })

  it('a second payment also when the owner gave back a part of the first', () => {
    const second = pago('approved')
    const first = pago('approved', { devuelto: 1000_00 }) // the partial refund updated it later
    expect(judge('pagado', first, second).toReturn).toEqual([second.id])
  })

  it('a payment of an expired order whose files are gone; while they are there the order is paid', () => {
    const late = pago('approved')
    const judge = (estado: Estado, sin_archivos: boolean) =>
      judgePagos({ estado, importe_final: IMPORTE, sin_archivos }, [late])
    expect(judge('vencido', true)).toEqual({ ...NOTHING, toReturn: [late.id] })
    expect(judge('vencido', false)).toEqual({ ...NOTHING, paga: true })
    // Paid and delivered long ago: missing files change nothing
    expect(judge('entregado', true)).toEqual(NOTHING)
  })

  it('a payment of a cancelled or refunded order', () => {
    const late = pago('approved')
    for (const estado of ['cancelado', 'reembolsado'] as const)
      expect(judge(estado, pago('refunded'), late, pago('pending')).toReturn).toEqual([late.id])
  })

  it('money for a free order, and money of another currency for a paid one', () => {
    const extra = pago('approved', { moneda: 'USD' })
    expect(judge('pagado', pago('approved'), extra).toReturn).toEqual([extra.id])
    expect(judgePagos({ estado: 'pagado', importe_final: 0 }, [extra])).toMatchObject({
      toReturn: [extra.id],
    })
  })

  it('not a payment in dispute', () =>
    expect(judge('pagado', pago('approved'), pago('in_mediation')).toReturn).toHaveLength(1))

  it('no money of the till for a payment in dispute, which may be lost', () =>
    expect(judge('pagado', pago('approved', { a_mano: true }), pago('in_mediation')).toReturn).toEqual([]))
})

describe('money that went back before the order was paid', () => {
  const inCash = (importe: number, back = 0) =>
    pago('approved', { importe, devuelto: back, devuelto_antes: back, a_mano: true })
  const online = (importe: number, back = 0) =>
    pago('approved', { importe, devuelto: back, devuelto_antes: back })
  const PRECIO = 1000
  const judgeAll = (estado: Estado, pagos: PagoJuzgado[]) =>
    judgePagos({ estado, importe_final: PRECIO }, pagos).toReturn

  it.each<[string, PagoJuzgado[]]>([
    ['a part of the first, taken again, and a link', [inCash(600, 500), inCash(500), online(400)]],
    ['all in cash', [inCash(600, 500), inCash(500), inCash(400)]],
    ['all of the first', [inCash(600, 600), inCash(600), online(400)]],
    ['all but a centavo', [inCash(600, 599), inCash(599), online(400)]],
    ['a part of the link', [online(600, 1), inCash(401)]],
  ])('is no money of the order, so none goes back: %s', (_, pagos) => {
    for (const estado of ['confirmado', 'vencido', 'pagado', 'listo', 'entregado'] as const)
      expect(judgeAll(estado, pagos), estado).toEqual([])
  })

  it('a payment beyond the price goes back all the same', () => {
    const [first, second, third, extra] = [inCash(600, 500), inCash(500), online(400), online(1000)]
    expect(judgeAll('pagado', [first, second, third, extra])).toEqual([extra.id])
    // A part that goes back after the order was paid makes no room for it
    const later = { ...second, devuelto: 300 }
    expect(judgeAll('pagado', [first, later, third, extra])).toEqual([extra.id])
  })

  it.each<[string, number, PagoJuzgado[], number]>([
    ['nothing went back', 900, [inCash(100)], 900],
    ['a part before the seña counts as never paid', 950, [inCash(100, 50)], 950],
    ['also where all of it went back', 940, [inCash(100, 100), inCash(60)], 940],
    ['the rest comes by link', 950, [inCash(100, 50), online(950)], 0],
    ['a part of the rest comes', 950, [inCash(100, 50), online(200)], 750],
    [
      'what went back later is not charged again',
      900,
      [pago('approved', { importe: 100, devuelto: 40 })],
      900,
    ],
    ['nor all of it', 900, [pago('refunded', { importe: 100, devuelto: 100 }), online(300)], 600],
    ['a refused payment changes nothing', 950, [inCash(100, 50), pago('rejected')], 950],
    ['nor does another currency', 900, [inCash(100), pago('approved', { moneda: 'USD' })], 900],
    ['more than is owed', 900, [inCash(100), online(901)], 0],
  ])('the debt of an order in work for a part of its price: %s', (_, resta, pagos, owed) =>
    expect(restaOf({ importe_final: PRECIO, resta }, pagos)).toBe(owed),
  )
})

describe('a refunded order', () => {
  it('is one whose money has all gone back', () => {
    expect(judge('pagado', pago('refunded')).reembolsado).toBe(true)
    expect(judge('entregado', pago('approved', { devuelto: IMPORTE })).reembolsado).toBe(true)
  })

  it('is not one that got a part back, lost a dispute, or whose second payment went back', () => {
    expect(judge('pagado', pago('approved', { devuelto: 1 })).reembolsado).toBe(false)
    expect(judge('pagado', pago('charged_back')).reembolsado).toBe(false)
    const second = pago('refunded', { devolucion_pedida: new Date() })
    expect(judge('pagado', pago('approved'), second).reembolsado).toBe(false)
    expect(judge('pagado', pago('charged_back'), second).reembolsado).toBe(false)
    expect(judgePagos({ estado: 'pagado', importe_final: 0 }, [pago('refunded')]).reembolsado).toBe(false)
  })

  it('is none if it was never paid', () => expect(judge('confirmado', pago('refunded'))).toEqual(NOTHING))
})

const anyPago = fc.record({
  id: fc.uuid(),
  estado: fc.constantFrom<EstadoPago>(
    'pending',
    'in_process',
    'approved',
    'rejected',
    'refunded',
    'in_mediation',
  ),
  importe: fc.constantFrom(0, 1, IMPORTE - 1, IMPORTE, IMPORTE + 1, 2 * IMPORTE),
  devuelto: fc.constant(0),
  moneda: fc.constantFrom('ARS', 'ARS', 'USD'),
  actualizado: fc.date({ min: new Date(0), max: new Date(1e6), noInvalidDate: true }),
  devolucion_pedida: fc.constantFrom(null, null, new Date(0)),
  a_mano: fc.boolean(),
  devuelto_antes: fc.constant(0),
})

/** Money that was taken, of which parts went back, before the order was paid. */
const beforePaid = fc.array(
  fc.record({ taken: fc.integer({ min: 1, max: 1000 }), back: fc.double({ min: 0, max: 1, noNaN: true }) }),
  { minLength: 1, maxLength: 5 },
)
type Taken = { taken: number; back: number }
const approvedOf = ({ taken, back }: Taken, a_mano: boolean): PagoJuzgado => {
  const devuelto = Math.floor(taken * back)
  const estado = devuelto === taken ? 'refunded' : 'approved'
  return pago(estado, { importe: taken, devuelto, devuelto_antes: devuelto, a_mano })
}
const aPart = fc.double({ min: 0, max: 0.99, noNaN: true })
/** Gives more of each payment back, after the order was paid. */
const giveMore = (one: PagoJuzgado, part: number): PagoJuzgado => ({
  ...one,
  devuelto: one.devuelto + Math.floor((one.importe - one.devuelto) * part),
})

describe('laws', () => {
  const anySet = fc.uniqueArray(anyPago, { selector: ({ id }) => id, maxLength: 6 })
  const anyEstado = fc.constantFrom(...ESTADOS)

  it('the order in which payments are told does not matter', () =>
    fc.assert(
      fc.property(anyEstado, anySet, (estado, pagos) => {
        const sorted = (list: PagoJuzgado[]) => {
          const { toReturn, ...rest } = judge(estado, ...list)
          return { ...rest, toReturn: toReturn.toSorted() }
        }
        expect(sorted(pagos.toReversed())).toEqual(sorted(pagos))
      }),
    ))

  it('what stays after the refunds still covers an order that is paid', () =>
    fc.assert(
      fc.property(anySet, (pagos) => {
        const { paga, toReturn } = judge('confirmado', ...pagos)
        if (!paga) return toReturn.length === 0
        const kept = pagos.filter(({ id, devolucion_pedida }) => !toReturn.includes(id) && !devolucion_pedida)
        const ours = kept.filter(
          ({ estado, moneda }) => moneda === 'ARS' && /approved|mediation/.test(estado),
        )
        return ours.reduce((sum, { importe }) => sum + importe, 0) >= IMPORTE
      }),
    ))

  it('a payment that paid the order stays, whatever parts of it went back before or go back later', () =>
    fc.assert(
      fc.property(beforePaid, fc.boolean(), aPart, (taken, a_mano, part) => {
        const paid = taken.map((one) => approvedOf(one, a_mano))
        const importe_final = sumKept(paid)
        fc.pre(importe_final > 0)
        expect(judgePagos({ estado: 'confirmado', importe_final }, paid)).toEqual({ ...NOTHING, paga: true })
        const later = paid.map((one) => giveMore(one, part))
        expect(judgePagos({ estado: 'pagado', importe_final }, later).toReturn).toEqual([])
        const second = pago('approved', { importe: importe_final, a_mano: false })
        if (a_mano)
          expect(judgePagos({ estado: 'pagado', importe_final }, [...later, second]).toReturn).toEqual([
            second.id,
          ])
      }),
    ))

  it('the rest of an order in work is its debt less the money that came since', () =>
    fc.assert(
      fc.property(
        beforePaid,
        fc.array(fc.integer({ min: 1, max: 1000 }), { maxLength: 4 }),
        aPart,
        fc.integer({ min: 1, max: 2000 }),
        (taken, came, part, resta) => {
          const senas = taken.map((one) => approvedOf(one, true))
          const importe_final = sumKept(senas) + resta
          const later = senas.map((one) => giveMore(one, part))
          const since = came.map((importe) => pago('approved', { importe }))
          const total = came.reduce((sum, importe) => sum + importe, 0)
          expect(restaOf({ importe_final, resta }, [...later, ...since])).toBe(Math.max(0, resta - total))
        },
      ),
    ))

  it('asked again after its refunds were asked for, it wants nothing more', () =>
    fc.assert(
      fc.property(anyEstado, anySet, (estado, pagos) => {
        const { paga, toReturn } = judge(estado, ...pagos)
        const after = pagos.map((one) =>
          toReturn.includes(one.id) ? { ...one, devolucion_pedida: new Date() } : one,
        )
        const again = judge(paga ? 'pagado' : estado, ...after)
        return !again.paga && again.toReturn.length === 0
      }),
    ))
})

describe('which word counts', () => {
  const at = (ms: number, estado: EstadoPago, devuelto = 0) => ({
    estado,
    devuelto,
    actualizado: new Date(ms),
  })

  it.each([
    [at(2, 'pending'), at(1, 'approved'), true],
    [at(1, 'approved'), at(2, 'pending'), false],
    [at(1, 'approved'), at(1, 'pending'), true],
    [at(1, 'pending'), at(1, 'approved'), false],
    [at(1, 'approved'), at(1, 'approved'), true],
    [at(1, 'approved', 0), at(1, 'approved', 5), false],
  ])('%j over %j: %s', (fresh, known, expected) => expect(isNotOlder(fresh, known)).toBe(expected))
})

it.each<[EstadoPago[], ReturnType<typeof pagoSummary>]>([
  [[], null],
  [['rejected'], 'rechazado'],
  [['cancelled'], null],
  [['rejected', 'pending'], 'pendiente'],
  [['pending', 'in_process'], 'en_proceso'],
  [['rejected', 'approved', 'refunded'], 'aprobado'],
  [['refunded', 'rejected'], 'devuelto'],
])('%j is told as %s', (estados, expected) =>
  expect(pagoSummary(estados.map((estado) => ({ estado })))).toBe(expected),
)
