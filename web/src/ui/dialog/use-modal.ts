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
      const isThere = opener instanceof HTMLElement && opener !== document.body && opener.isConnected
      if (!isThere && document.activeElement !== document.body) return
      const next = isThere ? opener : document.querySelector('h1')
      next?.focus({ preventScroll: !isThere })
    }
  }, [])
  return dialog
}

/**
 * Runs `act` for Escape in a dialog, and for the back gesture of a phone. Escape is handled as a key: a browser that
 * closes a dialog by itself also closes the one below it if no other key or press came between.
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
