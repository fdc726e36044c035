import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import { formatMoment } from '@imprimitodo/shared/rules/base/fecha'
import { ESTADO_TITLES } from '@imprimitodo/shared/rules/compra/pedido'
import styles from './side.module.css'

/** The order's history, newest first, with the persons. */
export function Historia({ pedido }: { pedido: PedidoMostrador }) {
  const newestFirst = [...pedido.historial].sort((a, b) => b.cuando.localeCompare(a.cuando))
  return (
    <section className={styles.block} aria-labelledby="historia">
      <h2 id="historia">Historia</h2>
      <ol className={styles.history}>
        {newestFirst.map(({ estado, cuando, quien, nota }) => (
          <li key={`${cuando}${estado}${nota}`}>
            <i aria-hidden />
            <span>
              <b>{ESTADO_TITLES[estado]}</b>, {quien}
              <small>
                <time dateTime={cuando}>{formatMoment(cuando)}</time>
                {nota && `. ${nota}`}
              </small>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
