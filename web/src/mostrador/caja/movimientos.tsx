import type { MovimientoFila } from '@imprimitodo/shared/api/caja'
import { formatMoment, formatTime } from '@imprimitodo/shared/rules/base/fecha'
import { cx } from '../../ui/cx.ts'
import { Link } from '../../ui/link.tsx'
import { conSigno } from '../importe.ts'
import styles from './caja.module.css'
import { ComoPago } from './como-pago.tsx'
import { medioOf, movimientoTitle } from './textos.ts'

/** The movements, the newest first; on a phone each row is a card. */
export function MovimientosDeCaja({
  filas,
  label,
  withDay = false,
}: {
  filas: readonly MovimientoFila[]
  label: string
  /** The rows are of several days. */
  withDay?: boolean
}) {
  return (
    <table className={styles.tabla} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{withDay ? 'Cuándo' : 'Hora'}</th>
          <th scope="col">Qué</th>
          <th scope="col">Quién</th>
          <th scope="col">Medio</th>
          <th scope="col" className={styles.figure}>
            Importe
          </th>
        </tr>
      </thead>
      <tbody>
        {filas.map((fila) => (
          <tr key={fila.id} className={cx(medioOf(fila) === null && styles.falta)}>
            <td className={styles.muted}>{withDay ? formatMoment(fila.cuando) : formatTime(fila.cuando)}</td>
            <th scope="row">
              {fila.pedido_id ? (
                <Link to={`/mostrador/pedidos/${fila.pedido_id}`}>{movimientoTitle(fila)}</Link>
              ) : (
                movimientoTitle(fila)
              )}
              {fila.motivo && <span className={styles.motivo}> · {fila.motivo}</span>}
            </th>
            <td>{fila.quien}</td>
            <td>{medioOf(fila) ?? <ComoPago fila={fila} />}</td>
            <td className={cx(styles.figure, fila.importe < 0 && styles.out)}>{conSigno(fila.importe)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
