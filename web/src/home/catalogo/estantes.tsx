import { anclaOf } from '@imprimitodo/shared/rules/ancla'
import { slugOf } from '@imprimitodo/shared/rules/categoria'
import { type CSSProperties, memo } from 'react'
import type { Grupo } from './agrupar.ts'
import styles from './catalogo.module.css'
import { Tanda } from './tanda.tsx'

/** Products that are always all there: only what is longer is shown by what is near the window. */
const WHOLE = 60
/** Divisible by 2, 3 and 4 columns: every batch but the last ends with its row. Small, so that none takes long. */
const TANDA = 12
/** Products that are there at once, whole batches of them: what a window can show of the shelves' beginning. */
const FIRST = 8

/** A shelf per category, which links can lead to. */
export const Estantes = memo(function Estantes({ grupos }: { grupos: readonly Grupo[] }) {
  const before = grupos.map(() => 0)
  let total = 0
  for (const [place, { productos }] of grupos.entries()) {
    before[place] = total
    total += productos.length
  }
  const isWhole = total <= WHOLE
  return grupos.map(({ categoria, productos }, place) => {
    const id = anclaOf(slugOf(categoria))
    return (
      <section
        key={categoria}
        id={id}
        className={styles.group}
        data-long={isWhole ? undefined : ''}
        style={conProductos(productos.length)}
        aria-labelledby={`${id}-titulo`}
      >
        <h3 id={`${id}-titulo`}>
          {categoria}
          {/* 'ítems' for one as well: the text is fixed */}
          <span>{productos.length} ítems</span>
        </h3>
        {toTandas(productos).map((tanda, index) => (
          <Tanda
            // biome-ignore lint/suspicious/noArrayIndexKey: what a search leaves comes to the place of what was there
            key={index}
            productos={tanda}
            isWhole={isWhole}
            isFirst={(before[place] ?? 0) + index * TANDA < FIRST}
          />
        ))}
      </section>
    )
  })
})

/** For the height that is kept free for so many. */
const conProductos = (productos: number): CSSProperties & { '--productos': number } => ({
  '--productos': productos,
})

function toTandas<T>(items: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / TANDA) }, (_, index) =>
    items.slice(index * TANDA, (index + 1) * TANDA),
  )
}
