import type { ComponentProps, ReactNode } from 'react'
import { Button } from '../ui/button.tsx'

/**
 * A button for an action that takes a while. Meanwhile it ignores clicks, but stays in the tab order: a `disabled`
 * button would lose the keyboard's focus.
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
  /** Its text meanwhile, if that is another one. */
  busyText?: string
  /** Read by screen readers after the text, where several buttons have the same one: ' (pedido 1044)'. */
  about?: string
  children: ReactNode
}) {
  return (
    <Button {...rest} aria-disabled={isBusy || isUnable || undefined} onClick={isBusy ? undefined : onClick}>
      <span>
        {(isBusy && busyText) || children}
        {about && <span className="visually-hidden">{about}</span>}
      </span>
    </Button>
  )
}
