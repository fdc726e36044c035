const CUP = 'M84 40h132v70c0 54-28 88-66 88s-66-34-66-88z'
const HANDLES = 'M84 62H44c0 50 14 76 52 80M216 62h40c0 50-14 76-52 80'

/** A cup in the two inks and their overprint, on a base with the amount paid. */
export function Trofeo() {
  return (
    <svg width="270" height="270" viewBox="0 0 300 300" role="img" aria-label="Trofeo">
      <clipPath id="copa">
        <path d={CUP} />
      </clipPath>
      <path
        d={`${CUP}M134 194h32v34h-32zM96 228h108v40H96z`}
        fill="var(--lemon)"
        transform="translate(8 8)"
      />
      <path d={HANDLES} fill="none" stroke="var(--ink)" strokeWidth="15" />
      <path d={HANDLES} fill="none" stroke="var(--lemon)" strokeWidth="7" />
      <g clipPath="url(#copa)">
        <rect x="80" y="36" width="140" height="170" fill="var(--lemon)" />
        <rect x="150" y="36" width="80" height="170" fill="var(--blue)" />
        <ellipse cx="150" cy="112" rx="44" ry="100" fill="var(--leaf)" />
      </g>
      <g stroke="var(--ink)" strokeWidth="4">
        <path d={CUP} fill="none" />
        <path d="M134 196h32v32h-32z" fill="var(--leaf)" />
        <path d="M96 228h108v40H96z" fill="var(--blue)" />
      </g>
      <path d="M132 82l18-16h14v88h-19V92l-13 9z" fill="var(--paper)" />
      <text
        x="150"
        y="257"
        textAnchor="middle"
        fill="#fff"
        fontSize="25"
        fontWeight="800"
        fontFamily="var(--display)"
      >
        $ 0
      </text>
    </svg>
  )
}
