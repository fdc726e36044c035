import { anclaOf } from '@imprimitodo/shared/rules/vidriera/ancla'
import { slugOf } from '@imprimitodo/shared/rules/vidriera/categoria'
import { type CSSProperties, memo } from 'react'
import { ProductoCard } from '../producto-card.tsx'
import styles from './catalogo.module.css'
import type { CategoriaConProductos } from './group.ts'

/** In a longer catalogue the browser lays out only what is near the window (catalogo.module.css). */
const LONG = 60
const SIZES =
  '(min-width: 73.75em) 271px, (min-width: 65em) 23vw, (min-width: 47.5em) 31vw, (max-width: 17.9375em) 94vw, 46vw'

/** A shelf per category, which links can lead to. */
export const Estantes = memo(function Estantes({ grupos }: { grupos: readonly CategoriaConProductos[] }) {
  const isLong = grupos.reduce((sum, { productos }) => sum + productos.length, 0) > LONG
  return grupos.map(({ categoria, productos }) => {
    const id = anclaOf(slugOf(categoria))
    return (
      <section
        key={categoria}
        id={id}
        className={styles.group}
        data-long={isLong ? '' : undefined}
        style={withCount(productos.length)}
        aria-labelledby={`${id}-titulo`}
      >
        <h3 id={`${id}-titulo`}>
          {categoria}
          {/* 'ítems' also for one product */}
          <span>{productos.length} ítems</span>
        </h3>
        <ul className={styles.grid}>
          {productos.map((producto) => (
            <li key={producto.id}>
              <ProductoCard producto={producto} level="h4" sizes={SIZES} />
            </li>
          ))}
        </ul>
      </section>
    )
  })
})

/** The number of products, for the height that is reserved for them. */
const withCount = (productos: number): CSSProperties & { '--productos': number } => ({
  '--productos': productos,
})
