import { roundedShareOf } from '../base/dinero.ts'

/** The general rate; the shop's prices include it. */
const IVA_PERCENT = 21

/**
 * The net and the tax inside an amount, in centavos; their sum is exactly the amount. For the whole voucher,
 * never line by line: a thousand rounded lines do not add up to it, and ARCA refuses that (10048, 10051).
 */
export function splitIva(total: number): { neto: number; iva: number } {
  // In integers: net = total / 1.21
  const neto = roundedShareOf(total, 100, 100 + IVA_PERCENT)
  return { neto, iva: total - neto }
}
