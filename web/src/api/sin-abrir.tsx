import { SIN_ABRIR } from '@imprimitodo/shared/rules/apertura'
import { Notice } from '../ui/notice.tsx'
import { useAbierta } from './catalogo.ts'

/** Said before anybody fills in anything: nothing can be paid in the web yet. Nothing where it can. */
export function SinAbrir({ className = '' }: { className?: string }) {
  if (useAbierta()) return null
  return (
    <div className={className}>
      <Notice still tone="warning">
        {SIN_ABRIR}
      </Notice>
    </div>
  )
}
