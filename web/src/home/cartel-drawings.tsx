import type { ReactNode } from 'react'

const WORD = {
  x: 160,
  textAnchor: 'middle',
  fontFamily: 'var(--display)',
  fontWeight: 800,
  letterSpacing: '-0.03em',
} as const

const Frame = ({ children }: { children: ReactNode }) => (
  <svg viewBox="0 -60 320 320" width="320" height="320" aria-hidden="true">
    {children}
  </svg>
)

/** A sign on two posts. */
const Tradicional = () => (
  <Frame>
    <path d="M0 178h320v82H0Z" fill="var(--leaf)" />
    <path d="M92 120v62M228 120v62" stroke="var(--ink)" strokeWidth="10" />
    <path d="M58 48h216v86H58Z" fill="var(--lemon)" />
    <path d="M50 40h216v86H50Z" fill="var(--sheet)" stroke="var(--ink)" strokeWidth="4" />
    <path d="M50 106h216v20H50Z" fill="var(--blue)" stroke="var(--ink)" strokeWidth="4" />
    <text {...WORD} x="158" y="92" fontSize="46" fill="var(--red)">
      Panadería
    </text>
  </Frame>
)

/** A sign lit from inside, at night: halftone instead of glow. */
const LuzInterior = () => (
  <Frame>
    <pattern id="luz" width="14" height="14" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <circle cx="7" cy="7" r="2.6" fill="var(--lemon)" />
    </pattern>
    <rect x="14" y="16" width="292" height="168" rx="80" fill="url(#luz)" opacity=".5" />
    <rect
      x="44"
      y="50"
      width="232"
      height="100"
      rx="14"
      fill="var(--lemon)"
      stroke="var(--paper)"
      strokeWidth="5"
    />
    <text {...WORD} y="120" fontSize="54" fill="var(--ink)">
      Farmacia
    </text>
    <path d="M120 50V-60M200 50V-60" stroke="var(--paper)" strokeWidth="5" />
  </Frame>
)

/** Three-dimensional letters on a wall. */
const Tridimensional = () => (
  <Frame>
    <path
      d="M0 -40h320M0 0h320M0 40h320M0 80h320M0 120h320M0 160h320M0 200h320M0 240h320M60 -80v40M180 -80v40M300 -80v40M0 -40v40M120 -40v40M240 -40v40M60 0v40M180 0v40M300 0v40M0 40v40M120 40v40M240 40v40M60 80v40M180 80v40M300 80v40M0 120v40M120 120v40M240 120v40M60 160v40M180 160v40M300 160v40M0 200v40M120 200v40M240 200v40M60 240v40M180 240v40M300 240v40"
      stroke="var(--red)"
      opacity=".22"
      strokeWidth="2"
    />
    {[10, 8, 6, 4, 2].map((depth) => (
      <text key={depth} {...WORD} x={160 + depth} y={126 + depth} fontSize="82" fill="var(--blue-d)">
        CAFÉ
      </text>
    ))}
    <text {...WORD} y="126" fontSize="82" fill="var(--lemon)" stroke="var(--ink)" strokeWidth="2.5">
      CAFÉ
    </text>
  </Frame>
)

const DRAWINGS = {
  tradicional: Tradicional,
  luz_interior: LuzInterior,
  tridimensional: Tridimensional,
}

export function CartelDrawing({ tipo }: { tipo: keyof typeof DRAWINGS }) {
  const Drawing = DRAWINGS[tipo]
  return <Drawing />
}
