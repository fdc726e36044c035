import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import { formatPercent, formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { formatMoment } from '@imprimitodo/shared/rules/base/fecha'
import { rebajaOf } from '@imprimitodo/shared/rules/compra/resumen'
import { medioTitle } from '@imprimitodo/shared/rules/gestion/reporte'
import { Fragment } from 'react'
import { cx } from '../../../ui/cx.ts'
import { isAprobado, pagoTitle } from './resumen.ts'
import styles from './side.module.css'

export function Cuenta({ pedido }: { pedido: PedidoMostrador }) {
  const { total_impresion, total_anillado, importe_final, descuento_porcentaje, pagos } = pedido
  const { descuento_mano, motivo_descuento, resta, otros } = pedido
  const off = rebajaOf(pedido) - descuento_mano
  const isPaid = pagos.some(({ estado }) => isAprobado(estado))
  return (
    <section className={styles.block} aria-labelledby="cuenta">
      <h2 id="cuenta">Cuenta y pago</h2>
      <dl className={styles.amounts}>
        {(total_impresion > 0 || otros.length === 0) && (
          <>
            <dt>Impresión</dt>
            <dd>{formatPesos(total_impresion)}</dd>
          </>
        )}
        {total_anillado > 0 && (
          <>
            <dt>Anillado</dt>
            <dd>{formatPesos(total_anillado)}</dd>
          </>
        )}
        {otros.map(({ texto, cantidad, importe }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are never reordered, and two may be equal
          <Fragment key={index}>
            <dt>{cantidad === 1 ? texto : `${texto}: ${cantidad}`}</dt>
            <dd>{formatPesos(importe * cantidad)}</dd>
          </Fragment>
        ))}
        {off > 0 && (
          <>
            <dt>Descuento{descuento_porcentaje > 0 && ` ${formatPercent(descuento_porcentaje)} %`}</dt>
            <dd>–{formatPesos(off)}</dd>
          </>
        )}
        {descuento_mano > 0 && (
          <>
            <dt>A mano: «{motivo_descuento}»</dt>
            <dd>–{formatPesos(descuento_mano)}</dd>
          </>
        )}
        <dt className={styles.total}>{isPaid && resta === 0 ? 'Pagado' : 'Total'}</dt>
        <dd className={styles.total}>{formatPesos(importe_final)}</dd>
        {resta > 0 && (
          <>
            <dt className={styles.total}>Resta al retirar</dt>
            <dd className={styles.total}>{formatPesos(resta)}</dd>
          </>
        )}
      </dl>
      {pagos.length === 0 ? (
        <p className="muted">
          {importe_final === 0 && pedido.estado !== 'confirmado'
            ? 'Sin cargo: no hubo pago.'
            : 'Sin pagos todavía.'}
        </p>
      ) : (
        <ul className={styles.payments}>
          {pagos.map(({ id, estado, importe, devuelto, medio, en_caja, cuando }) => (
            <li key={id}>
              <span className={cx(styles.payment, isAprobado(estado) && styles.approved)}>
                {pagoTitle(estado)}
              </span>
              <b className="num">{formatPesos(importe)}</b>
              <span>
                {formatMoment(cuando)}, {medioTitle(medio)}
                {en_caja ? ' en el mostrador.' : `. Operación ${id}.`}
                {devuelto > 0 && ` Devuelto ${formatPesos(devuelto)}.`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
