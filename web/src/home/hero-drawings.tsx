import styles from './hero-drawings.module.css'
import { MOTIFS, PALETTES, TILE } from './muestrario.tsx'

/** A freshly bound copy: its spine, a red title, and the lemon ink printed a little out of register. */
export function VolumenDrawing() {
  return (
    <svg viewBox="0 0 360 280" width="360" height="280" className={styles.volumen} aria-hidden="true">
      <g stroke="var(--ink)" strokeWidth="3" strokeLinejoin="round">
        <path d="M70 58 232 22l46 200-162 36Z" fill="var(--sheet)" transform="rotate(-9 170 140)" />
        <path d="M112 40h186v226H112Z" fill="var(--lemon)" stroke="none" transform="rotate(4 205 150)" />
        <path d="M100 30h186v226H100Z" fill="var(--sheet)" />
      </g>
      <path d="M136 62h96" stroke="var(--red)" strokeWidth="13" />
      <path
        d="M136 92h126M136 112h126M136 132h88M136 160h126M136 180h126M136 200h126M136 220h54"
        stroke="var(--blue)"
        strokeWidth="7"
      />
      <path d="M206 208h62v32h-62Z" fill="var(--leaf)" />
      {Array.from({ length: 10 }, (_, hole) => 46 + hole * 21.6).map((y) => (
        <g key={y}>
          <circle cx="114" cy={y} r="5" fill="var(--ink)" />
          <path d={`M114 ${y}H84`} stroke="var(--ink)" strokeWidth="5" strokeLinecap="round" />
        </g>
      ))}
    </svg>
  )
}

const COLUMNS = 14
const ROWS = 5

/**
 * The shop's specimen sheet: patterns of two inks and a square. Fills its slide, whatever the slide's shape.
 */
export function Muestrario() {
  return (
    <svg
      viewBox={`0 0 ${COLUMNS * TILE} ${ROWS * TILE}`}
      preserveAspectRatio="xMidYMid slice"
      className={styles.muestrario}
      role="img"
      aria-label="Muestrario de tintas"
    >
      {Array.from({ length: COLUMNS * ROWS }, (_, index) => {
        const column = index % COLUMNS
        const row = Math.floor(index / COLUMNS)
        // Steps without a common divisor, so that no motif and no ink has itself as a neighbour
        const Motif = MOTIFS[(column * 5 + row * 3) % MOTIFS.length]
        const inks = PALETTES[(column * 3 + row * 2) % PALETTES.length]
        if (!Motif || !inks) return null
        return (
          <svg
            key={`${column} ${row}`}
            x={column * TILE}
            y={row * TILE}
            width={TILE + 0.5}
            height={TILE + 0.5}
            aria-hidden="true"
          >
            <rect width="101" height="101" fill={inks.paper} />
            <Motif {...inks} />
          </svg>
        )
      })}
    </svg>
  )
}
