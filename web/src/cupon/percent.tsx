import styles from './cupon.module.css'

const format = new Intl.NumberFormat('es-AR', { maximumFractionDigits: 2 })

/** What a coupon takes off, large. */
export const Percent = ({ value }: { value: number }) => (
  <p className={styles.percent}>
    {format.format(value)}
    <small>%</small>
  </p>
)
