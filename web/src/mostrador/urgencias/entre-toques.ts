import { useState } from 'react'
import { createStore } from '../../ui/store.ts'

/** So long after a touch the next one may be on its way. */
const REST_MS = 800

let rest: ReturnType<typeof setTimeout> | undefined

function press(): void {
  clearTimeout(rest)
  isTouched.set(true)
}

function release(): void {
  clearTimeout(rest)
  rest = setTimeout(() => isTouched.set(false), REST_MS)
}

/** From the moment that a finger or a button goes down until a while after it went up. */
const isTouched = createStore(false, {
  watch() {
    addEventListener('pointerdown', press)
    addEventListener('pointerup', release)
    addEventListener('pointercancel', release)
    return () => {
      removeEventListener('pointerdown', press)
      removeEventListener('pointerup', release)
      removeEventListener('pointercancel', release)
      clearTimeout(rest)
      isTouched.set(false)
    }
  },
})

/** The value as it was while the screen is touched: what it shows does not move under a finger. */
export function useEntreToques<T>(value: T): T {
  const isHeld = isTouched.use()
  const [shown, setShown] = useState(value)
  if (!isHeld && shown !== value) setShown(value)
  return isHeld ? shown : value
}
