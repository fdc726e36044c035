import { useEffect, useState } from 'react'

/** Long enough not to ask at every letter, short enough not to be noticed. */
const TYPING_MS = 900

/** The text after a pause in the typing, or after `settle` was called (its field was left). */
export function useSettled(text: string): [settled: string, settle: () => void] {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text])
  return [settled, () => setSettled(text)]
}
