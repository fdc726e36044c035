// Messages on stored sums that differ from their lines.
import type { Asunto } from '@imprimitodo/shared/api/salud'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { formatPesos, toPesos } from '@imprimitodo/shared/rules/base/dinero'
import { formatFecha } from '@imprimitodo/shared/rules/base/fecha'
import { asunto, bien, moment } from './asunto.ts'
import type { CIFRAS, Found } from './store.ts'

type Suma = NonNullable<Found<typeof CIFRAS>['sumas']>[number]
type DeReporte = Exclude<Suma['que'], 'puntos' | 'cuentas_corrientes'>

/** Prefix of the `que` of a wrong sum about the shop's sales or debts: for the owner alone. */
export const CLAVE_TOTALES = 'totales:'

export function sumas(distintas: Suma[]): Asunto[] {
  if (distintas.length === 0) return [bien('sumas', 'Sumas guardadas', 'Dan lo mismo que sus movimientos.')]
  return distintas.map((suma) => {
    if (suma.que === 'puntos') return puntos(suma)
    return suma.que === 'cuentas_corrientes' ? cuentas(suma) : totales(suma, suma.que)
  })
}

const puntos = ({ que, guardado, contado, distintas: many, cuando }: Suma): Asunto =>
  asunto({
    cual: `sumas:${que}`,
    titulo: 'Saldos de puntos',
    estado: 'urgente',
    detalle: `El ${moment(cuando)} los saldos guardados sumaban ${count(guardado, 'punto')} y sus movimientos ${number(contado)}: ${count(many, 'cuenta no daba', 'cuentas no daban')} lo mismo.`,
    hacer:
      'Ya se corrigieron con los movimientos, que son los que valen al canjear. No tendría que pasar: avisale a quien cuida el servidor.',
  })

const cuentas = ({ que, guardado, contado, distintas: many, cuando }: Suma): Asunto =>
  asunto({
    cual: `${CLAVE_TOTALES}${que}`,
    titulo: 'Cuentas corrientes',
    estado: 'urgente',
    enlace: '/mostrador/cuentas-corrientes',
    detalle: `El ${moment(cuando)} los saldos guardados sumaban ${pesos(guardado)} y sus movimientos ${pesos(contado)}: ${count(many, 'cuenta no daba', 'cuentas no daban')} lo mismo.`,
    hacer:
      'Ya se corrigieron con los movimientos, que son los que valen. Mirá esas cuentas y volvé a bajar los extractos de este mes. No tendría que pasar: avisale a quien cuida el servidor.',
  })

function totales({ guardado, contado, distintas: many, dia, cuando }: Suma, que: DeReporte): Asunto {
  const { titulo, write } = REPORTES[que]
  const mas =
    many > 1
      ? ` ${many === 2 ? 'Otro día tampoco daba' : `Otros ${many - 1} días tampoco daban`} lo mismo.`
      : ''
  const sumas =
    guardado === contado
      ? `la misma suma que sus movimientos (${write(contado)}), repartida de otra manera`
      : `${write(guardado)} y sus movimientos ${write(contado)}`
  return asunto({
    cual: `${CLAVE_TOTALES}${que}`,
    titulo: `Totales de ${titulo}`,
    estado: 'urgente',
    enlace: '/mostrador/reportes',
    detalle: `El ${moment(cuando)} el total guardado del ${formatFecha(dia ?? '')} daba ${sumas}.${mas}`,
    hacer:
      'El reporte ya se suma de nuevo con los movimientos, que son los que valen. Si descargaste o imprimiste ese día, hacelo otra vez. No tendría que pasar: avisale a quien cuida el servidor.',
  })
}

const number = (value: number): string => value.toLocaleString('es-AR')
const pesos = (centavos: number): string => formatPesos(toPesos(centavos))

/** The `medida` of each report, in words. */
const REPORTES: Record<DeReporte, { titulo: string; write: (medida: number) => string }> = {
  caja: { titulo: 'la caja', write: pesos },
  ventas: { titulo: 'las ventas', write: pesos },
  descuentos: { titulo: 'los descuentos', write: pesos },
  promesas: { titulo: 'las promesas', write: (many) => count(many, 'pedido') },
  impresoras: { titulo: 'las impresoras', write: (many) => count(many, 'cara') },
  hojas: { titulo: 'las hojas vendidas', write: (many) => count(many, 'hoja') },
}
