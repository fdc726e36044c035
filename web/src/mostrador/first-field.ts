import { type RefObject, useEffect, useRef } from 'react'

/**
 * For what takes the focus when its dialog or page is there: `autoFocus` comes before a dialog is open, and before the
 * heading of a page takes it.
 */
export function useFirstField<E extends HTMLElement>(): RefObject<E | null> {
  const first = useRef<E>(null)
  useEffect(() => first.current?.focus(), [])
  return first
}
