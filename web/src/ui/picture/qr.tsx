import { useEffect, useRef, useState } from 'react'
import { optional } from '../state/later.ts'
import { qrMatrix, svgPathOf } from './qr-matrix.ts'

/**
 * A QR code; the code that draws it is loaded only when one appears. Nothing is shown until then, and the box
 * keeps its size. `onError`: it could not be loaded (offline); then the code beside it is enough.
 */
export function Qr({
  text,
  label,
  className,
  onError,
}: {
  text: string
  label: string
  className?: string
  onError?: () => void
}) {
  const [matrix, setMatrix] = useState<boolean[][] | null>(null)
  const failed = useRef(onError)
  failed.current = onError
  useEffect(() => {
    let wanted = true
    optional(() => qrMatrix(text)).then(
      (drawn) => wanted && setMatrix(drawn),
      () => {
        if (!wanted) return
        setMatrix(null)
        failed.current?.()
      },
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
      {matrix && <path d={svgPathOf(matrix)} fill="var(--ink)" />}
    </svg>
  )
}
