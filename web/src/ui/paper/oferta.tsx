import { cx } from '../cx.ts'
import styles from './oferta.module.css'

/** The notched flag of an offer. */
export const OfertaFlag = ({ className }: { className?: string }) => (
  <span className={cx(styles.flag, className)}>OFERTA</span>
)
