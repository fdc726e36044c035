import type { PremioAnswer } from '@imprimitodo/shared/api/puntos'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { premioEmoji, premioEmojiText, premioPercent } from '@imprimitodo/shared/rules/fidelidad/premio'
import { cx } from '../ui/cx.ts'
import styles from './avance.module.css'

/** How near the points are to a prize: percentage, the emoji of its band, bar, points held. */
export function AvanceDePremio({
  premio,
  puntos,
  onInk,
}: {
  premio: PremioAnswer
  puntos: number
  onInk?: boolean
}) {
  const percent = premioPercent(puntos, premio.puntos_requeridos)
  return (
    <div className={cx(percent === 100 && styles.full, onInk && styles.onInk)}>
      <p className={styles.percent}>
        <span className="num">{percent} %</span>
        {onInk && <span className="num">{count(premio.puntos_requeridos, 'punto')} por código</span>}
        <span className={styles.emoji} role="img" aria-label={premioEmojiText(percent)}>
          {premioEmoji(percent)}
        </span>
      </p>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label={`Cuánto tenés para ${premio.nombre}`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <i style={{ transform: `scaleX(${percent / 100})` }} />
      </div>
      <p className={styles.held}>Tenés {count(puntos, 'punto')}</p>
    </div>
  )
}
