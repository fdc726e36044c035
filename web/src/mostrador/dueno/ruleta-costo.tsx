import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import {
  costoOf,
  RULETA_PORCENTAJE_MAX,
  type Ruleta,
  type UsoRuleta,
} from '@imprimitodo/shared/rules/fidelidad/tirada'
import styles from './dueno.module.css'

const decimal = new Intl.NumberFormat('es-AR', { maximumFractionDigits: 1 })

/** The expected cost of these odds, from the last days of the wheel; or why it is unknown. */
export function RuletaCosto({ ruleta, uso }: { ruleta: Ruleta; uso: UsoRuleta | undefined }) {
  const { porTirada, dia } = costoOf(ruleta, uso ?? { dias: 0, tiradas: 0, repartido: 0, pesos: 0 })
  const isMuch = porTirada > RULETA_PORCENTAJE_MAX
  return (
    <>
      <p>
        En promedio cada tirada regala el <b>{decimal.format(porTirada)} %</b> de una compra:{' '}
        {formatPesos(porTirada * 10)} de cada $ 1.000.
      </p>
      {isMuch && (
        <p className={styles.problem}>
          Es más del {RULETA_PORCENTAJE_MAX} %: bajá los valores altos o hacelos salir menos.
        </p>
      )}
      {uso && !dia && <p>Todavía no giró nadie en los últimos 30 días: no se sabe cuánto cuesta por día.</p>}
      {dia && (
        <p>
          Con {decimal.format(dia.tiradas)} {dia.tiradas === 1 ? 'tirada' : 'tiradas'} por día, como en{' '}
          {uso?.dias === 1 ? 'el último día' : `los últimos ${uso?.dias} días`}, regala{' '}
          {decimal.format(dia.puntos)} {dia.puntos === 1 ? 'punto' : 'puntos'} de descuento por día:{' '}
          {dia.pesos === null ? (
            'ninguno se usó todavía en un pedido.'
          ) : (
            <>
              cerca de <b>{formatPesos(Math.round(dia.pesos))}</b> por día.
            </>
          )}
        </p>
      )}
      {dia?.seAgota && (
        <p className={styles.problem}>
          El tope de {count(ruleta.presupuesto ?? 0, 'punto')} se agota antes de que termine el día: desde ahí
          sale siempre el {ruleta.min} %.
        </p>
      )}
    </>
  )
}
