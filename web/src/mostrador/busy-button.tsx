import type { ComponentProps, ReactNode } from 'react'
import { Button } from '../ui/button.tsx'

/**
 * A button of something that takes a while. Meanwhile it says so and does nothing, but stays in the tab order: a
 * `disabled` one would lose the focus, and the keyboard its place.
 */
export function BusyButton({
  isBusy,
  busyText,
  about,
  onClick,
  children,
  'aria-disabled': isUnable,
  ...rest
}: Omit<ComponentProps<typeof Button>, 'disabled' | 'aria-label'> & {
  isBusy: boolean
  busyText: string
  /** Read after the text, where several buttons say the same: ' (pedido 1044)'. */
  about?: string
  children: ReactNode
}) {
  return (
    <Button {...rest} aria-disabled={isBusy || isUnable || undefined} onClick={isBusy ? undefined : onClick}>
      <span>
        {isBusy ? busyText : children}
        {about && <span className="visually-hidden">{about}</span>}
      </span>
    </Button>
  )
}
