import { useEffect, useState } from 'react'

/** The counter takes 30 steps, one every 30 ms. */
const STEP_MS = 30
const STEPS = 30

/** The value shown at a step: 0 at the first, the whole at the last, never beyond. */
export const valueAt = (step: number, target: number): number =>
  step >= STEPS ? target : Math.floor((target / STEPS) * step)

/** Counts up to `target`; with reduced motion the number is shown at once. */
export function useContador(target: number): number {
  const [step, setStep] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it counts again when the points change
  useEffect(() => {
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return setStep(STEPS)
    setStep(0)
    const timer = setInterval(() => setStep((now) => Math.min(STEPS, now + 1)), STEP_MS)
    // A busy page skips steps: the number is right in the end all the same
    const end = setTimeout(() => {
      clearInterval(timer)
      setStep(STEPS)
    }, STEP_MS * STEPS)
    return () => {
      clearInterval(timer)
      clearTimeout(end)
    }
  }, [target])
  return valueAt(step, target)
}
