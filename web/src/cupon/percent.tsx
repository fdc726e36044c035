import { formatPercent } from '@imprimitodo/shared/rules/base/dinero'
import styles from './cupon.module.css'

/** A coupon's discount, in large letters. */
export const Percent = ({ value }: { value: number }) => (
  <p className={styles.percent}>
    {formatPercent(value)}
    <small>%</small>
  </p>
)
