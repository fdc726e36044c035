import { SIN_ABRIR } from '@imprimitodo/shared/rules/gestion/apertura'
import { useAbierta } from '../api/catalogo.ts'
import { Notice } from '../ui/notice/notice.tsx'

/**
 * The notice that the shop cannot be paid on the web yet, shown before a customer fills in a form. Empty once
 * it can.
 */
export function SinAbrir({ className }: { className: string | undefined }) {
  if (useAbierta()) return null
  return (
    <div className={className}>
      <Notice still tone="warning">
        {SIN_ABRIR}
      </Notice>
    </div>
  )
}
