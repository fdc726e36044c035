// Where the money of a refund arrives, as customers are told: only statements that hold for every bank.

/**
 * The facts of a payment that decide how it is refunded. `medio` as the provider names it; `en_caja`: the
 * counter took the money.
 */
export type Cobrado = { medio: string | null; en_caja: boolean }

/**
 * `adonde` continues an amount: 'a tu tarjeta Visa'. `cuando`: a sentence; null where the money is handed
 * over at once.
 */
export type Vuelta = { adonde: string; cuando: string | null }

const TARJETAS: Record<string, string> = {
  visa: ' Visa',
  debvisa: ' Visa Débito',
  master: ' Mastercard',
  debmaster: ' Mastercard Débito',
  maestro: ' Maestro',
  amex: ' American Express',
  naranja: ' Naranja',
  cabal: ' Cabal',
  debcabal: ' Cabal Débito',
  tarjeta: '',
}

const TARJETA_CUANDO = 'Según el banco, puede tardar hasta 10 días hábiles, o verse en el próximo resumen.'
const SOON = 'Puede tardar unos días en verse, según el medio con que pagaste.'

export function vueltaOf({ medio, en_caja }: Cobrado): Vuelta {
  if (en_caja && medio === 'transferencia')
    return {
      adonde: 'por transferencia',
      cuando: 'La hace la sucursal: escribinos a qué cuenta, si todavía no lo sabemos.',
    }
  if (en_caja && medio === 'posnet')
    return { adonde: 'a la tarjeta con que pagaste en la sucursal', cuando: TARJETA_CUANDO }
  if (en_caja && medio === 'cuenta') return { adonde: 'a la cuenta corriente', cuando: null }
  if (en_caja) return { adonde: 'en efectivo, en la sucursal', cuando: null }
  const tarjeta = TARJETAS[medio ?? '']
  if (tarjeta !== undefined)
    return {
      adonde: `a tu tarjeta${tarjeta}`,
      cuando: TARJETA_CUANDO,
    }
  if (medio === 'dinero en cuenta')
    return { adonde: 'a tu cuenta de Mercado Pago', cuando: 'Suele verse en el momento.' }
  return { adonde: 'por el mismo medio con que pagaste', cuando: SOON }
}
