import { type KeyboardEvent, type RefObject, type SyntheticEvent, useEffect, useRef } from 'react'

/**
 * A native `<dialog>` that is open while it is rendered; when it is removed, the focus returns to the element
 * that opened it, or to the page's heading if that no longer exists. Of two dialogs that close together, the
 * outer one decides.
 */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    const opener = document.activeElement
    element?.showModal()
    return () => {
      element?.close()
      const isThere = opener instanceof HTMLElement && opener.isConnected
      if (!isThere && document.activeElement !== document.body) return
      const next = isThere ? opener : document.querySelector('h1')
      next?.focus({ preventScroll: !isThere })
    }
  }, [])
  return dialog
}

/**
 * What Escape does in a dialog, and the back gesture of a phone. By the key itself: a browser that closes a dialog
 * by itself closes the one below it as well where no other key or press came between them.
 */
export const onEscape = (act: () => void) => ({
  onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    act()
  },
  onCancel(event: SyntheticEvent) {
    event.preventDefault()
    act()
  },
})
