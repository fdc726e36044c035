import { useState } from 'react'
import { createStore } from '../ui/store.ts'

/** So long after a touch the next one may be on its way. */
const REST_MS = 800
/** So long after it last moved a mouse may still be on its way to what its hand has seen; but not for ever. */
const AIM_MS = 400
const AIM_MAX_MS = 3000

let rest: ReturnType<typeof setTimeout> | undefined
let isDown = false
let aimedSince: number | null = null

function press(): void {
  clearTimeout(rest)
  isDown = true
  isTouched.set(true)
}

function releaseIn(ms: number): void {
  clearTimeout(rest)
  rest = setTimeout(() => {
    aimedSince = null
    isTouched.set(false)
  }, ms)
}

function release(): void {
  isDown = false
  releaseIn(REST_MS)
}

function aim({ target, pointerType }: PointerEvent): void {
  if (isDown || pointerType !== 'mouse' || !(target instanceof Element) || !target.closest('[data-quieto]'))
    return
  if (!isTouched.get()) aimedSince = Date.now()
  if (aimedSince === null || Date.now() - aimedSince > AIM_MAX_MS) return
  isTouched.set(true)
  releaseIn(AIM_MS)
}

/**
 * From the moment that a finger or a button goes down until a while after it went up; and while a mouse moves over what
 * is marked `data-quieto`, for at most 3 s.
 */
const isTouched = createStore(false, {
  watch() {
    addEventListener('pointerdown', press)
    addEventListener('pointerup', release)
    addEventListener('pointercancel', release)
    addEventListener('pointermove', aim)
    return () => {
      removeEventListener('pointerdown', press)
      removeEventListener('pointerup', release)
      removeEventListener('pointercancel', release)
      removeEventListener('pointermove', aim)
      clearTimeout(rest)
      isDown = false
      aimedSince = null
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
