import type { ProductoAnswer } from '@imprimitodo/shared/api/productos'
import { type CSSProperties, memo, startTransition, useEffect, useRef, useState } from 'react'
import { ProductoCard } from '../producto-card.tsx'
import styles from './catalogo.module.css'
import { soon, watchNear } from './near.ts'

const SIZES = '(min-width: 1180px) 271px, (min-width: 1040px) 23vw, (min-width: 760px) 31vw, 46vw'

/**
 * A batch of cards on a shelf: those of the first one at once, the others when there is time. Of a long catalogue
 * only what is near the window is rendered; the rest keeps its height.
 */
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
    const [isNear, setNear] = useState(false)
    /** As it was when it was last there, of so many products. */
    const [was, setWas] = useState<{ height: number; of: number }>()
    useEffect(() => {
      const { current } = list
      if (!current) return
      let callOff = () => {}
      const become = (isNear: boolean) => {
        callOff()
        callOff = soon(() => startTransition(() => setNear(isNear)))
      }
      if (isWhole) {
        become(true)
        return () => callOff()
      }
      const unwatch = watchNear(current, (isNear, height) => {
        if (isNear) return become(true)
        callOff()
        // Who moves with the keyboard keeps the card the focus is on
        if (current.childElementCount === 0 || current.contains(document.activeElement)) return
        setWas({ height, of: current.childElementCount })
        become(false)
      })
      return () => {
        unwatch()
        callOff()
      }
    }, [isWhole])

    if (isFirst || isNear)
      return (
        <ul ref={list} className={styles.grid}>
          {productos.map((producto) => (
            <li key={producto.id}>
              <ProductoCard producto={producto} level="h4" sizes={SIZES} />
            </li>
          ))}
        </ul>
      )
    const reserved: CSSProperties & { '--productos': number } = {
      '--productos': productos.length,
      height: was?.of === productos.length ? was.height : undefined,
    }
    return <ul ref={list} className={styles.far} style={reserved} />
  },
  (one, other) =>
    one.isWhole === other.isWhole &&
    one.isFirst === other.isFirst &&
    one.productos.length === other.productos.length &&
    one.productos.every((producto, index) => producto === other.productos[index]),
)
