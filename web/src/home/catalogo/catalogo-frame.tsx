import type { ReactNode } from 'react'
import styles from './catalogo-frame.module.css'

/** Skeleton cards while the products load. */
const SKELETONS = Array.from({ length: 12 }, (_, index) => index)

/**
 * The parts of the catalogue that are shown from the first paint, so that nothing moves when the rest
 * arrives.
 */
export function CatalogoFrame({ buscador, children }: { buscador: ReactNode; children: ReactNode }) {
  return (
    <section id="productos" className={`wrap ${styles.section}`} aria-labelledby="productos-titulo">
      <h2 id="productos-titulo">Catálogo</h2>
      <div className={styles.search}>{buscador}</div>
      {children}
    </section>
  )
}

export function Skeletons() {
  return (
    <div className={styles.skeletons} aria-hidden>
      {SKELETONS.map((key) => (
        <div key={key} className={styles.skeleton} data-skeleton />
      ))}
    </div>
  )
}

/** Shown until the catalogue's code is loaded. */
export const CatalogoLoading = () => (
  <CatalogoFrame buscador={null}>
    <div className={styles.shelf} />
    <Skeletons />
  </CatalogoFrame>
)
