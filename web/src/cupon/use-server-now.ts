import { useEffect, useState } from 'react'
import { serverNow } from '../api/clock.ts'

/** The server's clock, once a second. */
export function useServerNow(): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}
