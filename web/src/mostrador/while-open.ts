import { useIsShown } from '../ui/state/use-is-shown.ts'

/**
 * `onClose` as long as the dialog is on the screen. A call that ends after the person left it must not close the
 * next one, with what was typed there.
 */
export function useWhileOpen(onClose: () => void): () => void {
  const isShown = useIsShown()
  return () => {
    if (isShown()) onClose()
  }
}
