/** Two overlapping ink dots; the overprint is drawn in leaf, since a real multiply goes almost black. A shop's own takes its place by its class. */
export function Logo({ onInk }: { onInk?: boolean }) {
  return (
    <svg className="logo-tienda" width="30" height="30" viewBox="0 0 30 30" aria-hidden="true">
      <circle cx="12" cy="15" r="11" fill="var(--lemon)" />
      <circle cx="18" cy="15" r="11" fill={onInk ? '#6f8cf5' : 'var(--blue)'} />
      <path d="M15 4.42a11 11 0 0 1 0 21.16 11 11 0 0 1 0-21.16Z" fill="var(--leaf)" />
    </svg>
  )
}
