import { cx } from '../../ui/cx.ts'
import styles from './card.module.css'

/** Placeholders of cards while they load, each of a card's exact size. */
export function CardSkeletons({ label }: { label: string }) {
  return (
    <div className={styles.skeletons} role="status" aria-label={`Cargando ${label}`}>
      {[0, 1, 2, 3, 4, 5, 6].map((key) => (
        <div key={key} className={cx(styles.card, styles.skeleton)} data-skeleton>
          <i />
          <i />
          <i />
        </div>
      ))}
    </div>
  )
}
