import type { ReactNode } from 'react'
import { Notice } from '../../ui/notice.tsx'
import { isMissing } from '../archivos.ts'
import type { ArchivoCarrito } from '../carrito-state.ts'
import { ChooseAgain } from '../choose-again.tsx'

/** What keeps a file from being printed: why the server refused it, or that its bytes are gone. Nothing where nothing does. */
export function Problema({
  archivo,
  restored,
  problem,
  className,
  children,
}: {
  archivo: ArchivoCarrito
  /** The bytes that this device keeps have been looked for. */
  restored: boolean
  problem: string | undefined
  className: string | undefined
  /** What else stands with it. */
  children?: ReactNode
}) {
  const missing = restored && isMissing(archivo)
  if (!problem && !missing) return null
  return (
    <div className={className}>
      {problem && <Notice tone="error">{problem}</Notice>}
      {missing && <ChooseAgain archivo={archivo} />}
      {children}
    </div>
  )
}
