import { type RefObject, useEffect, useRef } from 'react'

/**
 * A native `<dialog>` that is open while it is rendered; when it is removed, the focus returns to the element
 * that opened it, or to the page's heading if that no longer exists.
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
      const next = isThere ? opener : document.querySelector('h1')
      next?.focus({ preventScroll: !isThere })
    }
  }, [])
  return dialog
}
