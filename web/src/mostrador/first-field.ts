import { type RefObject, useEffect, useRef } from 'react'

/**
 * Focuses an element when its dialog or page is shown: `autoFocus` would act before a dialog is open, and
 * before the page's heading takes the focus.
 */
export function useFirstField<E extends HTMLElement>(): RefObject<E | null> {
  const first = useRef<E>(null)
  useEffect(() => first.current?.focus(), [])
  return first
}
