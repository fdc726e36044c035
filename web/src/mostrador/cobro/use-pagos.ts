// How a sale is paid, as typed: the means, the amount of each, and the cash handed over.
import { formatPesos, toCentavos, toPesos } from '@imprimitodo/shared/rules/base/dinero'
import { type CargoA, type Cobro, cobroDe, PROBLEMAS_PAGO } from '@imprimitodo/shared/rules/dinero/venta'
import { useState } from 'react'
import { parseDesdeCero } from '../importe.ts'

export const MEDIOS_COBRO = ['efectivo', 'transferencia', 'mercadopago', 'posnet', 'cuenta'] as const
export type MedioCobro = (typeof MEDIOS_COBRO)[number]
export type PagoEnviado = {
  medio: MedioCobro
  importe: number
  recibido?: number | null
  referencia?: string | null
  cuenta_corriente?: CargoA | null
}

/** As typed. */
export type EstadoPagos = {
  elegidos: readonly MedioCobro[]
  /** As typed; '': the rest of the debt, for the last means without an amount. */
  montos: Partial<Record<MedioCobro, string>>
  recibido: string
  referencia: string
  /** Which cuenta corriente, and which autorizado. */
  cargoA: CargoA | null
  sena: boolean
}
const INICIAL: EstadoPagos = {
  elegidos: ['efectivo'],
  montos: {},
  recibido: '',
  referencia: '',
  cargoA: null,
  sena: false,
}

/** Pesos of each means. NaN where the text is no amount. */
function importesByMedio({ elegidos, montos, sena }: EstadoPagos, total: number): Map<MedioCobro, number> {
  const typed = (medio: MedioCobro) => {
    const text = montos[medio]?.trim()
    return text ? (parseDesdeCero(text) ?? Number.NaN) : null
  }
  const sum = elegidos.reduce((all, medio) => all + (typed(medio) ?? 0), 0)
  const open = sena ? undefined : elegidos.findLast((medio) => typed(medio) === null)
  return new Map(
    elegidos.map((medio) => [medio, typed(medio) ?? (medio === open ? Math.max(0, total - sum) : 0)]),
  )
}

/** `cobro` null: `problema` says why. */
function cobroOf(
  pagos: readonly PagoEnviado[],
  total: number,
): { cobro: Cobro | null; problema: string | null } {
  if (pagos.some(({ importe, recibido }) => Number.isNaN(importe) || Number.isNaN(recibido ?? 0)))
    return { cobro: null, problema: 'Escribí los importes en pesos, como 12.500 o 99,90.' }
  const cobro = cobroDe(
    toCentavos(total),
    pagos.map(({ medio, importe, recibido, referencia, cuenta_corriente }) => ({
      medio,
      centavos: toCentavos(importe),
      referencia: referencia ?? null,
      cuenta_corriente,
      // An amount in cash above the debt is handed over, too
      recibido: medio === 'efectivo' ? toCentavos(recibido ?? importe) : null,
    })),
  )
  return typeof cobro === 'string'
    ? { cobro: null, problema: PROBLEMAS_PAGO[cobro] }
    : { cobro, problema: null }
}

/** Means are chosen, but none has an amount: to choose one is not what is missing. */
const sinImporte = ({ elegidos, sena }: EstadoPagos): string | null => {
  if (elegidos.length === 0) return null
  return sena ? 'Escribí de cuánto es la seña.' : 'Escribí cuánto paga con cada medio.'
}

/** Drops unknown means: another version of the screen may have stored them. */
const known = (estado: EstadoPagos): EstadoPagos => ({
  ...INICIAL,
  ...estado,
  elegidos: MEDIOS_COBRO.filter((medio) => estado.elegidos.includes(medio)),
})

/** @param total the debt, in pesos @param inicial what was typed before a reload */
export function usePagos(total: number, inicial: EstadoPagos | null = null) {
  const [estado, setEstado] = useState(() => (inicial ? known(inicial) : INICIAL))
  const set = (change: Partial<EstadoPagos>) => setEstado((before) => ({ ...before, ...change }))
  const importes = importesByMedio(estado, total)
  const recibido = estado.recibido.trim() ? (parseDesdeCero(estado.recibido) ?? Number.NaN) : null
  const pagos = estado.elegidos
    .map(
      (medio): PagoEnviado => ({
        medio,
        importe: importes.get(medio) ?? 0,
        ...(medio === 'efectivo' && { recibido }),
        ...(medio === 'posnet' && { referencia: estado.referencia.trim() || null }),
        ...(medio === 'cuenta' && { cuenta_corriente: estado.cargoA }),
      }),
    )
    .filter(({ importe }) => total > 0 && importe !== 0)
  const { cobro, problema: rule } = cobroOf(pagos, total)
  const problema = (rule === PROBLEMAS_PAGO.sin_pago ? sinImporte(estado) : null) ?? rule
  const sinRecibido = pagos.map((pago) => ({ ...pago, recibido: null }))
  const isDelRecibido = cobro === null && cobroOf(sinRecibido, total).cobro !== null
  const resta = toPesos(cobro ? cobro.resto - cobro.porLink : 0)
  return {
    ...estado,
    estado,
    importes,
    pagos,
    cobro,
    problema: isDelRecibido ? null : problema,
    /** The problem of the amount handed over, if the sale could be charged without that amount. */
    problemaRecibido: isDelRecibido ? problema : null,
    ahora: total - resta,
    total,
    vuelto: toPesos(cobro?.vuelto ?? 0),
    resta,
    toggle: (medio: MedioCobro) =>
      setEstado((before) => {
        const isOn = before.elegidos.includes(medio)
        const elegidos = isOn ? before.elegidos.filter((one) => one !== medio) : [...before.elegidos, medio]
        return { ...before, elegidos, montos: { ...before.montos, [medio]: '' } }
      }),
    setMonto: (medio: MedioCobro, text: string) =>
      setEstado((before) => ({ ...before, montos: { ...before.montos, [medio]: text } })),
    setRecibido: (text: string) => set({ recibido: text }),
    setReferencia: (referencia: string) => set({ referencia }),
    setCargoA: (cargoA: CargoA | null) => set({ cargoA }),
    setSena: (sena: boolean) => set({ sena, montos: {}, recibido: '' }),
  }
}
export type Pagos = ReturnType<typeof usePagos>

/** What the button says that charges. A seña without its amount is not yet the whole total. */
export function cobrarText({ sena, cobro }: Pagos, ahora: number): string {
  if (!sena) return `Cobrar ${formatPesos(ahora)}`
  return cobro ? `Cobrar la seña, ${formatPesos(ahora)}` : 'Cobrar la seña'
}
