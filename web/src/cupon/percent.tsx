import styles from './cupon.module.css'

const format = new Intl.NumberFormat('es-AR', { maximumFractionDigits: 2 })

/** A coupon's discount, in large letters. */
export const Percent = ({ value }: { value: number }) => (
  <p className={styles.percent}>
    {format.format(value)}
    <small>%</small>
  </p>
)
