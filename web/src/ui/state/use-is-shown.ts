import { useCallback, useEffect, useRef } from 'react'

/** Whether the component is still on the screen, for an answer that arrives after it was left. */
export function useIsShown(): () => boolean {
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return useCallback(() => isShown.current, [])
}
