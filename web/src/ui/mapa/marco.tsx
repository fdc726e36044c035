import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp } from 'lucide-react'
import type { RefObject } from 'react'
import { IconButton } from '../button.tsx'
import styles from './mapa.module.css'

/** The sheet that Leaflet draws on, with north; and where it is no map, that word. */
export function Lamina({
  label,
  box,
  isSchema,
}: {
  label: string
  box: RefObject<HTMLDivElement | null>
  isSchema: boolean
}) {
  return (
    <section aria-label={label} className={styles.sheet}>
      <div ref={box} className={styles.map} />
      {isSchema && <span className={styles.schema}>Esquema, no es un mapa</span>}
      <svg viewBox="0 0 24 44" className={styles.north} aria-hidden="true">
        <path d="M12 30V4m0-3L5 14h14Z" />
        <text x="12" y="43" textAnchor="middle">
          N
        </text>
      </svg>
    </section>
  )
}

/** Four buttons that push a pin, each by so many steps right and down on the screen. */
export function Flechas({ onPush }: { onPush: (steps: [x: number, y: number]) => void }) {
  return (
    <fieldset className={styles.arrows}>
      <legend>Mové el pin: arrastralo, tocá el mapa o usá las flechas</legend>
      <IconButton icon={ArrowUp} label="Pin al norte" onClick={() => onPush([0, -1])} />
      <IconButton icon={ArrowDown} label="Pin al sur" onClick={() => onPush([0, 1])} />
      <IconButton icon={ArrowLeft} label="Pin al oeste" onClick={() => onPush([-1, 0])} />
      <IconButton icon={ArrowRight} label="Pin al este" onClick={() => onPush([1, 0])} />
    </fieldset>
  )
}
