import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { PageHeading } from '../page-heading.tsx'
import { EmptySheet } from './empty-sheet.tsx'

/** Instead of a page that cannot be shown: why, a button to load it again where that may help, and other ways on. */
export function FailedSheet({
  title,
  text,
  retry,
  isBusy,
  children,
}: {
  title: string
  text: string
  retry?: () => void
  /** Whether it is being loaded again. */
  isBusy?: boolean
  children?: ReactNode
}) {
  return (
    <EmptySheet>
      <PageHeading title={title} />
      <p className="lead" role="alert">
        {text}
      </p>
      {retry && (
        <Button variant="primary" icon={RotateCw} aria-disabled={isBusy || undefined} onClick={retry}>
          Reintentar
        </Button>
      )}
      {children}
    </EmptySheet>
  )
}
