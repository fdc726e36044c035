/** The side of a tile, in units of the drawing. */
export const TILE = 100

type Inks = { paper: string; ink: string; spot: string }

const inks = (paper: string, ink: string, spot: string): Inks => ({
  paper: `var(--${paper})`,
  ink: `var(--${ink})`,
  spot: `var(--${spot})`,
})

export const PALETTES: Inks[] = [
  inks('lemon', 'ink', 'blue'),
  inks('paper', 'blue', 'lemon'),
  inks('blue', 'paper', 'lemon'),
  inks('kraft', 'red', 'ink'),
  inks('ink', 'lemon', 'paper'),
  inks('leaf', 'paper', 'lemon'),
  inks('sheet', 'ink', 'lemon'),
]

const DOTS = Array.from({ length: 36 }, (_, index) => ({ x: index % 6, y: Math.floor(index / 6) }))

const Halftone = ({ ink }: Inks) => (
  <g fill={ink}>
    {DOTS.map(({ x, y }) => (
      <circle key={`${x}-${y}`} cx={x * 17 + 7.5} cy={y * 17 + 7.5} r={1 + (x + y) * 0.75} />
    ))}
  </g>
)
const Quarters = ({ ink, spot }: Inks) => (
  <>
    <path d="M0 0h100A100 100 0 0 1 0 100Z" fill={ink} />
    <path d="M0 0h50A50 50 0 0 1 0 50Z" fill={spot} />
  </>
)
const Overlap = ({ ink, spot }: Inks) => (
  <>
    <circle cx="36" cy="50" r="32" fill={spot} />
    <circle cx="64" cy="50" r="32" fill={ink} />
    <path d="M50 21.2a32 32 0 0 1 0 57.6 32 32 0 0 1 0-57.6Z" fill="var(--red)" />
  </>
)
const Stripes = ({ ink }: Inks) => (
  <path d="M0 10h100M0 30h100M0 50h100M0 70h100M0 90h100" stroke={ink} strokeWidth="10" />
)
const Sheet = ({ ink, spot }: Inks) => (
  <>
    <path d="M28 20h44l12 12v56H28Z" fill={spot} transform="translate(-7 -7)" />
    <path d="M28 20h36l16 16v50H28Z" fill={ink} />
    <path d="M38 48h32M38 58h32M38 68h20" stroke={spot} strokeWidth="4" />
  </>
)
const Mark = ({ ink }: Inks) => (
  <g fill="none" stroke={ink} strokeWidth="4">
    <circle cx="50" cy="50" r="24" />
    <path d="M50 10v80M10 50h80" />
  </g>
)
const Spiral = ({ ink, spot }: Inks) => (
  <>
    <path d="M36 0h64v100H36Z" fill={ink} />
    {[12, 31, 50, 69, 88].map((y) => (
      <g key={y}>
        <circle cx="48" cy={y} r="5" fill={spot} />
        <path d={`M48 ${y}H18`} stroke={spot} strokeWidth="6" strokeLinecap="round" />
      </g>
    ))}
  </>
)
const Cup = ({ ink, spot }: Inks) => (
  <>
    <path d="M68 38h8a13 13 0 0 1 0 26h-8" fill="none" stroke={ink} strokeWidth="8" />
    <path d="M20 28h48v36a14 14 0 0 1-14 14H34a14 14 0 0 1-14-14Z" fill={ink} />
    <circle cx="44" cy="52" r="12" fill={spot} />
  </>
)
const Waves = ({ ink, spot }: Inks) => (
  <g fill="none" strokeWidth="14">
    <path d="M-10 24q30-22 60 0t60 0" stroke={ink} />
    <path d="M-10 54q30-22 60 0t60 0" stroke={spot} />
    <path d="M-10 84q30-22 60 0t60 0" stroke={ink} />
  </g>
)
const Bars = () => (
  <>
    <path d="M0 0h20v100H0Z" fill="var(--cyan)" />
    <path d="M20 0h20v100H20Z" fill="var(--magenta)" />
    <path d="M40 0h20v100H40Z" fill="var(--lemon)" />
    <path d="M60 0h20v100H60Z" fill="var(--ink)" />
    <path d="M80 0h20.5v100H80Z" fill="var(--leaf)" />
  </>
)
const letter = (text: string) => (inks: Inks) => (
  <text
    x="50"
    y="73"
    textAnchor="middle"
    fill={inks.ink}
    fontFamily="var(--display)"
    fontSize={text.length > 1 ? 62 : 74}
    fontWeight="800"
  >
    {text}
  </text>
)

export const MOTIFS = [
  Halftone,
  Quarters,
  letter('ñ'),
  Spiral,
  Overlap,
  Stripes,
  letter('A4'),
  Mark,
  Sheet,
  Waves,
  letter('%'),
  Cup,
  Bars,
]
