import type { ReactNode } from 'react'
import { Notice } from '../../ui/notice/notice.tsx'
import { isMissing } from '../carrito/archivos.ts'
import type { ArchivoCarrito } from '../carrito/carrito-state.ts'
import { ChooseAgain } from '../choose-again.tsx'

/** Why a file cannot be printed: the server's refusal, or its lost bytes. Nothing where it can. */
export function ProblemaDeArchivo({
  archivo,
  restored,
  problem,
  className,
  children,
}: {
  archivo: ArchivoCarrito
  /** Whether the bytes stored on this device have been loaded. */
  restored: boolean
  problem: string | undefined
  className: string | undefined
  /** Further content beside the problem. */
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
