import { useEffect, useEffectEvent, useState } from 'react'

/** Counts down from `seconds` while `isOn`; `onEnd` is called at 0. @returns the seconds that are left */
export function useSeconds(seconds: number, onEnd: () => void, isOn = true): number {
  const [left, setLeft] = useState(seconds)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (!isOn) return
    const timer = setInterval(() => setLeft((now) => Math.max(0, now - 1)), 1_000)
    return () => clearInterval(timer)
  }, [isOn])
  useEffect(() => {
    if (isOn && left === 0) end()
  }, [isOn, left])
  return left
}
