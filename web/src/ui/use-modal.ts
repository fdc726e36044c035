import { type RefObject, useEffect, useRef } from 'react'

/**
 * A native `<dialog>` that is open while it is rendered; when it goes, the focus returns to what opened it, or to the
 * page's heading where that is gone too.
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
