import type { ReactNode } from 'react'

const MARKS = [
  [22, 22],
  [398, 22],
  [22, 308],
  [398, 308],
] as const

function Sheet({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 420 330" width="420" height="330" aria-hidden="true">
      <g stroke="var(--ink)" fill="none" strokeWidth="1.6">
        {MARKS.map(([x, y]) => (
          <path
            key={`${x} ${y}`}
            d={`M${x - 12} ${y}h24M${x} ${y - 12}v24M${x - 7} ${y}a7 7 0 1 0 14 0a7 7 0 1 0-14 0`}
          />
        ))}
      </g>
      {children}
    </svg>
  )
}

const HOLES = Array.from({ length: 9 }, (_, index) => 68 + index * 24)
const LINES = [
  [82, 114, '--red'],
  [102, 114, '--blue'],
  [122, 64, '--blue'],
  [162, 114, '--blue'],
  [182, 114, '--blue'],
  [202, 64, '--blue'],
  [222, 114, '--blue'],
] as const

/** A bound notebook, its inks printed out of register. */
function Notebook() {
  return (
    <Sheet>
      <rect x="118" y="54" width="170" height="230" fill="var(--blue)" transform="rotate(-6 210 165)" />
      <rect x="132" y="46" width="170" height="230" fill="var(--paper)" transform="rotate(4 210 165)" />
      <rect x="126" y="50" width="170" height="230" fill="var(--sheet)" stroke="var(--ink)" strokeWidth="3" />
      {LINES.map(([y, width, ink]) => (
        <rect key={y} x="156" y={y} width={width} height="8" fill={`var(${ink})`} />
      ))}
      {HOLES.map((y) => (
        <path key={y} d={`M113 ${y}h26`} stroke="var(--ink)" strokeWidth="4" />
      ))}
      {HOLES.map((y) => (
        <circle key={y} cx="139" cy={y} r="5" fill="var(--ink)" />
      ))}
    </Sheet>
  )
}

/** Two inks and their overprint, where both count. */
function PlusOne() {
  return (
    <Sheet>
      <circle cx="180" cy="165" r="96" fill="var(--paper)" />
      <circle cx="240" cy="165" r="96" fill="var(--blue)" />
      <path d="M210 73.8a96 96 0 0 1 0 182.4a96 96 0 0 1 0-182.4Z" fill="var(--leaf)" />
      <path
        d="M175 165h30M190 150v30M218 152l17-12v54"
        fill="none"
        stroke="var(--paper)"
        strokeWidth="13"
        strokeLinejoin="round"
      />
    </Sheet>
  )
}

export const Drawing = ({ name }: { name: 'PlusOne' | 'Notebook' }) =>
  name === 'PlusOne' ? <PlusOne /> : <Notebook />
