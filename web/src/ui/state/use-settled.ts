import { useEffect, useState } from 'react'

/** Long enough not to ask at every letter, short enough not to be noticed. */
const TYPING_MS = 900

/**
 * The typed value, after a pause in the typing or after `settle` was called (its field was left). An object is compared
 * by its contents, since each rendering may make a new one.
 */
export function useSettled<T>(typed: T, ms = TYPING_MS): [settled: T, settle: () => void] {
  const [settled, setSettled] = useState(typed)
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), ms)
    return () => clearTimeout(timer)
  }, [JSON.stringify(typed), ms])
  return [settled, () => setSettled(typed)]
}
