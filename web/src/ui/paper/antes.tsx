import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { formatFecha } from '@imprimitodo/shared/rules/base/fecha'
import styles from './antes.module.css'

/** For an offer: the price before, and its last day ('YYYY-MM-DD'); each where the owner set it. In pesos. */
export function Antes({ precio, hasta }: { precio: number | null; hasta: string | null }) {
  if (precio === null && hasta === null) return null
  return (
    <p className={styles.antes}>
      {precio !== null && (
        <>
          <span className="visually-hidden">Antes </span>
          <del>{formatPesos(precio)}</del>
        </>
      )}
      {hasta !== null && <span>Hasta el {formatFecha(hasta)}</span>}
    </p>
  )
}
