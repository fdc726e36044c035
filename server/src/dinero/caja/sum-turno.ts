// Sums of a shift's movements, in centavos.
import { toPesos } from '@imprimitodo/shared/rules/base/dinero'
import {
  MEDIOS_MOVIMIENTO,
  type MedioMovimiento,
  type TipoMovimiento,
} from '@imprimitodo/shared/rules/dinero/caja'
import type { Suma } from './store.ts'

/**
 * Kinds that come in from customers, and kinds that go back. The provider's `devolucion_web` counts nowhere.
 */
const COBROS: readonly TipoMovimiento[] = ['cobro', 'venta', 'pago_cuenta']

const isCobro = ({ tipo }: Pick<Suma, 'tipo'>): boolean => COBROS.includes(tipo)
const isWeb = ({ tipo }: Pick<Suma, 'tipo'>): boolean => tipo === 'devolucion_web'

const veces = (sumas: Suma[]): number => sumas.reduce((sum, one) => sum + one.veces, 0)
const centavos = (sumas: Suma[]): number => sumas.reduce((sum, one) => sum + one.centavos, 0)

/** The cash that the drawer should hold. */
export const esperadoOf = (fondo: number, sumas: Suma[]): number =>
  fondo + centavos(sumas.filter((one) => one.medio === 'efectivo' && !isWeb(one)))

type Medio = { medio: MedioMovimiento; cobros: number; salidas: number; centavos: number }

/** Cash first, also at 0; then the other means that were used. */
export function mediosDe(sumas: Suma[]): Medio[] {
  const real = sumas.filter((one) => !isWeb(one))
  return MEDIOS_MOVIMIENTO.map((medio) => {
    const own = real.filter((one) => one.medio === medio)
    return {
      medio,
      cobros: veces(own.filter(isCobro)),
      salidas: veces(own.filter((one) => one.centavos < 0)),
      centavos: centavos(own),
    }
  }).filter(({ medio, cobros, salidas }) => medio === 'efectivo' || cobros + salidas > 0)
}

/** Money that each person took. A cargo to a cuenta corriente is no money before it is paid. */
export function personasOf(sumas: Suma[]): { nombre: string; cobros: number; centavos: number }[] {
  const cobros = sumas.filter((one) => isCobro(one) && one.medio !== 'cuenta')
  return [...new Set(cobros.map(({ quien }) => quien))].map((nombre) => {
    const own = cobros.filter(({ quien }) => quien === nombre)
    return { nombre, cobros: veces(own), centavos: centavos(own) }
  })
}

export function sinMedioDe(sumas: Suma[]): { cobros: number; centavos: number } {
  const own = sumas.filter(({ medio }) => medio === null)
  return { cobros: veces(own), centavos: centavos(own) }
}

const PARTES = [
  { que: 'cobros', tipos: ['cobro', 'venta'] },
  { que: 'pagos_cuenta', tipos: ['pago_cuenta'] },
  { que: 'ingresos', tipos: ['ingreso'] },
  { que: 'devoluciones', tipos: ['devolucion'] },
  { que: 'gastos', tipos: ['gasto'] },
  { que: 'retiros', tipos: ['retiro'] },
] as const satisfies { que: string; tipos: readonly TipoMovimiento[] }[]

/** The parts of the expected cash without the fondo, those that occurred. Pesos. */
export const viewEfectivo = (sumas: Suma[]) =>
  PARTES.map(({ que, tipos }) => {
    const own = sumas.filter(({ tipo, medio }) => medio === 'efectivo' && tipos.some((one) => one === tipo))
    return { que, veces: veces(own), importe: toPesos(centavos(own)) }
  }).filter((parte) => parte.veces > 0)
