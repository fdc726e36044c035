import type { RefObject } from 'react'
import { type RangoRuleta, segmentPath, tintaOf, valoresOf } from './rueda.ts'
import styles from './wheel.module.css'

const BULBS = Array.from({ length: 28 }, (_, index) => (index * 2 * Math.PI) / 28)
const MARKS = [
  [-234, -234],
  [234, -234],
  [-234, 240],
  [234, 240],
] as const

/** A colour wheel of the inks, a segment for each value that can be won. Without `rango` it has none yet. */
export function Wheel({
  rango,
  isTurning,
  turned,
}: {
  rango: RangoRuleta | undefined
  isTurning: boolean
  turned: RefObject<SVGGElement | null>
}) {
  const valores = rango ? valoresOf(rango) : []
  return (
    <div className={styles.wheel}>
      <svg
        viewBox="-250 -262 500 520"
        role="img"
        aria-label={rango ? `Ruleta con descuentos del ${rango.min} al ${rango.max} %` : 'Ruleta'}
      >
        {MARKS.map(([x, y]) => (
          <g key={`${x} ${y}`} className={styles.mark} transform={`translate(${x} ${y})`}>
            <circle r="7" />
            <path d="M-12 0H12M0-12V12" />
          </g>
        ))}
        <circle cx="7" cy="7" r="226" fill="var(--lemon)" />
        <circle r="226" fill="var(--ink)" />
        {BULBS.map((at) => (
          <circle key={at} cx={214 * Math.cos(at)} cy={214 * Math.sin(at)} r="4.5" fill="var(--paper)" />
        ))}
        <circle r="200" fill="var(--kraft)" />
        <g ref={turned} data-rueda>
          {valores.map((valor, index) => (
            <Segment key={valor} valor={valor} index={index} count={valores.length} />
          ))}
        </g>
        {isTurning && (
          <path
            className={styles.blur}
            d="M-48-180A186 186 0 0 1 118-144M154 82A174 174 0 0 1 62 163M-183-32A186 186 0 0 0-160 93"
          />
        )}
        <circle r="45" fill="var(--paper)" stroke="var(--ink)" strokeWidth="4" />
        <g transform="translate(-15 -15)">
          <circle cx="6" cy="15" r="20" fill="var(--lemon)" />
          <circle cx="24" cy="15" r="20" fill="var(--blue)" />
          <path d="M15-2.86a20 20 0 0 1 0 35.72 20 20 0 0 1 0-35.72Z" fill="var(--leaf)" />
        </g>
        <path
          d="M-24-250H24L0-196Z"
          fill="var(--red)"
          stroke="var(--ink)"
          strokeWidth="4"
          strokeLinejoin="round"
        />
      </svg>
    </div>
  )
}

function Segment({ valor, index, count }: { valor: number; index: number; count: number }) {
  const { fill, text } = tintaOf(index, count)
  // The text size that fits a segment: many segments are narrow
  const size = Math.min(58, 900 / count)
  return (
    <>
      <path
        d={segmentPath(index, count)}
        fill={fill}
        stroke="var(--paper)"
        strokeWidth={count > 24 ? 1 : 3}
      />
      <g
        transform={`rotate(${(index * 360) / count})`}
        className={styles.value}
        style={{ fill: text }}
        aria-hidden
      >
        <text y={count > 16 ? -176 : -128} fontSize={size}>
          {valor}
        </text>
        {count <= 16 && (
          <text y="-102" fontSize={size * 0.36}>
            %
          </text>
        )}
      </g>
    </>
  )
}
