import { expect, it } from 'vitest'
import {
  cobroDe,
  descuentoOf,
  lineasProblem,
  MAX_VENTA,
  type PagoVenta,
  splitPagos,
  totalOtros,
  VENTA_GRANDE,
} from './venta.ts'

const pago = (medio: PagoVenta['medio'], centavos: number, recibido: number | null = null): PagoVenta => ({
  medio,
  centavos,
  recibido,
  referencia: null,
})

const cargo = (centavos: number): PagoVenta => ({
  ...pago('cuenta', centavos),
  cuenta_corriente: { id: 1, autorizado_id: 2 },
})

it.each([
  ['all of it on account', 10_00, [cargo(10_00)], { resto: 0, vuelto: 0, porLink: 0 }],
  [
    'a part on account, cash with change',
    10_00,
    [cargo(4_00), pago('efectivo', 6_00, 10_00)],
    { resto: 0, vuelto: 4_00 },
  ],
  ['cash with change', 10_00, [pago('efectivo', 10_00, 20_00)], { resto: 0, vuelto: 10_00, porLink: 0 }],
  [
    'the largest notes, and one for the coins',
    21_800_00,
    [pago('efectivo', 21_800_00, 60_000_00)],
    { resto: 0, vuelto: 38_200_00 },
  ],
  ['more cash than owed', 10_00, [pago('efectivo', 20_00)], { resto: 0, vuelto: 10_00, porLink: 0 }],
  ['a part', 10_00, [pago('posnet', 4_00)], { resto: 6_00, vuelto: 0, porLink: 0 }],
  [
    'a part in cash, with change',
    10_00,
    [pago('efectivo', 4_00, 5_00)],
    { resto: 6_00, vuelto: 1_00, porLink: 0 },
  ],
  [
    'two ways, the cash in notes',
    10_00,
    [pago('posnet', 4_00), pago('efectivo', 6_00, 10_00)],
    { resto: 0, vuelto: 4_00, porLink: 0 },
  ],
  [
    'the rest by link',
    10_00,
    [pago('efectivo', 4_00), pago('mercadopago', 6_00)],
    { resto: 6_00, vuelto: 0, porLink: 6_00 },
  ],
  ['nothing for what is free', 0, [], { resto: 0, vuelto: 0, porLink: 0 }],
] as const)('%s', (_, debe, pagos, expected) => {
  const cobro = cobroDe(debe, pagos)
  expect(cobro).toMatchObject(expected)
  // The payments, those by link included, and the rest that is owed add up to the debt
  if (typeof cobro === 'string') throw new Error(cobro)
  expect(cobro.pagos.reduce((sum, { centavos }) => sum + centavos, 0) + cobro.resto).toBe(debe)
})

it.each([
  ['no way at all', 10_00, [], 'sin_pago'],
  ['nothing handed over', 10_00, [pago('efectivo', 0)], 'sin_pago'],
  ['more than owed', 10_00, [pago('transferencia', 10_01)], 'de_mas'],
  ['cash where nothing is left', 10_00, [pago('posnet', 10_00), pago('efectivo', 1)], 'de_mas'],
  ['fewer notes than the amount', 10_00, [pago('efectivo', 5_00, 4_99)], 'recibido'],
  [
    'an article’s bars in the place of the notes',
    1_800_00,
    [pago('efectivo', 1_800_00, 77_912_343_00)],
    'recibido_de_mas',
  ],
  ['a largest note that is not needed', 1_800_00, [pago('efectivo', 1_800_00, 21_800_00)], 'recibido_de_mas'],
  ['a link for a part of the rest', 10_00, [pago('mercadopago', 5_00)], 'link_parcial'],
  ['two links', 10_00, [pago('mercadopago', 5_00), pago('mercadopago', 5_00)], 'varios_links'],
  ['a cuenta corriente that is not said', 10_00, [pago('cuenta', 10_00)], 'cuenta'],
  ['two of them', 10_00, [cargo(5_00), cargo(5_00)], 'varias_cuentas'],
  ['more on account than owed', 10_00, [cargo(10_01)], 'de_mas'],
  ['money for what is free', 0, [pago('efectivo', 1)], 'nada'],
] as const)('refuses %s', (_, debe, pagos, problema) => expect(cobroDe(debe, pagos)).toBe(problema))

it('payments cover several debts one after the other, to the centavo', () => {
  expect(splitPagos([pago('efectivo', 7_01), pago('posnet', 5_00)], [6_00, 0, 4_50, 10_00])).toMatchObject([
    [{ medio: 'efectivo', centavos: 6_00 }],
    [],
    [
      { medio: 'efectivo', centavos: 1_01 },
      { medio: 'posnet', centavos: 3_49 },
    ],
    [{ medio: 'posnet', centavos: 1_51 }],
  ])
})

it('products and services are rounded to whole pesos, and a discount never exceeds the amount', () => {
  const line = (cantidad: number, centavos: number) => ({ producto_id: null, texto: 'x', cantidad, centavos })
  expect(totalOtros([line(3, 99_90), line(1, 1_00)])).toBe(301_00)
  expect(descuentoOf(100_00, { porcentaje: 12.5 })).toBe(12_00)
  expect(descuentoOf(100_00, { centavos: 100_00 })).toBe(100_00)
  expect(descuentoOf(100_00, { centavos: 100_01 })).toBeNull()
})

it('an amount by hand leaves whole pesos to pay, rounded half up', () => {
  expect(descuentoOf(1000_00, { centavos: 10_50 })).toBe(10_00)
  expect(descuentoOf(1000_00, { centavos: 10_51 })).toBe(11_00)
  expect(descuentoOf(1000_00, { centavos: 30 })).toBe(0)
  expect(descuentoOf(1000_00, { centavos: 999_80 })).toBe(1000_00)
})

it.each([
  ['half a peso, which is rounded up', [{ cantidad: 1, centavos: 50 }], 0, null],
  ['less than that', [{ cantidad: 7, centavos: 7 }], 0, 'menos de 50 centavos'],
  ['what costs nothing', [{ cantidad: 3, centavos: 0 }], 0, null],
  ['as much as a sale may be', [{ cantidad: 1, centavos: MAX_VENTA }], 0, null],
  ['a centavo more, with what is printed', [{ cantidad: 1, centavos: MAX_VENTA }], 1, VENTA_GRANDE],
  ['more than a number holds', [{ cantidad: 9_999, centavos: MAX_VENTA * 100 }], 0, VENTA_GRANDE],
])('lines of %s', (_, lineas, impresion, problem) => {
  const sold = lineas.map((one) => ({ ...one, producto_id: null, texto: 'x' }))
  const said = lineasProblem(sold, impresion)
  expect(said).toEqual(problem === null ? null : expect.stringContaining(problem))
})
