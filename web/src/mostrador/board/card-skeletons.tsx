import styles from './card.module.css'

/** Stands where cards will be. */
export function CardSkeletons({ label }: { label: string }) {
  return (
    <div className={styles.skeletons} role="status" aria-label={`Cargando ${label}`}>
      {[0, 1, 2].map((key) => (
        <div key={key} className={styles.skeleton} data-skeleton>
          <i />
          <i />
          <i />
        </div>
      ))}
    </div>
  )
}
