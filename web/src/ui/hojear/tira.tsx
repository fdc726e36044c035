import type { Hojeable } from '@imprimitodo/shared/rules/taller/hojear'
import { Scissors } from 'lucide-react'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { cx } from '../cx.ts'
import { Carilla } from './cara.tsx'
import type { Dibujos } from './dibujos.ts'
import { tomoOf } from './posicion.ts'
import styles from './tira.module.css'

/** Pixels that a sheet and the cut before a tome take; what tira.module.css says. */
const ITEM = 76
const CUT = 84

/** Where a sheet begins in the strip. */
const leftOf = (of: Hojeable, hoja: number): number => (hoja - 1) * ITEM + tomoOf(of, hoja).tomo * CUT

/** All sheets in a row, both sides of each, of which only those in sight and near it exist. */
export function TiraDeHojas({
  of,
  hoja,
  dibujos,
  onSeen,
  onGo,
}: {
  of: Hojeable
  hoja: number
  dibujos: Dibujos
  /** Called with the visible sheets. */
  onSeen: (desde: number, hasta: number) => void
  onGo: (hoja: number) => void
}) {
  const box = useRef<HTMLElement>(null)
  const [view, setView] = useState({ left: 0, width: 390 })
  const look = useCallback(() => {
    const { scrollLeft = 0, clientWidth = 0 } = box.current ?? {}
    setView({ left: scrollLeft, width: clientWidth || 390 })
  }, [])
  useLayoutEffect(() => {
    const { clientWidth = 0 } = box.current ?? {}
    box.current?.scrollTo({ left: leftOf(of, hoja) + ITEM / 2 - clientWidth / 2 })
    look()
  }, [of, hoja, look])
  useEffect(() => {
    window.addEventListener('resize', look)
    return () => window.removeEventListener('resize', look)
  }, [look])

  const desde = firstAt(of, view.left)
  const hasta = firstAt(of, view.left + view.width)
  useEffect(() => onSeen(desde, hasta), [onSeen, desde, hasta])

  const [from, to] = [Math.max(1, desde - 2), Math.min(of.hojas, hasta + 2)]
  return (
    <nav ref={box} className={styles.tira} aria-label="Hojas" onScroll={look}>
      <div className={styles.todas} style={{ width: leftOf(of, of.hojas) + ITEM }}>
        {Array.from({ length: to - from + 1 }, (_, at) => from + at).map((one) => (
          <Hoja key={one} of={of} dibujos={dibujos} onGo={onGo} hoja={one} isCurrent={one === hoja} />
        ))}
      </div>
    </nav>
  )
}

function Hoja({
  of,
  hoja,
  isCurrent,
  dibujos,
  onGo,
}: {
  of: Hojeable
  hoja: number
  isCurrent: boolean
  dibujos: Dibujos
  onGo: (hoja: number) => void
}) {
  const { tomo, desde } = tomoOf(of, hoja)
  const caras = of.lados === 2 ? (['frente', 'dorso'] as const) : (['frente'] as const)
  const left = leftOf(of, hoja)
  return (
    <>
      {hoja === desde && tomo > 0 && (
        <span className={styles.corte} style={{ left: left - CUT }} aria-hidden>
          <Scissors size={18} strokeWidth={2.2} />
          Tomo {tomo + 1}
        </span>
      )}
      <button
        type="button"
        className={cx(styles.hoja, of.lying && styles.lying)}
        style={{ left }}
        aria-label={`Hoja ${hoja}`}
        aria-current={isCurrent || undefined}
        tabIndex={isCurrent ? 0 : -1}
        onClick={() => onGo(hoja)}
      >
        <span className={styles.caras}>
          {caras.map((cara) => (
            <span key={cara} className={styles.cara}>
              <Carilla of={of} cara={of.caraOf({ hoja, cara })} dibujos={dibujos} small />
            </span>
          ))}
        </span>
        {hoja}
      </button>
    </>
  )
}

/** The sheet at so many pixels from the left. */
function firstAt(of: Hojeable, left: number): number {
  let hoja = Math.min(of.hojas, Math.max(1, Math.floor(left / ITEM) + 1))
  while (hoja > 1 && leftOf(of, hoja) > left) hoja--
  return hoja
}
