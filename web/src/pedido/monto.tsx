import { Importe } from '../ui/form/importe.tsx'
import type { Alcance } from './carrito/estimate.ts'
import styles from './monto.module.css'

/** '$ 1.234,56', with 'hasta' or 'desde' before it where it is not exact. */
export function Monto({ alcance, pesos }: { alcance: Alcance; pesos: number }) {
  return (
    <span className={styles.monto}>
      {alcance !== 'exacto' && <small>{alcance} </small>}
      <Importe pesos={pesos} />
    </span>
  )
}
