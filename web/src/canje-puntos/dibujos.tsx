/** A fanned stack of sheets with their number. */
export function Hojas({ hojas }: { hojas: number }) {
  const lines = [-76, -54, -32, -10, 12, 34, 56]
  const sheets = [
    ['rotate(-14) translate(-24 0)', 'var(--lemon)'],
    ['rotate(-7) translate(-8 0)', 'var(--paper)'],
    ['translate(8 0)', 'var(--leaf)'],
    ['rotate(7) translate(24 0)', '#fff'],
  ] as const
  return (
    <svg viewBox="0 0 330 250" aria-hidden="true">
      <g transform="translate(165 130)" stroke="var(--ink)" strokeWidth="3">
        {sheets.map(([transform, ink]) => (
          <rect key={ink} x="-72" y="-100" width="144" height="200" fill={ink} transform={transform} />
        ))}
        <g transform="rotate(7) translate(24 0)" stroke="none" fill="var(--blue)">
          {lines.map((y, index) => (
            <rect key={y} x="-52" y={y} width={index % 3 === 2 ? 60 : 104} height="7" />
          ))}
        </g>
        <circle cx="82" cy="62" r="42" fill="var(--lemon)" />
        <text
          x="82"
          y="75"
          textAnchor="middle"
          stroke="none"
          fill="var(--ink)"
          fontSize={Math.min(36, 96 / String(hojas).length)}
          fontWeight="800"
          fontFamily="var(--display)"
        >
          ×{hojas}
        </text>
      </g>
    </svg>
  )
}

/** The postmark of a prize that the points reach. */
export function Matasellos({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 150 110" aria-hidden="true">
      <g fill="none" stroke="var(--ink)" strokeWidth="3">
        <path d="M96 36q9-7 18 0t18 0 18 0M100 55q9-7 18 0t18 0 14-3M96 74q9-7 18 0t18 0 18 0" />
        <circle cx="54" cy="55" r="49" fill="#ffffffe0" />
        <circle cx="54" cy="55" r="42" strokeWidth="1.6" />
      </g>
      <g fill="var(--ink)" fontFamily="var(--display)" fontWeight="800" textAnchor="middle">
        <text x="54" y="51" fontSize="20">
          TE
        </text>
        <text x="54" y="70" fontSize="17">
          ALCANZA
        </text>
      </g>
    </svg>
  )
}
