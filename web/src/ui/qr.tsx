import { useEffect, useState } from 'react'
import { pathOf, qrMatrix } from './qr-matrix.ts'

/** A QR code; what draws it is loaded only when one appears. Nothing is shown until then, and the box keeps its size. */
export function Qr({ text, label, className }: { text: string; label: string; className?: string }) {
  const [matrix, setMatrix] = useState<boolean[][] | null>(null)
  useEffect(() => {
    let wanted = true
    qrMatrix(text).then(
      (drawn) => wanted && setMatrix(drawn),
      () => wanted && setMatrix(null), // offline: the code beside it is enough
    )
    return () => {
      wanted = false
    }
  }, [text])
  const size = matrix?.length ?? 33
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      className={className}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      {matrix && <path d={pathOf(matrix)} fill="var(--ink)" />}
    </svg>
  )
}
