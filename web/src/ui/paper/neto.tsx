import { formatPesos, toCentavos, toPesos } from '@imprimitodo/shared/rules/base/dinero'
import { netoOf } from '@imprimitodo/shared/rules/dinero/neto'
import styles from './neto.module.css'

/**
 * Below a final price, in smaller type, the price without taxes as the law requires (Resolución 4/2025);
 * nothing where it does not apply.
 */
export function Neto({
  pesos,
  condicion,
}: {
  pesos: number | null | undefined
  condicion: 'RI' | 'MT' | undefined
}) {
  const neto = pesos && condicion && netoOf(toCentavos(pesos), condicion)
  if (!neto) return null
  return <p className={styles.neto}>PRECIO SIN IMPUESTOS NACIONALES: {formatPesos(toPesos(neto))}</p>
}
