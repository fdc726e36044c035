// Sums that are kept, against what their lines add up to.
import type { Asunto } from '@imprimitodo/shared/api/salud'
import { count } from '@imprimitodo/shared/rules/resumen'
import { asunto, bien, moment } from './asunto.ts'
import type { CIFRAS, Found } from './store.ts'

type Suma = NonNullable<Found<typeof CIFRAS>['sumas']>[number]

export function sumas(distintas: Suma[]): Asunto[] {
  if (distintas.length === 0) return [bien('sumas', 'Sumas guardadas', 'Dan lo mismo que sus movimientos.')]
  return distintas.map(({ que, guardado, contado, distintas: many, cuando }) =>
    asunto({
      ...{ cual: `sumas:${que}`, titulo: 'Saldos de puntos', estado: 'urgente' },
      detalle: `El ${moment(cuando)} los saldos guardados sumaban ${number(guardado)} puntos y sus movimientos ${number(contado)}: ${count(many, 'cuenta no daba', 'cuentas no daban')} lo mismo.`,
      hacer:
        'Ya se corrigieron con los movimientos, que son los que valen al canjear. No tendría que pasar: avisale a quien cuida el servidor.',
    }),
  )
}

const number = (value: number): string => value.toLocaleString('es-AR')
