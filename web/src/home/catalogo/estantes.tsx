import { anclaOf } from '@imprimitodo/shared/rules/ancla'
import { slugOf } from '@imprimitodo/shared/rules/categoria'
import { memo } from 'react'
import type { Grupo } from './agrupar.ts'
import styles from './catalogo.module.css'
import { Tanda } from './tanda.tsx'

/** Products that are always all there: only what is longer is shown by what is near the window. */
const WHOLE = 60
/** Divisible by 2, 3 and 4 columns: every batch but the last ends with its row. Small, so that none takes long. */
const TANDA = 12

/** A shelf per category, which links can lead to. */
export const Estantes = memo(function Estantes({ grupos }: { grupos: readonly Grupo[] }) {
  const isWhole = grupos.reduce((sum, { productos }) => sum + productos.length, 0) <= WHOLE
  return grupos.map(({ categoria, productos }, place) => {
    const id = anclaOf(slugOf(categoria))
    return (
      <section key={categoria} id={id} className={styles.group} aria-labelledby={`${id}-titulo`}>
        <h3 id={`${id}-titulo`}>
          {categoria}
          {/* The spec's words, of one as well */}
          <span>{productos.length} ítems</span>
        </h3>
        {toTandas(productos).map((tanda, index) => (
          <Tanda
            key={tanda[0]?.id}
            productos={tanda}
            isWhole={isWhole}
            isFirst={place === 0 && index === 0}
          />
        ))}
      </section>
    )
  })
})

function toTandas<T>(items: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / TANDA) }, (_, index) =>
    items.slice(index * TANDA, (index + 1) * TANDA),
  )
}
