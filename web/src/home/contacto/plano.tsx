import type { Point } from '@imprimitodo/shared/rules/compra/entrega'
import { cx } from '../../ui/cx.ts'
import { HOJA, otrasDesde, UNITS_PER_KM } from './croquis.ts'
import styles from './plano.module.css'

type Sucursal = Point & { nombre: string }

const CENTER = { x: HOJA.width / 2, y: HOJA.height / 2 }
const RINGS_KM = [1, 3, 5]

/**
 * A sketch, labelled as such and not as a map: north up, to scale, from the shop's own data. Needs no map
 * service.
 */
export function Plano({ here, all }: { here: Sucursal; all: readonly Sucursal[] }) {
  const otras = otrasDesde(here, all)
  const told = otras.map(({ nombre, km }) => `${nombre} queda a ${Math.round(km)} km`)
  return (
    <svg
      viewBox={`0 0 ${HOJA.width} ${HOJA.height}`}
      className={styles.plan}
      role="img"
      aria-label={[`Croquis de la sucursal ${here.nombre}`, ...told].join('. ')}
    >
      {otras.map(({ nombre, x, y, isOutside }) => (
        <path
          key={nombre}
          d={`M${CENTER.x} ${CENTER.y}L${x} ${y}`}
          className={cx(styles.way, isOutside && styles.broken)}
        />
      ))}
      <g className={styles.rings}>
        {RINGS_KM.map((km) => (
          <g key={km}>
            <circle cx={CENTER.x} cy={CENTER.y} r={km * UNITS_PER_KM} />
            <text x={CENTER.x + km * UNITS_PER_KM} y={CENTER.y + 4}>
              {km}
            </text>
          </g>
        ))}
      </g>
      {otras.map(({ nombre, km, x, y, angle, isOutside }) => (
        <g key={nombre} className={styles.other}>
          {isOutside ? (
            <path d="M0-9 8 7H-8Z" transform={`translate(${x} ${y}) rotate(${angle})`} />
          ) : (
            <circle cx={x} cy={y} r="7" />
          )}
          <text x={x + 14} y={y + 5}>
            {nombre}
            {isOutside && ` · ${Math.round(km)} km`}
          </text>
        </g>
      ))}
      <g transform={`translate(${CENTER.x} ${CENTER.y})`} className={styles.pin}>
        <path d="M0 0c-13-17-20-25-20-36a20 20 0 1 1 40 0c0 11-7 19-20 36Z" />
        <circle cx="-4" cy="-36" r="9" fill="var(--lemon)" />
        <circle cx="4" cy="-36" r="9" fill="var(--blue)" />
        <path d="M0-44.1a9 9 0 0 1 0 16.2 9 9 0 0 1 0-16.2Z" className={styles.overprint} />
      </g>
      <g className={styles.legend}>
        <path d="M372 44V16m0-2-6 11h12Z" />
        <text x="372" y="60" textAnchor="middle">
          N
        </text>
        <path d={`M16 ${HOJA.height - 16}v-6m0 3h${UNITS_PER_KM * 2}m0-3v6`} />
        <text x={16 + UNITS_PER_KM * 2 + 8} y={HOJA.height - 14}>
          2 km
        </text>
      </g>
    </svg>
  )
}
