import type { CuentaCorriente, MovimientoCuentaCorriente } from '@imprimitodo/shared/api/cuentas-corrientes'
import { formatCuit } from '@imprimitodo/shared/rules/base/cuit'
import { dayOf } from '@imprimitodo/shared/rules/base/fecha'
import { MEDIO_CAJA_COMO } from '@imprimitodo/shared/rules/dinero/caja'
import {
  mesAnterior,
  mesOf,
  TIPO_CUENTA_CORRIENTE_TITLES,
} from '@imprimitodo/shared/rules/dinero/cuenta-corriente'

/** 'CUIT 30-50001091-2', 'DNI 30111222'; null where it has none. */
export function documentoText(documento: string | null): string | null {
  if (!documento) return null
  return documento.length === 11 ? `CUIT ${formatCuit(documento)}` : `DNI ${documento}`
}

/** The title of a movement, besides its order. */
export function asientoTitle({ tipo, medio, referencia, retira, motivo }: MovimientoCuentaCorriente): string {
  if (tipo === 'cargo') return `retiró ${retira}`
  if (tipo === 'devolucion') return `devolución: ${motivo}`
  if (tipo === 'inicial') return TIPO_CUENTA_CORRIENTE_TITLES.inicial
  return `Pago ${medio ? MEDIO_CAJA_COMO[medio] : ''}${referencia ? ` ${referencia}` : ''}`
}

const MAX_MESES = 36

/** The months from this one back to that of the opening. */
export function mesesOf({ abierta }: Pick<CuentaCorriente, 'abierta'>, now: Date): string[] {
  const first = mesOf(dayOf(abierta))
  const meses = [mesOf(dayOf(now))]
  while (meses.length < MAX_MESES) {
    const before = mesAnterior(meses.at(-1) ?? first)
    if (before < first) break
    meses.push(before)
  }
  return meses
}
