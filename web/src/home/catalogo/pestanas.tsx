import { memo } from 'react'
import styles from './catalogo.module.css'

export type Pestana = { categoria: string; cantidad: number }

/** The categories as index-card tabs on the shelf's edge. */
export const Pestanas = memo(function Pestanas({
  pestanas,
  isCounted,
  value,
  onChange,
}: {
  pestanas: readonly Pestana[]
  /** False until the products are loaded: then the tabs show no numbers. */
  isCounted: boolean
  value: string
  onChange: (categoria: string) => void
}) {
  return (
    <fieldset className={styles.tabs}>
      <legend className="visually-hidden">Categorías</legend>
      {pestanas.map(({ categoria, cantidad }) => (
        <button
          key={categoria}
          type="button"
          aria-pressed={categoria === value}
          onClick={(event) => {
            event.currentTarget.scrollIntoView({ block: 'nearest', inline: 'center' })
            onChange(categoria)
          }}
        >
          {categoria} {isCounted && <b>{cantidad}</b>}
        </button>
      ))}
    </fieldset>
  )
})
