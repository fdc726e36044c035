import { useEffect, useEffectEvent } from 'react'
import { serverNow } from '../api/clock.ts'

/**
 * Calls it once `end` is over, in ms since 1970: at that time, or when a page that slept then is looked at again.
 * Null: there is nothing to end.
 */
export function useEndOfDay(end: number | null, onEnd: () => void): void {
  const finish = useEffectEvent(onEnd)
  useEffect(() => {
    if (end === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      const left = end - serverNow()
      if (left > 0) timer = setTimeout(look, left)
      else finish()
    }
    look()
    window.addEventListener('focus', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('focus', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [end])
}
