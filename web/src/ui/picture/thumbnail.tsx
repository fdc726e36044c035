import { useState } from 'react'
import { cx } from '../cx.ts'
import styles from './thumbnail.module.css'

/**
 * A file as it will be printed: turned if horizontal, a lemon sheet behind if two-sided, a spine if bound,
 * grey unless in colour. `src` is its first page from the server; until there is one, a drawing replaces it.
 */
export function Thumbnail({
  src,
  dobleFaz,
  orientacion,
  color,
  anillado,
  className,
}: {
  src?: string | null
  dobleFaz: boolean
  orientacion: 'vertical' | 'horizontal'
  color: boolean
  anillado: boolean
  className?: string
}) {
  const [broken, setBroken] = useState<string | null>(null)
  return (
    <span
      className={cx(
        styles.thumbnail,
        orientacion === 'horizontal' && styles.turned,
        dobleFaz && styles.twoSided,
        !color && styles.grey,
        className,
      )}
      aria-hidden
    >
      {src && broken !== src ? (
        <img src={src} alt="" loading="lazy" decoding="async" onError={() => setBroken(src)} />
      ) : (
        <DrawnPage />
      )}
      {anillado && <i className={styles.spine} />}
    </span>
  )
}

function DrawnPage() {
  return (
    <span className={styles.page}>
      <i className={styles.title} />
      <i />
      <i />
      <i className={styles.short} />
      <i />
      <i className={styles.short} />
    </span>
  )
}
