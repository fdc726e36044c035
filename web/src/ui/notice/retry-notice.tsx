import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Notice } from './notice.tsx'

/** The message after a failed load, with a button to load again. `isBusy` while that is under way. */
export function RetryNotice({
  retry,
  isBusy,
  className,
  children,
}: {
  retry: () => void
  isBusy?: boolean
  className?: string | undefined
  children: ReactNode
}) {
  return (
    <Notice
      tone="error"
      className={className}
      action={
        <Button
          size="medium"
          icon={RotateCw}
          aria-disabled={isBusy || undefined}
          onClick={() => isBusy || retry()}
        >
          Reintentar
        </Button>
      }
    >
      {children}
    </Notice>
  )
}
