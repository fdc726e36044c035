import { count, writeAmount } from '@imprimitodo/shared/rules/base/cantidad'
import { nextRango, puntosBar, rangoDePuntos } from '@imprimitodo/shared/rules/fidelidad/rango'
import { ArrowRight } from 'lucide-react'
import { LinkButton } from '../ui/button.tsx'
import { useContador } from './contador.ts'
import styles from './puntos.module.css'

/** The balance counting up, its bar, its rank, and two inks that overlap the more the fuller the bar is. */
export function Puntos({ puntos }: { puntos: number }) {
  const shown = useContador(puntos)
  const percent = Math.floor(puntosBar(puntos))
  const next = nextRango(puntos)
  return (
    <section className={styles.puntos} aria-labelledby="tus-puntos">
      <div>
        <h2 id="tus-puntos">Tus puntos</h2>
        <p className={styles.number}>
          <span aria-hidden>{writeAmount(shown)}</span>
          <span className="visually-hidden">{count(puntos, 'punto')}</span>
        </p>
        <div
          className={styles.bar}
          role="progressbar"
          aria-label="Progreso de tus puntos"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
        >
          <i style={{ transform: `scaleX(${puntosBar(puntos) / 100})` }} />
        </div>
        <p className={styles.rank}>
          <span>{rangoDePuntos(puntos)}</span>
          {next && puntos > 0 && (
            <span>
              {next.faltan === 1 ? 'Te falta' : 'Te faltan'} {writeAmount(next.faltan)} para {next.nombre}
            </span>
          )}
        </p>
        <LinkButton className={styles.redeem} to="/canje-puntos" iconAfter={ArrowRight}>
          Canjear Puntos
        </LinkButton>
      </div>
      <Inks percent={percent} />
    </section>
  )
}

const RADIUS = 96
const CENTRE = 110

/** Two circles that move closer as it grows; even at 0 their overlap has room for the number. */
function Inks({ percent }: { percent: number }) {
  const half = 15 + ((100 - percent) / 100) * 25
  const x = 200
  const height = Math.sqrt(RADIUS ** 2 - half ** 2)
  const lens = `M${x} ${CENTRE - height}A${RADIUS} ${RADIUS} 0 0 1 ${x} ${CENTRE + height}A${RADIUS} ${RADIUS} 0 0 1 ${x} ${CENTRE - height}Z`
  return (
    <svg className={styles.inks} viewBox="0 0 400 220" aria-hidden="true">
      <circle cx={x - half} cy={CENTRE} r={RADIUS} fill="var(--lemon)" />
      <circle cx={x + half} cy={CENTRE} r={RADIUS} fill="#6f8cf5" />
      <path d={lens} fill="var(--leaf)" />
      <text x={x} y={CENTRE + 16} textAnchor="middle">
        {percent} %
      </text>
    </svg>
  )
}
