import type { ProductoAnswer } from '@imprimitodo/shared/api/productos'
import { type CSSProperties, memo, useEffect, useRef, useState } from 'react'
import { ProductoCard } from '../producto-card.tsx'
import styles from './catalogo.module.css'

const SIZES = '(min-width: 1180px) 271px, (min-width: 1040px) 23vw, (min-width: 760px) 31vw, 46vw'

/** A batch of cards on a shelf. Of a long catalogue only what is near the window is rendered; the rest keeps its height. */
export const Tanda = memo(
  function Tanda({
    productos,
    isWhole,
    isFirst,
  }: {
    productos: readonly ProductoAnswer[]
    isWhole: boolean
    isFirst: boolean
  }) {
    const list = useRef<HTMLUListElement>(null)
    const [isNear, setNear] = useState(isFirst)
    const [height, setHeight] = useState<number>()
    useEffect(() => {
      if (isWhole || !list.current) return
      const { current } = list
      const watch = new IntersectionObserver(
        (entries) => {
          // On a slow phone several wait to be told: only the last one is still true
          const entry = entries.at(-1)
          if (!entry) return
          // Who moves with the keyboard keeps the card the focus is on
          if (!entry.isIntersecting && current.contains(document.activeElement)) return
          if (!entry.isIntersecting) setHeight(entry.boundingClientRect.height)
          setNear(entry.isIntersecting)
        },
        { rootMargin: '1200px 0px' },
      )
      watch.observe(current)
      return () => watch.disconnect()
    }, [isWhole])

    if (isWhole || isNear)
      return (
        <ul ref={list} className={styles.grid}>
          {productos.map((producto) => (
            <li key={producto.id}>
              <ProductoCard producto={producto} level="h4" sizes={SIZES} />
            </li>
          ))}
        </ul>
      )
    const reserved: CSSProperties & { '--productos': number } = { '--productos': productos.length, height }
    return <ul ref={list} className={styles.far} style={reserved} />
  },
  (one, other) =>
    one.isWhole === other.isWhole &&
    one.isFirst === other.isFirst &&
    one.productos.length === other.productos.length &&
    one.productos.every((producto, index) => producto === other.productos[index]),
)
